"""Checks of chapter 4, the E3 loop."""

from functools import partial

from e3lib.bench import gmail_icon, mse_bench
from e3lib.e3 import e3
from e3lib.environment import Environment, run
from e3lib.estimate import Estimate, lexical_estimate
from e3lib.exercises import Check
from e3lib.task import Task

QUERY = 'Update "Pay now" to "Pay later" in shop/forms.py'
DECEPTIVE = "L3-05"


def _deceptive() -> Task:
    return next(task for task in mse_bench() if task.id == DECEPTIVE)


def _difference(task: Task) -> float:
    """What E3 pays on a task beyond the same loop started at level 3."""
    knowing = partial(e3, estimate=lambda query, env: Estimate(3, scope=3, risk=0.9, confidence=1))
    return run(e3, task, "").cost.scalar() - run(knowing, task, "").cost.scalar()


def _break_even() -> float:
    loss, gain = _difference(_deceptive()), -_difference(gmail_icon())
    return gain / (loss + gain)


CHECKS = {
    "4.1": Check(
        answer=lambda: lexical_estimate(QUERY, Environment(gmail_icon())).difficulty,
        praise="A small verb, a file and a quotation: no search is needed.",
        hint="Go through the rules in their order, and stop at the first that fits.",
        slips=(
            (lambda: 2, "That needs a search with several hits; here the words suffice."),
            (lambda: 3, "There is no broad word in it."),
        ),
    ),
    "4.2": Check(
        answer=lambda: _difference(_deceptive()),
        praise="A note, two edits, a check and a reflection: that is all a wrong guess costs.",
        hint="Subtract the two costs that the chapter prints for the deceptive task.",
        slips=(
            (
                lambda: -_difference(gmail_icon()),
                "That is what a right guess saves on the icon; take the deceptive task.",
            ),
        ),
    ),
    "4.3": Check(
        answer=_break_even,
        praise="More than half of all requests may deceive before optimism stops paying.",
        hint="Set the share times the loss equal to the rest times the gain.",
        slips=(
            (
                lambda: _difference(_deceptive()) / -_difference(gmail_icon()),
                "That is loss over gain; the share is gain over the sum of the two.",
            ),
        ),
        tolerance=0.01,
    ),
}
