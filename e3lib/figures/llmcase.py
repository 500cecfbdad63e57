"""Figure 6: what each policy of LLM-Case spent, by level, and which levels it did not solve."""

import math
from collections.abc import Iterable
from statistics import fmean, stdev

from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.ticker import EngFormatter, NullFormatter

from e3lib import reproduce
from e3lib.figures.style import COLOURS, INK, SvgFigure, canvas, finish
from e3lib.llmcase.loop import POLICIES
from e3lib.llmcase.report import grouped
from e3lib.llmcase.runfile import RunFile
from e3lib.llmcase.tasks import TASKS
from e3lib.llmcase.trace import Trace

_COLOUR = dict(
    zip(POLICIES, (COLOURS[p] for p in ("Max-Context-First", "Fixed ReAct", "E3")), strict=True)
)
_OFFSET = dict(zip(POLICIES, (-0.24, 0.0, 0.24), strict=True))


def llmcase_levels(saved: RunFile, wording: str) -> SvgFigure:
    """Figure 6 for the runs of one wording; open diamonds are the paper's gpt-4o.

    A cross marks a level that a policy did not solve on every run; a bar is one standard deviation.
    """
    traces = [trace for trace in saved.traces if trace.wording == wording]
    with canvas(4.8, 6.2, 2, sharex=True) as (figure, (tokens, latency)):
        for (policy, level), runs in grouped(traces, "policy", "level").items():
            x = level + _OFFSET[policy]
            _point(tokens, x, policy, runs, [trace.tokens for trace in runs])
            _point(latency, x, policy, runs, [trace.as_run().cost.latency for trace in runs])
        for policy in POLICIES:
            for level in (1, 2, 3):
                y = published_tokens(policy, level)
                x = level + _OFFSET[policy] + 0.07
                tokens.plot(x, y, "D", ms=6, mfc="white", mec=_COLOUR[policy])
        _whole_decades(tokens, "tokens, prompt and reply")
        _whole_decades(latency, "latency, s")
        latency.set_xticks([1, 2, 3], ["level 1", "level 2", "level 3"])
        latency.set_xlim(0.55, 3.5)
        figure.legend(handles=_legend(), loc="outside upper center", ncols=2)
        return finish(figure)


def published_tokens(policy: str, level: int) -> float:
    """The paper's mean tokens of gpt-4o over the tasks of a level."""
    ids = [task.id for task in TASKS.values() if task.level == level]
    rows = reproduce.published()
    return fmean(rows[f"llmcase.gpt4o.{i}.{policy.replace('-', '_')}.tokens"].value for i in ids)


def _point(ax: Axes, x: float, policy: str, runs: list[Trace], values: Iterable[float]) -> None:
    """The mean, its spread, and whether every run was solved."""
    values = list(values)
    mean = fmean(values)
    below = min(stdev(values), 0.9 * mean) if len(values) > 1 else 0.0  # a log axis has no zero
    above = stdev(values) if len(values) > 1 else 0.0
    solved = all(trace.passed for trace in runs)
    ax.errorbar(
        x, mean, [[below], [above]], fmt="o" if solved else "X", ms=8,
        color=_COLOUR[policy], mec="white", capsize=3,
    )  # fmt: skip


def _whole_decades(ax: Axes, label: str) -> None:
    """A log axis from one power of ten to another, with plain numbers beside it."""
    ax.set(yscale="log", ylabel=label)
    low, high = ax.get_ylim()
    ax.set_ylim(10 ** math.floor(math.log10(low)), 10 ** math.ceil(math.log10(high)))
    ax.yaxis.set_major_formatter(EngFormatter(sep=""))
    ax.yaxis.set_minor_formatter(NullFormatter())


def _legend() -> list[Line2D]:
    policies = [Line2D([], [], marker="o", ls="", color=_COLOUR[p], label=p) for p in POLICIES]
    return [
        *policies,
        Line2D([], [], marker="o", ls="", color=INK, label="solved on every run"),
        Line2D([], [], marker="X", ls="", color=INK, label="not solved on every run"),
        Line2D([], [], marker="D", ls="", mfc="white", mec=INK, label="gpt-4o, published"),
    ]
