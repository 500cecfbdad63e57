"""How far the conclusions depend on the weights and on the wording (Sec. 7.5 and 7.6)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from e3lib.bench import SEED
from e3lib.e3 import e3
from e3lib.environment import run
from e3lib.metrics import Summary
from e3lib.study import estimated_level
from e3lib.task import Task
from e3lib.trajectory import Run

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


@dataclass(frozen=True, slots=True)
class Wording:
    """How the estimator and E3 fare with one wording of the tasks, shares from 0 to 1.

    `accuracy` is the share of tasks whose level the estimator finds, `under_scoped` the share that
    it puts too low, `success` and `cost` are E3's success and mean C.
    """

    accuracy: float
    under_scoped: float
    success: float
    cost: float


def wording(tasks: Sequence[Task]) -> Wording:
    """Run the estimator and E3 on tasks as they are worded (Sec. 7.6)."""
    levels = [(estimated_level(task), task.level) for task in tasks]
    runs = [run(e3, task, "E3") for task in tasks]
    return Wording(
        accuracy=sum(guess == true for guess, true in levels) / len(tasks),
        under_scoped=sum(guess < true for guess, true in levels) / len(tasks),
        success=sum(r.solved for r in runs) / len(tasks),
        cost=sum(r.cost.scalar() for r in runs) / len(tasks),
    )


def resample(
    runs: Mapping[str, Sequence[Run]], draws: int = DRAWS, seed: int = SEED
) -> dict[str, np.ndarray]:
    """Mean C of each policy on benchmarks of as many tasks, drawn from ours with replacement.

    Every policy meets the same drawn tasks, so differences between policies are paired.
    """
    n = len(next(iter(runs.values())))
    picks = np.random.default_rng(seed).integers(n, size=(draws, n))
    costs = {policy: np.array([r.cost.scalar() for r in rs]) for policy, rs in runs.items()}
    return {policy: c[picks].mean(axis=1) for policy, c in costs.items()}
