"""The grader's end of a submission: its code runs in a child, its answers arrive as plain data."""

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from threading import Timer
from typing import Any

from e3lib.environment import Environment, IllegalAction
from e3lib.labs import isolation, wire

SECONDS = 60.0  # for a whole notebook, its hidden tests included
TOOL_CALLS = 20_000
_TOOLS = (
    "list_dir", "search", "read_range", "inspect_file", "dependency_trace",
    "edit", "reason", "verify",
)  # fmt: skip
_CHILD = """
import sys
sys.path.insert(0, sys.argv[2])
from e3lib.labs.child import main
main(sys.argv[1])
"""
_LIBRARY = str(Path(__file__).parents[2])


class Failed(Exception):
    """The submission raised, or gave no answer; the message says which."""


class Ended(Failed):
    """The submission's process is no more: time, memory, or its own doing."""


class Submission:
    """A child process that runs a notebook's cells; use it in a `with` statement.

    The environments, tasks and checks stay in this process. What the child may say is the value of
    a name, the value of a call, and the tool calls of a policy.
    """

    def __init__(self, seconds: float = SECONDS) -> None:
        self._seconds, self._tool_calls, self._late = seconds, 0, False
        self._end: Ended | None = None

    def __enter__(self) -> "Submission":
        self._home = tempfile.TemporaryDirectory(prefix="lab-", ignore_cleanup_errors=True)
        python = [sys.executable, "-I", "-B", "-c", _CHILD, self._home.name, _LIBRARY]
        self._process = subprocess.Popen(
            [*isolation.namespaces(), *python],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=_environment(self._home.name),
            start_new_session=True,
        )
        self._clock = Timer(self._seconds, self._stop)
        self._clock.start()
        return self

    def __exit__(self, *_) -> None:
        self._clock.cancel()
        self._kill()
        self._process.stdout.close()
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.close()
        self._home.cleanup()

    def run(self, source: str) -> None:
        """Run a cell; raise Failed where it raises."""
        self._ask({"run": source})

    def get(self, name: str) -> Any:
        """The value of a name; a function comes as a stand-in that calls it in the child."""
        return wire.decode(self._ask({"get": name}), lambda _: self._stand_in(name))

    def _stand_in(self, name: str) -> Callable:
        def call(*arguments):
            sent = [_sent(argument) for argument in arguments]
            environments = [a for a in arguments if isinstance(a, Environment)]
            return wire.decode(self._ask({"call": name, "with": sent}, *environments))

        return call

    def _ask(self, request: dict, environment: Environment | None = None) -> Any:
        try:
            wire.send(self._process.stdin, request)
            while "tool" in (reply := wire.receive(self._process.stdout)):
                wire.send(self._process.stdin, self._use(reply, environment))
        except (EOFError, OSError, ValueError) as error:
            self._end = self._end or self._ending(error)
            raise self._end from None
        if "error" in reply:
            raise Failed(str(reply["error"])[:500])
        return reply.get("value")

    def _use(self, call: dict, environment: Environment | None) -> dict:
        """Use a tool on behalf of a policy; what it asks wrongly is told to it."""
        self._tool_calls += 1
        if self._tool_calls > TOOL_CALLS:
            self._kill()
            raise wire.Unreadable(f"more than {TOOL_CALLS} tool calls")
        try:
            return {"value": wire.encode(_use(environment, call))}
        except Exception as error:  # what a stranger sends may be anything
            return {"illegal": str(error)}

    def _ending(self, error: Exception) -> Ended:
        self._kill()
        if self._late:
            return Ended(
                f"stopped after {self._seconds:g} seconds: is there a loop without an end?"
            )
        if isinstance(error, wire.Unreadable):
            return Ended(f"stopped: {error}")
        return Ended("the notebook ended its own process, or used more memory than it may")

    def _stop(self) -> None:
        self._late = True
        self._kill()

    def _kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()


def _use(environment: Environment | None, call: dict) -> Any:
    tool = call["tool"]
    if environment is None:
        raise IllegalAction("there is no environment here")
    if tool in ("cost", "trajectory"):
        return getattr(environment, tool)
    if tool not in _TOOLS:
        raise IllegalAction(f"there is no tool {tool!r}; the tools are {', '.join(_TOOLS)}")
    arguments, options = wire.decode(call.get("with", [])), wire.decode(call.get("options", {}))
    return getattr(environment, tool)(*arguments, **options)


def _sent(argument: object) -> Any:
    return {"environment": True} if isinstance(argument, Environment) else wire.encode(argument)


def _environment(home: str) -> dict[str, str]:
    """The only variables that the child sees: none of the caller's, so no key."""
    return {
        "PATH": os.defpath,
        "HOME": home,
        "TMPDIR": home,
        "MPLCONFIGDIR": home,
        "MPLBACKEND": "Agg",
        "LANG": "C.UTF-8",
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
    }
