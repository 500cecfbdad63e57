"""A batch on disk: one file, a first line that says what was asked, then one line per finished run.

A line is written, and forced to the disk, when its run ends. Whatever kills the program, at most
the runs in progress are lost; half a last line is left out when the file is read.
"""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from e3lib.llmcase.outcome import INFRASTRUCTURE, outcome
from e3lib.llmcase.trace import Trace

_FORMAT = "e3-llmcase-1"


class RunFileError(Exception):
    """The file is not there, or is no run file; the message says which."""


@dataclass(frozen=True, slots=True)
class RunFile:
    """What was asked, and every run that has ended, in the order in which they ended."""

    settings: Mapping[str, Any]
    attempts: tuple[Trace, ...]

    @property
    def traces(self) -> tuple[Trace, ...]:
        """The last attempt at each run, in the order of the first attempts."""
        return tuple({trace.key: trace for trace in self.attempts}.values())

    @property
    def superseded(self) -> int:
        """How many attempts were made again because of the infrastructure."""
        return len(self.attempts) - len(self.traces)

    def settled(self) -> set[tuple[str, str, str, int]]:
        """The keys of the runs that need no further attempt."""
        return {trace.key for trace in self.traces if outcome(trace) not in INFRASTRUCTURE}


def create(path: Path, settings: Mapping[str, Any]) -> None:
    """Start a file. An existing one is never overwritten.

    Raises
    ------
    RunFileError
        If the file exists, or cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(path, "x", encoding="utf-8") as file:
            file.write(json.dumps({"format": _FORMAT, **settings}) + "\n")
    except FileExistsError:
        raise RunFileError(
            f"{path} exists; continue it with `e3 llmcase resume {path}` or give another --out"
        ) from None
    except OSError as problem:
        raise RunFileError(f"{path} cannot be written: {problem.strerror}") from None


def append(path: Path, trace: Trace) -> None:
    """Add one finished run, on the disk before this returns."""
    with open(path, "rb+") as file:
        _drop_half_a_line(file)
        file.write(trace.to_json().encode() + b"\n")
        file.flush()
        os.fsync(file.fileno())


def load(path: Path) -> RunFile:
    """Read a run file or a recording.

    Raises
    ------
    RunFileError
        If there is no such file, or it was not written by `e3 llmcase run`.
    """
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        reason = getattr(problem, "strerror", None) or "it is not text"
        raise RunFileError(f"there is no run file {path}: {reason}") from None
    whole, _, _ = text.rpartition("\n")  # what follows the last line end was cut off
    first, *lines = whole.split("\n")
    try:
        settings = json.loads(first)
        if settings.pop("format") != _FORMAT:
            raise ValueError
        return RunFile(settings, tuple(map(Trace.from_json, lines)))
    except (ValueError, KeyError, TypeError, AttributeError):
        raise RunFileError(f"{path} is not a run file of `e3 llmcase run`") from None


def recordings() -> dict[str, Path]:
    """The recordings that come with the library, by name."""
    directory = Path(__file__).with_name("recordings")
    return {path.stem: path for path in sorted(directory.glob("*.jsonl"))}


def recording(name: str) -> RunFile:
    """One of the recordings that come with the library.

    Raises
    ------
    RunFileError
        If there is none of that name.
    """
    if name not in recordings():
        raise RunFileError(f"there is no recording {name!r}; there are {', '.join(recordings())}")
    return load(recordings()[name])


def _drop_half_a_line(file: Any) -> None:
    """Cut what follows the last line end, and stand there."""
    data = file.read()
    file.seek(data.rfind(b"\n") + 1)
    file.truncate()
