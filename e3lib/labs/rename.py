"""Lab 5: a rename that follows a search alone, and programs that it breaks; each is really run."""

import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from e3lib.labs import isolation

Repository = Mapping[str, str]  # path to text; main.py is the program
OLD, NEW = "load_rows", "fetch_rows"
SECONDS, MOST_FILES, MOST_TEXT = 10.0, 20, 20_000
_RUNNER = Path(isolation.__file__)


@dataclass(frozen=True, slots=True)
class Outcome:
    """Whether a program ended well, and the last line that it said."""

    works: bool
    said: str


def grep_rename(repository: Repository, old: str = OLD, new: str = NEW) -> dict[str, str]:
    """What a careful search and replace does: the whole word, in every Python file."""
    word = re.compile(rf"\b{re.escape(old)}\b")
    return {
        path: word.sub(new, text) if path.endswith(".py") else text
        for path, text in repository.items()
    }


def outcome(repository: Repository) -> Outcome:
    """Run main.py of a repository in a shut-in process of its own.

    Raises
    ------
    ValueError
        If the repository is no mapping of relative paths to text with a main.py, or too large.
    """
    _check(repository)
    with tempfile.TemporaryDirectory(prefix="rename-", ignore_cleanup_errors=True) as name:
        for path, text in repository.items():
            file = Path(name, path)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        python = [sys.executable, "-I", "-B", str(_RUNNER), name]
        return _run([*isolation.namespaces(), *python], name)


def breaks(repository: Repository, old: str = OLD, new: str = NEW) -> str:
    """Why a program that worked fails after the rename; empty where the rename does it no harm.

    Raises
    ------
    ValueError
        If the program fails already before, or no Python file writes the old name.
    """
    before = outcome(repository)
    if not before.works:
        raise ValueError(f"main.py fails already before the rename: {before.said}")
    renamed = grep_rename(repository, old, new)
    if renamed == dict(repository):
        raise ValueError(f"no Python file writes {old}, so there is nothing to rename")
    after = outcome(renamed)
    return "" if after.works else after.said or "it ends with an error"


def _run(command: list[str], home: str) -> Outcome:
    environment = {"PATH": "/usr/bin:/bin", "HOME": home, "TMPDIR": home, "LANG": "C.UTF-8"}
    try:
        done = subprocess.run(
            command, env=environment, capture_output=True, timeout=SECONDS, start_new_session=True
        )
    except subprocess.TimeoutExpired:
        return Outcome(False, f"it was still running after {SECONDS:g} seconds")
    said = (done.stderr or done.stdout).decode(errors="replace").replace(f"{home}/", "")
    lines = said.strip().splitlines()
    return Outcome(done.returncode == 0, lines[-1][:200] if lines else "")


def _check(repository: Repository) -> None:
    if not isinstance(repository, Mapping) or "main.py" not in repository:
        raise ValueError('a repository maps paths to text and has a "main.py"')
    for path, text in repository.items():
        if not isinstance(path, str) or not isinstance(text, str):
            raise ValueError(f"{path!r} must be a path with its text")
        parts = PurePosixPath(path).parts
        if path.startswith("/") or ".." in parts or "\0" in path or not parts:
            raise ValueError(f"{path!r} must be a path inside the repository")
    if len(repository) > MOST_FILES or sum(map(len, repository.values())) > MOST_TEXT:
        raise ValueError(f"keep to {MOST_FILES} files and {MOST_TEXT} characters")


def _python(pattern: str) -> Callable[[Repository], bool]:
    return lambda r: any(re.search(pattern, t) for p, t in r.items() if p.endswith(".py"))


def _elsewhere(repository: Repository) -> bool:
    return any(OLD in text for path, text in repository.items() if not path.endswith(".py"))


# How each mechanism hides the name, and the mark by which the grader knows it in a repository.
MECHANISMS: Mapping[str, tuple[str, Callable[[Repository], bool]]] = {
    "string halves": ("the name is put together from pieces", _python(r"""["']\s*\+?\s*["']\w""")),
    "formatted name": ("a formatted string makes the name", _python(r"""\bf["'][^"']*\{""")),
    "configuration": ("a file that is no Python names it", _elsewhere),
    "registry": ("a decorator files it under its __name__", _python(r"__name__")),
    "pickle": ("stored data refer to it by name", _python(r"\bpickle\b")),
    "dynamic import": ("a module is imported by a name made at run time",
                       _python(r"import_module|__import__")),
    "derived name": ("a longer name is made from it", _python(rf"\b{OLD}_\w+")),
    "keyword": ("it is a parameter that arrives as a keyword", _python(r"\*\*")),
    "file name": ("a module bears the name", lambda r: any(OLD in path for path in r)),
    "re-export": ("a package passes it on without writing it",
                  lambda r: any(path.endswith("/__init__.py") for path in r)),
    "other spelling": ("it also appears in capitals or camel case",
                       _python(r"LOAD_ROWS|loadRows|LoadRows|load-rows")),
    "alias": ("a second name is fetched by attribute, item or getattr",
              _python(r"getattr|__dict__|vars\(|globals\(")),
}  # fmt: skip
