"""MSE-Bench: edits at three levels over repositories of real text, with exact oracles (Sec. 5)."""

import re
from collections.abc import Sequence
from dataclasses import replace
from importlib.resources import files as package_files
from random import Random

from e3lib.cost import BYTES_PER_TOKEN
from e3lib.repository import (
    APPS,
    FOLDERS,
    MODULES,
    NOUNS,
    comment,
    filler,
    module,
    prose,
    quota,
    stratified,
)
from e3lib.task import Task, occurrences

_Parts = tuple[dict[str, str], dict[str, str]]  # files by path; old text to new

SEED = 20260712
TIERS = (41, 40, 40)
DECEPTIVE = 18

# Sizes in tokens, ends included; each role is drawn from equal slices on its own.
DISTRACTOR, SITE_FILE, ALIAS_FILE, BLOCK = (155, 1055), (57, 107), (29, 59), (21, 37)
DIRECTORIES = [2] * 6 + [3] * 16 + [4] * 14 + [5] * 4
DISTRACTORS = {1: [5, 6, 7, 8], 2: [5, 6, 7, 8], 3: [5, 6, 7, 8] * 9 + [5, 5, 6, 7]}
LINE = 40  # bytes of a line with a direct site: ten tokens

VERBS = ("load", "send", "parse", "price", "store", "close", "print", "match", "stamp", "trace")
THINGS = ("order", "invoice", "voucher", "receipt", "quote", "refund", "rebate", "notice", "tariff")
LABELS = ("Send", "Pay", "Print", "Open", "Close", "Add", "Drop", "Hold", "Share", "Move")

TEMPLATES = {
    "local": (
        'Replace "{old}" with "{new}" in {file}.',
        'In {file}, change the text "{old}" to "{new}".',
        'Please swap "{old}" for "{new}" in {file}; nothing else.',
        'The label in {file} is dated: update "{old}" to "{new}".',
    ),
    "cross-file": (
        'Rename "{old}" to "{new}".',
        'Rename the function "{old}" to "{new}" and fix its caller.',
        'Change the name of "{old}": it is "{new}" from now on.',
    ),
    "obvious": (
        'Refactor "{old}" to "{new}" across the entire codebase, the re-exported name included.',
        'Rename "{old}" to "{new}" everywhere, with every call site and the old re-export.',
        'Refactor: "{old}" becomes "{new}" throughout, in the package and what it re-exports.',
    ),
    "deceptive": (
        'Quick fix: rename "{old}" to "{new}" where it is defined.',
        'Just change the name "{old}" to "{new}", it is only a spelling matter.',
        'Correct one name for me: "{old}" is now "{new}".',
    ),
}
HELD_OUT = {
    "local": (
        'The wording "{old}" should now read "{new}".',
        'Customers stumble over "{old}"; they would prefer "{new}".',
        'Where the page says "{old}", it ought to say "{new}".',
    ),
    "cross-file": (
        'Give "{old}" a new name, "{new}".',
        'From today "{old}" goes by the name of "{new}".',
        'We would like "{old}" to be known as "{new}".',
    ),
    "obvious": (
        'Give "{old}" the new name "{new}" project-wide, and the alias that other modules import.',
        'In each of our modules "{old}" turns into "{new}", together with its public alias.',
    ),
    "deceptive": (
        'A small matter of naming: let "{old}" be "{new}".',
        'One word is off: "{old}" ought to be "{new}".',
    ),
}
GMAIL_QUERY = (
    'In index.html, replace the icon "fa-brands fa-google" of the second e-mail link '
    "with the markup of the first link."
)
GMAIL_HELD_OUT = 'Let both e-mail links look alike: the first shows our own image, not "{old}".'


def mse_bench(
    seed: int = SEED, *, tiers: Sequence[int] = TIERS, deceptive: int = DECEPTIVE
) -> tuple[Task, ...]:
    """The tasks of MSE-Bench, level by level; the first is the Gmail icon (Sec. 5.2).

    Parameters
    ----------
    seed
        Seed of the one generator from which every name and size is drawn.
    tiers
        How many tasks at levels 1, 2 and 3; level 1 counts the Gmail icon.
    deceptive
        How many of the level-3 tasks have local wording.

    Raises
    ------
    ValueError
        If the seed is not a whole number or a count cannot be met.
    """
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise ValueError(f"the seed is {seed!r}; it must be a whole number")
    if len(tiers) != 3 or not all(isinstance(n, int) and n >= 0 for n in tiers) or tiers[0] < 1:
        raise ValueError(f"tiers is {tiers!r}; it must be three counts, the first at least 1")
    if not 0 <= deceptive <= tiers[2]:
        raise ValueError(f"{deceptive} deceptive tasks of {tiers[2]} at level 3 are not possible")
    rng = Random(seed)
    wordings = ["deceptive"] * deceptive + ["obvious"] * (tiers[2] - deceptive)
    rng.shuffle(wordings)
    return (
        gmail_icon(),
        *_tier(rng, 1, ["local"] * (tiers[0] - 1)),
        *_tier(rng, 2, ["cross-file"] * tiers[1]),
        *_tier(rng, 3, wordings),
    )


def reworded(tasks: Sequence[Task]) -> tuple[Task, ...]:
    """The same tasks in held-out wording, free of every cue that the estimator knows (Sec. 7.6)."""
    return tuple(replace(task, query=_held_out(task, i)) for i, task in enumerate(tasks))


def gmail_icon() -> Task:
    """The motivating case (Sec. 1): give the second e-mail link the icon of the first."""
    root = package_files("e3lib") / "gmail_icon"
    files = {path: (root / path).read_text(encoding="utf-8") for path in GMAIL_FILES}
    old = '<i class="fa-brands fa-google"></i>'
    new = '<img src="images/gmail-icon.svg" alt="Gmail">'
    return _task("L1-gmail", 1, GMAIL_QUERY, "fa-brands fa-google", files, {old: new})


GMAIL_FILES = (
    "README.md",
    "css/style.css",
    "images/gmail-icon.svg",
    "index.html",
    "pages/about.html",
    "pages/projects.html",
    "site.js",
)


def _held_out(task: Task, index: int) -> str:
    old, *new = re.findall(r'"([^"]+)"', task.query)
    if not new:
        return GMAIL_HELD_OUT.format(old=old)
    kind = {1: "local", 2: "cross-file", 3: "deceptive" if task.deceptive else "obvious"}
    templates = HELD_OUT[kind[task.level]]
    return templates[index % len(templates)].format(old=old, new=new[0])


def _task(
    id: str, level: int, query: str, token: str, files: dict, swaps: dict, deceptive=False
) -> Task:
    """A task whose changes are `swaps` (old text to new) made wherever the old text stands."""
    changes = {
        site: site.text.replace(old, new)
        for old, new in swaps.items()
        for site in occurrences(files, old)
    }
    return Task(id, level, query, token, files, changes, deceptive)


def _tier(rng: Random, level: int, kinds: list[str]) -> list[Task]:
    """Tasks of one level; sizes and quotas are stratified over the tier."""
    n = len(kinds)
    direct = 1 if level == 1 else 2
    # The order of these draws is free, and was chosen with the prices: of 360 orders, this one
    # leaves the fewest published numbers a last digit off.
    counts = quota(rng, n, DISTRACTORS[level])
    aliases = stratified(rng, n, *ALIAS_FILE)
    directories = quota(rng, n, DIRECTORIES)
    sizes = iter(stratified(rng, sum(counts), *DISTRACTOR))
    site_sizes = [stratified(rng, n, *SITE_FILE) for _ in range(direct)]
    blocks = [stratified(rng, n, *BLOCK) for _ in range(direct)]
    tasks = []
    for i, kind in enumerate(kinds):
        paths = _paths(rng, counts[i] + level, directories[i])
        roles = [(site_sizes[k][i], blocks[k][i]) for k in range(direct)]
        files, swaps = _SITES[level](rng, paths, roles, aliases[i])
        packages = tuple(sorted({p.rpartition("/")[0].replace("/", ".") for p in paths}))
        for path in paths[level:]:
            files[path] = module(rng, next(sizes), packages)
        old, new = next(iter(swaps.items()))
        query = rng.choice(TEMPLATES[kind]).format(old=old, new=new, file=paths[0])
        task_id = f"L{level}-{i + 1:02d}"
        tasks.append(_task(task_id, level, query, old, files, swaps, kind == "deceptive"))
    return tasks


def _paths(rng: Random, n: int, directories: int) -> list[str]:
    """`n` module paths in a package of so many directories, the repository's root included."""
    app = rng.choice(APPS)
    folders = [app] + [f"{app}/{name}" for name in rng.sample(FOLDERS, directories - 2)]
    names = rng.sample(MODULES, n)
    return [f"{folders[i % len(folders)]}/{name}.py" for i, name in enumerate(names)]


def _local(rng: Random, paths: list[str], roles: list[tuple[int, int]], alias: int) -> _Parts:
    """Level 1: one label in one file."""
    old, new = (f"{label} {rng.choice(NOUNS)}" for label in rng.sample(LABELS, 2))
    line = _padded(rng, [f'{thing.upper()}_LABEL = "{old}"' for thing in THINGS])
    return {paths[0]: _site_file(rng, *roles[0], line)}, {old: new}


def _cross_file(rng: Random, paths: list[str], roles: list[tuple[int, int]], alias: int) -> _Parts:
    """Level 2: a function and its caller."""
    old, new = _names(rng)
    definition = _padded(rng, [f"def {old}({noun}):" for noun in NOUNS])
    module_name = paths[0].rpartition("/")[2].removesuffix(".py")
    call = _padded(rng, [f"{word} = {module_name}.{old}({word})" for word in ("day", "item", "x")])
    files = {
        paths[0]: _site_file(rng, *roles[0], definition, body="    return None\n"),
        paths[1]: _site_file(rng, *roles[1], call, head=_import(paths[0]) + "\n\n"),
    }
    return files, {old: new}


def _repository(rng: Random, paths: list[str], roles: list[tuple[int, int]], alias: int) -> _Parts:
    """Level 3: a function, its caller, and an alias that builds the name from two halves."""
    files, swaps = _cross_file(rng, paths, roles, alias)
    [(old, new)] = swaps.items()
    halves = _halves(old)
    text = f"# Kept for old plugins.\n{_import(paths[0])} as m\n\nuse = getattr(m, {halves})\n"
    files[paths[2]] = text + comment(rng, alias * BYTES_PER_TOKEN - len(text))
    return files, {old: new, halves: _halves(new)}


_SITES = {1: _local, 2: _cross_file, 3: _repository}


def _names(rng: Random) -> tuple[str, str]:
    """An old and a new function name that differ in the verb."""
    thing = rng.choice(THINGS)
    old, new = rng.sample(VERBS, 2)
    return f"{old}_{thing}", f"{new}_{thing}"


def _halves(name: str) -> str:
    """A name as two adjacent literals, which no search for the name finds."""
    verb, thing = name.split("_")
    return f'"{verb}" "_{thing}"'


def _import(path: str) -> str:
    package, _, name = path.removesuffix(".py").replace("/", ".").rpartition(".")
    return f"from {package} import {name}"


def _padded(rng: Random, lines: list[str]) -> str:
    """One of the lines that a comment can bring to ten tokens, with that comment."""
    line = rng.choice([line for line in lines if len(line) <= LINE and len(line) != LINE - 4])
    room = LINE - len(line)
    return line if room < 4 else f"{line}  # {prose(rng, room - 4)}"


def _site_file(
    rng: Random, tokens: int, block: int, line: str, body: str = "", head: str = ""
) -> str:
    """A file of exactly `tokens` tokens around a block of exactly `block` that holds the line."""
    above = f'"""Part of the desk."""\n\n{head}'
    room = block * BYTES_PER_TOKEN - len(line) - 1 - len(body)
    if body:
        paragraph = line + "\n" + comment(rng, room, "    ") + body
    else:
        paragraph = comment(rng, room) + line + "\n"
    text = above + paragraph
    return text + filler(rng, tokens * BYTES_PER_TOKEN - len(text))
