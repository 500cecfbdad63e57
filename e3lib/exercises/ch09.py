"""Checks of chapter 9, a real model on real code."""

from functools import cache

from e3lib.exercises import Check
from e3lib.llmcase.grading import grade
from e3lib.llmcase.oracle import gold_calls, oracle_run
from e3lib.llmcase.report import WITHOUT_LATENCY
from e3lib.llmcase.tasks import TASKS
from e3lib.llmcase.tools import Toolbox
from e3lib.llmcase.workspace import workspace
from e3lib.metrics import acrr
from e3lib.published import published

FILES = 5  # exercise 9.1
RUNS, PASSED, THROTTLED = 15, 12, 1  # exercise 9.2


@cache
def blind_tokens(task_id: str) -> int:
    """Return the tokens of the gold patch when nothing is read before it is edited."""
    task = TASKS[task_id]
    with workspace() as root:
        tools = Toolbox(root)
        calls = [c for c in gold_calls(task) if c[0] != "read_file"]
        tokens = sum(tools.call(name, arguments).cost.tokens for name, arguments in calls)
        assert grade(task_id, root).green
    return int(tokens)


def _gpt4o_redundancy() -> float:
    """Return the redundancy of E3's tokens on the deceptive task, published over published."""
    rows = published()
    sent = rows["llmcase.gpt4o.L3_decoderbase.e3.tokens"].value
    return acrr(sent, rows["llmcase.oracle.L3_decoderbase.tokens"].value)


CHECKS = {
    "9.1": Check(
        answer=lambda: 2 * FILES + 2,
        praise="A read and an edit for each file, one test run, one finish.",
        hint="List the oracle's calls for a patch of one file, then add a second file.",
        slips=(
            (lambda: 2 * FILES, "Nobody has run the tests yet, nor said that the task is done."),
            (lambda: 4 * FILES, "The test run and the finish come once, not once per file."),
        ),
    ),
    "9.2": Check(
        answer=lambda: 100 * PASSED / (RUNS - THROTTLED),
        praise="Both numbers are true; a report that gives only one of them hides something.",
        hint="Which runs say something about the agent? Divide by their number.",
        slips=(
            (lambda: 100 * PASSED / RUNS, "That is success over all runs, the throttled one too."),
            (
                lambda: 100 * (PASSED + THROTTLED) / RUNS,
                "A throttled run is no success either; it leaves the count altogether.",
            ),
        ),
    ),
    "9.3": Check(
        answer=_gpt4o_redundancy,
        praise="Most of it is the same file, sent again with every turn.",
        hint="Equation (3), with tokens alone in the place of the cost.",
        slips=((lambda: _gpt4o_redundancy() + 1, "That is the ratio; redundancy is the excess."),),
        tolerance=0.02,
    ),
    "9.4": Check(
        answer=lambda: blind_tokens("L3_decoderbase"),
        praise="The floor is a convention: who knows the names need not read the files.",
        hint="Leave the reads out of the oracle's calls and add up what the rest returns.",
        slips=(
            (
                lambda: oracle_run(TASKS["L3_decoderbase"]).cost.tokens,
                "That is the oracle, reads included.",
            ),
            (
                lambda: oracle_run(TASKS["L3_decoderbase"]).cost.scalar(WITHOUT_LATENCY),
                "That is the oracle's scalar cost; the question asks for tokens.",
            ),
        ),
    ),
}
