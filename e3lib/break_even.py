"""When is an optimistic start the cheapest reliable policy? Thresholds, and runs to check them.

The mean cost of a policy is the mix of four mean costs, one for each kind of task. It is a straight
line in the share p of deceptive tasks, and in the share of level 3, so two policies break even at
one point of either.
"""

from collections.abc import Mapping, Sequence
from functools import partial

from e3lib.bench import TIERS, mse_bench
from e3lib.e3 import e3
from e3lib.environment import Environment, Policy, run
from e3lib.estimate import Estimate
from e3lib.policies import adaptive_retrieval
from e3lib.task import Task

KINDS = ("local", "cross-file", "obvious", "deceptive")
ALWAYS_3 = "Always start at level 3"


def always_broad(query: str, env: Environment) -> Estimate:
    """No optimism at all: start at level 3 whatever the task."""
    return Estimate(3, scope=3, risk=1.0, confidence=0.0)


RELIABLE: Mapping[str, Policy] = {
    "E3": e3,
    "Adaptive Retrieval": adaptive_retrieval,
    ALWAYS_3: partial(e3, estimate=always_broad),
}
Costs = Mapping[str, float]  # mean C by kind of task


def kind(task: Task) -> str:
    """One of `KINDS`: what the task is, and for level 3 whether its wording says so."""
    return KINDS[task.level if task.deceptive else task.level - 1]


def kind_costs(tasks: Sequence[Task] | None = None) -> dict[str, Costs]:
    """Mean C of each reliable policy on each kind of task; MSE-Bench where no tasks are given."""
    tasks = mse_bench() if tasks is None else tasks
    return {
        name: {k: _mean_cost(policy, [t for t in tasks if kind(t) == k]) for k in KINDS}
        for name, policy in RELIABLE.items()
    }


def shares(level3: float, deceptive: float) -> dict[str, float]:
    """The mix of kinds, with levels 1 and 2 in the benchmark's proportion.

    Parameters
    ----------
    level3
        Share of level 3 in all tasks.
    deceptive
        Share p of deceptive tasks in level 3.

    Raises
    ------
    ValueError
        If a share is not between 0 and 1.
    """
    for name, share in (("level3", level3), ("deceptive", deceptive)):
        if not 0 <= share <= 1:
            raise ValueError(f"the share {name} is {share!r}; it must lie between 0 and 1")
    easy = (1 - level3) / (TIERS[0] + TIERS[1])
    parts = (easy * TIERS[0], easy * TIERS[1], level3 * (1 - deceptive), level3 * deceptive)
    return dict(zip(KINDS, parts, strict=True))


def mean_cost(costs: Costs, mix: Mapping[str, float]) -> float:
    """The mean C of a policy on a mix of kinds."""
    return sum(costs[k] * share for k, share in mix.items())


def deceptive_threshold(ours: Costs, theirs: Costs, level3: float) -> float | None:
    """The share p of deceptive tasks at which two policies cost the same; None if at no p.

    A value above 1 says that `ours` stays cheaper even if every level-3 task deceives.
    """
    gaps = (_gap(ours, theirs, shares(level3, p)) for p in (0.0, 1.0))
    return _root(*gaps)


def level3_threshold(ours: Costs, theirs: Costs, deceptive: float) -> float | None:
    """The share of level 3 in all tasks at which two policies cost the same; None if at none."""
    gaps = (_gap(ours, theirs, shares(q, deceptive)) for q in (0.0, 1.0))
    return _root(*gaps)


def start_threshold(saved: float, wasted: float) -> float:
    """The chance of being wrong up to which a low start is right.

    A low start saves `saved` where it suffices and wastes `wasted` where it does not; with chance p
    of the second it pays while p * wasted < (1 - p) * saved.

    Raises
    ------
    ValueError
        If one of the two is not above zero: then one start is always the better one.
    """
    if not (saved > 0 and wasted > 0):
        raise ValueError(f"saved is {saved!r} and wasted is {wasted!r}; both must be above zero")
    return saved / (saved + wasted)


def simulate(deceptive: int, tiers: Sequence[int] = TIERS) -> dict[str, float]:
    """Mean C of each reliable policy on a benchmark of another composition, run task by task."""
    tasks = mse_bench(tiers=tiers, deceptive=deceptive)
    return {name: _mean_cost(policy, tasks) for name, policy in RELIABLE.items()}


def _mean_cost(policy: Policy, tasks: Sequence[Task]) -> float:
    runs = [run(policy, task, "") for task in tasks]
    if failed := [r.task_id for r in runs if not r.solved]:
        raise ValueError(f"the policy is not reliable: it fails {', '.join(failed)}")
    return sum(r.cost.scalar() for r in runs) / len(runs)


def _gap(ours: Costs, theirs: Costs, mix: Mapping[str, float]) -> float:
    return mean_cost(theirs, mix) - mean_cost(ours, mix)


def _root(at_0: float, at_1: float) -> float | None:
    """Where the line through (0, at_0) and (1, at_1) is zero, if to the right of 0."""
    slope = at_1 - at_0
    root = -at_0 / slope if slope else -1.0
    return root if root >= 0 else None
