"""Every page of the book keeps the promises that a reader relies on."""

import ast
import re
from pathlib import Path

import nbformat
import pytest
import yaml

ROOT = Path(__file__).parent.parent
BOOK = ROOT / "book"
NOTEBOOKS = sorted(BOOK.glob("*.ipynb"))
CHAPTERS = [p for p in NOTEBOOKS if re.match(r"\d\d_", p.name)]
LONGEST_CELL = 10
FEWEST_EXERCISES = 4
PAGE = {".md", ".ipynb"}

each_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda p: p.stem)
each_chapter = pytest.mark.parametrize("path", CHAPTERS, ids=lambda p: p.stem)


def cells(path, kind):
    found = [c for c in nbformat.read(path, as_version=4).cells if c.cell_type == kind]
    return [c for c in found if c.source.strip() and "setup" not in c.metadata.get("tags", ())]


def prose(path):
    return "\n\n".join(c.source for c in cells(path, "markdown"))


def code(cell):
    """The cell's syntax tree, without IPython's own lines."""
    lines = cell.source.splitlines()
    return ast.parse("\n".join(x for x in lines if not x.lstrip().startswith(("%", "!"))))


def pages_in_toc(node):
    """Every page that _toc.yml names, at any depth."""
    if isinstance(node, list):
        return [page for child in node for page in pages_in_toc(child)]
    if isinstance(node, dict):
        own = [node[key] for key in ("root", "file") if key in node]
        return own + [p for v in node.values() if isinstance(v, list) for p in pages_in_toc(v)]
    return []


def test_the_table_of_contents_lists_every_page_once():
    toc = pages_in_toc(yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8")))
    pages = [p.relative_to(ROOT).with_suffix("") for p in BOOK.glob("*") if p.suffix in PAGE]
    assert sorted(toc) == sorted(map(str, pages))


@each_notebook
def test_every_cell_was_run_in_order_from_a_fresh_kernel(path):
    counts = [c.execution_count for c in nbformat.read(path, 4).cells if c.cell_type == "code"]
    assert counts == list(range(1, len(counts) + 1))


@each_notebook
def test_no_cell_failed_or_warned(path):
    unmarked = (
        c for c in cells(path, "code") if "raises-exception" not in c.metadata.get("tags", ())
    )
    outputs = [o for c in unmarked for o in c.outputs]
    assert [o.evalue for o in outputs if o.output_type == "error"] == []
    assert [o.text for o in outputs if o.get("name") == "stderr"] == []


@each_notebook
def test_a_cell_is_short_and_defines_no_function(path):
    for cell in cells(path, "code"):
        assert len(cell.source.splitlines()) <= LONGEST_CELL, cell.source
        kinds = {type(node) for node in ast.walk(code(cell))}
        assert not kinds & {ast.FunctionDef, ast.ClassDef, ast.AsyncFunctionDef}, cell.source


@each_notebook
def test_every_picture_has_alt_text_and_a_caption(path):
    for cell in cells(path, "code"):
        kinds = {k for o in cell.outputs for k in o.get("data", {})}
        if kinds & {"image/svg+xml", "image/png", "image/jpeg"}:
            shown = cell.metadata.get("mystnb", {})
            alt = shown.get("image", {}).get("alt", "")
            assert len(alt.split()) >= 5, f"say what this shows: {cell.source}"
            assert shown.get("figure", {}).get("caption"), cell.source
            assert shown["figure"].get("name", "").startswith("fig-"), cell.source


@each_notebook
def test_pictures_are_vectors(path):
    kinds = {k for c in cells(path, "code") for o in c.outputs for k in o.get("data", {})}
    assert not kinds & {"image/png", "image/jpeg"}


@each_notebook
def test_the_outputs_tell_nothing_of_the_machine(path):
    text = path.read_text(encoding="utf-8")
    assert re.findall(r"/(?:home|root|tmp)/\w+|0x[0-9a-f]{8,}", text) == []


@each_chapter
def test_a_chapter_opens_with_what_the_reader_will_be_able_to_do(path):
    opening = prose(path)[:2000]
    assert re.search(r"{admonition} What you will be able to do\n:class: tip\n\n- ", opening)
    assert re.search(r"\*Reading time:\* \d+ minutes\. \*Prerequisites:\* \S", opening)


@each_chapter
def test_a_chapter_ends_with_three_questions_and_then_exercises(path):
    _, _, ending = prose(path).partition("## Check your understanding")
    questions, _, exercises = ending.partition("## Exercises")
    questions = questions.partition("```")[0]  # without the folded answers
    assert re.findall(r"^(\d)\. ", questions, re.M) == ["1", "2", "3"]
    assert "{exercise}" in exercises
    assert not re.search(r"^## ", exercises, re.M), "nothing comes after the exercises"


@each_chapter
def test_every_exercise_says_how_long_it_takes_and_has_a_hint_and_a_solution(path):
    exercises = re.split(r"{exercise}", prose(path))[1:]
    assert len(exercises) >= FEWEST_EXERCISES
    for text in exercises:
        label = re.search(r":label: (\S+)", text)[1]
        assert re.search(r"\d+ minutes?, (easy|medium|hard|open)\.", text), label
        assert re.search(r"{admonition} Hint\n:class: [^\n]*dropdown", text), label
        assert re.search(rf"{{solution}} {label}\n:class: [^\n]*dropdown", text), label


@each_notebook
def test_every_picture_in_the_text_has_alt_text(path):
    assert re.findall(r"!\[\s*\]\(", prose(path)) == []
