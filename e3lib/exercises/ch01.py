"""Checks of chapter 1, the icon."""

from dataclasses import replace

from e3lib.bench import gmail_icon
from e3lib.cost import BYTES_PER_TOKEN
from e3lib.environment import run
from e3lib.exercises import Check
from e3lib.policies import max_context_first

NEW_FILE_TOKENS = 300  # the size that the exercise gives


def _costs() -> list[float]:
    """What the careful policy's actions cost on the icon task, one by one."""
    trajectory = run(max_context_first, gmail_icon(), "").trajectory
    return [action.cost.scalar() for action in trajectory]


def _rise() -> float:
    task = gmail_icon()
    grown = replace(task, files={**task.files, "a.txt": "x" * NEW_FILE_TOKENS * BYTES_PER_TOKEN})
    return run(max_context_first, grown, "").cost.scalar() - sum(_costs())


CHECKS = {
    "1.1": Check(
        answer=lambda: sum(_costs()[:-2]) / sum(_costs()),
        praise="Most of the bill was paid before anything had been changed.",
        hint="Divide the running cost in the row above the edit by the cost of the whole run.",
        slips=(
            (
                lambda: sum(_costs()[:-1]) / sum(_costs()),
                "That counts the edit in; the question is what came before it.",
            ),
        ),
    ),
    "1.2": Check(
        answer=_rise,
        praise="It pays for every file, whatever the task; E3 pays nothing for this one.",
        hint="Take a file's cost apart: 0.02 for each token, and the same rest for every file.",
        slips=(
            (
                lambda: 0.02 * NEW_FILE_TOKENS,
                "Those are the tokens; the call, its time and the file itself are charged too.",
            ),
        ),
    ),
}
