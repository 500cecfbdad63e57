"""Lab 4: what the estimator said it was sure of, and whether it was right."""

from collections.abc import Iterable

from e3lib.environment import Environment
from e3lib.estimate import Estimate, lexical_estimate
from e3lib.task import Task

Prediction = tuple[str, float, bool]  # the signal it went by, its confidence, whether it was right


def predictions(tasks: Iterable[Task]) -> list[Prediction]:
    """The estimator's level for each task, judged: (signal, confidence, right)."""
    judged = []
    for task in tasks:
        x0 = lexical_estimate(task.query, Environment(task))
        judged.append((_signal(x0), x0.confidence, x0.difficulty == task.level))
    return judged


def _signal(x0: Estimate) -> str:
    if x0.hits is None:
        return "broad cue" if x0.difficulty == 3 else "named file"
    if len(x0.hits) <= 1:
        return "one hit"
    return "several hits, local verb" if x0.confidence == 0.5 else "several hits"
