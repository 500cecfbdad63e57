"""The page of weights: its data are the study's, and its sums those of the library."""

import json
import runpy
import shutil
import subprocess
from pathlib import Path

import pytest

from e3lib.cost import Weights
from e3lib.metrics import summarize
from e3lib.study import minimum_costs, run_all

BOOK = Path(__file__).parent.parent / "book"
STATIC = BOOK / "_static"
RUNS = run_all()
needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="needs node to run the script")


def in_the_page(expression):
    """What an expression on the page's functions comes to, by way of JSON."""
    scripts = [json.dumps(str(STATIC / name)) for name in ("weights.js", "weights-data.js")]
    code = (
        f"const page = require({scripts[0]}), data = require({scripts[1]});"
        f"console.log(JSON.stringify({expression}))"
    )
    run = subprocess.run(["node", "-e", code], capture_output=True, text=True, check=True)
    return json.loads(run.stdout)


def test_the_pages_data_are_those_of_the_study():
    written = runpy.run_path(str(BOOK / "weights_data.py"))["text"]()
    stored = (STATIC / "weights-data.js").read_text(encoding="utf-8")
    assert stored == written, "run: python book/weights_data.py"


@needs_node
@pytest.mark.parametrize(
    "weights", [Weights(), Weights(1, 0.02, 3, 0), Weights(0.5, 0.1, 0.05, 2.95)]
)
def test_costs_success_and_acrr_of_the_page_are_the_librarys(weights):
    w = {name: getattr(weights, name) for name in ("alpha", "beta", "gamma", "delta")}
    page = {row["policy"]: row for row in in_the_page(f"page.summarize(data, {json.dumps(w)})")}
    minimum = minimum_costs(RUNS)
    for policy, runs in RUNS.items():
        ours = summarize(runs, minimum, weights)
        assert page[policy]["cost"] == pytest.approx(ours.scalar)
        assert page[policy]["success"] == pytest.approx(ours.success)
        assert page[policy]["acrr"] == pytest.approx(ours.acrr)


@needs_node
def test_the_sentence_names_the_cheapest_reliable_policy_and_turns_with_the_weights():
    default = in_the_page("page.verdict(page.summarize(data, page.DEFAULT))")
    assert default == (
        "E3 is the cheapest policy that solves every task: 18.55, "
        "16.0 % less than Adaptive Retrieval."
    )
    dear = in_the_page("page.verdict(page.summarize(data, {...page.DEFAULT, gamma: 3, delta: 0}))")
    assert dear.startswith("Adaptive Retrieval is the cheapest policy")


@needs_node
def test_weights_that_charge_nothing_are_said_and_no_acrr_is_made_up():
    nothing = "{alpha: 0, beta: 0, gamma: 0, delta: 0}"
    assert "charge nothing" in in_the_page(f"page.verdict(page.summarize(data, {nothing}))")
    rows = in_the_page("page.summarize(data, {alpha: 0, beta: 0, gamma: 0, delta: 1})")
    assert {row["acrr"] for row in rows} == {None}  # the oracle reads no file at levels 1 and 2


def test_max_context_first_uses_most_of_every_axis_as_the_page_says():
    means = {p: summarize(runs, minimum_costs(RUNS)).cost for p, runs in RUNS.items()}
    for axis in ("latency", "tokens", "tool_calls", "files"):
        assert max(means, key=lambda p: getattr(means[p], axis)) == "Max-Context-First"
