"""The agent loop: ask the model, run the tools it calls, until it finishes or a limit says stop.

The loop knows no provider. A `Model` opens a `Chat`; a scripted one (`ScriptedModel`) makes the
calls of a list and needs no network. The same loop and the same tools serve all three policies: the
system prompt is the only difference between them (Sec. 7.7).
"""

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import resources
from pathlib import Path
from typing import Any, Protocol

from e3lib.cost import Cost
from e3lib.llmcase.grading import GraderError, grade
from e3lib.llmcase.sandbox import TestRunner, run_pytest
from e3lib.llmcase.tasks import TASKS
from e3lib.llmcase.tools import Result, Toolbox
from e3lib.llmcase.trace import Call, Trace, Turn, call_record
from e3lib.llmcase.workspace import workspace

POLICIES = ("mcf-thorough", "react", "e3")
NUDGE = "Call one of the tools. If the task is done, call finish."
_IDLE_TURNS = 3
_STOPS = {
    "max_tokens": "truncated",
    "content_filter": "refusal",
    "model_length": "context_overflow",
}


@dataclass(frozen=True, slots=True)
class Limits:
    """What one run may use at most: turns, tokens and seconds."""

    turns: int = 20
    tokens: int = 600_000
    seconds: float = 1800.0


@dataclass(frozen=True, slots=True)
class ToolRequest:
    """A tool call as the model made it; `error` says what is wrong with its JSON, if anything."""

    id: str
    tool: str
    arguments: Mapping[str, Any]
    error: str = ""


@dataclass(frozen=True, slots=True)
class Reply:
    """One answer of a model: the turn to record, and the tools it wants to call."""

    turn: Turn
    requests: tuple[ToolRequest, ...] = ()


class ProviderFailure(Exception):
    """No reply came. `ended` is the class of the failure; its time and requests are kept."""

    def __init__(self, ended: str, message: str, seconds: float, requests: int) -> None:
        super().__init__(message)
        self.ended, self.seconds, self.requests = ended, seconds, requests


class Chat(Protocol):
    """One conversation with a model."""

    async def reply(self) -> Reply:
        """The model's next turn."""

    def answer(self, request: ToolRequest, text: str) -> None:
        """Add a tool's result."""

    def say(self, text: str) -> None:
        """Add a message of the user."""


class Model(Protocol):
    """Anything that can hold conversations."""

    name: str

    def chat(self, system: str, user: str) -> Chat:
        """Open a conversation."""


@dataclass
class Budget:
    """The tokens that a whole batch may use. It stops after the reply that crosses the limit."""

    limit: float = float("inf")
    spent: int = 0

    @property
    def left(self) -> bool:
        """True while something is left to spend."""
        return self.spent < self.limit


def system_prompt(policy: str) -> str:
    """The prompt that makes the policy."""
    file = resources.files("e3lib.llmcase") / "prompts" / f"{policy}.md"
    return file.read_text("utf-8").strip()


async def attempt(
    trace: Trace,
    model: Model,
    limits: Limits,
    budget: Budget,
    runner: TestRunner = run_pytest,
) -> Trace:
    """Run one agent on one task, in a fresh workspace, and grade what it left behind."""
    with workspace() as root:
        session = _Session(Toolbox(root, runner), limits, budget)
        task = TASKS[trace.task_id]
        chat = model.chat(system_prompt(trace.policy), task.instruction(trace.wording))
        started = time.monotonic()
        ended, message, lost, requests = "time_limit", "", 0.0, 0
        try:
            async with asyncio.timeout(limits.seconds):
                ended = await session.converse(chat)
        except TimeoutError:
            spent = sum(turn.seconds + turn.waited for turn in session.turns)
            lost = max(0.0, time.monotonic() - started - spent)
        except ProviderFailure as failure:
            ended, message = failure.ended, str(failure)
            lost, requests = failure.seconds, failure.requests
        return await asyncio.to_thread(
            _graded,
            replace(
                trace,
                turns=tuple(session.turns),
                ended=ended,
                message=message[:500],
                edited=tuple(sorted(session.tools.edited)),
                lost_seconds=round(lost, 3),
                lost_requests=requests,
            ),
            root,
            runner,
        )


def _graded(trace: Trace, root: Path, runner: TestRunner) -> Trace:
    """Ask the hidden tests. An untouched repository is known to fail them."""
    if not trace.edited:
        return replace(trace, passed=False, grader="nothing was edited")
    try:
        report = grade(trace.task_id, root, runner)
    except GraderError as problem:
        return replace(trace, ended="grader_error", message=str(problem))
    return replace(trace, passed=report.green, grader=str(report)[:500])


@dataclass
class _Session:
    """The state of one conversation: the turns so far, and how long nothing new has come."""

    tools: Toolbox
    limits: Limits
    budget: Budget
    turns: list[Turn] = field(default_factory=list)
    idle: int = 0

    async def converse(self, chat: Chat) -> str:
        """Take turns until there is a reason to stop; return it."""
        for _ in range(self.limits.turns):
            if not self.budget.left:
                return "batch_budget"
            if ended := await self._turn(chat):
                return ended
        return "step_budget"

    async def _turn(self, chat: Chat) -> str:
        reply = await chat.reply()
        self.budget.spent += reply.turn.tokens
        self.turns.append(reply.turn)
        if ended := _STOPS.get(reply.turn.stop):
            return ended
        calls = []
        for request in reply.requests:
            call, text = await asyncio.to_thread(self._call, request)
            calls.append(call)
            self.turns[-1] = replace(reply.turn, calls=tuple(calls))
            chat.answer(request, text)
            if self.tools.finished:
                return "finish"
        if not calls:
            chat.say(NUDGE)
        if sum(turn.tokens for turn in self.turns) >= self.limits.tokens:
            return "token_limit"
        return self._idle_for_too_long()

    def _call(self, request: ToolRequest) -> tuple[Call, str]:
        started, before = time.monotonic(), len(self.tools.read)
        if request.error:
            said = f"error: the arguments are not JSON: {request.error}"
            result = Result(said, Cost(tool_calls=1), "bad_json")
        else:
            result = self.tools.call(request.tool, request.arguments)
        call = call_record(
            request.tool,
            request.arguments,
            result.text,
            seconds=round(time.monotonic() - started, 3),
            first_read=len(self.tools.read) > before,
            error=result.error,
        )
        return call, result.text

    def _idle_for_too_long(self) -> str:
        kind = idle_kind(self.turns)
        self.idle = self.idle + 1 if kind else 0
        return kind if self.idle >= _IDLE_TURNS else ""


def idle_kind(turns: Sequence[Turn]) -> str:
    """Why the last turn brought nothing new, or "" if it did."""
    calls = turns[-1].calls
    if not calls:
        return "no_tool_call"
    malformed = [call.error for call in calls if call.error and call.error != "tool_error"]
    if len(malformed) == len(calls):
        return malformed[-1]
    same = len(turns) > 1 and _signature(turns[-2].calls) == _signature(calls)
    return "repeat_loop" if same else ""


def _signature(calls: tuple[Call, ...]) -> list[tuple[str, str, str]]:
    return [(call.tool, repr(sorted(call.arguments.items())), call.digest) for call in calls]


@dataclass
class ScriptedModel:
    """A model that makes the calls it is given, one a turn: for tests, and to try a policy by hand.

    `script` maps a task's instruction to its calls, each a tool's name and its arguments. When they
    are used up, the model says nothing more.
    """

    script: Callable[[str], Sequence[tuple[str, Mapping[str, Any]]]]
    name: str = "scripted"

    def chat(self, system: str, user: str) -> "_ScriptedChat":
        """Open a conversation that follows the script."""
        return _ScriptedChat(list(self.script(user)))


@dataclass
class _ScriptedChat:
    calls: list[tuple[str, Mapping[str, Any]]]

    async def reply(self) -> Reply:
        turn = Turn("", 100, 10, 0.0, 0.0, 1, "tool_calls")
        if not self.calls:
            return Reply(replace(turn, stop="stop"))
        tool, arguments = self.calls.pop(0)
        return Reply(turn, (ToolRequest("1", tool, arguments),))

    def answer(self, request: ToolRequest, text: str) -> None:
        pass

    def say(self, text: str) -> None:
        pass
