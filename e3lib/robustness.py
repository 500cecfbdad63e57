"""How far the conclusions depend on the weights, the wording and the seed (Sec. 7.5 and 7.6)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from e3lib.bench import SEED
from e3lib.metrics import Summary

DRAWS = 4000
RANGES = ((0.5, 2.0), (0.0, 0.1), (0.0, 2.0), (0.0, 3.0))  # alpha, beta, gamma, delta (Sec. 7.5)


@dataclass(frozen=True, slots=True)
class Sweep:
    """Mean costs of each policy under each drawn weight vector.

    `weights` has shape (draws, 4), in the order alpha, beta, gamma, delta; `costs` maps a policy to
    its mean C, shape (draws,).
    """

    weights: np.ndarray
    costs: Mapping[str, np.ndarray]

    def reduction(self, ours: str, theirs: str) -> np.ndarray:
        """By what share `ours` is cheaper than `theirs`, for each draw."""
        return 1 - self.costs[ours] / self.costs[theirs]


def draw_weights(draws: int = DRAWS, seed: int = SEED) -> np.ndarray:
    """Weight vectors from the ranges of Sec. 7.5, shape (draws, 4), drawn column by column."""
    rng = np.random.default_rng(seed)
    return np.column_stack([rng.uniform(low, high, draws) for low, high in RANGES])


def weight_sweep(summaries: Sequence[Summary], weights: np.ndarray) -> Sweep:
    """Mean cost of each policy under each weight vector: C is linear in the four axes (Eq. 1)."""
    return Sweep(weights, {s.policy: weights @ axes(s) for s in summaries})


def axes(summary: Summary) -> np.ndarray:
    """The mean latency, tokens, tool calls and files of a policy, shape (4,)."""
    cost = summary.cost
    return np.array([cost.latency, cost.tokens, cost.tool_calls, cost.files])
