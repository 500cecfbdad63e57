"""Checks of chapter 7, results and analysis."""

from functools import cache

from e3lib.exercises import Check
from e3lib.metrics import Summary, acrr, by_level, summarize
from e3lib.study import ABLATIONS, ORACLE, minimum_costs, run_all
from e3lib.trajectory import Run

RESCUED = 18
K, MINIMA = 100, (5, 20)  # the policy and the tasks of exercise 7.3


@cache
def _runs() -> dict[str, tuple[Run, ...]]:
    return run_all() | run_all(policies=ABLATIONS)


def _summary(policy: str, level: int | None = None) -> Summary:
    runs = _runs()[policy]
    return summarize(by_level(runs)[level] if level else runs, minimum_costs(_runs()))


def _level_3_ratio() -> float:
    return _summary("E3", 3).scalar / _summary("Adaptive Retrieval", 3).scalar


def _constant(minimum: float) -> float:
    return acrr(K, minimum)


def _rescue(tasks: int) -> float:
    """Return the whole price of expansion, spread over so many tasks."""
    extra = _summary("E3").scalar - _summary("- Expand").scalar
    return extra * _summary("E3").n / tasks


def _gap(level: int) -> float:
    """Return by how much Adaptive Retrieval is dearer than E3 at a level."""
    return _summary("Adaptive Retrieval", level).scalar - _summary("E3", level).scalar


def _break_even() -> float:
    gain, loss = (_gap(1) + _gap(2)) / 2, -_gap(3)
    return gain / (gain + loss)


CHECKS = {
    "7.1": Check(
        answer=lambda: 1 + _summary("Max-Context-First").acrr,
        praise="A mean of ratios, in which every task counts alike.",
        hint="Look at the column ACRR, and recall that it counts what comes on top of the minimum.",
        slips=(
            (
                lambda: _summary("Max-Context-First").acrr,
                "That is the redundancy, what comes on top of the necessary cost.",
            ),
            (
                lambda: _summary("Max-Context-First").scalar / _summary(ORACLE).scalar,
                "That is the ratio of two means; ACRR is the mean of the tasks' own ratios.",
            ),
        ),
    ),
    "7.2": Check(
        answer=lambda: _level_3_ratio() - 1,
        praise="On the hardest level the thorough policy is the economical one.",
        hint="Divide the two costs of level 3 and subtract one.",
        slips=(
            (
                lambda: 1 - 1 / _level_3_ratio(),
                "That is by how much Adaptive Retrieval is cheaper; the whole is another.",
            ),
            (_level_3_ratio, "That is the quotient; subtract the one that both share."),
        ),
        tolerance=0.02,
    ),
    "7.3": Check(
        answer=lambda: _constant(MINIMA[0]) / _constant(MINIMA[1]),
        praise="The fall has nothing to do with the policy, only with the minima.",
        hint="ACRR is K / C_min - 1; compute it twice and divide.",
        slips=((lambda: MINIMA[1] / MINIMA[0], "That is the ratio of the minima: mind the - 1."),),
    ),
    "7.4": Check(
        answer=lambda: _rescue(RESCUED),
        praise="A rescue costs less than doing the task thoroughly from the start.",
        hint="Sum the extra cost over all tasks, then share it among those that were rescued.",
        slips=(
            (
                lambda: _rescue(_summary("E3").n),
                "That is the extra cost spread over all tasks; only 18 of them caused it.",
            ),
            (
                lambda: _rescue(len(by_level(_runs()["E3"])[3])),
                "That spreads it over all of level 3; the obvious tasks needed no rescue.",
            ),
        ),
        tolerance=0.01,
    ),
    "7.5": Check(
        answer=_break_even,
        praise="Hard tasks would have to be the majority before thoroughness pays in the mean.",
        hint="E3 gains on levels 1 and 2 and loses on level 3; find q where the two cancel.",
        slips=(
            (lambda: 1 - _break_even(), "That is the share of the simple tasks at that point."),
        ),
        tolerance=0.02,
    ),
}
