"""The paper's numbers, each once, by id: no other file of the project holds one."""

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Published:
    """One published number: a row of published.csv."""

    id: str
    where: str
    quantity: str
    unit: str
    value: float
    decimals: int
    note: str


@cache
def published() -> Mapping[str, Published]:
    """Every published number by id."""
    with (files("e3lib") / "published.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return {
        r["id"]: Published(
            r["id"], r["where"], r["quantity"], r["unit"],
            float(r["published"]), int(r["decimals"]), r["note"],
        )
        for r in rows
    }  # fmt: skip
