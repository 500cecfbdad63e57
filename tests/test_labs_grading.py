"""Student versions and scores: right, wrong, empty and tampered notebooks."""

import csv
import subprocess
import sys
from copy import deepcopy
from functools import partial

import nbformat
import pytest

from e3lib.labs import SEED_VARIABLE, judge, leaderboard
from e3lib.labs.grading import LABS, Course, Score, write_scores
from e3lib.labs.submission import Submission

LAB_NAMES = sorted(path.name for path in LABS.iterdir() if path.is_dir())


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    course = Course(tmp_path_factory.mktemp("course"))
    for lab in LAB_NAMES:
        course.release(lab)
    return course


def student_version(course, lab):
    return nbformat.read(course.folder / "release" / lab / f"{lab}.ipynb", as_version=4)


def graded(course, lab, student, notebook):
    path = course.folder / f"{student}.ipynb"
    nbformat.write(notebook, path)
    course.submit(student, path, lab)
    return course.grade(lab, student)


def points(scores):
    return sum(score.points for score in scores)


def rows(path):
    with open(path, encoding="utf-8") as file:
        return list(csv.DictReader(file))


def put(notebook, grade_id, source):
    """Replace the source of a cell that has a name."""
    [cell] = [
        c for c in notebook.cells if c.metadata.get("nbgrader", {}).get("grade_id") == grade_id
    ]
    cell.source = source
    return notebook


def test_there_are_six_labs():
    assert len(LAB_NAMES) == 6


@pytest.mark.parametrize("lab", LAB_NAMES)
def test_the_reference_solution_wins_every_point(course, lab):
    reference = nbformat.read(LABS / lab / f"{lab}.ipynb", as_version=4)
    scores = graded(course, lab, "reference", reference)
    assert {s.question: s.points for s in scores} == {s.question: s.possible for s in scores}


@pytest.mark.parametrize("lab", LAB_NAMES)
def test_an_untouched_student_version_wins_none(course, lab):
    scores = graded(course, lab, "untouched", student_version(course, lab))
    assert points(scores) == 0 and sum(s.possible for s in scores) > 0


@pytest.mark.parametrize("lab", LAB_NAMES)
def test_a_student_version_holds_no_solution_no_hidden_test_and_no_output(course, lab):
    released = student_version(course, lab)
    text = "\n".join(cell.source for cell in released.cells)
    assert "BEGIN SOLUTION" not in text and "BEGIN HIDDEN" not in text
    assert not any(cell.get("outputs") for cell in released.cells)
    source = nbformat.read(LABS / lab / f"{lab}.ipynb", as_version=4)
    hidden = [line for cell in source.cells for line in secret_lines(cell.source)]
    assert len(hidden) > 5
    assert set(hidden) & set(text.splitlines()) == set()


def secret_lines(source):
    """The lines that stand only between marks, those too short to be told from others left out."""
    inside, open_to_all, secret = False, set(), []
    for line in source.split("\n"):
        inside = (inside or line.startswith("### BEGIN")) and not line.startswith("### END")
        if len(line.strip()) > 30 and inside:
            secret.append(line)
        elif not inside:
            open_to_all.add(line)
    return [line for line in secret if line not in open_to_all]


def test_a_half_right_notebook_wins_the_points_of_its_half(course):
    plan = [("inspect_file", "index.html"), ("edit", "index.html:19"), ("verify", "light")]
    notebook = student_version(course, "lab1_trajectory")
    put(notebook, "q1-plan", f"local_plan = {plan}")
    scores = {s.question: s for s in graded(course, "lab1_trajectory", "half", notebook)}
    assert scores["q1-solved"].points == 2
    assert scores["q1-minimal"].points == 0
    assert scores["q1-minimal"].message.startswith("There is a cheaper plan")


def test_a_test_that_counts_gives_part_of_its_points(course):
    two = """repositories = {
        "string halves": {"core.py": "def load_rows():\\n    return 3\\n",
                          "main.py": 'import core\\ngetattr(core, "load" "_rows")()\\n'},
        "file name": {"load_rows.py": "n = 3\\n", "main.py": "import load_rows\\n"},
        "alias": {"core.py": "def load_rows():\\n    return 3\\n", "main.py": "import core\\n"},
    }"""
    notebook = put(student_version(course, "lab5_rename"), "q1-repositories", two)
    scores = {s.question: s.points for s in graded(course, "lab5_rename", "two", notebook)}
    assert scores["q1-mechanisms"] == pytest.approx(1.5)


def test_a_policy_that_fails_is_ranked_behind_one_that_is_dear(course):
    cheap = "def policy(query, env):\n    [env.edit(s) for s in env.search(named_token(query))]"
    dear = "from e3lib.policies import max_context_first as policy"
    for student, source in (("cheap", cheap), ("dear", dear)):
        graded(
            course,
            "lab3_policy",
            student,
            put(student_version(course, "lab3_policy"), "policy", source),
        )
    board = rows(leaderboard.write_leaderboard(course, seed=7))
    assert [row["student"] for row in board if row["student"] in ("cheap", "dear")] == [
        "dear",
        "cheap",
    ]
    assert {row["seed"] for row in board} == {"7"}


def test_ranks_are_by_success_then_redundancy_then_name():
    entries = [
        leaderboard.Entry("c", 0.5, 0.1, 1.0),
        leaderboard.Entry("b", 1.0, 0.3, 1.0),
        leaderboard.Entry("a", 1.0, 0.3, 1.0),
        leaderboard.Entry("d", 1.0, 0.2, 1.0),
        leaderboard.Entry("e", 0.0, None, 1.0),
    ]
    assert [e.student for e in leaderboard.ranked(entries)] == ["d", "a", "b", "c", "e"]


def tampered(notebook, how):
    notebook = deepcopy(notebook)
    tests = [c for c in notebook.cells if c.metadata.get("nbgrader", {}).get("grade")]
    match how:
        case "emptied":
            for cell in tests:
                cell.source = "pass"
        case "deleted":
            notebook.cells = [c for c in notebook.cells if c not in tests]
        case "worth more":
            for cell in tests:
                cell.metadata["nbgrader"]["points"] = 1000.0
        case "not graded":
            for cell in tests:
                cell.metadata["nbgrader"] |= {"grade": False, "locked": False}
        case "doubled":
            for i, twin in enumerate(deepcopy(tests)):
                twin.source, twin.id = "1000.0", f"twin-{i}"
                notebook.cells.append(twin)
        case "turned into text":
            for cell in tests:
                cell.cell_type = "markdown"
        case "answered with an output":
            for cell in tests:
                cell.outputs = [nbformat.v4.new_output("execute_result", {"text/plain": "2.0"})]
    return notebook


@pytest.mark.parametrize(
    "how",
    [
        "emptied", "deleted", "worth more", "not graded", "doubled", "turned into text",
        "answered with an output",
    ],
)  # fmt: skip
def test_tampering_with_the_tests_wins_nothing(course, how):
    notebook = tampered(student_version(course, "lab1_trajectory"), how)
    scores = graded(course, "lab1_trajectory", "tamperer", notebook)
    assert points(scores) == 0
    assert sum(s.possible for s in scores) == 20


STEPS = [("read_range", "index.html:19"), ("edit", "index.html:19"), ("verify", "light")]
RIGHT_PLAN = f"local_plan = {STEPS}"


@pytest.mark.parametrize(
    ("prank", "said"),
    [
        ("import os\nos._exit(0)", "the notebook ended its own process"),
        ("while True:\n    pass", "stopped after 4 seconds"),
        ("import os\nos.write(4, b'noise\\n' * 9)", "something that is no message"),
    ],
)
def test_a_prank_in_the_second_answer_costs_only_what_comes_after(course, monkeypatch, prank, said):
    monkeypatch.setattr(judge, "Submission", partial(Submission, seconds=4))
    notebook = put(student_version(course, "lab1_trajectory"), "q1-plan", RIGHT_PLAN)
    put(notebook, "q2-plan", prank)
    scores = {s.question: s for s in graded(course, "lab1_trajectory", "prankster", notebook)}
    assert (scores["q1-solved"].points, scores["q1-minimal"].points) == (2, 2)
    assert points(scores.values()) == 4
    assert said in scores["q2-solved"].message


def test_patching_the_library_from_an_answer_wins_nothing(course):
    patch = """import e3lib.environment, e3lib.labs, e3lib.labs.plan
class Yes(float):
    __call__ = __getattr__ = __getitem__ = lambda self, *a: self
e3lib.labs.expect = e3lib.labs.given = expect = given = lambda *a: None
e3lib.environment.Environment._accepts = lambda self: True
e3lib.environment.run = e3lib.labs.plan.follow = run = follow = lambda *a: Yes(1)
local_plan = [("edit", "index.html:1")]"""
    notebook = put(student_version(course, "lab1_trajectory"), "q1-plan", patch)
    assert points(graded(course, "lab1_trajectory", "patcher", notebook)) == 0


def test_a_policy_that_knows_the_practice_tasks_by_heart_fails_the_hidden_ones(course, monkeypatch):
    monkeypatch.setenv(SEED_VARIABLE, "20261201")
    by_heart = """from e3lib.policies import oracle
known = practice(1)
def policy(query, env):
    for task in known:
        if task.query == query:
            try:
                return oracle(task)(query, env)
            except IllegalAction:
                pass"""
    notebook = put(student_version(course, "lab3_policy"), "policy", by_heart)
    scores = {s.question: s.points for s in graded(course, "lab3_policy", "by heart", notebook)}
    assert scores["practice-solved"] == scores["practice-cheaper"] == 4
    assert scores["hidden-solved"] == scores["wording-solved"] == scores["budget"] == 0


def test_a_file_that_is_no_notebook_wins_nothing_and_is_told_so(course):
    path = course.folder / "broken.ipynb"
    path.write_text("not a notebook", encoding="utf-8")
    course.submit("broken", path, "lab2_weights")
    scores = course.grade("lab2_weights", "broken")
    assert points(scores) == 0
    assert all(s.message.startswith("this notebook cannot be graded") for s in scores)


def test_the_score_file_has_a_line_for_each_question(tmp_path):
    path = tmp_path / "scores.csv"
    write_scores([Score("ada", "lab1", "q1", 1.5, 2.0, 'said "no", twice')], path)
    assert rows(path) == [
        {"student": "ada", "lab": "lab1", "question": "q1", "points": "1.5", "possible": "2.0",
         "message": 'said "no", twice'}
    ]  # fmt: skip


def test_the_command_says_where_to_put_what_is_to_be_graded(tmp_path):
    command = [sys.executable, "-m", "e3lib.labs", "grade", "--folder", str(tmp_path / "new")]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 1
    assert "There is nothing to grade" in run.stderr and "Traceback" not in run.stderr


def test_the_command_grades_everything_and_writes_both_files(course, tmp_path):
    folder = tmp_path / "all"
    course_of_mine = Course(folder)
    course_of_mine.submit("ada", LABS / "lab3_policy" / "lab3_policy.ipynb", "lab3_policy")
    command = [sys.executable, "-m", "e3lib.labs", "grade", "--folder", str(folder), "--seed", "11"]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "Hidden seed: 11" in run.stdout
    assert sum(float(row["points"]) for row in rows(folder / "scores.csv")) == 20
    [row] = rows(folder / "leaderboard.csv")
    assert (row["rank"], row["student"], row["success"], row["seed"]) == ("1", "ada", "1.0", "11")
