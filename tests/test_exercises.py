"""Every exercise's check, against its own right answer and its own wrong turns."""

import ast
import math
import re
from functools import cache
from importlib import import_module
from pathlib import Path

import nbformat
import pytest

from e3lib import exercises
from e3lib.exercises import check

ROOT = Path(__file__).parents[1]
FILES = sorted((ROOT / "e3lib" / "exercises").glob("ch[0-9][0-9].py"))
CHAPTERS = sorted((ROOT / "book").glob("[0-9][0-9]_*.ipynb"))
CHECKS = {
    number: rule
    for path in FILES
    for number, rule in import_module(f"e3lib.exercises.{path.stem}").CHECKS.items()
}
SLIPS = [(number, i) for number, rule in CHECKS.items() for i in range(len(rule.slips))]
FAR = -9.87e12  # no exercise has an answer near it

every_check = pytest.mark.parametrize("number", CHECKS)
every_chapter = pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda path: path.stem)


@cache
def right(number):
    return CHECKS[number].answer()


@cache
def cells(chapter):
    return nbformat.read(chapter, as_version=4).cells


def exercises_of(chapter):
    """The text of each exercise by its number, from its directive to its solution."""
    text = "\n".join(c.source for c in cells(chapter) if c.cell_type == "markdown")
    parts = re.split(r"^`{3,}\{exercise\} ?", text, flags=re.M)[1:]
    asked = [re.split(r"^`{3,}\{solution\}", part, flags=re.M)[0] for part in parts]
    return {f"{int(chapter.stem[:2])}.{i}": exercise for i, exercise in enumerate(asked, 1)}


@every_check
def test_the_right_answer_is_praised(number):
    said = check(number, right(number))
    assert (said.right, said.message) == (True, CHECKS[number].praise)


@pytest.mark.parametrize(("number", "slip"), SLIPS)
def test_each_wrong_turn_has_its_own_message(number, slip):
    wrong, message = CHECKS[number].slips[slip]
    said = check(number, wrong())
    assert (said.right, said.message) == (False, message)


@every_check
def test_no_two_messages_of_a_check_are_the_same(number):
    rule = CHECKS[number]
    messages = [rule.praise, rule.hint, *(message for _, message in rule.slips)]
    assert len(set(messages)) == len(messages)
    assert all(len(message) > 20 for message in messages)


@every_check
def test_any_other_number_gets_the_hint(number):
    said = check(number, FAR)
    assert (said.right, said.message) == (False, CHECKS[number].hint)


@every_check
@pytest.mark.parametrize("nonsense", ["0.5", None, True, math.nan, math.inf, [1]])
def test_what_is_no_number_is_told_so(number, nonsense):
    said = check(number, nonsense)
    assert said.right is False and said.message.endswith("is not a number; the answer is one.")


@every_check
def test_three_dots_wait(number):
    assert check(number).right is None
    assert "Waiting" in repr(check(number, ...))


@every_check
def test_a_check_tells_nobody_the_answer(number):
    rule = CHECKS[number]
    said = " ".join([rule.hint, *(message for _, message in rule.slips), repr(check(number, FAR))])
    assert not holds(said, right(number), rule.tolerance)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_answer_is_written_down_in_the_checks(path):
    written = {
        node.value
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, float)
    }
    numbers = [n for n in CHECKS if int(n.split(".")[0]) == int(path.stem[2:])]
    for number in numbers:
        for constant in written:
            assert not close(constant, right(number), 1e-9), f"{number}: {constant}"


@every_chapter
def test_a_chapter_has_four_exercises_with_time_difficulty_hint_and_hidden_solution(chapter):
    found = exercises_of(chapter)
    text = "\n".join(c.source for c in cells(chapter) if c.cell_type == "markdown")
    assert len(found) >= 4
    for number, exercise in found.items():
        assert re.search(r"\*\d+ minutes?, (easy|medium|hard|open)\.?\*", exercise), number
        assert "Hint" in exercise and ":class: dropdown" in exercise, number
    solutions = re.findall(r"^`{3,}\{solution\}.*\n(.*)", text, flags=re.M)
    assert len(solutions) == len(found) and set(solutions) == {":class: dropdown"}


@every_chapter
def test_every_check_of_a_chapter_has_its_waiting_cell_and_no_answer_in_sight(chapter):
    code = [c.source for c in cells(chapter) if c.cell_type == "code"]
    asked = re.findall(r'^check\("([\d.]+)", (\S+?)\)', "\n".join(code), flags=re.M)
    of_chapter = [n for n in CHECKS if int(n.split(".")[0]) == int(chapter.stem[:2])]
    assert [number for number, _ in asked] == of_chapter
    assert {given for _, given in asked} == {"..."}
    for number, text in exercises_of(chapter).items():
        if number in CHECKS:
            assert not holds(text, right(number), CHECKS[number].tolerance), number


def test_an_unknown_exercise_is_named_with_those_that_exist():
    with pytest.raises(ValueError, match=r"no check for exercise '3\.99'; there is 3\.1"):
        check("3.99", 1)
    with pytest.raises(ValueError, match="no check for exercise 'one'"):
        exercises.checks_of("one")


def holds(text, answer, tolerance):
    """True where a text writes the answer; one-digit answers are too common to tell."""
    numbers = [float(n) for n in re.findall(r"(?<![\w.])-?\d+(?:\.\d+)?(?![\w.]*\d)", text)]
    shares = [n / 100 for n in numbers] if 0 < abs(answer) < 1 else []
    if float(answer).is_integer() and abs(answer) < 10:
        return False
    return any(close(n, answer, tolerance) for n in numbers + shares)


def close(a, b, tolerance):
    return math.isclose(a, b, rel_tol=tolerance, abs_tol=1e-12)
