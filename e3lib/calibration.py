"""How far the conclusions depend on prices that the paper does not print and we inferred.

A mean cost is a sum of counts times prices. The counts follow from what a policy does, so they are
taken once, from one run; every question about the prices is then arithmetic.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from e3lib.bench import mse_bench, reworded
from e3lib.cost import DEFAULT_WEIGHTS, PRICES, Cost, Price
from e3lib.metrics import by_level
from e3lib.study import ABLATIONS, POLICIES, run_all
from e3lib.trajectory import Run

TEXT = "text returned"  # charged in tokens, so it is a price of its own: inferred, like the others
INFERRED = (*(name for name, price in PRICES.items() if price.tag == "inferred"), TEXT)
SPAN = 0.2

# Each conclusion of the study says that the mean C of the first lies below that of the second.
CONCLUSIONS: Mapping[str, tuple[str, str]] = {
    "E3 is cheaper than Adaptive Retrieval": ("E3", "Adaptive Retrieval"),
    "E3 is cheaper than Max-Context-First": ("E3", "Max-Context-First"),
    "E3 is cheaper at level 1": ("E3, level 1", "Adaptive Retrieval, level 1"),
    "E3 is cheaper at level 2": ("E3, level 2", "Adaptive Retrieval, level 2"),
    "E3 is dearer at level 3": ("Adaptive Retrieval, level 3", "E3, level 3"),
    "E3 stays cheaper in held-out wording": ("E3, held-out", "Adaptive Retrieval"),
    "Estimate saves cost": ("E3", "- Estimate"),
    "Expand costs something": ("- Expand", "E3"),
    "Fixed ReAct is cheaper, and fails level 3": ("Fixed ReAct", "E3"),
}


@dataclass(frozen=True, slots=True)
class Usage:
    """How often each variant of the study pays each price.

    `counts` has shape (variants, prices), means per task; the last column is tokens of returned
    text, in the others each use of a price counts one.
    """

    variants: tuple[str, ...]
    counts: np.ndarray

    def costs(self, prices: Mapping[str, Price] = PRICES) -> dict[str, Cost]:
        """The mean cost vector of each variant at these prices."""
        axes = [_axes(prices[name].cost) for name in PRICES] + [(0, 1, 0, 0)]
        means = self.counts @ np.array(axes, dtype=float)
        return {v: Cost(*map(float, row)) for v, row in zip(self.variants, means, strict=True)}

    def gap(self, conclusion: str) -> float:
        """By how much C a conclusion holds at the fitted prices; below zero it would not hold."""
        less, more = (self.costs()[v].scalar() for v in CONCLUSIONS[conclusion])
        return more - less

    def effects(self, conclusion: str) -> dict[str, float]:
        """How much wider the gap grows when an inferred price doubles, by price.

        Latency and tokens of a price double; that it is one tool call or one file is no price.
        """
        less, more = (self.variants.index(v) for v in CONCLUSIONS[conclusion])
        counts = dict(zip((*PRICES, TEXT), self.counts[more] - self.counts[less], strict=True))
        return {name: float(counts[name] * _inferred_part(name)) for name in INFERRED}

    def flip(self, conclusion: str, name: str) -> float | None:
        """The factor on one price at which a conclusion turns, or None where there is none."""
        effect = self.effects(conclusion)[name]
        factor = 1 - self.gap(conclusion) / effect if abs(effect) > 1e-9 else -1.0
        return factor if factor >= 0 else None

    def worst_gap(self, conclusion: str, span: float = SPAN) -> float:
        """The gap when every price is wrong by the share `span`, each in the harmful direction."""
        return self.gap(conclusion) - span * sum(map(abs, self.effects(conclusion).values()))

    def span_to_flip(self, conclusion: str) -> float:
        """The least share by which every price must be wrong, all harmfully, to turn it."""
        return self.gap(conclusion) / sum(map(abs, self.effects(conclusion).values()))


def usage() -> Usage:
    """Count what every variant of the study pays for, on the tasks of MSE-Bench."""
    tasks = mse_bench()
    runs = run_all(tasks, POLICIES | ABLATIONS, _COUNTERS)
    for policy in ("E3", "Adaptive Retrieval"):
        runs |= {f"{policy}, level {n}": tier for n, tier in by_level(runs[policy]).items()}
    runs["E3, held-out"] = run_all(reworded(tasks), {"E3": POLICIES["E3"]}, _COUNTERS)["E3"]
    return Usage(tuple(runs), np.array([_mean_counts(variant) for variant in runs.values()]))


def traded(latencies: Mapping[str, float]) -> dict[str, Price]:
    """The fitted prices, with other latencies for some and tokens that keep their scalar cost.

    Raises
    ------
    ValueError
        If a latency alone costs more than the fitted price does.
    """
    prices = dict(PRICES)
    for name, latency in latencies.items():
        old = PRICES[name].cost
        tokens = old.tokens + (old.latency - latency) / DEFAULT_WEIGHTS.beta
        if tokens < 0:
            most = old.latency + DEFAULT_WEIGHTS.beta * old.tokens
            raise ValueError(f"{latency} s is too long for {name}; at most {most:.2f} s fit")
        prices[name] = replace(PRICES[name], cost=replace(old, latency=latency, tokens=tokens))
    return prices


def repriced(latency_and_tokens: Mapping[str, tuple[float, float]]) -> dict[str, Price]:
    """The fitted prices with some replaced, each by seconds and tokens."""
    new = {
        name: replace(PRICES[name], cost=replace(PRICES[name].cost, latency=s, tokens=tokens))
        for name, (s, tokens) in latency_and_tokens.items()
    }
    return PRICES | new


ALTERNATIVES: Mapping[str, Mapping[str, Price]] = {
    "as fitted": PRICES,
    "quick, wordy searches": traded({"search": 0.2, "search_file": 0.2}),
    "slow, terse searches": traded({"search": 1.6, "search_file": 1.6}),
    "quick, wordy heavy check": traded({"verify_heavy": 2.0}),
    "slow, terse heavy check": traded({"verify_heavy": 3.8}),
    "one price for every search, refitted": repriced(
        {
            "search": (1.15, 62), "search_file": (1.15, 62), "edit": (0.90, 20),
            "verify_light": (0.25, 10), "verify_light_site": (0.10, 49),
            "verify_heavy": (2.88, 112), "plan": (0.62, 153), "architecture": (2.77, 274),
            "dependency_trace": (0.97, 10), "reflect": (0.49, 23), "thought": (0.32, 100),
            "note": (0.0, 13), "list_dir": (0.50, 15), "read_range": (0.15, 0),
        }
    ),
}  # fmt: skip

# Price i is charged 8 ** i seconds: the octal digits of an action's latency are then the counts.
_BASE = 8
_COUNTERS: Mapping[str, Price] = {
    name: replace(price, cost=Cost(latency=_BASE**i))
    for i, (name, price) in enumerate(PRICES.items())
}


def _mean_counts(runs: Sequence[Run]) -> np.ndarray:
    uses = [(*_digits(a.cost.latency), a.cost.tokens) for run in runs for a in run.trajectory]
    return np.sum(uses, axis=0) / len(runs)


def _digits(latency: float) -> Iterable[int]:
    number = int(latency)
    for _ in PRICES:
        number, digit = divmod(number, _BASE)
        yield digit


def _inferred_part(name: str) -> float:
    """What a price contributes to C beside the calls and files that it counts."""
    if name == TEXT:
        return DEFAULT_WEIGHTS.beta
    return replace(PRICES[name].cost, tool_calls=0, files=0).scalar()


def _axes(cost: Cost) -> tuple[float, float, float, float]:
    return cost.latency, cost.tokens, cost.tool_calls, cost.files
