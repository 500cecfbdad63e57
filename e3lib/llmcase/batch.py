"""A batch of runs: which ones, how much they may cost, and running what is still missing."""

import asyncio
import os
import platform
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

from e3lib.llmcase import runfile
from e3lib.llmcase.loop import POLICIES, Budget, Limits, Model, attempt
from e3lib.llmcase.outcome import FATAL, outcome
from e3lib.llmcase.tasks import DECODER, TASKS
from e3lib.llmcase.trace import Trace, redacted
from e3lib.published import published

_SECRET_NAMES = ("KEY", "TOKEN", "SECRET", "PASSWORD")


@dataclass(frozen=True, slots=True)
class Settings:
    """What a batch consists of, and the limits of each of its runs."""

    model: str
    tasks: tuple[str, ...] = tuple(TASKS)
    policies: tuple[str, ...] = POLICIES
    wordings: tuple[str, ...] = ("plain",)
    repeats: int = 3
    parallel: int = 1
    limits: Limits = field(default_factory=Limits)
    max_tokens: int | None = None
    parameters: dict = field(default_factory=dict)

    def plan(self) -> list[Trace]:
        """Every run, not yet started.

        Stopped anywhere, what is done is as balanced as can be: whole repeats first, and the tasks
        that read the large decoder.py last within each.
        """
        tasks = sorted((TASKS[name] for name in self.tasks), key=lambda task: DECODER in task.gold)
        return [
            Trace(task.id, task.level, policy, wording, repeat, self.model, "")
            for repeat in range(1, self.repeats + 1)
            for task in tasks
            for wording in self.wordings
            for policy in self.policies
        ]

    def to_json(self) -> dict:
        """The settings with date and machine, as the first line of a run file."""
        machine = f"{platform.system()} {platform.machine()}, {os.cpu_count()} processors"
        return {
            **asdict(self),
            "date": datetime.now(UTC).date().isoformat(),
            "machine": machine,
            "python": platform.python_version(),
        }

    @classmethod
    def from_json(cls, data: dict) -> "Settings":
        """The settings that `to_json` wrote."""
        known = {key: data[key] for key in cls.__dataclass_fields__ if key in data}
        lists = {key: tuple(known[key]) for key in ("tasks", "policies", "wordings")}
        return cls(**{**known, **lists, "limits": Limits(**known["limits"])})


@dataclass(frozen=True, slots=True)
class Projection:
    """What a plan may cost: at most so many requests, and the tokens that gpt-4o used for it."""

    runs: int
    requests: int
    tokens: float


def projection(plan: Iterable[Trace], limits: Limits) -> Projection:
    """Project a plan from the limit on turns and from the published means of gpt-4o."""
    plan = list(plan)
    tokens = sum(_published_tokens(trace.task_id, trace.policy) for trace in plan)
    return Projection(len(plan), len(plan) * limits.turns, tokens)


def _published_tokens(task_id: str, policy: str) -> float:
    return published()[f"llmcase.gpt4o.{task_id}.{policy.replace('-', '_')}.tokens"].value


def secrets() -> tuple[str, ...]:
    """The values of environment variables that look like keys."""
    return tuple(
        value
        for name, value in os.environ.items()
        if len(value) >= 8 and any(part in name.upper() for part in _SECRET_NAMES)
    )


async def run_batch(
    path: Path, plan: Iterable[Trace], model: Model, settings: Settings, report: Callable
) -> str:
    """Run a plan and append each run to the file as it ends. Returns why it stopped early, or "".

    A failure of one run ends that run. A failure that every further run would share (the key, the
    quota, the grader, the budget) ends the batch.
    """
    budget = Budget(settings.max_tokens or float("inf"))
    waiting, stopped = iter(list(plan)), ""

    async def worker() -> None:
        nonlocal stopped
        for trace in waiting:
            if stopped:
                return
            started = datetime.now(UTC).isoformat(timespec="seconds")
            done = await attempt(replace(trace, started=started), model, settings.limits, budget)
            done = redacted(done, secrets())
            runfile.append(path, done)
            report(done)
            if done.ended in FATAL:
                stopped = done.ended

    async with asyncio.TaskGroup() as group:
        for _ in range(settings.parallel):
            group.create_task(worker())
    return stopped


def describe(trace: Trace) -> str:
    """One line on a finished run, for the terminal."""
    return (
        f"{trace.task_id} {trace.wording} {trace.policy} #{trace.repeat}: {outcome(trace)}, "
        f"{len(trace.turns)} turns, {trace.tokens:,} tokens, {trace.as_run().cost.latency:.0f} s"
        + (f" ({trace.message})" if trace.message else "")
    )
