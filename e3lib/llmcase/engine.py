"""A real model through Inspect AI, at any endpoint that it reaches. Needs the extra e3lib[llm].

Inspect translates between providers; the loop, the limits, the retries and the counting are ours.
One call here is one request: the retries of Inspect and of the provider's own client, which would
multiply, are switched off, and every failed request and every pause is counted.
"""

import asyncio
import random
import re
import time
from dataclasses import dataclass, field
from typing import Any

import inspect_ai.model as inspect
from inspect_ai.tool import ToolInfo, ToolParams
from inspect_ai.util import JSONSchema

from e3lib.llmcase.loop import ProviderFailure, Reply, ToolRequest
from e3lib.llmcase.outcome import classify_error
from e3lib.llmcase.tools import SPECIFICATIONS
from e3lib.llmcase.trace import Turn

_RETRIED = ("rate_limit", "provider_timeout", "provider_error")
_LONGEST_PAUSE = 120.0


class UnknownModel(Exception):
    """The model's name or its key is not there; the message says which."""


@dataclass(frozen=True, slots=True)
class Parameters:
    """How to ask: sampling, the longest reply, and how patient to be with a provider."""

    temperature: float | None = None  # the provider's own
    max_reply: int = 2048
    attempt_seconds: int = 300
    retries: int = 4
    first_pause: float = 2.0


@dataclass
class InspectModel:
    """A model by Inspect's name for it, such as openai/gpt-4o or openai-api/NAME/MODEL.

    Raises
    ------
    UnknownModel
        If Inspect knows no such provider, or the provider's key is not set.
    """

    name: str
    parameters: Parameters = field(default_factory=Parameters)

    def __post_init__(self) -> None:
        p = self.parameters
        config = inspect.GenerateConfig(
            temperature=p.temperature,
            max_tokens=p.max_reply,
            max_retries=0,
            attempt_timeout=p.attempt_seconds,
        )
        try:
            self._model = inspect.get_model(self.name, config=config, memoize=False)
        except Exception as problem:  # Inspect raises whatever the provider's client raises
            raise UnknownModel(_plain(problem).removeprefix("ERROR: ")) from problem
        client = getattr(self._model.api, "client", None)
        if hasattr(client, "max_retries"):
            client.max_retries = 0

    def chat(self, system: str, user: str) -> "InspectChat":
        """Open a conversation."""
        messages = [
            inspect.ChatMessageSystem(content=system),
            inspect.ChatMessageUser(content=user),
        ]
        return InspectChat(self._model, self.parameters, messages)


@dataclass
class InspectChat:
    """One conversation, kept as Inspect's messages so that a provider gets back what it sent."""

    model: inspect.Model
    parameters: Parameters
    messages: list[Any]

    def answer(self, request: ToolRequest, text: str) -> None:
        """Add a tool's result."""
        self.messages.append(
            inspect.ChatMessageTool(content=text, tool_call_id=request.id, function=request.tool)
        )

    def say(self, text: str) -> None:
        """Add a message of the user."""
        self.messages.append(inspect.ChatMessageUser(content=text))

    async def reply(self) -> Reply:
        """The model's next turn, after as many requests as it takes.

        Raises
        ------
        ProviderFailure
            If the failure is one that waiting does not mend, or the retries are used up.
        """
        started = time.monotonic()
        for number in range(1, self.parameters.retries + 2):
            sent = time.monotonic()
            try:
                output = await self.model.generate(self.messages, tools=tool_infos())
                seconds = time.monotonic() - sent
                return self._accept(output, seconds, sent - started, number)
            except Exception as problem:  # every provider has error types of its own
                ended = classify(problem)
                if ended not in _RETRIED or number > self.parameters.retries:
                    lost = time.monotonic() - started
                    raise ProviderFailure(ended, _said(problem), lost, number) from problem
                await asyncio.sleep(self._pause(problem, number))
        raise AssertionError("the last request either returns or raises")

    def _pause(self, problem: BaseException, number: int) -> float:
        """What the provider asks for, else twice as long each time, with some jitter."""
        asked = _retry_after(problem)
        doubling = self.parameters.first_pause * 2 ** (number - 1) * random.uniform(0.75, 1.25)
        return min(doubling if asked is None else asked, _LONGEST_PAUSE)

    def _accept(self, output: inspect.ModelOutput, seconds: float, waited: float, number: int):
        message, usage = output.message, output.usage
        self.messages.append(message)
        written = usage.output_tokens if usage else 0
        turn = Turn(
            message.text,
            # the input count leaves out cached tokens; the total does not
            (usage.total_tokens - written) if usage else 0,
            written,
            round(seconds, 3),
            round(waited, 3),
            number,
            _stop(output.choices[0]),
        )
        requests = tuple(
            ToolRequest(call.id, call.function, call.arguments or {}, call.parse_error or "")
            for call in message.tool_calls or ()
        )
        return Reply(turn, requests)


def tool_infos() -> list[ToolInfo]:
    """The six tools as Inspect describes them to a provider."""
    return [
        ToolInfo(
            name=name,
            description=description,
            parameters=ToolParams(
                properties={key: JSONSchema(**schema) for key, schema in properties.items()},
                required=list(required),
            ),
        )
        for name, (description, properties, required) in SPECIFICATIONS.items()
    ]


def classify(problem: BaseException) -> str:
    """The class of an exception that a request ended in."""
    chain = _causes(problem)
    if any("timeout" in type(cause).__name__.lower() for cause in chain):
        return "provider_timeout"
    statuses = [getattr(cause, "status_code", None) for cause in chain]
    codes = [str(getattr(cause, "code", None) or "") for cause in chain]
    status = next((s for s in statuses if isinstance(s, int)), None)
    return classify_error(status, " ".join(codes), " ".join(map(_plain, chain)))


def _causes(problem: BaseException | None) -> list[BaseException]:
    chain: list[BaseException] = []
    while problem is not None and problem not in chain:
        chain.append(problem)
        problem = problem.__cause__ or problem.__context__
    return chain


def _retry_after(problem: BaseException) -> float | None:
    """Seconds that a Retry-After header asks for, if a response carries one."""
    for cause in _causes(problem):
        headers = getattr(getattr(cause, "response", None), "headers", {})
        if re.fullmatch(r"\d+(\.\d+)?", headers.get("retry-after", "")):
            return float(headers["retry-after"])
    return None


def _said(problem: BaseException) -> str:
    """What the provider said, if it said anything, else the deepest error that has a text."""
    chain = _causes(problem)
    bodies = [body for cause in chain if isinstance(body := getattr(cause, "body", None), dict)]
    said = [str(body["message"]) for body in bodies if body.get("message")]
    own = [_plain(cause) for cause in chain if type(cause).__name__ != "RetryError"]
    return (said + own)[0]


def _plain(problem: BaseException) -> str:
    """An error in one line without Inspect's markup, and without the request that it may quote."""
    said = getattr(problem, "provider_message", None) or str(problem) or type(problem).__name__
    return " ".join(re.sub(r"\[/?[a-z ]*\]", "", said).split())[:500]


def _stop(choice: inspect.ChatCompletionChoice) -> str:
    """Why the model stopped. A refusal in the message counts, whatever the stop reason says."""
    details = choice.stop_details
    return "content_filter" if details and details.type == "refusal" else choice.stop_reason
