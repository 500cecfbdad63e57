"""Checks of chapter 8, robustness."""

from functools import cache

import numpy as np

from e3lib.bench import mse_bench, reworded
from e3lib.break_even import ALWAYS_3, kind_costs, start_threshold
from e3lib.calibration import usage
from e3lib.cost import DEFAULT_WEIGHTS
from e3lib.exercises import Check
from e3lib.metrics import summarize
from e3lib.robustness import Wording, axes, wording
from e3lib.study import minimum_costs, run_all

TASKS = 121
HELD_OUT = "E3 stays cheaper in held-out wording"


@cache
def _wordings() -> tuple[Wording, Wording]:
    return wording(mse_bench()), wording(reworded(mse_bench()))


def _newly_wrong() -> float:
    template, heldout = _wordings()
    return TASKS * (template.accuracy - heldout.accuracy)


def _added_cost() -> float:
    template, heldout = _wordings()
    return heldout.cost - template.cost


@cache
def _difference() -> np.ndarray:
    """Return E3's mean use of each axis less that of Adaptive Retrieval."""
    runs = run_all()
    minimum = minimum_costs(runs)
    ours, theirs = (axes(summarize(runs[p], minimum)) for p in ("E3", "Adaptive Retrieval"))
    return ours - theirs


def _call_weight(delta: float = 0.0) -> float:
    latency, tokens, calls, files = _difference()
    return -(latency + DEFAULT_WEIGHTS.beta * tokens + delta * files) / calls


@cache
def _start() -> tuple[float, float]:
    """Return what a low start saves on a cross-file task and wastes on a deceptive one."""
    costs = kind_costs()
    low, high = costs["E3"], costs[ALWAYS_3]
    return high["cross-file"] - low["cross-file"], low["deceptive"] - high["deceptive"]


CHECKS = {
    "8.1": Check(
        answer=_newly_wrong,
        praise="They are the obvious level-3 tasks: only words had given them away.",
        hint="Multiply the difference of the two accuracies, as shares, by the number of tasks.",
        slips=(
            (lambda: 100 * _newly_wrong() / TASKS, "That is percentage points; count tasks."),
            (
                lambda: TASKS * _wordings()[1].under_scoped,
                "Those are all tasks that are wrong now. Some were wrong before.",
            ),
        ),
    ),
    "8.2": Check(
        answer=_call_weight,
        praise="A tool call would have to be worth more than two seconds, four times the default.",
        hint="E3's extra calls times gamma must outweigh what it saves in seconds and in tokens.",
        slips=(
            (
                lambda: _call_weight(DEFAULT_WEIGHTS.delta),
                "That is with the default weight of a file; here a file weighs nothing.",
            ),
            (lambda: -_difference()[0] / _difference()[2], "Do not forget the tokens."),
        ),
        tolerance=0.01,
    ),
    "8.3": Check(
        answer=lambda: TASKS * _added_cost() / _newly_wrong(),
        praise="About one failed attempt at level 2 for each lost cue.",
        hint="Turn the difference of the means into a total first, then divide.",
        slips=(
            (_added_cost, "That is the addition spread over all tasks."),
            (
                lambda: TASKS * _added_cost() / (TASKS * _wordings()[1].under_scoped),
                "Divide by the tasks that are newly under-scoped, not by all that are.",
            ),
        ),
        tolerance=0.01,
    ),
    "8.4": Check(
        answer=lambda: usage().flip(HELD_OUT, "verify_heavy"),
        praise="Where the test suite is nearly free, careful scope buys less.",
        hint="Ask flip about the claim on held-out wording and the price verify_heavy.",
        slips=(
            (
                lambda: 1 - usage().flip(HELD_OUT, "verify_heavy"),
                "That is the cut; the question is about the factor that remains.",
            ),
        ),
        tolerance=0.02,
    ),
    "8.5": Check(
        answer=lambda: start_threshold(*_start()),
        praise="And the benchmark's share, 18 of 58, lies well below it: optimism is right.",
        hint="saved: high start less low, on cross-file; wasted: low less high, on deceptive.",
        slips=(
            (lambda: start_threshold(*_start()[::-1]), "You have swapped saving and waste."),
            (lambda: 18 / 58, "That is how often it happens, not how often it may."),
        ),
        tolerance=0.01,
    ),
}
