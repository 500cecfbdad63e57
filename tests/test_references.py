"""The bibliography: identifiers that can be followed, and no key that the book lacks."""

import re
from collections import Counter
from pathlib import Path

import pytest
from pybtex.database import parse_file

BOOK = Path(__file__).parents[1] / "book"
ENTRIES = parse_file(BOOK / "references.bib").entries
WITHOUT = {
    "deng2013",
    "arize2025convergence",
    "fink2005",
    "inspect2024",
    "koenig2002",
    "saadat2010",
}
CITED = re.compile(r"\{cite(?::\w+)?\}`([^`]+)`")


@pytest.mark.parametrize("key", ENTRIES)
def test_an_entry_has_an_identifier_or_is_known_to_have_none(key):
    fields = ENTRIES[key].fields
    assert ("doi" in fields or "eprint" in fields) != (key in WITHOUT)


def test_identifiers_are_well_formed_and_used_once():
    ids = [
        e.fields[name] for e in ENTRIES.values() for name in ("doi", "eprint") if name in e.fields
    ]
    assert [id for id in ids if not re.fullmatch(r"10\.\d{4,5}/\S+|\d{4}\.\d{5}", id)] == []
    assert [id for id, count in Counter(ids).items() if count > 1] == []


def test_every_citation_of_the_book_has_its_entry():
    pages = [*BOOK.glob("*.md"), *BOOK.glob("*.ipynb")]
    cited = {
        key.strip()
        for page in pages
        for keys in CITED.findall(page.read_text(encoding="utf-8"))
        for key in keys.split(",")
    }
    assert "yin2026" in cited
    assert cited <= set(ENTRIES)
