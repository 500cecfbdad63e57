"""The six labs: what their notebooks need beside the library, and the grader behind them.

A lab's notebook states an expectation with `expect`; a student reads its message at once. For the
grade the same cell runs again, in the grader's process, on answers that a shut-in child supplies.
"""

import os
import secrets

SEED_VARIABLE = "E3_HIDDEN_SEED"


class NotYet(Exception):
    """An answer is not right yet; the message says what to look at next."""

    def _render_traceback_(self) -> list[str]:
        """One line instead of a traceback: the fault is in the answer, not the code."""
        return [f"Not yet. {self}"]


def expect(condition: object, message: str) -> None:
    """Go on where the condition holds; else raise NotYet with a message that teaches."""
    if not condition:
        raise NotYet(message)


def given(answer: object, name: str) -> None:
    """Ask for an answer that is still the three dots it came with."""
    expect(
        answer is not ... and answer is not None, f"Put your answer in the place of {name} = ..."
    )


def new_seed() -> int:
    """A seed that nobody can guess or try out one after the other."""
    return secrets.randbelow(1 << 62)


def hidden_seed() -> int:
    """The seed of the hidden tasks: the grader's own, which a submission's process never sees."""
    return int(os.environ.get(SEED_VARIABLE, "7"))
