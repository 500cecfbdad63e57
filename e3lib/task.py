"""A task: the query, the repository as text, the changes that the check V wants (Sec. 3.1)."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

_QUOTED = re.compile(r'"([^"]+)"|`([^`]+)`')
_FILE = re.compile(r"(?<![\w/.-])(?:[\w-]+/)*[\w-]+\.(?:py|html|css|js|md|toml|json|svg|txt)\b")
_IDENTIFIER = re.compile(r"\b[A-Za-z]\w*_\w+\b")


@dataclass(frozen=True, slots=True)
class Site:
    """A place that a tool has shown: a file, a line number (from 1) and the line's text there."""

    file: str
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Task:
    """A task tau = (q, E, V) of the paper's Sec. 3.1.

    Attributes
    ----------
    query
        The instruction q.
    files
        The repository E: path to text.
    changes
        What the check V looks at: for every site that must change, the new line.
    token
        The text that a search can find. A site whose line holds it is direct; any other is
        indirect (Sec. 5.1).
    level
        1 local, 2 cross-file, 3 repository-level (Sec. 5.2).
    deceptive
        True where the wording of a level-3 task sounds local.
    """

    id: str
    level: int
    query: str
    token: str
    files: Mapping[str, str]
    changes: Mapping[Site, str]
    deceptive: bool = False

    @property
    def direct_sites(self) -> tuple[Site, ...]:
        """The sites that a search for the token finds."""
        return tuple(site for site in self.changes if self.token in site.text)

    @property
    def indirect_sites(self) -> tuple[Site, ...]:
        """The sites behind an alias or re-export, which the token does not match."""
        return tuple(site for site in self.changes if self.token not in site.text)


def occurrences(files: Mapping[str, str], text: str) -> tuple[Site, ...]:
    """Every line of every file that holds `text` literally, in the order of the paths."""
    return tuple(
        Site(path, number, line)
        for path in sorted(files)
        if text in files[path]
        for number, line in enumerate(files[path].splitlines(), 1)
        if text in line
    )


def files_of(sites: Iterable[Site]) -> tuple[str, ...]:
    """The files that the sites stand in, each once, in the order of the sites."""
    return tuple(dict.fromkeys(site.file for site in sites))


def quoted_text(query: str) -> str | None:
    """The first literal that an instruction quotes, in double quotes or backticks, or None."""
    match = _QUOTED.search(query)
    return (match[1] or match[2]) if match else None


def named_token(query: str) -> str:
    """The salient token of an instruction: its first quoted literal, or else snake_case name.

    Raises
    ------
    ValueError
        If the instruction names neither.
    """
    if quoted := quoted_text(query):
        return quoted
    if identifier := _IDENTIFIER.search(query):
        return identifier[0]
    raise ValueError(f"the instruction {query!r} names nothing to look for; quote a text or a name")


def named_file(query: str) -> str | None:
    """The first file that an instruction names outside its quoted literals, or None."""
    match = _FILE.search(_QUOTED.sub(" ", query))
    return match[0] if match else None
