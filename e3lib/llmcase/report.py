"""What a batch comes to: over all runs, and again without the infrastructure's failures."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from statistics import mean, stdev

from e3lib.cost import Weights
from e3lib.llmcase.outcome import INFRASTRUCTURE, outcome
from e3lib.llmcase.trace import Trace
from e3lib.metrics import acrr
from e3lib.trajectory import Run

WITHOUT_LATENCY = Weights(alpha=0)  # as C_min is measured


@dataclass(frozen=True, slots=True)
class Cell:
    """The runs of one group. Means are over all of them; a mean of nothing is None.

    `clean` counts the runs that no infrastructure failure ended, `passed` those whose edit passes
    the hidden tests. `working` is latency without failed requests and retry pauses.
    """

    n: int
    clean: int
    passed: int
    passed_clean: int
    files: float
    tokens: float
    tokens_spread: float | None
    latency: float
    working: float
    acrr: float | None
    endings: Mapping[str, int]


def cell(traces: Iterable[Trace], minimum: Mapping[str, float] | None = None) -> Cell:
    """Summarise the runs of one group.

    `minimum` is C_min by task. It leaves latency out, so the cost in ACRR (Eq. 3) does too: the
    scalar of provider tokens, tool calls and files, over solved runs only.

    Raises
    ------
    ValueError
        If there is no run.
    """
    traces = list(traces)
    if not traces:
        raise ValueError("there is no run to report on")
    runs = [trace.as_run() for trace in traces]
    clean = [trace for trace in traces if outcome(trace) not in INFRASTRUCTURE]
    tokens = [run.cost.tokens for run in runs]
    solved = [run for run in runs if run.solved]
    return Cell(
        n=len(traces),
        clean=len(clean),
        passed=len(solved),
        passed_clean=sum(trace.passed is True for trace in clean),
        files=mean(run.cost.files for run in runs),
        tokens=mean(tokens),
        tokens_spread=stdev(tokens) if len(tokens) > 1 else None,
        latency=mean(run.cost.latency for run in runs),
        working=mean(run.cost.latency - t.waited for run, t in zip(runs, traces, strict=True)),
        acrr=mean(_redundancy(run, minimum) for run in solved) if solved and minimum else None,
        endings=Counter(map(outcome, traces)),
    )


def _redundancy(run: Run, minimum: Mapping[str, float]) -> float:
    return acrr(run.cost.scalar(WITHOUT_LATENCY), minimum[run.task_id])


def grouped(traces: Iterable[Trace], *names: str) -> dict[tuple, list[Trace]]:
    """The runs by the values of the named attributes, in the order of their first appearance."""
    groups: dict[tuple, list[Trace]] = {}
    for trace in traces:
        groups.setdefault(tuple(getattr(trace, name) for name in names), []).append(trace)
    return groups
