"""Small, believable Python repositories as text, every file to an exact size in tokens.

Sizes and quotas were fitted so that the published file and token counts come out; see the notes on
calibration in the book.
"""

from random import Random

from e3lib.cost import BYTES_PER_TOKEN

APPS = ("shop", "clinic", "library", "garage", "museum", "bakery", "harbour", "theatre", "studio")
FOLDERS = ("stock", "mail", "web", "report", "people", "store", "plan", "desk", "audit", "route")
MODULES = (
    "basket", "calendar", "catalogue", "courier", "discount", "export", "filters", "forms",
    "ledger", "members", "offers", "payroll", "printing", "quotes", "ranking", "refunds",
    "rooms", "schedule", "shipping", "tariff", "tickets", "uploads", "vouchers", "weights",
)  # fmt: skip
NOUNS = (
    "parcel", "booking", "visit", "member", "ticket", "bill", "delivery", "shelf", "room", "guest",
    "product", "batch", "branch", "driver", "exhibit", "menu", "seat", "repair", "sample", "season",
)  # fmt: skip
FILLER_VERBS = ("list", "count", "sort", "group", "filter", "merge", "split", "label", "check")
ATTRIBUTES = ("size", "price", "rank", "weight", "age", "stars", "delay", "length", "credit")
PHRASES = (
    "x", "ok", "old", "now", "yes", "tax", "once", "soon", "keep", "each", "later", "twice",
    "as is", "daily", "on top", "by day", "see #4", "for QA", "for now", "in euro", "as text",
    "rounded", "ask shop", "see docs", "on hand", "by month", "net only", "ask sales",
    "kept as is", "not empty", "in metres", "old rates", "ask audit", "rare cases",
    "sorted asc", "see ticket", "in minutes", "kept sorted", "checked #12", "older rows",
    "one per day", "weekly run", "agreed in May", "for the desk", "legacy rates",
    "before lunch", "may be empty", "as on the form", "kept by audit", "used in print",
    "not yet final", "asked for often", "same as before", "rounded to ten", "used by reports",
    "agreed with desk", "kept for a year", "filled at night", "checked by hand",
    "one row per day", "ask before use", "printed on Monday", "as the form says",
    "order matters here", "read by the report", "as sent by the desk", "changed last spring",
    "kept for the auditors", "needed by one report", "see the ticket first",
    "agreed with the sellers", "values come from a form", "small cases come first",
    "the desk sorts this by hand", "older rows have no value", "keep in step with the form",
)  # fmt: skip
_PHRASES_OF_LENGTH = {n: tuple(p for p in PHRASES if len(p) == n) for n in range(1, 25)}

_FUNCTIONS = (
    '''def {verb}_{noun}s({noun}s, limit={number}):
    """Return the {noun}s whose {attribute} is above the limit."""
    kept = []
    for {noun} in {noun}s:
        if {noun}.{attribute} > limit:
            kept.append({noun})
    return kept
''',
    '''def {verb}_by_{attribute}({noun}s):
    """Group the {noun}s by {attribute}, largest first."""
    groups = {{}}
    for {noun} in {noun}s:
        groups.setdefault({noun}.{attribute}, []).append({noun})
    return dict(sorted(groups.items(), reverse=True))
''',
    '''def {noun}_{attribute}_mean({noun}s):
    """The mean {attribute}; zero where there is no {noun}."""
    if not {noun}s:
        return 0.0
    return sum({noun}.{attribute} for {noun} in {noun}s) / len({noun}s)
''',
    '''class {Noun}{Attribute}:
    """A {noun} with its {attribute}."""

    def __init__(self, name, {attribute}={number}):
        self.name = name
        self.{attribute} = {attribute}

    def __repr__(self):
        return f"{Noun}{Attribute}({{self.name}})"
''',
)
_IMPORTS = (
    "import json\n",
    "import logging\n",
    "from datetime import date\n",
    "from pathlib import Path\n",
    "from collections import Counter\n",
)


def stratified(rng: Random, n: int, low: float, high: float) -> list[int]:
    """`n` whole numbers, one from each of `n` equal slices of [low, high], in random order.

    The mean of the sample is then close to the mean of the distribution for every seed.
    """
    values = [round(low + (high - low) * (i + rng.random()) / n) for i in range(n)]
    rng.shuffle(values)
    return values


def quota(rng: Random, n: int, pattern: list[int]) -> list[int]:
    """A pattern of counts, repeated to length `n`, in random order."""
    values = [pattern[i % len(pattern)] for i in range(n)]
    rng.shuffle(values)
    return values


def prose(rng: Random, length: int) -> str:
    """Short remarks, joined by semicolons, of exactly `length` characters in all."""
    remarks = []
    while length > 24:
        remark = rng.choice(PHRASES)
        if remark not in remarks and length - len(remark) - 2 >= 2:
            remarks.append(remark)
            length -= len(remark) + 2
    remarks.append(rng.choice(_PHRASES_OF_LENGTH[length]))
    return "; ".join(remarks)


def comment(rng: Random, length: int, indent: str = "") -> str:
    """Comment lines of exactly `length` bytes (at least four and the indent), newlines included."""
    lines = []
    around = len(indent) + 3  # "# " before the words, the newline behind
    while length > 0:
        take = length if length <= 76 else min(72, length - around - 1)
        lines.append(f"{indent}# {prose(rng, take - around)}\n")
        length -= take
    return "".join(lines)


def module(rng: Random, tokens: int, packages: tuple[str, ...]) -> str:
    """A Python module of exactly `tokens` tokens that names nothing a task looks for."""
    head = f'"""What the {rng.choice(NOUNS)} pages need."""\n\n{rng.choice(_IMPORTS)}'
    head += f"\nfrom {rng.choice(packages)} import settings\n"
    return head + filler(rng, tokens * BYTES_PER_TOKEN - len(head))


def filler(rng: Random, length: int) -> str:
    """Functions, then constants, then a comment: exactly `length` bytes, at least five."""
    text = ""
    while len(piece := "\n\n" + function(rng)) <= length - len(text) - 6:
        text += piece
    text += "\n" * (1 + bool(text))
    while length - len(text) > 72:
        name = f"{rng.choice(NOUNS)}_{rng.choice(ATTRIBUTES)}".upper()
        text += f"{name} = {rng.randrange(10, 99)}\n"
    return text + comment(rng, length - len(text))


def function(rng: Random) -> str:
    """One small function or class."""
    noun, attribute = rng.choice(NOUNS), rng.choice(ATTRIBUTES)
    return rng.choice(_FUNCTIONS).format(
        verb=rng.choice(FILLER_VERBS),
        noun=noun,
        attribute=attribute,
        Noun=noun.title(),
        Attribute=attribute.title(),
        number=rng.randrange(2, 90),
    )
