"""Plain data in, plain data out: what may pass between a grader and a submission, as JSON lines.

Never pickle: to unpickle what a stranger wrote is to run it.
"""

import json
from dataclasses import fields, is_dataclass
from typing import Any, BinaryIO

from e3lib.cost import Cost, Weights
from e3lib.environment import Reading
from e3lib.estimate import Estimate
from e3lib.task import Site
from e3lib.trajectory import Action

LONGEST = 4 << 20  # bytes of one message
_TYPES = {kind.__name__: kind for kind in (Action, Cost, Estimate, Reading, Site, Weights)}
_TYPE, _TUPLE, _FUNCTION, _DOTS = "type", "tuple", "function", "dots"


class Unreadable(ValueError):
    """A value cannot pass: it is no plain data, or the message is no JSON of ours."""


def encode(value: Any, name: str = "") -> Any:
    """The value as JSON data; a function becomes a mark with the name it is known by.

    Raises
    ------
    Unreadable
        If the value is something that cannot be sent.
    """
    if value is None or isinstance(value, bool | str):
        return value
    if value is ...:
        return {_DOTS: True}
    if isinstance(value, list):
        return [encode(item) for item in value]
    if isinstance(value, tuple):
        return {_TUPLE: [encode(item) for item in value]}
    if isinstance(value, dict):
        return {"dict": [[encode(k), encode(v)] for k, v in value.items()]}
    if is_dataclass(value) and type(value).__name__ in _TYPES:
        names = [field.name for field in fields(_TYPES[type(value).__name__])]
        return {_TYPE: type(value).__name__, "with": [encode(getattr(value, n)) for n in names]}
    if hasattr(value, "tolist"):  # numpy's numbers and arrays
        return encode(value.tolist())
    if isinstance(value, int | float):
        return value
    if callable(value) and name:
        return {_FUNCTION: name}
    raise Unreadable(f"a {type(value).__name__} is not plain data (numbers, text, lists, dicts)")


def decode(data: Any, function=None) -> Any:
    """The value of some JSON data; `function(name)` stands in for a function.

    Raises
    ------
    Unreadable
        If the data is none that `encode` writes.
    """
    if isinstance(data, list):
        return [decode(item, function) for item in data]
    if not isinstance(data, dict):
        return data
    try:
        match data:
            case {"tuple": list(items)}:
                return tuple(decode(item, function) for item in items)
            case {"dict": list(items)}:
                return {decode(k, function): decode(v, function) for k, v in items}
            case {"type": str(kind), "with": list(items)}:
                return _TYPES[kind](*(decode(item, function) for item in items))
            case {"function": str(name)} if function:
                return function(name)
            case {"dots": True}:
                return ...
    except (KeyError, TypeError, ValueError) as error:
        raise Unreadable(f"the answer does not make sense: {error}") from None
    raise Unreadable("the answer is not in a form that the grader knows")


def send(stream: BinaryIO, message: dict) -> None:
    """Write one message and flush it."""
    stream.write(json.dumps(message).encode() + b"\n")
    stream.flush()


def receive(stream: BinaryIO) -> dict:
    """Read one message.

    Raises
    ------
    EOFError
        If the other side has ended.
    Unreadable
        If what it wrote is no message, or longer than one may be.
    """
    line = stream.readline(LONGEST)
    if not line:
        raise EOFError
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        raise Unreadable("the submission wrote something that is no message") from None
    if not isinstance(message, dict):
        raise Unreadable("the submission wrote something that is no message")
    return message
