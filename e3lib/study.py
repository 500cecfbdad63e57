"""The study: every policy on every task, and the oracle that says what each ought to cost."""

from collections.abc import Mapping, Sequence
from functools import partial

from e3lib.bench import mse_bench
from e3lib.cost import PRICES, Cost, Price
from e3lib.e3 import e3
from e3lib.environment import Environment, Policy, run
from e3lib.estimate import always_local, lexical_estimate
from e3lib.policies import adaptive_retrieval, fixed_react, max_context_first, oracle
from e3lib.task import Task
from e3lib.trajectory import Run

ORACLE = "Oracle"
POLICIES: Mapping[str, Policy] = {
    "Max-Context-First": max_context_first,
    "Fixed ReAct": fixed_react,
    "Adaptive Retrieval": adaptive_retrieval,
    "E3": e3,
}
ABLATIONS: Mapping[str, Policy] = {
    "E3": e3,
    "- Expand": partial(e3, max_expansions=0),
    "- Estimate": partial(e3, estimate=always_local),
}


def run_all(
    tasks: Sequence[Task] | None = None,
    policies: Mapping[str, Policy] = POLICIES,
    prices: Mapping[str, Price] = PRICES,
) -> dict[str, tuple[Run, ...]]:
    """The runs of every policy, in the policies' order, and last those of the oracle.

    `tasks` are those of MSE-Bench where none are given.
    """
    tasks = mse_bench() if tasks is None else tasks
    runs = {
        name: tuple(run(policy, task, name, prices) for task in tasks)
        for name, policy in policies.items()
    }
    runs[ORACLE] = tuple(run(oracle(task), task, ORACLE, prices) for task in tasks)
    return runs


def minimum_costs(runs: Mapping[str, Sequence[Run]]) -> dict[str, Cost]:
    """C_min as a cost vector, by the id of the task: what the oracle's run was charged (Eq. 2)."""
    return {run.task_id: run.cost for run in runs[ORACLE]}


def estimated_level(task: Task) -> int:
    """The difficulty that the estimator gives a task (the columns of Figure 4b)."""
    return lexical_estimate(task.query, Environment(task)).difficulty
