"""Checks of chapter 5, the benchmark."""

from e3lib.bench import mse_bench
from e3lib.environment import run, tokens_of
from e3lib.exercises import Check
from e3lib.policies import fixed_react
from e3lib.task import Task, files_of

OTHER = "L3-12"
MIX = (80, 16, 4)  # what exercise 5.3 gives


def _solved(tasks: tuple[Task, ...]) -> float:
    """The share of tasks that a policy without a way back solves."""
    return sum(run(fixed_react, task, "").solved for task in tasks) / len(tasks)


def _hidden_line() -> int:
    task = next(task for task in mse_bench() if task.id == OTHER)
    return task.indirect_sites[0].line


def _unread() -> float:
    """The share of all tokens that stand in files without a change."""
    tasks = mse_bench()
    needed = sum(tokens_of(task.files[p]) for task in tasks for p in files_of(task.changes))
    return 1 - needed / sum(tokens_of(text) for task in tasks for text in task.files.values())


CHECKS = {
    "5.1": Check(
        answer=lambda: _solved(mse_bench()),
        praise="It fails all of level 3, whatever the wording: no search reaches the third site.",
        hint="Count the tasks without an indirect site and divide by the number of all.",
        slips=(
            (
                lambda: 1 - sum(task.deceptive for task in mse_bench()) / len(mse_bench()),
                "The obvious tasks of level 3 have a hidden site as well.",
            ),
            (
                lambda: 1 - _solved(mse_bench()),
                "That is the share that fails.",
            ),
        ),
    ),
    "5.2": Check(
        answer=_hidden_line,
        praise="You found it by tracing, as an agent must.",
        hint="Trace the files of the hits, then inspect the importer that was no hit.",
    ),
    "5.3": Check(
        answer=lambda: _solved(mse_bench(tiers=MIX, deceptive=2)),
        praise="The mix of tasks decides as much as the policy does.",
        hint="It still solves everything but level 3.",
        slips=(
            (
                lambda: _solved(mse_bench()),
                "That is its success on the paper's mix; the new one has few tasks of level 3.",
            ),
        ),
    ),
    "5.4": Check(
        answer=_unread,
        praise="Nearly everything is there to be left unread.",
        hint="Sum over all tasks first; then divide once, and take it from one.",
        slips=((lambda: 1 - _unread(), "That is the share in files that do change."),),
    ),
}
