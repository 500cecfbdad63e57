"""Figures of the main study carry the values that they claim, the same way on every run."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from matplotlib import pyplot as plt

from e3lib import figures
from e3lib.bench import mse_bench
from e3lib.cost import Cost, Weights
from e3lib.figures.style import COLOURS
from e3lib.reproduce import POLICY_IDS, published, rounded
from e3lib.study import run_all
from e3lib.trajectory import Action, Run

SMALLEST_TEXT = 9  # points
WIDEST = 346  # points, 4.8 inches: a phone then shows text of 11 points at 8
DRAW = """
from e3lib import bench, figures, study
runs = study.run_all()
for draw in ("success_cost", "cost_breakdown", "axis_reduction", "acrr_by_level", "running_cost"):
    print(getattr(figures, draw)(runs).svg)
print(figures.calibration_matrix(bench.mse_bench()).svg)
"""


@pytest.fixture(scope="module")
def runs():
    return run_all()


@pytest.fixture(scope="module")
def drawn(runs):
    return {
        "2a": figures.success_cost(runs).svg,
        "2b": figures.cost_breakdown(runs).svg,
        "2c": figures.axis_reduction(runs).svg,
        "3": figures.acrr_by_level(runs).svg,
        "4a": figures.running_cost(runs).svg,
        "4b": figures.calibration_matrix(mse_bench()).svg,
    }


def texts(svg):
    """The words of a figure, in the order in which they were drawn."""
    return [
        re.sub("<[^>]+>", "", t).strip() for t in re.findall(r"<text[^>]*>(.*?)</text>", svg, re.S)
    ]


def printed(id):
    """A published number as the paper prints it."""
    row = published()[id]
    return str(rounded(row.value, row.decimals))


def one_task(level, solved):
    """Two policies on one task: P pays 3 where 1 would do."""

    def run(policy, cost):
        return Run("a", level, policy, (Action("edit", "x", Cost(cost)),), solved)

    return {"E3": (run("E3", 3.0),), "Oracle": (run("Oracle", 1.0),)}


def test_another_process_draws_the_same_bytes(drawn):
    env = {"PYTHONHASHSEED": "4", "PYTHONPATH": str(Path(__file__).parent.parent)}
    again = subprocess.run(
        [sys.executable, "-c", DRAW], env=env, capture_output=True, text=True, check=True
    )
    assert again.stdout == "".join(f"{svg}\n" for svg in drawn.values())


def test_no_figure_is_left_open(drawn):
    assert plt.get_fignums() == []


@pytest.mark.parametrize("name", ["2a", "2b", "2c", "3", "4a", "4b"])
def test_text_is_large_enough_to_read_on_a_phone(drawn, name):
    sizes = [float(size) for size in re.findall(r"font-size: ([\d.]+)px", drawn[name])]
    assert sizes and min(sizes) >= SMALLEST_TEXT
    assert float(re.search(r'width="([\d.]+)pt"', drawn[name])[1]) <= WIDEST


def test_a_readers_own_policy_is_drawn_beside_the_others(runs):
    mine = {"Mine": runs["E3"]} | runs
    assert any("Mine" in text for text in texts(figures.acrr_by_level(mine).svg))
    assert "#e69f00" in figures.success_cost(mine).svg


def test_every_policy_has_one_colour_the_same_as_on_the_pages():
    css = (Path(__file__).parent.parent / "book/_static/e3.css").read_text(encoding="utf-8")
    light = css.partition('html[data-theme="dark"]')[0]
    on_page = {short: re.search(rf"--e3-{short}: (#\w+)", light)[1] for short in POLICY_IDS}
    assert {POLICY_IDS[short]: c.upper() for short, c in on_page.items()} == dict(COLOURS)
    assert len(set(COLOURS.values())) == len(COLOURS)


def test_figure_2a_says_the_published_mean_cost_of_every_policy(drawn):
    for short in POLICY_IDS:
        assert f"C = {printed(f'main.{short}.cost')}" in texts(drawn["2a"])


def test_figure_2b_says_the_published_mean_costs(drawn):
    assert {printed(f"main.{short}.cost") for short in POLICY_IDS} <= set(texts(drawn["2b"]))


def test_figure_2b_follows_the_weights(runs):
    flat = texts(figures.cost_breakdown(runs, Weights(0, 0, 0, delta=1)).svg)
    assert {printed("main.mcf.files"), printed("main.e3.files")} <= set(flat)


def test_figure_2c_says_the_published_reductions(drawn):
    cuts = [f"main.e3_vs_mcf.{axis}_reduction" for axis in ("latency", "tokens", "files", "cost")]
    assert {f"{printed(id)} %" for id in cuts} <= set(texts(drawn["2c"]))


def test_figure_2c_shows_where_a_policy_uses_more(runs):
    against = texts(figures.axis_reduction(runs, theirs="Adaptive Retrieval").svg)
    assert any(text.startswith(("-", "−")) and text.endswith("%") for text in against)


def test_figure_3_says_an_acrr_for_every_level_solved_and_hatches_the_one_unsolved(drawn):
    bars = [text for text in texts(drawn["3"]) if re.fullmatch(r"\d+\.\d\d", text)]
    assert len(bars) == 4 * 3 - 1
    assert texts(drawn["3"]).count("solves none") == 1
    assert drawn["3"].count("<pattern") == 1


@pytest.mark.parametrize(("solved", "words"), [(True, "2.00"), (False, "solves none")])
def test_figure_3_prints_the_acrr_that_a_hand_works_out(solved, words):
    svg = figures.acrr_by_level(one_task(2, solved)).svg  # (3 - 1) / 1
    assert words in texts(svg)
    assert ("<pattern" in svg) is not solved


def test_figure_4a_ends_each_line_at_the_published_cost(drawn):
    ends = {f"{POLICY_IDS[s]}: {printed(f'gmail.{s}.cost')}" for s in ("mcf", "react", "ar", "e3")}
    assert ends <= set(texts(drawn["4a"]))


def test_figure_4b_counts_every_task_in_the_cell_of_its_two_levels(drawn):
    counts = [int(text) for text in texts(drawn["4b"])[-9:]]
    assert counts == [41, 0, 0, 0, 40, 0, 0, 18, 22]


def test_figure_4b_colours_a_hit_green_and_a_miss_amber(drawn):
    fills = re.findall(r"fill: (#\w+)", drawn["4b"].lower())
    assert fills.count(COLOURS["E3"].lower()) == 3
    assert fills.count("#e69f00") == 1
