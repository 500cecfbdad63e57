"""Estimate: the initial operating point x0 from words and at most one cheap probe (Sec. 4.2)."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from e3lib.environment import Environment
from e3lib.task import Site, named_file, named_token, quoted_text

BROAD_CUES = (
    "codebase",
    "everywhere",
    "every call site",
    "all call sites",
    "re-export",
    "re-exported",
    "refactor",
    "throughout",
)
LOCAL_CUES = ("replace", "change", "swap", "fix", "correct", "update", "rename")


@dataclass(frozen=True, slots=True)
class Estimate:
    """The task state x0 = (d, s, r, c) of Eq. 4, with the probe's hits where there was a probe.

    `difficulty` is a level from 1 to 3, `scope` the number of sites expected, `risk` and
    `confidence` lie between 0 and 1. E3 acts on the difficulty and the hits; a check decides about
    expansion whatever the confidence, since in this simulator a check cannot be wrong.
    """

    difficulty: int
    scope: int
    risk: float
    confidence: float
    hits: tuple[Site, ...] | None = None

    def __post_init__(self) -> None:
        if self.difficulty not in (1, 2, 3):
            raise ValueError(f"the difficulty is {self.difficulty!r}; a level is 1, 2 or 3")


Estimator = Callable[[str, Environment], Estimate]


def lexical_estimate(query: str, env: Environment) -> Estimate:
    """The paper's transparent estimator: lexical cues, and one search where they are silent."""
    if says(query, BROAD_CUES):
        return Estimate(3, scope=3, risk=0.9, confidence=0.9)
    local = says(query, LOCAL_CUES)
    if local and named_file(query) and quoted_text(query):
        return Estimate(1, scope=1, risk=0.1, confidence=0.9)
    hits = env.search(named_token(query))
    env.reason("note")
    if len(hits) <= 1:
        return Estimate(1, scope=1, risk=0.1, confidence=0.8, hits=hits)
    return Estimate(2, scope=len(hits), risk=0.4, confidence=0.5 if local else 0.8, hits=hits)


def always_local(query: str, env: Environment) -> Estimate:
    """No estimate at all: start at level 1 whatever the task (the ablation of Sec. 7.4)."""
    return Estimate(1, scope=1, risk=0.1, confidence=0.0)


def says(query: str, cues: tuple[str, ...]) -> bool:
    """True where the instruction holds one of the cues as whole words."""
    return any(re.search(rf"\b{re.escape(cue)}\b", query, re.IGNORECASE) for cue in cues)
