"""The process that runs a submission: `submission.py` starts it and speaks to it.

It holds no task, no check and no score: a policy's tool calls go to the grader, which owns the
environment.
"""

import os
from pathlib import Path
from typing import BinaryIO, NamedTuple

from e3lib.environment import IllegalAction
from e3lib.labs import isolation, wire


class Line(NamedTuple):
    """The two ends of the line to the grader."""

    requests: BinaryIO
    replies: BinaryIO


def main(home: str) -> None:
    """Open the line to the grader, shut this process in, and answer until the line is closed."""
    line = Line(os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb"))
    nowhere = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):  # what a submission prints must not get into the line
        os.dup2(nowhere, standard)
    os.chdir(home)
    isolation.limit()
    isolation.close_files(isolation.needed_by_python(), Path(home))
    serve(line)


def serve(line: Line) -> None:
    """Answer each request: run a cell, fetch a name, call a function."""
    names: dict = {"__name__": "__main__", "display": lambda *_, **__: None}
    while True:
        try:
            request = wire.receive(line.requests)
        except EOFError:
            return
        try:
            reply = {"value": answer(request, names, line)}
        except Exception as error:  # whatever a submission does wrong is an answer, too
            reply = {"error": f"{type(error).__name__}: {error}"[:500]}
        wire.send(line.replies, reply)


def answer(request: dict, names: dict, line: Line) -> object:
    """The value of one request, ready to be sent."""
    match request:
        case {"run": source}:
            exec(compile(source, "<your notebook>", "exec"), names)
            return None
        case {"get": name}:
            if name not in names:
                raise NameError(f"your notebook defines no {name}")
            return wire.encode(names[name], name)
        case {"call": name, "with": arguments}:
            values = [_argument(item, line) for item in arguments]
            return wire.encode(names[name](*values))
    raise ValueError(f"there is no request like {request}")


def _argument(item: object, line: Line) -> object:
    return RemoteEnvironment(line) if item == {"environment": True} else wire.decode(item)


class RemoteEnvironment:
    """The tools of an environment that the grader holds."""

    def __init__(self, line: Line) -> None:
        self._line = line

    def __getattr__(self, tool: str):
        if tool.startswith("_"):
            raise AttributeError(f"a policy holds tools, not {tool}")
        if tool in ("cost", "trajectory"):
            return self._use(tool, (), {})
        return lambda *arguments, **options: self._use(tool, arguments, options)

    def _use(self, tool: str, arguments: tuple, options: dict) -> object:
        call = {"tool": tool, "with": wire.encode(list(arguments)), "options": wire.encode(options)}
        wire.send(self._line.replies, call)
        reply = wire.receive(self._line.requests)
        if "illegal" in reply:
            raise IllegalAction(reply["illegal"])
        return wire.decode(reply["value"])
