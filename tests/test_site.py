"""What the book's own Sphinx extensions put on a page."""

import hashlib
import importlib
import json
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

EXTENSIONS = Path(__file__).parent.parent / "book" / "_ext"


@pytest.fixture
def extension(monkeypatch):
    monkeypatch.syspath_prepend(str(EXTENSIONS))
    yield importlib.import_module
    for name in [m for m in sys.modules if m.startswith("e3_")]:
        del sys.modules[name]


@pytest.fixture
def recorded(tmp_path):
    """A project whose one chapter was run and compared as it now stands."""
    notebook, record = tmp_path / "book" / "01_trial.ipynb", tmp_path / "build" / "execution.json"
    notebook.parent.mkdir()
    record.parent.mkdir()
    notebook.write_text("{}", encoding="utf-8")
    digest = hashlib.sha256(b"{}").hexdigest()
    run = {"sha256": digest, "commit": "abc1234567", "cells": 3, "seconds": 1.5}
    record.write_text(json.dumps({"01_trial": run}), encoding="utf-8")
    return tmp_path


def test_a_page_claims_the_run_of_its_very_notebook(extension, recorded):
    run = extension("e3_execution").executed(recorded, "book/01_trial")
    assert (run["commit"], run["cells"], run["seconds"]) == ("abc1234567", 3, 1.5)


def test_a_page_claims_nothing_once_its_notebook_has_changed(extension, recorded):
    (recorded / "book" / "01_trial.ipynb").write_text("{ }", encoding="utf-8")
    assert extension("e3_execution").executed(recorded, "book/01_trial") is None


def test_a_page_claims_nothing_where_nothing_was_run(extension, recorded):
    (recorded / "build" / "execution.json").unlink()
    assert extension("e3_execution").executed(recorded, "book/01_trial") is None


def test_a_script_is_kept_once_whether_it_is_a_file_or_inline(extension):
    def script(filename, **attributes):
        return SimpleNamespace(filename=filename, attributes=attributes)

    a, b, inline = script("a.js"), script("b.js"), script(None, body="const x = 1")
    context = {"script_files": [a, inline, b, script("a.js"), script(None, body="const x = 1")]}
    extension("e3_scripts")._drop_repeats(None, "page", "page.html", context, None)
    assert context["script_files"] == [a, inline, b]


def test_the_launch_buttons_get_the_address_from_pyproject(extension, tmp_path):
    text = '[project.urls]\nRepository = "https://github.com/a/b"\n'
    (tmp_path / "pyproject.toml").write_text(text, encoding="utf-8")
    config = SimpleNamespace(html_theme_options={"launch_buttons": {}})
    extension("e3_repository")._set_url(SimpleNamespace(confdir=tmp_path), config)
    assert config.html_theme_options["repository_url"] == "https://github.com/a/b"
