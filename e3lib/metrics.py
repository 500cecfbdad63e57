"""ACRR (Eq. 3) and the summaries that the tables print (Sec. 5.3)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from e3lib.cost import DEFAULT_WEIGHTS, Cost, Weights
from e3lib.trajectory import Run


@dataclass(frozen=True, slots=True)
class Summary:
    """Means of one policy over some runs.

    `success` is a share from 0 to 1, `cost` the mean cost vector, `scalar` the mean of C (Eq. 1),
    `acrr` the mean over the solved runs, None where nothing was solved.
    """

    policy: str
    n: int
    success: float
    cost: Cost
    scalar: float
    acrr: float | None


def acrr(actual: float, minimum: float) -> float:
    """The Agent Cognitive Redundancy Ratio of a successful run (Eq. 3).

    Raises
    ------
    ValueError
        If the minimum is not above zero.
    """
    if not minimum > 0:
        raise ValueError(f"the minimum cost is {minimum!r}; it must be above zero")
    return (actual - minimum) / minimum


def summarize(
    runs: Sequence[Run], minimum: Mapping[str, Cost], weights: Weights = DEFAULT_WEIGHTS
) -> Summary:
    """Means over some runs of one policy; `minimum` maps a task's id to its oracle's cost vector.

    Raises
    ------
    ValueError
        If there are no runs.
    """
    if not runs:
        raise ValueError("there are no runs to summarize")
    costs = [run.cost for run in runs]
    redundancy = [
        acrr(cost.scalar(weights), minimum[run.task_id].scalar(weights))
        for run, cost in zip(runs, costs, strict=True)
        if run.solved
    ]
    mean_cost = sum(costs, Cost()) * (1 / len(runs))
    return Summary(
        policy=runs[0].policy,
        n=len(runs),
        success=len(redundancy) / len(runs),
        cost=mean_cost,
        scalar=mean_cost.scalar(weights),
        acrr=sum(redundancy) / len(redundancy) if redundancy else None,
    )


def by_level(runs: Iterable[Run]) -> dict[int, tuple[Run, ...]]:
    """The runs of each level, lowest level first."""
    levels: dict[int, list[Run]] = {}
    for run in runs:
        levels.setdefault(run.level, []).append(run)
    return {level: tuple(levels[level]) for level in sorted(levels)}


def reduction(ours: float, theirs: float) -> float:
    """By what share `ours` lies below `theirs`; negative where it lies above."""
    return 1 - ours / theirs
