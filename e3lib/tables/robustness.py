"""The tables of chapter 8 and of the pages on calibration and break-even."""

from collections.abc import Mapping, Sequence

import numpy as np

from e3lib.break_even import ALWAYS_3, Costs, deceptive_threshold, level3_threshold
from e3lib.calibration import ALTERNATIVES, CONCLUSIONS, INFERRED, SPAN, Usage
from e3lib.cost import DEFAULT_WEIGHTS
from e3lib.ensemble import Ensemble
from e3lib.metrics import Summary, reduction
from e3lib.published import Published, published
from e3lib.reproduce import rounded, simulated
from e3lib.robustness import Sweep, Wording, axes
from e3lib.tables.table import Table


def held_out(template: Wording, heldout: Wording) -> Table:
    """The estimator and E3 in two wordings (Sec. 7.6)."""
    rows = tuple(
        (name, f"{100 * w.accuracy:.1f}", f"{100 * w.under_scoped:.1f}", f"{100 * w.success:.1f}",
         f"{w.cost:.2f}")
        for name, w in (("template", template), ("held-out", heldout))
    )  # fmt: skip
    columns = ("Wording", "Right %", "Too low %", "E3 solves %", "E3's C")
    return Table("The same tasks in two wordings", columns, rows)


def weight_sweep(sweep: Sweep) -> Table:
    """How often, and by how much, E3 is cheaper over the drawn weight vectors (Sec. 7.5)."""
    rows = []
    for theirs in ("Max-Context-First", "Adaptive Retrieval"):
        cut = 100 * sweep.reduction("E3", theirs)
        points = np.percentile(cut, (5, 10, 50, 90, 95))
        rows.append((theirs, f"{100 * np.mean(cut > 0):.1f}", *(f"{p:.1f}" for p in points)))
    columns = ("Against", "E3 cheaper in %", "5 %", "10 %", "median", "90 %", "95 %")
    return Table("Reduction of C by E3, per cent", columns, tuple(rows))


def axis_gap(ours: Summary, theirs: Summary) -> Table:
    """What one policy uses more than another on each axis, and what that is worth (Eq. 1)."""
    weights = np.array([getattr(DEFAULT_WEIGHTS, w) for w in ("alpha", "beta", "gamma", "delta")])
    gap = axes(ours) - axes(theirs)
    names = ("latency s", "tokens", "tool calls", "files")
    rows = [
        (name, f"{a:.2f}", f"{b:.2f}", f"{g:+.2f}", f"{w:g}", f"{g * w:+.2f}")
        for name, a, b, g, w in zip(names, axes(ours), axes(theirs), gap, weights, strict=True)
    ]
    rows.append(("C", "", "", "", "", f"{gap @ weights:+.2f}"))
    columns = ("Axis", ours.policy, theirs.policy, "Difference", "Weight", "Product")
    return Table(f"{ours.policy} against {theirs.policy}, axis by axis", columns, tuple(rows))


def seed_intervals(ensemble: Ensemble, *prefixes: str) -> Table:
    """Each simulated number over the seeds, and how many of them print what the paper prints."""
    own = simulated()
    rows = tuple(
        _over_seeds(published()[id], own[id], ensemble)
        for id in ensemble.values
        if id.startswith(prefixes or "")
    )
    columns = ("Id", "Published", "Ours", "95 % of seeds", "Less, same, more %")
    return Table(f"The numbers over {len(ensemble.seeds)} seeds", columns, rows)


def resampled(intervals: Mapping[str, tuple[float, float, float]]) -> Table:
    """Means and their 95 % intervals when the tasks are drawn again (bootstrap)."""
    rows = tuple((name, *(f"{v:.2f}" for v in values)) for name, values in intervals.items())
    return Table("The tasks drawn again", ("Quantity", "Ours", "2.5 %", "97.5 %"), rows)


def conclusions(usage: Usage) -> Table:
    """What it takes to turn each conclusion: one price, or all of them at once."""
    rows = []
    for name in CONCLUSIONS:
        flips = {p: f for p in INFERRED if (f := usage.flip(name, p)) is not None}
        price = min(flips, key=lambda p: abs(flips[p] - 1), default=None)
        nearest = f"{price.replace('_', ' ')} × {flips[price]:.2f}" if price else "none"
        rows.append((name, f"{usage.gap(name):.2f}", nearest, f"{usage.worst_gap(name):+.2f}",
                     f"{100 * usage.span_to_flip(name):.0f}"))  # fmt: skip
    columns = ("Conclusion", "Gap in C", "One price alone turns it",
               f"Gap, all {100 * SPAN:.0f} % off", "All must be off by %")  # fmt: skip
    return Table("Conclusions, and the prices that would turn them", columns, tuple(rows))


def alternatives(usage: Usage) -> Table:
    """The study at other price lists that fit the published tables about as well."""
    rows = []
    for name, prices in ALTERNATIVES.items():
        costs = usage.costs(prices)
        e3, ar, mcf = (costs[p] for p in ("E3", "Adaptive Retrieval", "Max-Context-First"))
        cuts = (reduction(e3.scalar(), ar.scalar()), reduction(e3.scalar(), mcf.scalar()),
                reduction(e3.latency, mcf.latency), reduction(e3.tokens, mcf.tokens))  # fmt: skip
        rows.append((name, f"{e3.scalar():.2f}", *(f"{100 * cut:.1f}" for cut in cuts)))
    columns = ("Prices", "E3's C", "C below AR %", "C below MCF %", "latency below MCF %",
               "tokens below MCF %")  # fmt: skip
    return Table("Other price lists", columns, tuple(rows))


def kind_costs(costs: Mapping[str, Costs]) -> Table:
    """Mean C of each reliable policy on each kind of task."""
    rows = tuple((name, *(f"{c:.2f}" for c in kinds.values())) for name, kinds in costs.items())
    columns = ("Policy", *next(iter(costs.values())))
    return Table("Mean C by kind of task", columns, rows)


def thresholds(costs: Mapping[str, Costs], level3: float, deceptives: Sequence[float]) -> Table:
    """Where E3 breaks even with the other reliable policies."""
    rows = []
    for theirs in ("Adaptive Retrieval", ALWAYS_3):
        pair = costs["E3"], costs[theirs]
        levels = (level3_threshold(*pair, p) for p in deceptives)
        cells = (deceptive_threshold(*pair, level3), *levels)
        rows.append((theirs, *("none" if t is None else f"{t:.2f}" for t in cells)))
    columns = ("Rival", f"p at q = {level3:.2f}", *(f"q at p = {p:.2f}" for p in deceptives))
    return Table("Where E3 and a rival cost the same", columns, tuple(rows))


def _over_seeds(p: Published, own: float, ensemble: Ensemble) -> tuple[str, ...]:
    own = float(f"{own:.6g}")  # as many digits as the ensemble stores
    low, high = (rounded(v, p.decimals + 1) for v in ensemble.interval(p.id))
    place = ", ".join(f"{share:.0f}" for share in ensemble.place(p))
    interval = f"{low} to {high}" if low < high else str(low)
    return (p.id, str(rounded(p.value, p.decimals)), str(rounded(own, p.decimals + 1)),
            interval, place)  # fmt: skip
