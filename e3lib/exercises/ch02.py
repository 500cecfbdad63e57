"""Checks of chapter 2, related work."""

from e3lib.exercises import Check

CONVERGENCE = 0.4  # the score that the exercise gives

CHECKS = {
    "2.1": Check(
        answer=lambda: 1 / CONVERGENCE - 1,
        praise="Two dashboards, one quantity: 1 + ACRR is one over the convergence.",
        hint="Convergence is the minimum over the cost; turn it over to get 1 + ACRR.",
        slips=(
            (
                lambda: 1 / CONVERGENCE,
                "That is how often the necessary cost was paid; ACRR is one less.",
            ),
            (
                lambda: 1 - CONVERGENCE,
                "That is the share of the bill that was waste; ACRR divides by the minimum.",
            ),
        ),
    ),
}
