"""Figure 5 and what goes beyond it: wording, weights, seeds, prices, the share of deception."""

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes

from e3lib.break_even import ALWAYS_3, Costs, level3_threshold, mean_cost, shares
from e3lib.calibration import SPAN, Usage
from e3lib.ensemble import Ensemble
from e3lib.figures.style import ACCENT, COLOURS, GRID, INK, MUTED, SvgFigure, canvas, finish
from e3lib.published import published
from e3lib.robustness import Sweep, Wording

E3, AR, MCF = COLOURS["E3"], COLOURS["Adaptive Retrieval"], COLOURS["Max-Context-First"]
RELIABLE_COLOURS = {"E3": E3, "Adaptive Retrieval": AR, ALWAYS_3: MUTED}
BENCHMARK = {"marker": "*", "ms": 17, "color": ACCENT, "mec": INK, "ls": "none", "zorder": 5}
LONGEST_TORNADO = 10
SEED_ROWS = {
    "main.mcf.cost": "Max-Context-First, C",
    "main.ar.cost": "Adaptive Retrieval, C",
    "main.e3.cost": "E3, C",
    "main.e3_vs_ar.cost_reduction": "E3 below AR",
    "level.e3.L3.acrr": "E3, ACRR at level 3",
    "heldout.e3.cost": "E3 held-out, C",
    "ablation.no_expand.cost": "without Expand, C",
    "ablation.no_estimate.L3_cost": "without Estimate, L3 C",
}


def held_out(template: Wording, heldout: Wording) -> SvgFigure:
    """Figure 5a: the estimator loses its cues; E3 keeps its success and pays a little more."""
    names = {"accuracy": "estimates\nright", "under_scoped": "estimates\ntoo low",
             "success": "E3 solves"}  # fmt: skip
    with canvas(4.8, 5.4, 2, height_ratios=(2, 1)) as (figure, (top, bottom)):
        for i, (label, w, hatch) in enumerate(
            (("template wording", template, ""), ("held-out wording", heldout, "///"))
        ):
            style = {"color": E3, "alpha": 1 - 0.5 * i, "hatch": hatch, "edgecolor": "white"}
            x = np.arange(len(names)) + 0.4 * i - 0.2
            bars = top.bar(x, [100 * getattr(w, n) for n in names], 0.38, label=label, **style)
            top.bar_label(bars, fmt="%.1f", padding=2)
            bars = bottom.barh([label.replace(" ", "\n")], [w.cost], **style, height=0.6)
            bottom.bar_label(bars, fmt="%.2f", padding=4)
        top.set_xticks(range(len(names)), names.values())
        top.set(ylim=(0, 118), ylabel="share of tasks, %")
        top.legend(loc="upper center", bbox_to_anchor=(0.5, 1.14), ncols=2, columnspacing=1)
        top.grid(axis="x", visible=False)
        bottom.set(xlabel="E3's mean cost C", xlim=(0, 25))
        bottom.invert_yaxis()
        bottom.grid(axis="y", visible=False)
        return finish(figure)


def weight_reductions(sweep: Sweep) -> SvgFigure:
    """Figure 5b: how much cheaper E3 is than two policies, over all drawn weight vectors."""
    with canvas(4.8, 3.6) as (figure, ax):
        bins = np.arange(-10, 101, 2)
        for theirs, colour in (("Adaptive Retrieval", AR), ("Max-Context-First", MCF)):
            cut = 100 * sweep.reduction("E3", theirs)
            ax.hist(cut, bins, color=colour, alpha=0.75, label=f"against\n{theirs}")
            ax.axvline(np.median(cut), color=colour, ls="--", lw=1.8)
        ax.axvline(0, color=INK, lw=1)
        ax.set(xlabel="reduction of C by E3, %  (dashed: median)", ylabel="weight vectors")
        ax.set_xticks(range(0, 101, 20))
        ax.legend(loc="upper center")
        return finish(figure)


def losing_region(sweep: Sweep, gap: Sequence[float]) -> SvgFigure:
    """Where in weight space E3 is dearer than Adaptive Retrieval.

    `gap` is E3's mean use of each axis less Adaptive Retrieval's. Only ratios of weights matter, so
    the plane is gamma and delta in units of alpha; beta moves the border.
    """
    alpha, _, gamma, delta = sweep.weights.T
    lost = sweep.reduction("E3", "Adaptive Retrieval") <= 0
    x = np.linspace(0, 4, 81)
    with canvas(4.8, 4.3) as (figure, ax):
        for b, style in ((0.0, "-"), (0.05, "--"), (0.1, ":")):
            border = (gap[0] + b * gap[1] + x * gap[2]) / -gap[3]
            ax.plot(x, border, style, color=AR, label=f"border, β = {b:g} α")
            if b == 0:
                ax.fill_between(x, border, 0, where=border > 0, color=AR, alpha=0.2, lw=0)
        ax.plot(gamma[::8] / alpha[::8], delta[::8] / alpha[::8], ".", color=GRID, ms=5, zorder=1)
        ax.plot(
            (gamma / alpha)[lost], (delta / alpha)[lost], "o", color=ACCENT, mec=INK, zorder=4,
            label=f"lost: {lost.sum()} of {lost.size} draws",
        )  # fmt: skip
        ax.plot(0.5, 1.5, label="default weights", **BENCHMARK)
        ax.set(xlim=(0, 4), ylim=(0, 2), xlabel="γ / α: a tool call, in seconds")
        ax.set_ylabel("δ / α: an inspected file, in seconds")
        ax.annotate(
            "Adaptive Retrieval\nis cheaper here", (2.7, 0.4), (1.3, 1.02), ha="center",
            bbox={"fc": "white", "ec": "none", "alpha": 0.85},
            arrowprops={"arrowstyle": "->", "color": INK},
        )  # fmt: skip
        figure.legend(loc="outside upper center", ncols=2, columnspacing=1)
        return finish(figure)


def seed_intervals(ensemble: Ensemble, ids: Mapping[str, str] = SEED_ROWS) -> SvgFigure:
    """The middle 95 % of the seeds of some numbers, as deviations from the published value.

    `ids` maps the id of a published number to the label of its row.
    """
    with canvas(4.8, 1.0 + 0.36 * len(ids)) as (figure, ax):
        for row, id in enumerate(ids):
            value = published()[id].value
            ends = np.array([*ensemble.interval(id), np.median(ensemble.values[id])])
            low, high, middle = 100 * (ends / value - 1)
            half_digit = 50 * 10.0 ** -published()[id].decimals / abs(value)
            ax.barh(row, 2 * half_digit, left=-half_digit, color=ACCENT, alpha=0.5, height=0.7)
            ax.plot([low, high], [row, row], color=E3, lw=3, solid_capstyle="butt")
            ax.plot(middle, row, "o", color=E3, mec="white", ms=8)
        ax.axvline(0, color=INK, lw=1)
        ax.set_yticks(range(len(ids)), list(ids.values()))
        ax.set(xlabel="deviation from the published value, %")
        ax.invert_yaxis()
        ax.grid(axis="y", visible=False)
        return finish(figure)


def tornado(usage: Usage, conclusion: str) -> SvgFigure:
    """How each inferred price, 20 % lower or higher, moves the gap that a conclusion rests on."""
    gap, effects = usage.gap(conclusion), usage.effects(conclusion)
    largest = sorted(effects, key=lambda name: -abs(effects[name]))[:LONGEST_TORNADO]
    with canvas(4.8, 4.2) as (figure, ax):
        for row, name in enumerate(largest):
            for sign, colour, hatch in ((-1, "white", "////"), (1, MUTED, "")):
                label = f"price {sign * SPAN:+.0%}".replace("%", " %") if row == 0 else None
                ax.barh(row, sign * SPAN * effects[name], left=gap, color=colour, hatch=hatch,
                        edgecolor=MUTED, height=0.66, label=label)  # fmt: skip
        ax.axvline(gap, color=INK, lw=1)
        ax.axvline(0, color=MCF, lw=2)
        ax.annotate("turns here", (0, len(largest) - 1), (6, 0), textcoords="offset points",
                    color=MCF, va="center")  # fmt: skip
        ax.set_yticks(range(len(largest)), [name.replace("_", " ") for name in largest])
        ax.set(xlabel="gap in mean C between the two policies", xlim=(min(0, gap) - 0.1, None))
        ax.invert_yaxis()
        ax.grid(axis="y", visible=False)
        ax.legend(loc="center left", bbox_to_anchor=(0.12, 0.72))
        return finish(figure)


def deceptive_sweep(
    costs: Mapping[str, Costs], level3: float, simulated: Mapping[float, Mapping[str, float]]
) -> SvgFigure:
    """Mean C against the share of deceptive tasks: lines from the theory, marks from runs.

    `simulated` maps a share of deceptive tasks to each policy's mean C there.
    """
    with canvas(4.8, 3.9) as (figure, ax):
        for policy, by_kind in costs.items():
            ends = [mean_cost(by_kind, shares(level3, p)) for p in (0, 1)]
            ax.plot((0, 1), ends, color=RELIABLE_COLOURS[policy], lw=2, label=policy)
            runs = [means[policy] for means in simulated.values()]
            ax.plot(list(simulated), runs, "o", color=RELIABLE_COLOURS[policy], mec="white")
        here = 18 / 40
        ax.plot(here, mean_cost(costs["E3"], shares(level3, here)), label="MSE-Bench", **BENCHMARK)
        ax.set(xlabel="share p of deceptive tasks in level 3", ylabel="mean cost C")
        ax.set(xlim=(-0.02, 1.02), ylim=(15, 27))
        figure.legend(loc="outside upper center", ncols=2, columnspacing=1)
        return finish(figure)


def break_even_plane(costs: Mapping[str, Costs], level3: float, deceptive: float) -> SvgFigure:
    """Which reliable policy is cheapest, by the share of level 3 and of deception within it."""
    p = np.linspace(0, 1, 41)
    with canvas(4.8, 4.0) as (figure, ax):
        border = _border(costs, "Adaptive Retrieval", p)
        ax.fill_betweenx(p, 0, border, color=E3, alpha=0.18, lw=0)
        ax.fill_betweenx(p, border, 1, color=AR, alpha=0.18, lw=0)
        ax.plot(border, p, color=AR, lw=2)
        ax.plot(_border(costs, ALWAYS_3, p), p, color=MUTED, lw=2, ls="--")
        ax.plot(level3, deceptive, **BENCHMARK)
        _say(ax, (0.03, 0.72), "E3 is\ncheapest")
        _say(ax, (0.65, 0.9), "Adaptive Retrieval\nis cheapest")
        _say(ax, (level3 - 0.28, deceptive), "MSE-Bench")
        _say(ax, (0.83, 0.42), "start\nat 3\nbeats\nE3")
        ax.set(xlim=(0, 1), ylim=(0, 1), xlabel="share of level 3 in all tasks")
        ax.set_ylabel("share p of deceptive tasks in level 3")
        ax.grid(visible=False)
        return finish(figure)


def _border(costs: Mapping[str, Costs], theirs: str, deceptive: np.ndarray) -> np.ndarray:
    thresholds = (level3_threshold(costs["E3"], costs[theirs], p) for p in deceptive)
    return np.array([min(1.0, t) if t is not None else 1.0 for t in thresholds])


def _say(ax: Axes, place: tuple[float, float], text: str) -> None:
    ax.text(*place, text, color=INK, va="center")
