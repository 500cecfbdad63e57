"""Checks of chapter 11, discussion."""

from e3lib.exercises import Check
from e3lib.measured import measurements


def _paid() -> float:
    """Return what the median solved run costs in units of the minimum."""
    return 1 + measurements()["acrr.billed_tokens.median"].value


def _other_files() -> float:
    return measurements()["sent.other_files"].value / 100


CHECKS = {
    "11.2": Check(
        answer=lambda: _paid() * (1 - _other_files()) - 1,
        praise="Perfect reading saves a thirtieth of the bill: the waste lies elsewhere.",
        hint="The run costs 1 + ACRR minima. Take the share off that, then subtract one minimum.",
        slips=(
            (
                lambda: (_paid() - 1) * (1 - _other_files()),
                "The share is one of all tokens sent, not only of the redundant ones.",
            ),
            (lambda: _paid() * (1 - _other_files()), "Nearly: subtract the minimum itself."),
        ),
    ),
}
