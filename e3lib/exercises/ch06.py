"""Checks of chapter 6, policies and prices."""

from collections.abc import Mapping
from dataclasses import replace

from e3lib.bench import gmail_icon
from e3lib.cost import DEFAULT_WEIGHTS, PRICES, Price
from e3lib.environment import run
from e3lib.exercises import Check
from e3lib.metrics import by_level, reduction
from e3lib.policies import max_context_first
from e3lib.study import POLICIES, run_all
from e3lib.task import Site, Task

FILE_TOKENS = 605  # the size that exercise 6.2 gives
PATHS = ("a.py", "b.py", "x/c.py", "x/d.py", "y/e.py", "y/f.py")  # what exercise 6.1 describes


def _calls() -> float:
    """The tool calls of the careful policy on the repository of exercise 6.1."""
    changes = {Site("a.py", 1, "old"): "new"}
    task = Task("six files", 1, "", "old", dict.fromkeys(PATHS, "old\n"), changes)
    return run(max_context_first, task, "").cost.tool_calls


def _full_read() -> float:
    call = PRICES["inspect_file"].cost + PRICES["file"].cost
    return call.scalar() + DEFAULT_WEIGHTS.beta * FILE_TOKENS


def _means(prices: Mapping[str, Price] = PRICES) -> dict[str, float]:
    """The mean cost of E3 and of Adaptive Retrieval over the benchmark."""
    two = {name: POLICIES[name] for name in ("E3", "Adaptive Retrieval")}
    return {
        name: sum(run.cost.scalar() for run in runs) / len(runs)
        for name, runs in run_all(policies=two, prices=prices).items()
    }


def _lead(prices: Mapping[str, Price] = PRICES) -> float:
    means = _means(prices)
    return reduction(means["E3"], means["Adaptive Retrieval"])


def _dear_checks() -> dict[str, Price]:
    heavy = PRICES["verify_heavy"]
    return {**PRICES, "verify_heavy": replace(heavy, cost=heavy.cost * 2)}


def _turning_point() -> float:
    """By how much the plan may become dearer before the two means are equal."""
    runs = run_all(policies={"E3": POLICIES["E3"]})["E3"]
    gap = _means()["Adaptive Retrieval"] - _means()["E3"]
    return gap * len(runs) / len(by_level(runs)[3])


def _thought() -> float:
    [thought] = [
        action.cost.scalar()
        for action in run(POLICIES["Fixed ReAct"], gmail_icon(), "").trajectory
        if action.target == "thought"
    ]
    return thought


CHECKS = {
    "6.1": Check(
        answer=_calls,
        praise="Nine of them come before it has thought about the task at all.",
        hint="Listings, inspections, the architecture, the edit, the check.",
        slips=(
            (lambda: _calls() - 1, "One is missing; thinking about the architecture is a call."),
            (lambda: len(PATHS), "Those are the inspections; count the other calls too."),
        ),
    ),
    "6.2": Check(
        answer=_full_read,
        praise="One such read costs more than E3's whole run on the icon.",
        hint="Add the call, the file and 0.02 for each token.",
        slips=(
            (
                lambda: _full_read() - PRICES["file"].cost.scalar(),
                "The file itself is charged as well, once.",
            ),
        ),
    ),
    "6.3": Check(
        answer=_thought,
        praise="This is how nearly every price on the list was found.",
        hint="The difference of the two costs is the inspection less the block and the thought.",
    ),
    "6.4": Check(
        answer=lambda: _lead(_dear_checks()),
        praise="A part of E3's lead comes from checking lightly where little is at stake.",
        hint="One minus E3's mean cost over that of Adaptive Retrieval, under the new prices.",
        slips=((_lead, "That is the lead under the old prices."),),
        tolerance=0.02,
    ),
    "6.5": Check(
        answer=_turning_point,
        praise="A lead, but not one that every price list would grant.",
        hint="Divide the gap between the means by the share of tasks on which a plan is made.",
        slips=(
            (
                lambda: _means()["Adaptive Retrieval"] - _means()["E3"],
                "That is the gap itself; the plan is made only on the tasks of level 3.",
            ),
        ),
        tolerance=0.01,
    ),
}
