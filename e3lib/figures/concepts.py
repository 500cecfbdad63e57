"""The figures that show an idea: one task's bills, the E3 loop, its levels, a repository."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import accumulate

from matplotlib.axes import Axes
from matplotlib.patches import FancyBboxPatch, Patch

from e3lib.environment import tokens_of
from e3lib.figures.style import ACCENT, COLOURS, INK, MUTED, SvgFigure, canvas, finish
from e3lib.metrics import by_level
from e3lib.study import ORACLE, minimum_costs
from e3lib.task import Task, files_of
from e3lib.trajectory import Run

GREEN, FAILED, PLAIN = COLOURS["E3"], COLOURS["Max-Context-First"], "#F4F4F4"
LEVELS = (
    ("Level 1: one site", "search, read the first hit,\nedit, light check"),
    ("Level 2: every hit", "read the other hits, edit\nwhat is seen, light check"),
    ("Level 3: beyond the hits", "trace imports, inspect files,\nedit all, heavy check"),
)
ROLES = {"direct site": GREEN, "indirect site": ACCENT, "nothing to change": "#CCCCCC"}


def one_task(runs: Mapping[str, Sequence[Run]], task_id: str = "L1-gmail") -> SvgFigure:
    """What each policy paid for one task, a block for each action, beside the minimum."""
    needed = minimum_costs(runs)[task_id].scalar()
    with canvas(4.8, 3.4) as (figure, ax):
        for row, (policy, policy_runs) in enumerate(runs.items()):
            [run] = [r for r in policy_runs if r.task_id == task_id]
            costs = [action.cost.scalar() for action in run.trajectory]
            starts = [0.0, *accumulate(costs)]
            style = {"color": COLOURS[policy], "edgecolor": "white", "height": 0.62}
            ax.barh([row] * len(costs), costs, left=starts[:-1], **style)
            label = f"{starts[-1]:.2f}\n{starts[-1] / needed:.1f} × needed"
            ax.text(starts[-1] + 1.2, row, label, va="center", linespacing=1.1, fontsize=10)
        ax.axvline(needed, color=INK, lw=1, ls=(0, (4, 3)))
        ax.set_yticks(range(len(runs)), [_broken(policy) for policy in runs])
        ax.set(xlabel="cost C of one and the same edit", xlim=(0, 100))
        ax.invert_yaxis()
        ax.grid(axis="y", visible=False)
        return finish(figure)


def times_needed(runs: Mapping[str, Sequence[Run]]) -> SvgFigure:
    """Every task of every policy: cost over minimum, a row for each level, crosses for failures."""
    needed = {task: cost.scalar() for task, cost in minimum_costs(runs).items()}
    policies = [policy for policy in runs if policy != ORACLE]
    with canvas(4.8, 4.4) as (figure, ax):
        for row, policy in enumerate(policies):
            for level, tier in by_level(runs[policy]).items():
                y = row + 0.26 * (level - 2)
                for solved, marker in ((True, "o"), (False, "x")):
                    chosen = [run for run in tier if run.solved == solved]
                    ratios = [run.cost.scalar() / needed[run.task_id] for run in chosen]
                    style = {"marker": marker, "color": COLOURS[policy], "alpha": 0.5}
                    ax.scatter(ratios, [y] * len(ratios), s=26, **style)
                ax.text(0.8, y, str(level), ha="center", va="center", color=MUTED, fontsize=9.5)
        ax.axvline(1, color=INK, lw=1, ls=(0, (4, 3)))
        ax.set(xscale="log", xlim=(0.7, 70), xlabel="cost over what the task needed (log scale)")
        ax.set_xticks([1, 2, 5, 10, 20, 50], ["1 ×", "2 ×", "5 ×", "10 ×", "20 ×", "50 ×"])
        ax.minorticks_off()
        ax.set_yticks(range(len(policies)), [_broken(policy) for policy in policies])
        ax.invert_yaxis()
        ax.grid(axis="y", visible=False)
        return finish(figure)


def e3_loop() -> SvgFigure:
    """Figure 1: estimate once, execute, and expand only where the check fails."""
    with _drawing(4.8, 4.65) as (figure, ax):
        _box(ax, 0.05, 4.0, 3.1, 0.62, "Task: instruction q, repository E, check V", PLAIN)
        _box(ax, 0.05, 2.95, 3.1, 0.7, "Estimate x₀\nfrom the words and at most one search", GREEN)
        _box(ax, 0.05, 1.9, 3.1, 0.7, "Execute at scope level ℓ\nthe smallest path", GREEN)
        _box(ax, 0.05, 0.95, 1.5, 0.6, "Check V", PLAIN)
        _box(ax, 0.05, 0.0, 1.5, 0.6, "Done", PLAIN)
        _box(ax, 2.0, 0.65, 1.95, 0.9, "Expand\nℓ becomes ℓ + 1,\nwhat was found stays", ACCENT)
        _arrow(ax, (0.8, 4.0), (0.8, 3.65))
        _arrow(ax, (0.8, 2.95), (0.8, 2.6), "ℓ starts at the estimate")
        _arrow(ax, (0.8, 1.9), (0.8, 1.55))
        _arrow(ax, (0.8, 0.95), (0.8, 0.6), "passes")
        _arrow(ax, (1.55, 1.25), (2.0, 1.25), "fails", FAILED, above=True)
        _arrow(ax, (2.6, 1.55), (2.6, 1.9), "", FAILED)
        return finish(figure)


def scope_levels() -> SvgFigure:
    """What Execute does at each scope level, and the only way from one to the next (Sec. 4.3)."""
    with _drawing(4.8, 3.35) as (figure, ax):
        for i, (name, actions) in enumerate(LEVELS):
            _box(ax, 0.35 * i, 1.25 * i, 3.0, 0.85, f"{name}\n{actions}", GREEN)
        for i in (0, 1):
            _arrow(ax, (1.6 + 0.35 * i, 0.85 + 1.25 * i), (1.6 + 0.35 * i, 1.25 + 1.25 * i),
                   "check fails: expand", FAILED)  # fmt: skip
        return finish(figure)


def repository_map(task: Task) -> SvgFigure:
    """Every file of a task's repository with its size in tokens, coloured by what stands in it."""
    direct, indirect = files_of(task.direct_sites), files_of(task.indirect_sites)
    paths = sorted(task.files)
    roles = [
        "direct site" if p in direct else "indirect site" if p in indirect else "nothing to change"
        for p in paths
    ]
    sizes = [tokens_of(task.files[path]) for path in paths]
    with canvas(4.8, 0.9 + 0.3 * len(paths)) as (figure, ax):
        bars = ax.barh(paths, sizes, color=[ROLES[role] for role in roles], height=0.7)
        ax.bar_label(bars, padding=3)
        ax.set(xlabel="tokens", xlim=(0, 1.18 * max(sizes)))
        ax.invert_yaxis()
        ax.grid(axis="y", visible=False)
        marks = [Patch(color=ROLES[role], label=role) for role in ROLES if role in roles]
        figure.legend(handles=marks, loc="outside upper center", ncols=3, handlelength=1,
                      columnspacing=1)  # fmt: skip
        return finish(figure)


@contextmanager
def _drawing(width: float, height: float) -> Iterator:
    """A sheet without axes; one unit is a little more than an inch."""
    with canvas(width, height) as (figure, ax):
        ax.set(xlim=(-0.05, 4.05), ylim=(-0.05, height + 0.05))
        ax.set_axis_off()
        yield figure, ax


def _box(ax: Axes, x: float, y: float, width: float, height: float, text: str, colour: str) -> None:
    edge = MUTED if colour == PLAIN else colour
    style = {"facecolor": "white" if colour != PLAIN else PLAIN, "edgecolor": edge, "lw": 1.8}
    shape = "round,pad=0,rounding_size=0.08"
    ax.add_patch(FancyBboxPatch((x, y), width, height, boxstyle=shape, **style))
    ax.text(x + width / 2, y + height / 2, text, ha="center", va="center", linespacing=1.35)


def _arrow(ax: Axes, tail, head, text: str = "", colour: str = INK, above: bool = False) -> None:
    arrow = {"arrowstyle": "-|>", "color": colour, "lw": 1.6, "shrinkA": 0, "shrinkB": 0}
    ax.annotate("", xy=head, xytext=tail, arrowprops=arrow)
    x, y = (tail[0] + head[0]) / 2, (tail[1] + head[1]) / 2
    place = {"ha": "center", "va": "bottom"} if above else {"ha": "left", "va": "center"}
    ax.text(x if above else x + 0.1, y + (0.05 if above else 0), text, **place)


def _broken(policy: str) -> str:
    """The name of a policy on two lines, where it has two parts."""
    return policy.replace("-F", "-\nF").replace(" ", "\n")
