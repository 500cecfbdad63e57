"""Repeat a recorded run without its model: the same calls on a fresh copy, compared and graded."""

from collections.abc import Iterator
from dataclasses import dataclass

from e3lib.llmcase.grading import grade
from e3lib.llmcase.tools import Toolbox
from e3lib.llmcase.trace import Call, Trace, call_record
from e3lib.llmcase.workspace import workspace


@dataclass(frozen=True, slots=True)
class Replay:
    """What a replay showed: calls made again, those that returned something else, the verdict."""

    trace: Trace
    calls: int
    different: tuple[Call, ...]
    passed: bool

    @property
    def agrees(self) -> bool:
        """True where every call returned what was recorded and the verdict is the recorded one."""
        return not self.different and self.passed == (self.trace.passed is True)


def legal_calls(trace: Trace) -> Iterator[Call]:
    """The calls of a run that reached a tool: those whose arguments could be read."""
    return (call for turn in trace.turns for call in turn.calls if call.error != "bad_json")


def replay(trace: Trace) -> Replay:
    """Make the calls of a recorded run again, in a fresh workspace, and grade the result."""
    with workspace() as root:
        tools = Toolbox(root)
        calls = list(legal_calls(trace))
        different = []
        for call in calls:
            text = tools.call(call.tool, call.arguments).text
            if call_record(call.tool, call.arguments, text, seconds=0.0).digest != call.digest:
                different.append(call)
        passed = bool(tools.edited) and grade(trace.task_id, root).green
    return Replay(trace, len(calls), tuple(different), passed)
