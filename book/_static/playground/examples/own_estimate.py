from functools import partial

from e3lib.e3 import e3
from e3lib.estimate import Estimate, lexical_estimate


def cautious(query, env):
    """Look wide whenever the instruction says no file name: E3 with another first guess."""
    if ".py" in query or ".html" in query:
        return lexical_estimate(query, env)
    return Estimate(difficulty=3, scope=3, risk=0.9, confidence=0.5)


policy = partial(e3, estimate=cautious)
