"""The process that runs a submission. A program: `submission.py` starts it and speaks to it.

Arguments: the only folder it may write to, and where e3lib stands. It holds no task, no check and
no score: a policy's tool calls go to the grader, which owns the environment.
"""

import os
import sys


def main(home: str, library: str) -> None:
    """Open the line to the grader, shut this process in, and answer until the line is closed."""
    sys.path.insert(0, library)
    from pathlib import Path

    from e3lib.labs import isolation

    requests, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nowhere, standard)
    os.chdir(home)
    isolation.limit()
    isolation.close_files(isolation.needed_by_python(), Path(home))
    serve(requests, replies)


def serve(requests, replies) -> None:
    """Answer each request: run a cell, fetch a name, call a function."""
    from e3lib.labs import wire

    names: dict = {"__name__": "__main__", "display": lambda *_, **__: None}
    line = (requests, replies)
    while True:
        try:
            request = wire.receive(requests)
        except EOFError:
            return
        try:
            reply = {"value": answer(request, names, line)}
        except Exception as error:  # whatever a submission does wrong is an answer, too
            reply = {"error": f"{type(error).__name__}: {error}"[:500]}
        wire.send(replies, reply)


def answer(request: dict, names: dict, line: tuple) -> object:
    """The value of one request, ready to be sent."""
    from e3lib.labs import wire

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


def _argument(item: object, line: tuple) -> object:
    from e3lib.labs import wire

    return RemoteEnvironment(*line) if item == {"environment": True} else wire.decode(item)


class RemoteEnvironment:
    """The tools of an environment that the grader holds."""

    def __init__(self, requests, replies) -> None:
        self._requests, self._replies = requests, replies

    def __getattr__(self, tool: str):
        if tool.startswith("_"):
            raise AttributeError(f"a policy holds tools, not {tool}")
        if tool in ("cost", "trajectory"):
            return self._use(tool, (), {})
        return lambda *arguments, **options: self._use(tool, arguments, options)

    def _use(self, tool: str, arguments: tuple, options: dict) -> object:
        from e3lib.environment import IllegalAction
        from e3lib.labs import wire

        call = {"tool": tool, "with": wire.encode(list(arguments)), "options": wire.encode(options)}
        wire.send(self._replies, call)
        reply = wire.receive(self._requests)
        if "illegal" in reply:
            raise IllegalAction(reply["illegal"])
        return wire.decode(reply["value"])


if __name__ == "__main__":
    main(*sys.argv[1:])
