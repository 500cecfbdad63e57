"""The course as its people use it: a student's path, the decks, and what the guide says."""

import re
import runpy
import shutil
import subprocess
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

from e3lib.labs import isolation, submission
from e3lib.labs.grading import LABS, Course

ROOT = Path(__file__).parents[1]
GUIDE = (ROOT / "book" / "instructor_guide.md").read_text(encoding="utf-8")
STUDENTS = (ROOT / "book" / "course.md").read_text(encoding="utf-8")
BUILD = runpy.run_path(str(ROOT / "course" / "slides" / "build.py"))
UNITS = BUILD["UNITS"]
CHAPTERS = sorted((ROOT / "book").glob("[0-9][0-9]_*.ipynb"))
SOURCES = sorted(LABS.glob("*/*.ipynb"))


def title_of(notebook):
    return nbformat.read(notebook, as_version=4).cells[0].source.partition("\n")[0].lstrip("# ")


def run_all(notebook):
    """Run a notebook as a person would; return the message of the first cell that stops, if any."""
    client = NotebookClient(notebook, timeout=120, kernel_name="python3")
    try:
        client.execute()
    except CellExecutionError:
        return next(
            o.traceback for c in notebook.cells for o in c.get("outputs", ()) if o.get("ename")
        )
    return None


def answer(notebook, grade_id, source):
    for cell in notebook.cells:
        if cell.metadata.get("nbgrader", {}).get("grade_id") == grade_id:
            cell.source = source


def test_a_student_opens_a_lab_errs_reads_errs_less_and_is_graded(tmp_path):
    """The whole path on lab 1: untouched, wrong, right, handed in, graded."""
    course = Course(tmp_path)
    lab = "lab1_trajectory"
    notebook = nbformat.read(course.release(lab), as_version=4)

    assert run_all(notebook) == ["Not yet. Put your answer in the place of local_plan = ..."]

    answer(notebook, "q1-plan", 'local_plan = [("edit", "index.html:19"), ("verify", "light")]')
    [said] = run_all(notebook)
    assert said.startswith("Not yet. Step 1, ('edit', 'index.html:19'): index.html:19 cannot be ")

    plan = '[("read_range", "index.html:19"), ("edit", "index.html:19"), ("verify", "light")]'
    answer(notebook, "q1-plan", f"local_plan = {plan}")
    assert run_all(notebook) == ["Not yet. Put your answer in the place of cross_file_plan = ..."]

    handed_in = tmp_path / "handed_in.ipynb"
    nbformat.write(notebook, handed_in)
    course.submit("ada", handed_in, lab)
    scores = {s.question: s for s in course.grade(lab, "ada")}
    assert (scores["q1-solved"].points, scores["q1-minimal"].points) == (2, 2)
    assert scores["q2-solved"].points == 0
    assert scores["q2-solved"].message == "Put your answer in the place of cross_file_plan = ..."


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_a_lab_says_how_long_it_takes_what_it_needs_and_what_it_teaches(source):
    opening = nbformat.read(source, as_version=4).cells[0].source
    minutes = int(re.search(r"\*\*(\d+) minutes\.\*\*", opening)[1])
    assert 60 <= minutes <= 90
    assert sum(map(int, re.findall(r"^\| (\d+) \|", opening, re.M))) == minutes
    assert "Needs chapter" in opening and "After this lab you can" in opening
    assert f"{title_of(source).partition(':')[0]}: " in GUIDE
    assert f"| {minutes} |" in GUIDE


def test_the_units_take_every_chapter_and_every_lab_once():
    assert [n for unit in UNITS for n in unit.chapters] == list(range(1, len(CHAPTERS) + 1))
    assert sorted(unit.lab for unit in UNITS) == [title_of(source) for source in SOURCES]


def test_the_students_page_agrees_with_the_units():
    rows = re.findall(r"^\| (\d) (.+?) \| (.+?) \| (.+?) \|", STUDENTS, re.M)
    assert len(rows) == len(UNITS)
    for (number, title, read, do), unit in zip(rows, UNITS, strict=True):
        assert title == unit.title
        assert [int(n) for n in re.findall(r"\((\d\d)_", read)] == list(unit.chapters)
        assert do.lower() == unit.lab.lower()
        assert f"slides/unit{number}.html" in STUDENTS


def test_the_guide_says_the_limits_that_hold():
    assert submission.SECONDS == 60 and "one minute for the notebook, three gigabytes" in GUIDE
    assert isolation.MEMORY == 3 << 30 and "three gigabytes of memory" in STUDENTS
    cells = [c for s in SOURCES for c in nbformat.read(s, as_version=4).cells]
    points = sum(c.metadata.get("nbgrader", {}).get("points", 0) for c in cells)
    assert f"{points:g} points in six labs" in GUIDE


def test_every_exercise_that_the_guide_names_exists():
    named = re.findall(r"exercises? ((?:\d+\.\d(?:, | to | and )?)+)", GUIDE)
    numbers = {n for group in named for n in re.findall(r"\d+\.\d", group)}
    there = {
        f"{int(path.stem[:2])}.{i + 1}"
        for path in CHAPTERS
        for i in range(path.read_text(encoding="utf-8").count("{exercise}"))
    }
    assert len(numbers) > 20
    assert numbers <= there


@pytest.fixture(scope="module")
def decks(tmp_path_factory):
    folder = tmp_path_factory.mktemp("decks")
    BUILD["main"](folder)
    return [path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.html"))]


def test_there_is_a_deck_for_each_unit_with_notes_and_questions(decks):
    assert len(decks) == len(UNITS)
    for deck, unit in zip(decks, UNITS, strict=True):
        assert f"<h2>{unit.title}</h2>" in deck and f"<h2>{unit.lab}</h2>" in deck
        assert deck.count('class="check"') == 3 * len(unit.chapters)
        assert deck.count('<aside class="notes">') > deck.count("<section") / 2


def test_a_deck_shows_the_chapters_own_figures_and_tables(decks):
    for deck, unit in zip(decks, UNITS, strict=True):
        chapters = [p for p in CHAPTERS if int(p.stem[:2]) in unit.chapters]
        stored = [o for p in chapters for o in outputs(p)]
        figures = sum("image/svg+xml" in o.get("data", {}) for o in stored)
        tables = [
            o["data"]["text/html"]
            for o in stored
            if "e3-table" in str(o.get("data", {}).get("text/html"))
        ]
        assert deck.count("<figure>") == figures
        assert all(table.split("<tbody>")[1] in deck for table in tables)


def outputs(path):
    return [o for c in nbformat.read(path, as_version=4).cells for o in c.get("outputs", ())]


def test_a_deck_needs_no_network_and_leaves_no_markup_behind(decks):
    for deck in decks:
        assert not re.search(r"""(?:src|href)=["']?(?:https?:)?//""", deck)
        words = re.sub(r"<style>.*?</style>|<script>.*?</script>|<[^>]+>", "", deck, flags=re.S)
        assert not re.search(r"\{\w+(?::\w+)?\}`|\ufffc|:class:|literalinclude", words)
        assert 'alt=""' not in deck


def test_the_sources_of_the_decks_hold_no_number_of_the_book():
    code = (ROOT / "course" / "slides" / "build.py").read_text(encoding="utf-8")
    assert not re.findall(r"\d+\.\d+", code.replace("3.11", ""))


def test_the_solutions_are_not_part_of_the_site():
    toc = (ROOT / "_toc.yml").read_text(encoding="utf-8")
    config = (ROOT / "_config.yml").read_text(encoding="utf-8")
    assert "labs/" not in toc
    assert re.search(r"exclude_patterns:\s*\[[^\]]*\bcourse\b", config)


@pytest.mark.skipif(shutil.which("chromium") is None, reason="needs Chromium; .ci/run installs it")
def test_a_deck_opens_in_a_browser_at_the_slide_of_its_address(tmp_path):
    BUILD["main"](tmp_path)
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"]
    place = f"file://{tmp_path}/unit3.html?speaker#3"
    run = subprocess.run(["chromium", *options, place], capture_output=True, text=True, timeout=60)
    shown = re.findall(r'<section class="[^"]*\bnow"><h2>(.*?)</h2>', run.stdout)
    assert shown == ["After this you can"]
    assert re.search(r">3 / \d+</output>", run.stdout)
    assert '<body class="with-notes">' in run.stdout
