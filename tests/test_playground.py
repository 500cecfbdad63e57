"""The Python side of the Playground, as the page calls it: JSON in, JSON out."""

import json
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from e3lib import reproduce

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "book" / "_static" / "playground"
_spec = spec_from_file_location("bridge", FOLDER / "bridge.py")
bridge = module_from_spec(_spec)
_spec.loader.exec_module(bridge)


def ask(**request):
    return json.loads(bridge.answer(json.dumps(request)))


START = ask(do="start")["value"]
COSTS = {"weights": START["weights"], "prices": START["prices"]}
GMAIL = {"task": "L1-gmail", "query": START["tasks"][0]["query"]}


def score(code, **changes):
    return ask(do="score", code=code, **(COSTS | changes))


def example(name):
    return (FOLDER / "examples" / f"{name}.py").read_text()


def test_the_page_learns_of_every_task_weight_and_price():
    page = (ROOT / "book" / "playground.md").read_text()
    assert f"all {len(START['tasks'])} tasks" in page
    assert list(START["weights"]) == ["alpha", "beta", "gamma", "delta"]
    assert all(len(price) == 4 for price in START["prices"].values())


def test_the_runs_on_the_gmail_task_are_those_of_the_paper():
    runs = {run["policy"]: run for run in ask(do="watch", **GMAIL, **COSTS)["value"]["runs"]}
    paper = reproduce.published()
    assert round(runs["E3"]["cost"], 2) == paper["gmail.e3.cost"].value
    assert round(runs["Max-Context-First"]["cost"], 2) == paper["gmail.mcf.cost"].value
    assert runs["Oracle"]["acrr"] == 0


def test_the_running_cost_ends_at_the_cost_of_the_run():
    for run in ask(do="watch", **GMAIL, **COSTS)["value"]["runs"]:
        assert run["steps"][-1]["running"] == pytest.approx(run["cost"])
        assert sum(step["cost"] for step in run["steps"]) == pytest.approx(run["cost"])


def test_a_weight_changes_every_cost():
    free = COSTS | {"weights": {"alpha": 0, "beta": 0, "gamma": 1, "delta": 0}}
    runs = ask(do="watch", **GMAIL, **free)["value"]["runs"]
    calls = {run["policy"]: run["cost"] for run in runs}
    assert calls["E3"] == 4  # search, read, edit, verify: one call each
    assert calls["Oracle"] == 3


def test_direct_and_indirect_sites_are_told_apart():
    task = next(task for task in START["tasks"] if task["level"] == 3)
    sites = ask(do="look", task=task["id"], query=task["query"])["value"]["sites"]
    assert [site["direct"] for site in sites] == [True, True, False]


def test_an_instruction_that_quotes_another_text_makes_a_task_of_it():
    own = GMAIL | {"query": 'Replace "power engineer" with "grid planner".'}
    (site,) = ask(do="look", **own)["value"]["sites"]
    assert (site["file"], site["line"]) == ("index.html", 6)
    assert "grid planner" in site["becomes"]
    assert all(run["solved"] for run in ask(do="watch", **own, **COSTS)["value"]["runs"])


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("Make it nicer.", "quote a text"),
        ('Replace "zebra" with "horse".', "no file of this repository holds 'zebra'"),
        ('Drop "power engineer".', "say what 'power engineer' becomes"),
    ],
)
def test_an_instruction_that_cannot_be_used_gets_one_sentence(query, sentence):
    error = ask(do="look", task="L1-gmail", query=query)["error"]
    assert sentence in error
    assert "\n" not in error


def test_a_price_below_zero_gets_one_sentence():
    prices = START["prices"] | {"edit": [-1, 28, 1, 0]}
    error = ask(do="watch", **GMAIL, **(COSTS | {"prices": prices}))["error"]
    assert error == "a price of edit is -1; it must be a number, 0 or more"


def test_following_imports_beats_e3_as_the_page_says():
    rows = score(example("follow_imports"))["value"]
    assert [row["policy"] for row in rows[:3]] == ["Oracle", "Your policy", "E3"]
    assert rows[1]["solved"] == 121


def test_a_cheap_policy_that_solves_less_ranks_below_a_dear_one_that_solves_all():
    order = [row["policy"] for row in score(example("search_and_edit"))["value"]]
    assert order.index("Max-Context-First") < order.index("Your policy")


def test_an_estimate_of_the_readers_own_drops_into_e3():
    yours = next(r for r in score(example("own_estimate"))["value"] if r["policy"] == "Your policy")
    assert yours["solved"] == 121


def test_a_policy_that_does_nothing_solves_nothing_and_has_no_redundancy():
    last = score("def policy(query, env):\n    pass\n")["value"][-1]
    assert (last["policy"], last["solved"], last["acrr"]) == ("Your policy", 0, None)


def test_a_syntax_error_reads_as_in_python():
    error = score("def policy(query env):\n    pass\n")["error"]
    assert error.startswith('  File "your_policy.py", line 1\n    def policy(query env):\n')
    assert error.endswith("SyntaxError: invalid syntax\n")


def test_a_traceback_holds_the_readers_lines_alone_and_the_task():
    code = "def policy(query, env):\n    print('hello')\n    env.inspect_file('nowhere')\n"
    reply = score(code)
    assert reply["printed"] == "hello\n"
    assert reply["error"].splitlines()[:4] == [
        "Traceback (most recent call last):",
        '  File "your_policy.py", line 3, in policy',
        "    env.inspect_file('nowhere')",
        "e3lib.environment.IllegalAction: there is no file 'nowhere'",
    ]
    assert "while working on task L1-gmail" in reply["error"]


@pytest.mark.parametrize("code", ["", "policy = 3", "def plan(query, env): pass"])
def test_code_without_a_policy_gets_one_sentence(code):
    assert score(code)["error"] == "your code defines no function policy(query, env)"


def test_leaving_python_does_not_end_the_page():
    assert "SystemExit: 3" in score("import sys\nsys.exit(3)\n")["error"]


def test_the_core_loads_without_numpy_and_matplotlib_as_in_the_browser():
    hidden = "import sys; sys.modules.update(numpy=None, matplotlib=None); import bridge"
    paths = f"import sys; sys.path[:0] = [{str(ROOT)!r}, {str(FOLDER)!r}]; "
    subprocess.run([sys.executable, "-c", paths + hidden], check=True)
