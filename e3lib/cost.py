"""What an action costs: four axes, four weights, one scalar (Eq. 1), and the price list.

The paper states the weights, that a fully inspected file counts on the file axis, and that a read
charges tokens in proportion to what it returns. It prints no other charge. Each remaining price was
fitted so that the published tables come out; agreement with those tables is therefore calibration,
not independent confirmation.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Literal

BYTES_PER_TOKEN = 4  # inferred: the usual rule of thumb for English text and code


@dataclass(frozen=True, slots=True)
class Cost:
    """A cost vector (Eq. 1): latency in seconds, tokens, tool calls, files fully inspected."""

    latency: float = 0.0
    tokens: float = 0
    tool_calls: float = 0
    files: float = 0

    def __add__(self, other: "Cost") -> "Cost":
        return Cost(
            self.latency + other.latency,
            self.tokens + other.tokens,
            self.tool_calls + other.tool_calls,
            self.files + other.files,
        )

    def __mul__(self, factor: float) -> "Cost":
        return Cost(
            self.latency * factor,
            self.tokens * factor,
            self.tool_calls * factor,
            self.files * factor,
        )

    def scalar(self, weights: "Weights | None" = None) -> float:
        """The scalar cost C of Eq. 1, with the default weights where none are given."""
        w = DEFAULT_WEIGHTS if weights is None else weights
        return (
            w.alpha * self.latency
            + w.beta * self.tokens
            + w.gamma * self.tool_calls
            + w.delta * self.files
        )


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of Eq. 1 (Sec. 4.5): per second, per token, per tool call, per inspected file.

    Raises
    ------
    ValueError
        If a weight is negative or not a finite number.
    """

    alpha: float = 1.0
    beta: float = 0.02
    gamma: float = 0.5
    delta: float = 1.5

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if (
                isinstance(value, bool)
                or not isinstance(value, int | float)
                or not (0 <= value < math.inf)
            ):
                raise ValueError(
                    f"weight {field.name} is {value!r}; it must be a finite number, 0 or more"
                )


DEFAULT_WEIGHTS = Weights()


@dataclass(frozen=True, slots=True)
class Price:
    """What one action is charged beside the tokens of the text it returns.

    `tag` says whether the paper states the charge or we inferred it; `source` says from what.
    """

    cost: Cost
    tag: Literal["stated", "inferred"]
    source: str


PRICES: Mapping[str, Price] = {
    "file": Price(Cost(files=1), "stated", "Sec. 4.5: delta is charged per fully inspected file"),
    "list_dir": Price(
        Cost(0.50, 18, 1), "inferred", "Max-Context-First: tool calls, level costs and Gmail cost"
    ),
    "search_file": Price(
        Cost(1.15, 70, 1), "inferred", "E3 minus the oracle at level 1 is one search: 3.21 to 3.28"
    ),
    "search": Price(
        Cost(1.22, 73, 1), "inferred", "Gmail table: Fixed ReAct and Adaptive Retrieval"
    ),
    "read_range": Price(
        Cost(0.17, 0, 1), "inferred", "E3 minus the oracle at level 2 is two reads: 2.65 to 2.74"
    ),
    "inspect_file": Price(
        Cost(0.55, 0, 1), "inferred", "Gmail table: Adaptive Retrieval reads one file, MCF seven"
    ),
    "dependency_trace": Price(
        Cost(0.97, 11, 1), "inferred", "Adaptive Retrieval by level, and the oracle at level 3"
    ),
    "edit": Price(Cost(0.90, 28, 1), "inferred", "oracle cost by level"),
    "verify_light": Price(
        Cost(0.11, 11, 1), "inferred", "oracle cost at levels 1 and 2; Gmail C_min = 6.0"
    ),
    "verify_light_site": Price(
        Cost(0.22, 39, 0),
        "inferred",
        "oracle cost at level 2 against level 1: one more edited site",
    ),
    "verify_heavy": Price(
        Cost(2.81, 105, 1), "inferred", "Gmail table: every policy but E3 runs the heavy check"
    ),
    "reflect": Price(
        Cost(0.45, 21, 1),
        "inferred",
        "Fixed ReAct's extra call on level 3, E3's on deceptive tasks",
    ),
    "plan": Price(
        Cost(0.35, 166, 1), "inferred", "E3 at level 3: 11 calls, re-execution costs 24.69"
    ),
    "architecture": Price(
        Cost(2.84, 152, 1), "inferred", "Gmail table: Max-Context-First less its reads"
    ),
    "thought": Price(
        Cost(0.30, 95, 0), "inferred", "Fixed ReAct costs about 2 a task that is no tool call"
    ),
    "note": Price(
        Cost(0.00, 9, 0), "inferred", "held-out cost at level 1: the probe's result is written down"
    ),
}
