"""The tables of the main study: results, levels, the Gmail case, the ablation, the scoreboard."""

from collections.abc import Mapping, Sequence

from e3lib.cost import DEFAULT_WEIGHTS, Weights
from e3lib.metrics import Summary, by_level, summarize
from e3lib.reproduce import Row, compare, rounded
from e3lib.study import minimum_costs
from e3lib.tables.table import Table
from e3lib.trajectory import Run

Runs = Mapping[str, Sequence[Run]]

_AXES = ("Success %", "Latency s", "Tokens", "Tool calls", "Files", "C", "ACRR")


def main_results(runs: Runs, weights: Weights = DEFAULT_WEIGHTS) -> Table:
    """Means over all tasks for each policy (the main results table of Sec. 7.1)."""
    return _by_policy("Means over all tasks, by policy", runs, weights)


def gmail(runs: Runs) -> Table:
    """The same means on the one motivating task (the Gmail-icon table of Sec. 7.3)."""
    only = {policy: [r for r in rs if r.task_id == "L1-gmail"] for policy, rs in runs.items()}
    return _by_policy("The Gmail-icon task, by policy", only, DEFAULT_WEIGHTS)


def levels(runs: Runs) -> Table:
    """Success, mean C and mean ACRR of each policy at each level (Sec. 7.2)."""
    minimum = minimum_costs(runs)
    rows = []
    for policy, policy_runs in runs.items():
        tiers = [summarize(tier, minimum) for tier in by_level(policy_runs).values()]
        cells = [cell for s in tiers for cell in (_percent(s), f"{s.scalar:.2f}", _acrr(s))]
        rows.append((policy, *cells))
    heads = [f"L{n} {head}" for n in (1, 2, 3) for head in ("success %", "C", "ACRR")]
    return Table("Success, cost and redundancy by level", ("Policy", *heads), tuple(rows))


def ablation(runs: Runs) -> Table:
    """E3 with one stage removed at a time (the ablation table of Sec. 7.4)."""
    minimum = minimum_costs(runs)
    rows = []
    for variant, variant_runs in runs.items():
        s = summarize(variant_runs, minimum)
        level3 = summarize(by_level(variant_runs)[3], minimum)
        cells = (_percent(s), f"{s.scalar:.2f}", _acrr(s), f"{level3.scalar:.2f}")
        rows.append((variant, *cells))
    columns = ("Variant", "Success %", "C", "ACRR", "C at level 3")
    return Table("E3 with one stage removed", columns, tuple(rows))


def scoreboard(prefix: str = "") -> Table:
    """Published numbers beside ours, with the verdict, for the ids that start with `prefix`."""
    rows = compare(prefix)
    return Table(
        f"Published beside ours: {prefix or 'every number'}",
        ("Id", "Quantity", "Published", "Ours", "Deviation %", "Verdict"),
        tuple(_score(row) for row in rows),
        tuple(f"e3-{row.verdict.replace(' ', '-')}" for row in rows),
    )


def reasons() -> Table:
    """Every number that does not come out to the printed digits, and why."""
    rows = tuple(
        (
            row.published.id,
            _decimals(row.published.value, row),
            _decimals(row.ours, row),
            row.reason,
        )
        for row in compare()
        if row.reason
    )
    return Table("What does not come out, and why", ("Id", "Published", "Ours", "Reason"), rows)


def _by_policy(caption: str, runs: Runs, weights: Weights) -> Table:
    minimum = minimum_costs(runs)
    rows = tuple(_means(summarize(policy_runs, minimum, weights)) for policy_runs in runs.values())
    return Table(caption, ("Policy", *_AXES), rows)


def _means(s: Summary) -> tuple[str, ...]:
    cost = s.cost
    return (
        s.policy, _percent(s), f"{cost.latency:.2f}", f"{cost.tokens:.0f}",
        f"{cost.tool_calls:.1f}", f"{cost.files:.2f}", f"{s.scalar:.2f}", _acrr(s),
    )  # fmt: skip


def _percent(s: Summary) -> str:
    return f"{100 * s.success:.1f}"


def _acrr(s: Summary) -> str:
    return "–" if s.acrr is None else str(rounded(s.acrr, 2))


def _score(row: Row) -> tuple[str, ...]:
    p = row.published
    deviation = "–" if row.deviation is None else f"{100 * row.deviation:+.2f}"
    return (
        p.id,
        p.quantity,
        _decimals(p.value, row),
        _decimals(row.ours, row),
        deviation,
        row.verdict,
    )


def _decimals(value: float | None, row: Row) -> str:
    """One decimal more than printed where that tells the two numbers apart."""
    if value is None:
        return "–"
    extra = int(row.verdict in ("close", "off"))
    return str(rounded(value, row.published.decimals + extra))
