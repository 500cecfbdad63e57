"""A neutral record of one run of a real agent: no provider's types, no key, one line of JSON."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from e3lib.cost import Cost
from e3lib.trajectory import Action, Run

KEPT = 2000  # characters of a result that are written down; the digest covers all of it


@dataclass(frozen=True, slots=True)
class Call:
    """One tool call: what was asked, what came back (its beginning), and whether it was legal.

    `digest` is the SHA-256 of the whole result and `size` its bytes, so that a replay can compare.
    `first_read` is True where the call pulled a file into context for the first time.
    """

    tool: str
    arguments: Mapping[str, Any]
    result: str
    size: int
    digest: str
    seconds: float
    first_read: bool = False
    error: str = ""


@dataclass(frozen=True, slots=True)
class Turn:
    """One reply of the model and the calls it made, in order.

    `seconds` is the time of the request that succeeded; `waited` the time lost to failed requests
    and to the pauses between them; `requests` counts them all. `stop` is why the model stopped.
    """

    text: str
    prompt_tokens: int
    completion_tokens: int
    seconds: float
    waited: float
    requests: int
    stop: str
    calls: tuple[Call, ...] = ()

    @property
    def tokens(self) -> int:
        """Prompt and completion tokens, as the provider counted them."""
        return self.prompt_tokens + self.completion_tokens


@dataclass(frozen=True, slots=True)
class Trace:
    """One run: what was asked of whom, every turn, why it ended, and what the hidden tests said.

    `ended` is the raw reason, one of `outcome.ENDINGS`. `passed` is None where nothing was graded.
    `lost` holds the seconds and requests of a last reply that never came.
    """

    task_id: str
    level: int
    policy: str
    wording: str
    repeat: int
    model: str
    started: str
    turns: tuple[Turn, ...] = ()
    ended: str = ""
    message: str = ""
    edited: tuple[str, ...] = ()
    passed: bool | None = None
    grader: str = ""
    lost_seconds: float = 0.0
    lost_requests: int = 0

    @property
    def key(self) -> tuple[str, str, str, int]:
        """What makes two traces attempts at the same run."""
        return self.task_id, self.wording, self.policy, self.repeat

    @property
    def tokens(self) -> int:
        """Prompt and completion tokens over all turns."""
        return sum(turn.tokens for turn in self.turns)

    @property
    def waited(self) -> float:
        """Seconds lost to failed requests and retries."""
        return sum(turn.waited for turn in self.turns) + self.lost_seconds

    def as_run(self) -> Run:
        """The same run on the simulator's terms, so that every metric works on it."""
        actions = [action for turn in self.turns for action in _actions(turn)]
        if self.lost_seconds:
            actions.append(Action("lost", self.ended, Cost(latency=self.lost_seconds)))
        passed = self.passed is True
        return Run(self.task_id, self.level, self.policy, tuple(actions), passed)

    def to_json(self) -> str:
        """One line of JSON."""
        return json.dumps(asdict(self), ensure_ascii=True, separators=(",", ":"))

    @classmethod
    def from_json(cls, line: str) -> "Trace":
        """The trace that `to_json` wrote."""
        data = json.loads(line)
        turns = tuple(
            Turn(**{**turn, "calls": tuple(Call(**call) for call in turn["calls"])})
            for turn in data["turns"]
        )
        return cls(**{**data, "turns": turns, "edited": tuple(data["edited"])})


def call_record(tool: str, arguments: Mapping[str, Any], text: str, **details: Any) -> Call:
    """A call as it is written down: a long result is cut, its size and digest are kept."""
    data = text.encode("utf-8", "replace")
    kept = (
        text if len(text) <= KEPT else text[:KEPT] + f"\n[... {len(text) - KEPT} more characters]"
    )
    return Call(tool, arguments, kept, len(data), hashlib.sha256(data).hexdigest(), **details)


def redacted(trace: Trace, secrets: Sequence[str]) -> Trace:
    """The trace with every secret blacked out, wherever a provider or a file echoed it."""
    return Trace.from_json(json.dumps(_blacked_out(asdict(trace), secrets)))


def _blacked_out(value: Any, secrets: Sequence[str]) -> Any:
    if isinstance(value, str):
        for secret in secrets:
            value = value.replace(secret, "[redacted]")
    elif isinstance(value, Mapping):
        return {_blacked_out(k, secrets): _blacked_out(v, secrets) for k, v in value.items()}
    elif isinstance(value, list | tuple):
        return [_blacked_out(item, secrets) for item in value]
    return value


def _actions(turn: Turn) -> list[Action]:
    reply = Action("model", turn.stop, Cost(turn.seconds + turn.waited, turn.tokens))
    calls = [
        Action(
            call.tool,
            str(call.arguments.get("path", "")),
            Cost(call.seconds, 0, 1, int(call.first_read)),
        )
        for call in turn.calls
    ]
    return [reply, *calls]
