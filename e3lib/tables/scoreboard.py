"""The scoreboard: every published number beside ours, the verdicts counted, the reasons given."""

from collections import Counter
from typing import get_args

from e3lib.reproduce import Row, Verdict, compare, rounded
from e3lib.tables.table import Table


def scoreboard(*prefixes: str) -> Table:
    """Published numbers beside ours, with the verdict, for ids that start with a prefix, or all."""
    rows = compare(*prefixes)
    return Table(
        f"Published beside ours: {', '.join(filter(None, prefixes)) or 'every number'}",
        ("Id", "Quantity", "Published", "Ours", "Deviation %", "Verdict"),
        tuple(_score(row) for row in rows),
        tuple(f"e3-{row.verdict.replace(' ', '-')}" for row in rows),
    )


def verdicts(*prefixes: str) -> Table:
    """How many published numbers came out how, by the first part of their id.

    Only ids that start with one of `prefixes` are counted; all are where none is given.
    """
    rows = compare(*prefixes)
    groups: dict[str, Counter[str]] = {}
    for row in rows:
        groups.setdefault(row.published.id.partition(".")[0], Counter())[row.verdict] += 1
    groups["all"] = Counter(row.verdict for row in rows)
    seen = [verdict for verdict in get_args(Verdict) if groups["all"][verdict]]
    return Table(
        "Verdicts on the published numbers",
        ("Ids", *seen, "numbers"),
        tuple(
            (name, *(str(counts[verdict]) for verdict in seen), str(counts.total()))
            for name, counts in groups.items()
        ),
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


def _score(row: Row) -> tuple[str, ...]:
    percent = None if row.deviation is None else round(100 * row.deviation, 2) + 0.0  # no -0.00
    deviation = "–" if percent is None else f"{percent:+.2f}"
    return (
        row.published.id,
        row.published.quantity,
        _decimals(row.published.value, row),
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
