"""What real agents and real commits do: measurements made outside the simulator, one per id."""

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Measurement:
    """One number from data/trajectories.csv.

    Attributes
    ----------
    low, high
        The ends of a 95 % confidence interval, or None where none was computed.
    n
        How many runs or commits stand behind it, or None where the count was not kept.
    """

    id: str
    quantity: str
    group: str
    value: float
    low: float | None
    high: float | None
    unit: str
    n: int | None


@cache
def measurements() -> Mapping[str, Measurement]:
    """Return every measurement by its id; data/README.md says how each was made."""
    text = (files("e3lib") / "data" / "trajectories.csv").read_text(encoding="utf-8")
    rows = (_measurement(row) for row in csv.DictReader(text.splitlines()))
    return MappingProxyType({row.id: row for row in rows})


def _measurement(row: Mapping[str, str]) -> Measurement:
    return Measurement(
        row["id"],
        row["quantity"],
        row["group"],
        float(row["value"]),
        float(row["low"]) if row["low"] else None,
        float(row["high"]) if row["high"] else None,
        row["unit"],
        int(row["n"]) if row["n"] else None,
    )
