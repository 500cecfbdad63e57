"""What the labs' notebooks use: plans, renames, judged predictions, and what they say."""

from collections import Counter

import pytest

from e3lib.bench import gmail_icon, mse_bench, reworded
from e3lib.environment import run
from e3lib.figures.labs import reliability_diagram
from e3lib.labs import NotYet, expect, given, hidden_seed
from e3lib.labs.calibration import predictions
from e3lib.labs.plan import follow, listing
from e3lib.labs.rename import MECHANISMS, breaks, grep_rename, outcome
from e3lib.policies import oracle

CORE = "def load_rows():\n    return 3\n"
HALVES = {"core.py": CORE, "main.py": 'import core\nassert getattr(core, "load" "_rows")() == 3\n'}
PLAIN = {"core.py": CORE, "main.py": "from core import load_rows as rows\nassert rows() == 3\n"}


def test_an_expectation_that_fails_says_one_line():
    expect(True, "never said")
    with pytest.raises(NotYet) as caught:
        expect(0, "Look at the third file.")
    assert caught.value._render_traceback_() == ["Not yet. Look at the third file."]


def test_three_dots_are_no_answer():
    given(0, "zero")
    for nothing in (..., None):
        with pytest.raises(NotYet, match=r"in the place of plan = \.\.\."):
            given(nothing, "plan")


def test_a_plan_of_the_oracles_steps_is_the_oracles_run():
    task = gmail_icon()
    plan = [("read_range", "index.html:19"), ("edit", "index.html:19"), ("verify", "light")]
    ours, best = follow(plan, task), run(oracle(task), task, "oracle")
    assert ours.solved and ours.trajectory == best.trajectory


@pytest.mark.parametrize(
    ("step", "said"),
    [
        (("edit", "index.html:19"), "Step 1, .* cannot be edited before a tool has shown it"),
        (("read_range", "index.html:999"), r"index\.html has lines 1 to \d+, not '999'"),
        (("read_range", "nowhere:1"), "there is no file 'nowhere'"),
        (("search",), r"a step is \(tool, target\)"),
        (("verify", "gently"), r"a step is \(tool, target\)"),
        (("dependency_trace", "nowhere.py"), "there is no file 'nowhere.py'"),
    ],
)
def test_a_step_that_cannot_be_taken_says_which_and_why(step, said):
    with pytest.raises(NotYet, match=said):
        follow([step], gmail_icon())


def test_a_listing_numbers_the_lines_of_the_files_asked_for():
    text = listing(gmail_icon(), "index.html")
    assert "--- index.html" in text and "--- README.md" not in text
    assert any(line.startswith("  19  ") and "fa-google" in line for line in text.splitlines())
    assert listing(gmail_icon()).count("\n--- ") == 7


def test_a_rename_takes_whole_words_in_python_files_only():
    before = {"a.py": "load_rows load_rows_2 xload_rows", "b.json": "load_rows"}
    after = {"a.py": "fetch_rows load_rows_2 xload_rows", "b.json": "load_rows"}
    assert grep_rename(before) == after


def test_a_hidden_dependency_breaks_and_a_plain_alias_does_not():
    assert breaks(HALVES) == "AttributeError: module 'core' has no attribute 'load_rows'"
    assert breaks(PLAIN) == ""


@pytest.mark.parametrize(
    ("repository", "said"),
    [
        ({"core.py": CORE}, 'has a "main.py"'),
        (
            {"main.py": "import nothing_like_it\n"},
            "fails already before the rename: ModuleNotFound",
        ),
        ({"main.py": "print(1)\n"}, "no Python file writes load_rows"),
        ({"main.py": "", "../out.py": ""}, "must be a path inside the repository"),
        ({"main.py": "", "/out.py": ""}, "must be a path inside the repository"),
        ({"main.py": 3}, "must be a path with its text"),
        ({"main.py": "#" * 30_000}, "keep to 20 files"),
    ],
)
def test_a_repository_that_cannot_be_judged_is_refused_with_the_reason(repository, said):
    with pytest.raises(ValueError, match=said):
        breaks(repository)


def test_a_program_that_fails_tells_its_last_line():
    assert outcome({"main.py": "raise SystemExit('no rows')\n"}).said == "no rows"
    assert not outcome({"main.py": "1 / 0\n"}).works


def test_a_mark_tells_a_mechanism_from_the_next():
    assert MECHANISMS["string halves"][1](HALVES) and not MECHANISMS["string halves"][1](PLAIN)
    assert MECHANISMS["configuration"][1]({"a.json": "load_rows"})
    assert not MECHANISMS["configuration"][1]({"a.py": "load_rows"})
    assert MECHANISMS["file name"][1]({"load_rows.py": ""})


def test_predictions_name_the_signal_and_whether_it_was_right():
    tasks = mse_bench(5, tiers=(4, 4, 4), deceptive=2)
    told = Counter(predictions(tasks))
    assert told[("named file", 0.9, True)] == 4
    assert told[("broad cue", 0.9, True)] == 2
    assert told[("several hits, local verb", 0.5, False)] == 2
    signals = {signal for signal, _, _ in predictions(reworded(tasks))}
    assert signals == {"one hit", "several hits"}


def test_a_reliability_diagram_shows_both_series():
    svg = reliability_diagram([(0.5, 0.7, 20)], [(0.7, 0.7, 20)]).svg
    assert "as the estimator said" in svg and "calibrated" in svg


def test_the_hidden_seed_is_the_graders(monkeypatch):
    monkeypatch.setenv("E3_HIDDEN_SEED", "42")
    assert hidden_seed() == 42
