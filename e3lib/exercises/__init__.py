"""Answers to the book's exercises, checked at once; each answer is computed, none is written down.

A chapter's checks stand in the file of its number: `ch03.py` for chapter 3, with a dict `CHECKS`
from the exercise's number to a Check.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module


@dataclass(frozen=True, slots=True)
class Check:
    """How to judge one exercise.

    Attributes
    ----------
    answer
        Computes the right number from the library.
    praise
        What to say to a right answer: why it matters.
    slips
        Well-known wrong turns: a function that computes the wrong number, and what to tell whoever
        arrives there.
    hint
        What to tell anybody else.
    tolerance
        How far from the answer is still right, as a share of it (absolute where it is 0).
    """

    answer: Callable[[], float]
    praise: str
    hint: str
    slips: tuple[tuple[Callable[[], float], str], ...] = ()
    tolerance: float = 0.005


@dataclass(frozen=True, slots=True)
class Feedback:
    """The verdict on an answer and the sentence that goes with it."""

    exercise: str
    right: bool | None
    message: str

    def __repr__(self) -> str:
        mark = {True: "Right", False: "Not yet", None: "Waiting"}[self.right]
        return f"Exercise {self.exercise}: {mark}. {self.message}"


def check(exercise: str, answer: object = ...) -> Feedback:
    """Judge an answer to a numbered exercise, for instance `check("3.2", 0.585)`.

    Raises
    ------
    ValueError
        If there is no check of that number.
    """
    rule = checks_of(exercise)[exercise]
    if answer is ...:
        return Feedback(exercise, None, "Put your answer in the place of the three dots.")
    if isinstance(answer, bool) or not isinstance(answer, int | float) or not math.isfinite(answer):
        return Feedback(exercise, False, f"{answer!r} is not a number; the answer is one.")
    if _near(answer, rule.answer(), rule.tolerance):
        return Feedback(exercise, True, rule.praise)
    for slip, message in rule.slips:
        if _near(answer, slip(), rule.tolerance):
            return Feedback(exercise, False, message)
    return Feedback(exercise, False, rule.hint)


def checks_of(exercise: str) -> Mapping[str, Check]:
    """The checks of the chapter that an exercise belongs to."""
    chapter = exercise.partition(".")[0]
    try:
        checks = import_module(f"e3lib.exercises.ch{int(chapter):02d}").CHECKS
    except (ModuleNotFoundError, ValueError):
        checks = {}
    if exercise not in checks:
        known = ", ".join(checks) or "none in that chapter"
        raise ValueError(f"there is no check for exercise {exercise!r}; there is {known}")
    return checks


def _near(value: float, target: float, tolerance: float) -> bool:
    return math.isclose(value, target, rel_tol=tolerance, abs_tol=0.0 if target else tolerance)
