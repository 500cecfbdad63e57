"""Figures 2, 3 and 4: success and cost, where it goes, redundancy by level, one case unrolled."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import accumulate

from matplotlib.axes import Axes
from matplotlib.patches import Patch, Rectangle
from matplotlib.ticker import MultipleLocator

from e3lib.cost import DEFAULT_WEIGHTS, Weights
from e3lib.figures.style import ACCENT, COLOURS, INK, SvgFigure, canvas, colour_of, finish
from e3lib.metrics import by_level, reduction, summarize
from e3lib.study import ORACLE, estimated_level, minimum_costs
from e3lib.task import Task
from e3lib.trajectory import Run

Runs = Mapping[str, Sequence[Run]]
AXES = {"latency": "alpha", "tokens": "beta", "tool_calls": "gamma", "files": "delta"}
AXIS_COLOURS = ("#DDCC77", "#44AA99", "#882255", "#332288")  # none of them a policy's
PALE = "#F2F2F2"
FLOOR, BAR = 0.1, 0.22  # of Figure 3: where the log axis starts, how far apart the bars stand
LABEL_OFFSETS = {  # in points, so that no two labels of Figure 2a meet
    "Max-Context-First": (-6, 30),
    "Fixed ReAct": (0, -30),
    "Adaptive Retrieval": (12, -30),
    "E3": (0, 30),
    ORACLE: (-34, -30),
}


def success_cost(runs: Runs) -> SvgFigure:
    """Figure 2a: success against mean cost, with every task as a faint mark."""
    minimum = minimum_costs(runs)
    with canvas(4.8, 4.2) as (figure, ax):
        for policy, policy_runs in runs.items():
            s = summarize(policy_runs, minimum)
            _cloud(ax, policy_runs, 100 * s.success, colour_of(policy))
            ax.plot(s.scalar, 100 * s.success, "o", ms=10, color=colour_of(policy), mec="white")
            ax.annotate(
                f"{policy}\nC = {s.scalar:.2f}", (s.scalar, 100 * s.success), color=INK,
                xytext=LABEL_OFFSETS.get(policy, (0, 54)), textcoords="offset points",
                ha="center", va="center",
            )  # fmt: skip
        ax.set(xscale="log", xlim=(4, 260), ylim=(50, 116))
        ax.set(xlabel="scalar cost C (log scale)", ylabel="tasks solved, %")
        ax.set_yticks([60, 70, 80, 90, 100])
        ax.set_xticks([5, 10, 20, 50, 100, 200], ["5", "10", "20", "50", "100", "200"])
        ax.minorticks_off()
        return finish(figure)


def cost_breakdown(runs: Runs, weights: Weights = DEFAULT_WEIGHTS) -> SvgFigure:
    """Figure 2b: what each weighted axis adds to a policy's mean cost."""
    minimum = minimum_costs(runs)
    with canvas(4.8, 3.8) as (figure, ax):
        for row, policy_runs in enumerate(runs.values()):
            cost, left = summarize(policy_runs, minimum).cost, 0.0
            for (axis, weight), colour in zip(AXES.items(), AXIS_COLOURS, strict=True):
                width = getattr(weights, weight) * getattr(cost, axis)
                label = axis.replace("_", " ") if row == 0 else None
                ax.barh(row, width, left=left, color=colour, label=label, height=0.65)
                left += width
            ax.annotate(
                f"{cost.scalar(weights):.2f}", (left, row),
                xytext=(4, 0), textcoords="offset points", va="center",
            )  # fmt: skip
        ax.set_yticks(range(len(runs)), [policy.replace(" ", "\n") for policy in runs])
        ax.set(xlabel="mean cost C, weighted axes stacked")
        ax.margins(x=0.25)
        ax.invert_yaxis()
        ax.grid(axis="y", visible=False)
        ax.legend(loc="lower right")
        return finish(figure)


def axis_reduction(runs: Runs, ours: str = "E3", theirs: str = "Max-Context-First") -> SvgFigure:
    """Figure 2c: by how much `ours` cuts each axis against `theirs`."""
    minimum = minimum_costs(runs)
    a, b = (summarize(runs[policy], minimum) for policy in (ours, theirs))
    cuts = {axis: 100 * reduction(getattr(a.cost, axis), getattr(b.cost, axis)) for axis in AXES}
    cuts["scalar C"] = 100 * reduction(a.scalar, b.scalar)
    with canvas(4.8, 3.2) as (figure, ax):
        names = [axis.replace("_", " ") for axis in cuts]
        bars = ax.barh(names, list(cuts.values()), color=colour_of(ours), height=0.6)
        ax.bar_label(bars, fmt="%.1f %%", padding=4)
        ax.set(xlabel=f"reduction by {ours} against\n{theirs}, %")
        lowest = min(cuts.values())
        ax.set_xlim(lowest - 35 if lowest < 0 else 0, 125)  # room for the labels
        ax.set_xticks(range(0, 101, 20))
        ax.invert_yaxis()
        ax.grid(axis="y", visible=False)
        return finish(figure)


def acrr_by_level(runs: Runs) -> SvgFigure:
    """Figure 3: mean ACRR at each level, log scale; hatched where a policy solves nothing."""
    minimum = minimum_costs(runs)
    policies = [policy for policy in runs if policy != ORACLE]
    with canvas(4.8, 4.8) as (figure, ax):
        for i, policy in enumerate(policies):
            for level, tier in by_level(runs[policy]).items():
                x = level + BAR * (i - (len(policies) - 1) / 2)
                _redundancy_bar(ax, x, summarize(tier, minimum).acrr, colour_of(policy))
        ax.set(yscale="log", ylim=(FLOOR, 40), ylabel="mean ACRR (log scale)")
        ax.set_xticks([1, 2, 3], ["1 local", "2 cross-file", "3 repository"])
        ax.set_xlabel("level")
        ax.grid(axis="x", visible=False)
        ax.set_yticks([0.1, 0.3, 1, 3, 10, 30], ["0.1", "0.3", "1", "3", "10", "30"])
        ax.minorticks_off()
        marks = [Patch(color=colour_of(policy), label=policy) for policy in policies]
        figure.legend(handles=marks, loc="outside upper center", ncols=2)
        return finish(figure)


def running_cost(runs: Runs, task_id: str = "L1-gmail") -> SvgFigure:
    """Figure 4a: the cost that each policy has run up after each action of one task."""
    with canvas(4.8, 4.2) as (figure, ax):
        for policy, policy_runs in runs.items():
            [run] = [r for r in policy_runs if r.task_id == task_id]
            costs = [0.0, *accumulate(action.cost.scalar() for action in run.trajectory)]
            line = {"color": colour_of(policy), "lw": 2, "label": f"{policy}: {costs[-1]:.2f}"}
            ax.step(range(len(costs)), costs, where="post", **line)
            ax.plot(len(costs) - 1, costs[-1], "o", color=colour_of(policy))
        ax.set(xlabel="actions taken", ylabel="running cost C")
        ax.xaxis.set_major_locator(MultipleLocator(2))
        ax.set(xlim=(0, None), ylim=(0, None))
        ax.legend(loc="upper left", title="cost at the end", alignment="left")
        return finish(figure)


def calibration_matrix(tasks: Sequence[Task]) -> SvgFigure:
    """Figure 4b: true level against the level that the estimator gives."""
    counts = Counter((task.level, estimated_level(task)) for task in tasks)
    with canvas(4.2, 4.0) as (figure, ax):
        for level in (1, 2, 3):
            for estimated in (1, 2, 3):
                _cell(ax, level, estimated, counts[level, estimated])
        ax.set_xticks([1, 2, 3])
        ax.set_yticks([1, 2, 3])
        ax.set(xlabel="estimated difficulty", ylabel="true level")
        ax.set(xlim=(0.5, 3.5), ylim=(3.5, 0.5), aspect="equal")
        ax.grid(visible=False)
        return finish(figure)


def _cloud(ax: Axes, runs: Sequence[Run], height: float, colour: str) -> None:
    """Every task's cost around the policy's success, spread by its place in the list."""
    costs = [run.cost.scalar() for run in runs]
    heights = [height + (i * 0.618 % 1 - 0.5) * 6 for i in range(len(costs))]
    ax.scatter(costs, heights, s=9, color=colour, alpha=0.18, linewidths=0)


def _redundancy_bar(ax: Axes, x: float, acrr: float | None, colour: str) -> None:
    """One bar of Figure 3, from the floor of the log axis up."""
    if acrr is None:
        ax.bar(x, 2 * FLOOR, BAR - 0.02, bottom=FLOOR, fc="none", ec=colour, hatch="////")
        ax.annotate("solves none", (x, 3.3 * FLOOR), rotation=90, ha="center", color=INK)
        return
    ax.bar(x, acrr - FLOOR, BAR - 0.02, bottom=FLOOR, color=colour)
    ax.annotate(f"{acrr:.2f}", (x, acrr * 1.08), rotation=90, ha="center", va="bottom")


def _cell(ax: Axes, level: int, estimated: int, count: int) -> None:
    """One cell: green on the diagonal, amber where the estimate missed, pale where it is empty."""
    box = (estimated - 0.48, level - 0.48)
    colour = PALE if count == 0 else COLOURS["E3"] if level == estimated else ACCENT
    ax.add_patch(Rectangle(box, 0.96, 0.96, color=colour))
    ax.text(estimated, level, str(count), ha="center", va="center", fontsize=16, color=INK)
