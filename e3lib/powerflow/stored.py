"""What was measured once and is shown as it was: speed, and starts on large networks."""

import json
from functools import cache
from importlib.resources import files


@cache
def measured_speed() -> dict:
    """Return what ``python benchmarks/powerflow.py --save`` wrote."""
    return _load("powerflow_speed.json")


@cache
def measured_starts() -> dict:
    """Return what ``python benchmarks/powerflow_starts.py --save`` wrote."""
    return _load("powerflow_starts.json")


def _load(name: str) -> dict:
    return json.loads((files("e3lib") / "data" / name).read_text(encoding="utf-8"))
