"""The environment E: eight tools over a repository of real text, a ledger, the check V (Sec. 4.5).

A policy holds an Environment and nothing else. What it may edit follows from what the tools have
shown (Sec. 5.1): a direct site can be edited once a search or a read has shown its line; an
indirect one, which no search finds, only once its file has been inspected.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from pathlib import PurePosixPath

from e3lib.cost import BYTES_PER_TOKEN, PRICES, Cost, Price
from e3lib.task import Site, Task, occurrences
from e3lib.trajectory import Action, Run, total

_IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+([.\w]+)[ \t]+import[ \t]+(\([^)]*|[^#\n]*)|import[ \t]+([^#\n]+))", re.M
)
_COMMENT = re.compile(r"#[^\n]*")


NOTHING = Cost()


class IllegalAction(ValueError):
    """A tool was asked for what it cannot do; the message says what, and what would be right."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a read returned: the text, and the sites that must change and stand in it."""

    text: str
    sites: tuple[Site, ...]


class Environment:
    """The tools of Sec. 4.5 over one task's repository, each charged per Eq. 1.

    Parameters
    ----------
    task
        The task; a policy never sees it.
    prices
        What each action is charged beside the text it returns.

    Raises
    ------
    ValueError
        If a price is missing.
    IllegalAction
        By a tool that is asked for a path or a site which is not there, or to edit a site that no
        tool has shown.
    """

    def __init__(self, task: Task, prices: Mapping[str, Price] = PRICES) -> None:
        if missing := PRICES.keys() - prices.keys():
            raise ValueError(f"the prices lack {', '.join(sorted(missing))}; start from PRICES")
        self._task = task
        self._prices = prices
        self._files = dict(task.files)
        self._seen: set[Site] = set()
        self._inspected: set[str] = set()
        self._edited: set[Site] = set()
        self._ledger: list[Action] = []

    # What has happened so far -----------------------------------------------------------------

    @property
    def trajectory(self) -> tuple[Action, ...]:
        """The actions so far, in order."""
        return tuple(self._ledger)

    @property
    def cost(self) -> Cost:
        """What the actions so far were charged in all."""
        return total(self.trajectory)

    # The tools --------------------------------------------------------------------------------

    def list_dir(self, directory: str = ".") -> tuple[str, ...]:
        """The paths directly in a directory; those of directories end in a slash."""
        entries = {
            entry for path in self._files if (entry := _entry_below(path, directory)) is not None
        }
        if not entries:
            raise IllegalAction(f"there is no directory {directory!r}")
        self._charge("list_dir", directory)
        return tuple(sorted(entries))

    def search(self, text: str, file: str | None = None) -> tuple[Site, ...]:
        """The lines that hold `text` literally, in one file or in the whole repository."""
        if not isinstance(text, str) or not text:
            raise IllegalAction(f"the text to search for is {text!r}; it must be some text")
        files = self._files if file is None else {file: self._text(file)}
        hits = occurrences(files, text)
        self._seen.update(hit for hit in hits if self._task.token in hit.text)
        price = "search" if file is None else "search_file"
        self._charge("search", text, price, shown=[hit.text for hit in hits])
        return hits

    def read_range(self, site: Site, width: float = 1.0) -> Reading:
        """The block of lines around a site, up to the blank lines that bound it.

        `width` widens the window to that many times the block, in whole tokens.
        """
        text = self._text(_checked(site).file)
        if not 1 <= site.line <= len(text.splitlines()):
            raise IllegalAction(f"there is no line {site.line} in {site.file}")
        if not 1 <= width < inf:
            raise IllegalAction(f"a window of {width!r} blocks cannot be read; 1 is the block")
        start, stop = _block(text, site.line)
        if width != 1.0:
            length = round(width * tokens_of(text[start:stop])) * BYTES_PER_TOKEN
            stop = min(len(text), start + length)
            start = max(0, stop - length)
        shown = text[start:stop]
        sites = self._show(site.file, direct_only=True, lines=_whole_lines(text, start, stop))
        self._charge("read_range", _place(site), shown=[shown])
        return Reading(shown, sites)

    def inspect_file(self, path: str) -> Reading:
        """A whole file: the only way to see an indirect site, and one more file in context."""
        text = self._text(path)
        sites = self._show(path, direct_only=False)
        first_time = path not in self._inspected
        self._inspected.add(path)
        extra = self._prices["file"].cost if first_time else NOTHING
        self._charge("inspect_file", path, shown=[text], extra=extra)
        return Reading(text, sites)

    def dependency_trace(self, *paths: str) -> tuple[str, ...]:
        """The files whose import statements name a module at one of the paths."""
        for path in paths:
            self._text(path)
        modules = {_module_of(path) for path in paths}
        importers = tuple(
            path
            for path in sorted(self._files)
            if path.endswith(".py") and modules & _imported_modules(path, self._files[path])
        )
        self._charge("dependency_trace", " ".join(paths))
        return importers

    def edit(self, site: Site) -> None:
        """Rewrite a site as the task wants it; editing it again changes nothing more."""
        if _checked(site) not in self._seen:
            raise IllegalAction(
                f"{_place(site)} cannot be edited before a tool has shown it: a search for the "
                "task's token shows a direct site, only inspecting its file an indirect one"
            )
        if site not in self._task.changes:
            raise IllegalAction(f"{_place(site)} needs no change for this task")
        lines = self._files[site.file].splitlines(keepends=True)
        ending = lines[site.line - 1][len(lines[site.line - 1].rstrip("\r\n")) :]
        lines[site.line - 1] = self._task.changes[site] + ending
        self._files[site.file] = "".join(lines)
        self._edited.add(site)
        self._charge("edit", _place(site))

    def reason(self, about: str) -> None:
        """Think: `reflect`, `plan` or `architecture` are calls; `thought` and `note` are inline."""
        if about not in ("reflect", "plan", "architecture", "thought", "note"):
            raise IllegalAction(
                f"there is no price for thinking about {about!r}; "
                "it is one of reflect, plan, architecture, thought, note"
            )
        self._charge("reason", about, about)

    def verify(self, heavy: bool = False) -> bool:
        """Run the check V; the heavy form costs more, the light one grows with the edited sites."""
        if heavy:
            self._charge("verify", "heavy", "verify_heavy")
        else:
            per_site = self._prices["verify_light_site"].cost
            self._charge("verify", "light", "verify_light", extra=per_site * len(self._edited))
        return self._accepts()

    # Inside -----------------------------------------------------------------------------------

    def _accepts(self) -> bool:
        """V: every site that must change reads as the task wants it."""
        return all(
            self._files[site.file].splitlines()[site.line - 1] == new
            for site, new in self._task.changes.items()
        )

    def _text(self, path: str) -> str:
        if not isinstance(path, str) or path not in self._files:
            raise IllegalAction(f"there is no file {path!r}")
        return self._files[path]

    def _show(
        self, path: str, direct_only: bool, lines: set[int] | None = None
    ) -> tuple[Site, ...]:
        shown = tuple(
            site
            for site in self._task.changes
            if site.file == path
            and (lines is None or site.line in lines)
            and (not direct_only or self._task.token in site.text)
        )
        self._seen.update(shown)
        return shown

    def _charge(
        self,
        kind: str,
        target: str,
        price: str = "",
        *,
        shown: Sequence[str] = (),
        extra: Cost = NOTHING,
    ) -> None:
        returned = Cost(tokens=sum(map(tokens_of, shown)))
        cost = self._prices[price or kind].cost + returned + extra
        self._ledger.append(Action(kind, target, cost))


Policy = Callable[[str, Environment], None]


def run(policy: Policy, task: Task, name: str, prices: Mapping[str, Price] = PRICES) -> Run:
    """Let a policy act on a task. The environment alone decides whether the task is solved."""
    env = Environment(task, prices)
    policy(task.query, env)
    return Run(task.id, task.level, name, env.trajectory, env._accepts())


def tokens_of(text: str) -> int:
    """Tokens of a text: its bytes at four a token, rounded up."""
    return -(-len(text.encode()) // BYTES_PER_TOKEN)


def _checked(site: object) -> Site:
    if not isinstance(site, Site):
        raise IllegalAction(f"{site!r} is not a site; pass one that a search or a read returned")
    return site


def _place(site: Site) -> str:
    return f"{site.file}:{site.line}"


def _entry_below(path: str, directory: str) -> str | None:
    prefix = "" if directory == "." else directory.rstrip("/") + "/"
    if not path.startswith(prefix):
        return None
    name, slash, _ = path[len(prefix) :].partition("/")
    return prefix + name + slash


def _block(text: str, line: int) -> tuple[int, int]:
    """Where the run of non-blank lines around a line starts and stops, in characters."""
    lines = text.splitlines(keepends=True)
    first = last = line - 1
    while first > 0 and lines[first - 1].strip():
        first -= 1
    while last + 1 < len(lines) and lines[last + 1].strip():
        last += 1
    start = sum(map(len, lines[:first]))
    return start, start + sum(map(len, lines[first : last + 1]))


def _whole_lines(text: str, start: int, stop: int) -> set[int]:
    """The numbers of the lines that lie wholly between two characters; a cut line is not shown."""
    numbers, begin = set(), 0
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        if start <= begin and begin + len(line.rstrip("\r\n")) <= stop:
            numbers.add(number)
        begin += len(line)
    return numbers


def _module_of(path: str) -> str:
    return ".".join(PurePosixPath(path).with_suffix("").parts).removesuffix(".__init__")


def _imported_modules(path: str, text: str) -> set[str]:
    """The dotted names that a Python file's import statements may refer to, read as text."""
    package = _module_of(path).split(".")
    if not path.endswith("__init__.py"):
        package = package[:-1]
    modules: set[str] = set()
    for source, names, plain in _IMPORT.findall(text):
        if plain:
            modules.update(_names(plain))
            continue
        dots = len(source) - len(source.lstrip("."))
        parts = [p for p in source.lstrip(".").split(".") if p]
        base = package[: len(package) - dots + 1] + parts if dots else parts
        modules.add(".".join(base))
        modules.update(".".join([*base, name]) for name in _names(names))
    return modules


def _names(imported: str) -> list[str]:
    """The names of an import list, without parentheses, comments and `as`."""
    bare = _COMMENT.sub("", imported).strip("( \n")
    return [name.split(" as ")[0].strip() for name in bare.split(",")]
