"""Checks of chapter 3, cost and redundancy."""

from e3lib.bench import gmail_icon
from e3lib.cost import DEFAULT_WEIGHTS, Cost, Weights
from e3lib.environment import Policy, run
from e3lib.exercises import Check
from e3lib.metrics import acrr
from e3lib.policies import adaptive_retrieval, max_context_first, oracle

BILL = Cost(latency=2, tokens=300, tool_calls=5, files=1)  # what exercise 3.1 gives
NEEDED, PAID = (1, 99), (1, 150)  # what exercise 3.4 gives for policy B
CHEAP, EXTRA, SAFE = 6, 20, 15  # what exercise 3.5 gives


def _icon(policy: Policy, weights: Weights = DEFAULT_WEIGHTS) -> float:
    """The ACRR of a policy on the icon task."""
    task = gmail_icon()
    actual, least = (run(p, task, "").cost.scalar(weights) for p in (policy, oracle(task)))
    return acrr(actual, least)


CHECKS = {
    "3.1": Check(
        answer=BILL.scalar,
        praise="Half of it is tokens, although a token is the cheapest thing on the list.",
        hint="Multiply each amount by its weight, then add: 1, 0.02, 0.5 and 1.5.",
        slips=(
            (
                lambda: BILL.scalar(Weights(delta=0)),
                "The file that was read in full counts too, with weight 1.5.",
            ),
        ),
    ),
    "3.2": Check(
        answer=lambda: _icon(adaptive_retrieval),
        praise="One file read in full and a heavy check account for nearly all of it.",
        hint="Subtract the minimum from the cost, then divide by the minimum.",
        slips=(
            (
                lambda: _icon(adaptive_retrieval) + 1,
                "That is how many times the necessary was paid; ACRR is one less.",
            ),
        ),
    ),
    "3.3": Check(
        answer=lambda: _icon(max_context_first, Weights(delta=0)),
        praise="Free files hardly help: their tokens are still to be paid.",
        hint="It read seven files in full, the oracle none; take 1.5 off for each.",
        slips=(
            (
                lambda: _icon(max_context_first),
                "That is the ACRR with the default weights; set delta to 0.",
            ),
        ),
    ),
    "3.4": Check(
        answer=lambda: acrr(sum(PAID), sum(NEEDED)),
        praise="The bill counts large tasks more; mean ACRR counts each task once.",
        hint="Add up what B paid and what was needed, then form one ratio.",
        slips=(
            (
                lambda: sum(map(acrr, PAID, NEEDED)) / len(PAID),
                "That is the mean of the ratios; form the sums first.",
            ),
        ),
    ),
    "3.5": Check(
        answer=lambda: 1 - (SAFE - CHEAP) / EXTRA,
        praise="The optimist may fail nearly every other time, if each failure is noticed.",
        hint="Set 6 + 20 (1 - p) equal to 15 and solve for p.",
        slips=(
            (
                lambda: (SAFE - CHEAP) / EXTRA,
                "That is how often it may fail; the question is how often it must pass.",
            ),
        ),
    ),
}
