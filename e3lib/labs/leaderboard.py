"""The leaderboard of lab 3: success first, then redundancy."""

import csv
import os
from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields
from pathlib import Path

LAB, QUESTION = "lab3_policy", "leaderboard"


@dataclass(frozen=True, slots=True)
class Entry:
    """What a policy achieved on the hidden tasks; `acrr` is None where it solved nothing."""

    student: str
    success: float
    acrr: float | None
    scalar: float


def ranked(entries: Sequence[Entry]) -> list[Entry]:
    """Best first: most tasks solved, then least redundant, then by name."""
    redundancy = [(e.acrr is None, e.acrr or 0.0) for e in entries]
    keys = [(-e.success, r, e.student) for e, r in zip(entries, redundancy, strict=True)]
    return [e for _, e in sorted(zip(keys, entries, strict=True), key=lambda pair: pair[0])]


def write_leaderboard(course, seed: int) -> Path | None:
    """Write leaderboard.csv for everybody whose policy ran to the end; None where nobody's did."""
    handed_in = [student for lab, student in course.submissions() if lab == LAB]
    printed = [(student, course.printed(LAB, student, QUESTION)) for student in handed_in]
    entries = [Entry(student, **said) for student, said in printed if said]
    if not entries:
        return None
    path = course.folder / "leaderboard.csv"
    temporary = path.with_suffix(".tmp")
    with open(temporary, "w", newline="", encoding="utf-8") as file:
        lines = csv.writer(file, lineterminator="\n")
        lines.writerow(["rank", *(field.name for field in fields(Entry)), "seed"])
        for rank, entry in enumerate(ranked(entries), 1):
            lines.writerow([rank, *astuple(entry), seed])
    os.replace(temporary, path)
    return path
