"""Chapters are run and compared without loopholes, and saved the same on every run."""

import hashlib
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

ROOT = Path(__file__).parent.parent
PICTURE = "from IPython.display import Image\nImage(b'%s', format='png')"
LOOK_AWAY = ["# NBVAL_IGNORE_OUTPUT\nprint(2)", "# NBVAL_SKIP\nprint(2)"]


def python(*arguments, cwd):
    command = (sys.executable, *map(str, arguments))
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True)


@pytest.fixture
def book(tmp_path):
    """A folder laid out as this one, with a book that has no chapter yet."""
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (tmp_path / "book" / "_ext").mkdir(parents=True)
    for name in ("conftest.py", "execute.py", "_ext/e3_repository.py"):
        shutil.copy(ROOT / "book" / name, tmp_path / "book" / name)
    return tmp_path / "book"


def write(book, *sources, name="01_trial.ipynb"):
    cells = [new_markdown_cell("# A trial"), *map(new_code_cell, sources)]
    path = book / name
    nbformat.write(new_notebook(cells=cells), path)
    return path


def execute(path, *options):
    return python("book/execute.py", *options, path, cwd=path.parent.parent)


def compare(book):
    return python("-m", "pytest", "-p", "no:cacheprovider", "book", cwd=book.parent)


def change(path, old, new):
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_a_chapter_that_was_run_passes_and_is_recorded_with_its_digest(book):
    path = write(book, "print(6 * 7)")
    execute(path)
    assert compare(book).returncode == 0
    record = json.loads((book.parent / "build" / "execution.json").read_text(encoding="utf-8"))
    assert record["01_trial"]["cells"] == 2  # with the set-up cell
    assert record["01_trial"]["sha256"] == hashlib.sha256(path.read_bytes()).hexdigest()


def test_a_stale_output_fails_and_takes_the_chapter_off_the_record(book):
    path = write(book, "print(6 * 7)")
    execute(path)
    compare(book)
    change(path, '"42\\n"', '"43\\n"')
    assert "1 failed" in compare(book).stdout
    record = (book.parent / "build" / "execution.json").read_text(encoding="utf-8")
    assert json.loads(record) == {}


def test_a_picture_of_something_else_fails(book):
    path = write(book, PICTURE % "one")
    execute(path)
    change(path, "b25l", "dHdv")  # "one" and "two" in base 64
    assert "1 failed" in compare(book).stdout


def test_a_cell_that_was_never_run_stops_the_check(book):
    write(book, "print(1)")
    run = compare(book)
    assert run.returncode != 0
    assert "01_trial.ipynb, code cell 0 was never run" in run.stdout + run.stderr


@pytest.mark.parametrize("source", LOOK_AWAY)
def test_a_cell_may_not_ask_to_be_ignored(book, source):
    execute(write(book, source))
    run = compare(book)
    assert run.returncode != 0
    assert "tells nbval to look away" in run.stdout + run.stderr


def test_two_runs_save_the_same_bytes(book):
    path = write(book, "import sys\nprint(1)\nprint(2, file=sys.stderr)\nprint(3)", "1 + 1")
    execute(path)
    first = path.read_bytes()
    assert "unchanged" in execute(path).stdout
    assert path.read_bytes() == first


def test_the_set_up_cell_comes_first_once_and_fetches_this_repository(book):
    path = write(book, "1 + 1")
    execute(path)
    execute(path)
    first, second = (c for c in nbformat.read(path, 4).cells if c.cell_type == "code")
    assert re.search(r"%pip install --quiet git\+https://\S+", first.source)
    assert second.source == "1 + 1"


def test_check_names_what_would_change_and_saves_nothing(book):
    path = write(book, "print(1)")
    before = path.read_bytes()
    run = execute(path, "--check")
    assert (run.returncode, run.stdout) == (1, "01_trial.ipynb would change\n")
    assert path.read_bytes() == before


def test_a_chapter_that_fails_is_left_as_it_was_and_named(book):
    path = write(book, "print(1)", "1 / 0")
    before = path.read_bytes()
    run = execute(path)
    assert run.returncode == 1
    assert "01_trial.ipynb failed and was left as it was" in run.stdout
    assert "ZeroDivisionError" in run.stdout
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("content", "sentence"),
    [(None, "there is no chapter"), ("# A page", "is not a notebook")],
)
def test_what_is_no_notebook_gets_one_sentence(book, content, sentence):
    path = book / "02_page.ipynb"
    if content:
        path.write_text(content, encoding="utf-8")
    run = execute(path)
    assert run.returncode != 0
    assert sentence in run.stdout + run.stderr
    assert "Traceback" not in run.stdout + run.stderr
