"""The six tools of Sec. 7.7 over one workspace. Each call is charged for what it returns.

A call never raises for what a model did: an illegal path or a missing argument becomes a result
that the model can read. Nothing in a result changes the tools.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from e3lib.cost import BYTES_PER_TOKEN, Cost
from e3lib.llmcase.sandbox import TestRunner, run_pytest

GREP_LIMIT = 50  # lines that one grep shows
_FILE = {"type": "string", "description": "a path such as toml/tz.py"}
SPECIFICATIONS: Mapping[str, tuple[str, dict[str, Any], tuple[str, ...]]] = {
    "list_dir": (
        "List the files under a directory of the repository.",
        {"path": {"type": "string", "description": "a directory; . is the whole repository"}},
        ("path",),
    ),
    "grep": (
        "Find every line of the repository that contains a text, literally.",
        {"text": {"type": "string", "description": "the text to look for; not a pattern"}},
        ("text",),
    ),
    "read_file": ("Return the whole text of one file.", {"path": _FILE}, ("path",)),
    "edit_file": (
        "Replace every occurrence of a text in one file.",
        {
            "path": _FILE,
            "old": {"type": "string", "description": "the text to replace, exactly as in the file"},
            "new": {"type": "string", "description": "the text to put in its place"},
        },
        ("path", "old", "new"),
    ),
    "run_tests": (
        "Run the repository's visible tests with pytest.",
        {"path": {"type": "string", "description": "one test file; tests runs all of them"}},
        ("path",),
    ),
    "finish": (
        "Say that the task is done. Nothing can be changed afterwards.",
        {"summary": {"type": "string", "description": "one sentence on what was changed"}},
        ("summary",),
    ),
}


class ToolError(Exception):
    """What the model asked for cannot be done; the message is what it gets to read."""


@dataclass(frozen=True, slots=True)
class Result:
    """What one call returned, what it was charged, and what was wrong with it, if anything."""

    text: str
    cost: Cost
    error: str = ""


@dataclass
class Toolbox:
    """The tools over one workspace, with the files that were read and edited, and the end."""

    root: Path
    run_pytest: TestRunner = run_pytest
    read: set[str] = field(default_factory=set)
    edited: set[str] = field(default_factory=set)
    finished: bool = False

    def call(self, name: str, arguments: Mapping[str, Any]) -> Result:
        """Run one tool; the charge is one call, the result's tokens, and a file when first read."""
        before = len(self.read)
        try:
            text, error = self._checked(name, arguments)(**arguments), ""
        except _BadCall as problem:
            text, error = str(problem), problem.kind
        except ToolError as problem:
            text, error = f"error: {problem}", "tool_error"
        tokens = math.ceil(len(text.encode("utf-8", "replace")) / BYTES_PER_TOKEN)
        return Result(text, Cost(0.0, tokens, 1, len(self.read) - before), error)

    def _checked(self, name: str, arguments: Mapping[str, Any]) -> Callable[..., str]:
        if name not in SPECIFICATIONS:
            known = ", ".join(SPECIFICATIONS)
            raise _BadCall("unknown_tool", f"error: there is no tool {name!r}; there are {known}")
        _, properties, required = SPECIFICATIONS[name]
        missing = [key for key in required if key not in arguments]
        wrong = [key for key, value in arguments.items() if not isinstance(value, str)]
        unknown = [key for key in arguments if key not in properties]
        for problem, keys in (("missing", missing), ("not text", wrong), ("unknown", unknown)):
            if keys:
                wanted = ", ".join(required)
                raise _BadCall(
                    "bad_arguments",
                    f"error: {name} takes {wanted} as text; {problem}: {', '.join(keys)}",
                )
        return getattr(self, f"_{name}")

    def _inside(self, path: str) -> Path:
        """The real place of a path, if it is inside the workspace."""
        try:
            target = (self.root / path).resolve()
            inside = target == self.root or self.root in target.parents
        except (OSError, ValueError, RuntimeError):
            inside = False
        if not inside:
            raise ToolError(f"{path!r} is outside the repository")
        return target

    def _file(self, path: str) -> tuple[Path, str]:
        target = self._inside(path)
        if not target.is_file():
            raise ToolError(f"there is no file {path!r}; list_dir shows the files")
        return target, str(target.relative_to(self.root).as_posix())

    def _files(self, path: str = ".") -> list[Path]:
        target = self._inside(path)
        if not target.is_dir():
            raise ToolError(f"there is no directory {path!r}")
        found = (p for p in sorted(target.rglob("*")) if p.is_file() and not p.is_symlink())
        return [p for p in found if "__pycache__" not in p.parts]

    def _list_dir(self, path: str) -> str:
        return "\n".join(p.relative_to(self.root).as_posix() for p in self._files(path))

    def _grep(self, text: str) -> str:
        if not text:
            raise ToolError("the text to look for is empty")
        hits = [
            f"{file.relative_to(self.root).as_posix()}:{number}:{line}"
            for file in self._files()
            for number, line in enumerate(_text(file).splitlines(), 1)
            if text in line
        ]
        if len(hits) > GREP_LIMIT:
            hits[GREP_LIMIT:] = [f"... and {len(hits) - GREP_LIMIT} more lines"]
        return "\n".join(hits) or f"no line contains {text!r}"

    def _read_file(self, path: str) -> str:
        target, name = self._file(path)
        self.read.add(name)
        return _text(target)

    def _edit_file(self, path: str, old: str, new: str) -> str:
        target, name = self._file(path)
        text = _text(target)
        if not old:
            raise ToolError("the text to replace is empty")
        if old == new:
            raise ToolError("the old and the new text are the same; nothing was changed")
        if not (count := text.count(old)):
            raise ToolError(f"{name} does not contain {old!r}; nothing was changed")
        target.write_text(text.replace(old, new), "utf-8", newline="")
        self.edited.add(name)
        return f"edited {name}: replaced {count} occurrence{'s' * (count > 1)}"

    def _run_tests(self, path: str) -> str:
        return str(self.run_pytest(self.root, [self._test_target(path)]))

    def _test_target(self, path: str) -> Path:
        target, tests = self._inside(path), self.root / "tests"
        return target if target.is_file() and tests in target.parents else tests

    def _finish(self, summary: str) -> str:
        self.finished = True
        return "finished; the hidden tests decide now"


class _BadCall(ToolError):
    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


def _text(path: Path) -> str:
    return path.read_text("utf-8", errors="replace")
