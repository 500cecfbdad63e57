"""The eight tools on real text, what they charge, and what Section 5.1 allows."""

import importlib.util
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from e3lib.cost import PRICES
from e3lib.environment import Environment, IllegalAction, run, tokens_of
from e3lib.task import Site, Task, occurrences

FILES = {
    "app/tax.py": '"""Tax."""\n\ndef load_rate(day):\n    return 3\n\n\nx = 1\n',
    "app/shop.py": "from app import tax\n\nrate = tax.load_rate(1)\n",
    "app/alias.py": 'from app import tax as m\n\nuse = getattr(m, "load" "_rate")\n',
    "app/web/other.py": "import json\n",
    "README.md": "Ask the desk.\n",
}
DEFINITION, CALL = occurrences(FILES, "load_rate")[::-1]
[ALIAS] = occurrences(FILES, '"load" "_rate"')


@pytest.fixture
def task():
    changes = {
        DEFINITION: "def send_rate(day):",
        CALL: "rate = tax.send_rate(1)",
        ALIAS: 'use = getattr(m, "send" "_rate")',
    }
    return Task("T", 3, 'Rename "load_rate" to "send_rate".', "load_rate", FILES, changes)


@pytest.fixture
def env(task):
    return Environment(task)


def test_a_token_is_four_bytes_rounded_up():
    assert [tokens_of(text) for text in ("", "a", "abcd", "abcde", "ééé")] == [0, 1, 1, 2, 2]


def test_list_dir_names_files_and_directories(env):
    assert env.list_dir() == ("README.md", "app/")
    assert env.list_dir("app") == ("app/alias.py", "app/shop.py", "app/tax.py", "app/web/")


def test_search_returns_every_literal_line_and_charges_for_each(env):
    assert env.search("load_rate") == (CALL, DEFINITION)
    # 73 for the search, 23 bytes -> 6 tokens and 19 bytes -> 5 tokens for the two lines
    assert env.cost.tokens == 73 + 6 + 5
    assert env.cost.tool_calls == 1


def test_search_in_one_file_is_cheaper_and_sees_only_that_file(env):
    assert env.search("load_rate", "app/tax.py") == (DEFINITION,)
    assert env.cost.tokens == 70 + 5
    assert env.cost.latency == 1.15


def test_read_range_returns_the_block_between_blank_lines(env):
    reading = env.read_range(DEFINITION)
    assert reading.text == "def load_rate(day):\n    return 3\n"
    assert reading.sites == (DEFINITION,)
    assert env.cost.tokens == 9  # 33 bytes


def test_a_wider_read_returns_that_many_whole_tokens(env):
    reading = env.read_range(DEFINITION, width=1.25)
    assert tokens_of(reading.text) == 11  # 1.25 x 9 = 11.25
    assert reading.text in FILES["app/tax.py"]


def test_a_line_that_the_window_cuts_or_only_touches_is_not_shown():
    files = {"a.py": "one_x = 1\n\ntwo_x = 1\n"}
    first, second = occurrences(files, "_x = 1")
    changes = {first: "one_y = 1", second: "two_y = 1"}
    for width, seen in ((1.0, {first}), (1.5, {first}), (4.0, {first, second})):
        env = Environment(Task("T", 1, "", "_x", files, changes))
        assert set(env.read_range(first, width).sites) == seen


def test_inspect_file_charges_its_text_and_counts_the_file_once(env):
    env.inspect_file("app/alias.py")
    first = env.cost
    env.inspect_file("app/alias.py")
    assert first.tokens == tokens_of(FILES["app/alias.py"])
    assert (first.files, env.cost.files) == (1, 1)
    assert env.cost.tokens == 2 * first.tokens


def test_dependency_trace_finds_the_files_that_import_a_module(env):
    assert env.dependency_trace("app/tax.py") == ("app/alias.py", "app/shop.py")
    assert env.dependency_trace("app/shop.py") == ()


@pytest.mark.parametrize(
    "line",
    [
        "import app.tax",
        "import os, app.tax as t",
        "from app import tax",
        "from app.tax import load_rate",
        "from . import tax",
        "from .tax import load_rate",
        "from app import (tax, shop)",
        "from app import (\n    shop,  # first\n    tax as t,\n)",
        "    from app.tax import load_rate",
    ],
)
def test_dependency_trace_reads_every_form_of_import(line):
    files = {"app/tax.py": "", "app/user.py": f"x = 1\n{line}\n"}
    env = Environment(Task("T", 1, "", "x", files, {}))
    assert env.dependency_trace("app/tax.py") == ("app/user.py",)


def test_edit_rewrites_the_line_and_nothing_else(env, task):
    env.search("load_rate")
    env.edit(CALL)
    assert env.search("send_rate") == (Site("app/shop.py", 3, "rate = tax.send_rate(1)"),)
    assert (
        env.inspect_file("app/shop.py").text == "from app import tax\n\nrate = tax.send_rate(1)\n"
    )


def test_verify_accepts_only_when_every_site_is_rewritten(env):
    env.search("load_rate")
    env.edit(DEFINITION)
    env.edit(CALL)
    assert not env.verify()
    env.inspect_file("app/alias.py")
    env.edit(ALIAS)
    assert env.verify()


def test_light_verification_grows_with_the_edited_sites_and_heavy_does_not(env):
    env.search("load_rate")
    env.edit(DEFINITION)
    env.edit(CALL)
    before = env.cost
    env.verify()
    light = env.cost.tokens - before.tokens
    env.verify(heavy=True)
    assert light == 11 + 2 * 39
    assert env.cost.tokens - before.tokens - light == 105


def test_a_direct_site_cannot_be_edited_before_it_is_shown(env):
    with pytest.raises(IllegalAction, match=r"app/shop.py:3 cannot be edited before a tool has"):
        env.edit(CALL)


def test_a_search_for_the_token_never_opens_the_indirect_site(env):
    env.search("load_rate")
    with pytest.raises(IllegalAction, match=r"app/alias.py:3 cannot be edited"):
        env.edit(ALIAS)


def test_no_search_or_range_read_opens_the_indirect_site_only_its_inspection_does(env):
    [found] = env.search('"load" "_rate"')
    env.read_range(found)
    with pytest.raises(IllegalAction):
        env.edit(found)
    assert ALIAS in env.inspect_file("app/alias.py").sites
    env.edit(ALIAS)


def test_a_forged_handle_is_no_key(env):
    with pytest.raises(IllegalAction):
        env.edit(Site("app/tax.py", 3, "def load_rate(day):"))


def test_a_line_that_needs_no_change_cannot_be_edited():
    files = {"a.py": "tax = 1\nrow = tax\n"}
    first, second = occurrences(files, "tax")
    env = Environment(Task("T", 1, "", "tax", files, {first: "toll = 1"}))
    env.search("tax")
    with pytest.raises(IllegalAction, match=r"a.py:2 needs no change"):
        env.edit(second)


@pytest.mark.parametrize(
    ("act", "message"),
    [
        (lambda env: env.inspect_file("app/no.py"), "there is no file 'app/no.py'"),
        (lambda env: env.list_dir("nowhere"), "there is no directory 'nowhere'"),
        (lambda env: env.edit(3), "3 is not a site; pass one that a search or a read returned"),
        (lambda env: env.read_range("app/tax.py"), "'app/tax.py' is not a site"),
        (lambda env: env.search(""), "the text to search for is ''; it must be some text"),
        (lambda env: env.search(3), "the text to search for is 3"),
        (lambda env: env.inspect_file([]), r"there is no file \[\]"),
        (
            lambda env: env.read_range(Site("app/tax.py", 99, "")),
            "there is no line 99 in app/tax.py",
        ),
        (lambda env: env.read_range(CALL, width=0.5), "a window of 0.5 blocks cannot be read"),
        (lambda env: env.reason("magic"), "there is no price for thinking about 'magic'"),
    ],
)
def test_a_tool_refuses_nonsense_in_one_sentence_and_charges_nothing(env, act, message):
    with pytest.raises(IllegalAction, match=message):
        act(env)
    assert env.trajectory == ()


def test_a_price_list_with_a_gap_is_refused_by_name(task):
    with pytest.raises(ValueError, match="the prices lack edit; start from PRICES"):
        Environment(task, {name: price for name, price in PRICES.items() if name != "edit"})


def test_line_endings_survive_an_edit():
    files = {"a.txt": "one\r\ntwo"}
    site = Site("a.txt", 1, "one")
    env = Environment(Task("T", 1, "", "one", files, {site: "ONE"}))
    env.search("one")
    env.edit(site)
    assert env.inspect_file("a.txt").text == "ONE\r\ntwo"


def test_run_reports_what_the_environment_decides_not_what_the_policy_says(task):
    def boastful(query, env):
        return True

    assert run(boastful, task, "boastful").solved is False


def test_the_task_itself_is_never_changed(task):
    def careless(query, env):
        for hit in env.search("load_rate"):
            env.edit(hit)

    run(careless, task, "careless")
    assert task.files == FILES


@given(st.lists(st.sampled_from(sorted(FILES)), max_size=6))
def test_the_ledger_adds_up_whatever_is_read(paths):
    env = Environment(Task("T", 1, "", "x", FILES, {}))
    for path in paths:
        env.inspect_file(path)
    assert env.cost.files == len(set(paths))
    assert env.cost.tool_calls == len(paths)
    assert env.cost.tokens == sum(tokens_of(FILES[path]) for path in paths)


def test_an_installed_package_is_a_repository_like_any_other():
    root = Path(importlib.util.find_spec("json").origin).parent
    files = {f"json/{p.name}": p.read_text(encoding="utf-8") for p in root.glob("*.py")}
    changes = {
        site: site.text.replace("JSONDecodeError", "DecodeError")
        for site in occurrences(files, "JSONDecodeError")
    }
    env = Environment(Task("json", 3, "", "JSONDecodeError", files, changes))
    hits = env.search("JSONDecodeError")
    assert "json/decoder.py" in {hit.file for hit in hits}
    assert "json/__init__.py" in env.dependency_trace("json/decoder.py")
    for hit in hits:
        env.edit(hit)
    assert env.verify(heavy=True)
    assert env.search("JSONDecodeError") == ()
