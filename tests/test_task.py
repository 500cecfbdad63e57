"""Tasks, and what an instruction names."""

import pytest

from e3lib.bench import gmail_icon
from e3lib.task import Site, files_of, named_file, named_token, occurrences


def test_occurrences_are_the_matching_lines_with_their_numbers_from_one():
    files = {"b.py": "x = tax\ny = 2\nz = tax\n", "a.py": "no\ntax\n"}
    assert occurrences(files, "tax") == (
        Site("a.py", 2, "tax"),
        Site("b.py", 1, "x = tax"),
        Site("b.py", 3, "z = tax"),
    )


@pytest.mark.parametrize(
    ("query", "token"),
    [
        ('Replace "Send bill" with "Pay bill" in shop/cart.py.', "Send bill"),
        ("Rename `load_order` to `send_order`.", "load_order"),
        ("Please rename load_order to send_order.", "load_order"),
    ],
)
def test_the_token_is_the_first_quoted_text_or_else_the_first_snake_case_name(query, token):
    assert named_token(query) == token


def test_an_instruction_that_names_nothing_is_refused_with_what_would_be_right():
    with pytest.raises(ValueError, match=r"'make it better' names nothing to look for; quote"):
        named_token("make it better")


@pytest.mark.parametrize(
    ("query", "file"),
    [
        ('In index.html, replace "a" with "b".', "index.html"),
        ('Change "a" in shop/web/cart.py now.', "shop/web/cart.py"),
        ('Replace "old.py" with "new.py".', None),
        ('Rename "a_b" to "c_d".', None),
    ],
)
def test_a_file_counts_only_outside_the_quotes(query, file):
    assert named_file(query) == file


def test_a_file_is_listed_once_in_the_order_of_its_sites():
    sites = [Site("b", 1, ""), Site("a", 1, ""), Site("b", 2, "")]
    assert files_of(sites) == ("b", "a")


def test_the_gmail_task_has_one_direct_site_and_none_behind_an_alias():
    task = gmail_icon()
    [site] = task.direct_sites
    assert site.file == "index.html"
    assert "fa-brands fa-google" in site.text
    assert task.indirect_sites == ()
