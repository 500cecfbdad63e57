"""Tables: their text, HTML and CSV, and the means of the main study worked out by hand."""

import csv
import doctest
import io
import re
from dataclasses import replace
from pathlib import Path

import nbformat
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from e3lib import tables
from e3lib.bench import mse_bench
from e3lib.cost import PRICES, Cost, Weights
from e3lib.exercises.ch07 import CHECKS
from e3lib.metrics import by_level, summarize
from e3lib.reproduce import published
from e3lib.study import minimum_costs, run_all
from e3lib.tables import Table
from e3lib.trajectory import Action, Run

BOOK = Path(__file__).parent.parent / "book"


def ran(policy, level, *costs, solved=True, id="a"):
    actions = tuple(Action("edit", "x", cost) for cost in costs)
    return Run(id, level, policy, actions, solved)


@pytest.fixture(scope="module")
def runs():
    return run_all()


@pytest.fixture
def small():
    """Two tasks. C of P: 1 + 2 + 1 + 1.5 = 5.5, and 8.5; C of the oracle: 1 + 0 + 1 + 0 = 2."""
    floor, dear = Cost(1, 0, 2, 0), Cost(1, 100, 2, 3)
    return {
        "P": (ran("P", 1, Cost(1, 100, 2, 1)), ran("P", 3, dear, solved=False, id="b")),
        "Oracle": (ran("Oracle", 1, floor), ran("Oracle", 3, floor, id="b")),
    }


@pytest.fixture(scope="module")
def deceptive():
    return {task.id for task in mse_bench() if task.deceptive}


# The type ------------------------------------------------------------------------------------


def test_a_row_with_too_few_cells_is_refused_by_name():
    with pytest.raises(ValueError, match=r"row \('a',\) has 1 cells, not 2"):
        Table("t", ("x", "y"), (("a",),))


def test_in_text_words_stand_left_and_numbers_right():
    table = Table("Prices", ("what", "C"), (("tea", "12.50"), ("cake", "–"), ("jam", "+3")))
    assert str(table) == ("Prices\nwhat      C\n----  -----\ntea   12.50\ncake      –\njam      +3")


def test_html_shows_markup_as_text_and_names_the_heads():
    html = Table("<b>", ("x", "n"), (("<i>", "<u>"),), ("e3-off",))._repr_html_()
    assert re.findall("<[biu]>", html) == []
    assert html.count("&lt;b&gt;") == 2  # the caption, and what a screen reader says
    assert '<tr class="e3-off"><th scope="row">&lt;i&gt;</th><td>&lt;u&gt;</td>' in html


def test_in_html_numbers_stand_right_but_the_head_of_a_row_stands_left():
    html = Table("t", ("level", "n"), (("1", "2"),))._repr_html_()
    assert '<th scope="col">level</th><th scope="col" class="e3-num">n</th>' in html
    assert '<th scope="row">1</th><td class="e3-num">2</td>' in html


@settings(deadline=None)  # a busy machine is no failure
@given(st.lists(st.tuples(st.text(), st.text()), min_size=1))
def test_csv_gives_every_cell_back(rows):
    rows = [tuple(cell.replace("\r", "").replace("\0", "") for cell in row) for row in rows]
    read = list(csv.reader(io.StringIO(Table("t", ("x", "y"), tuple(rows)).csv())))
    assert read == [["x", "y"], *map(list, rows)]


# The main study ------------------------------------------------------------------------------


def test_main_results_are_means_over_all_tasks_and_acrr_over_the_solved_ones(small):
    rows = tables.main_results(small).rows
    # ACRR: (5.5 - 2) / 2, the failed task left out
    assert rows[0] == ("P", "50.0", "1.00", "100", "2.0", "2.00", "7.00", "1.75")


def test_main_results_follow_the_weights(small):
    weights = Weights(alpha=1, beta=0, gamma=0, delta=0)
    assert [row[6:] for row in tables.main_results(small, weights).rows] == [("1.00", "0.00")] * 2


def test_acrr_is_a_dash_where_nothing_was_solved(small):
    assert tables.main_results(small | {"P": small["P"][1:]}).rows[0][-1] == "–"


def test_acrr_rounds_a_tie_up_as_the_paper_does():
    runs = {"P": (ran("P", 1, Cost(15.85)),), "Oracle": (ran("Oracle", 1, Cost(10)),)}
    assert tables.main_results(runs).rows[0][-1] == "0.59"


def test_levels_keep_their_tasks_apart(small):
    table = tables.levels(small)
    first, second = (table.rows[0][i : i + 3] for i in (1, 4))
    assert table.columns[4] == "L3 success %"
    assert first == ("100.0", "5.50", "1.75")
    assert second == ("0.0", "8.50", "–")


def test_the_gmail_table_holds_that_task_alone(runs):
    only = {policy: rs[:1] for policy, rs in runs.items()}
    assert tables.gmail(runs).rows == tables.main_results(only).rows


def test_the_ablation_table_ends_with_the_cost_of_level_3(small):
    assert tables.ablation(small).rows[0] == ("P", "50.0", "7.00", "1.75", "8.50")


def test_a_variant_is_shown_by_what_it_lacks(small):
    assert tables.ablation(small | {"- Expand": small["P"]}).rows[-1][0] == "without Expand"


def test_redundancy_of_a_constant_cost_falls_by_itself():
    """Costs of 100 and 140 over minima of 5 and 20; the constant is 120, so 23 and 5."""
    runs = {
        "P": (ran("P", 1, Cost(100)), ran("P", 3, Cost(140), id="b")),
        "Oracle": (ran("Oracle", 1, Cost(5)), ran("Oracle", 3, Cost(20), id="b")),
    }
    rows = tables.constant_cost(runs, "P").rows
    assert [row[3:] for row in rows] == [("95.00", "19.00", "23.00"), ("120.00", "6.00", "5.00")]


def test_the_bill_of_level_3_adds_up_to_the_policies_mean_cost(runs, deceptive):
    *kinds, total = tables.level_3(runs, deceptive).rows
    for i, name in ((1, "Oracle"), (2, "Adaptive Retrieval")):
        column = [float(row[i]) for row in kinds if row[i] != "–"]
        mean = summarize(by_level(runs[name])[3], minimum_costs(runs)).scalar
        assert float(total[i]) == pytest.approx(mean, abs=0.005)
        assert sum(column) == pytest.approx(mean, abs=0.05)


def test_obvious_and_deceptive_tasks_make_up_level_3_of_e3(runs, deceptive):
    obvious, hidden = map(float, tables.level_3(runs, deceptive).rows[-1][3:])
    mean = summarize(by_level(runs["E3"])[3], minimum_costs(runs)).scalar
    assert (22 * obvious + 18 * hidden) / 40 == pytest.approx(mean, abs=0.01)


def test_only_a_deceptive_task_pays_for_a_failed_check(runs, deceptive):
    bill = {row[0]: row[3:] for row in tables.level_3(runs, deceptive).rows}
    assert bill["reason reflect"][0] == "–"
    assert bill["reason reflect"][1] != "–"


def test_a_trajectory_runs_up_to_the_cost_of_its_run():
    run = ran("P", 1, Cost(1, 50, 1, 0), Cost(2, 0, 1, 1))
    rows = tables.trajectory(run).rows
    assert [row[1:] for row in rows] == [
        ("1.00", "50", "1", "0", "2.50", "2.50"),
        ("2.00", "0", "1", "1", "4.00", "6.50"),
    ]


# The scoreboard ------------------------------------------------------------------------------


def test_verdicts_count_every_published_number_once():
    *groups, total = tables.verdicts().rows
    assert int(total[-1]) == len(published()) == sum(int(row[-1]) for row in groups)
    assert all(int(row[-1]) == sum(map(int, row[1:-1])) for row in (*groups, total))


def test_verdicts_of_some_groups_leave_the_others_out():
    assert [row[0] for row in tables.verdicts("bench", "weights").rows] == [
        "bench", "weights", "all",
    ]  # fmt: skip


def test_the_scoreboard_colours_a_row_by_its_verdict():
    board = tables.scoreboard()
    assert len(board.rows) == len(published())
    assert list(board.row_classes) == [f"e3-{row[-1]}" for row in board.rows]


def test_where_a_number_is_not_exact_the_scoreboard_shows_the_difference():
    apart = [row for row in tables.scoreboard().rows if row[-1] in ("close", "off")]
    assert apart and all(row[2] != row[3] for row in apart)


def test_no_deviation_is_a_negative_zero():
    assert "-0.00" not in [row[4] for row in tables.scoreboard("main").rows]


def test_every_number_that_is_not_exact_is_listed_with_its_reason():
    apart = [row[0] for row in tables.scoreboard().rows if row[-1] in ("close", "off")]
    assert [row[0] for row in tables.reasons().rows] == apart
    assert all(row[-1] for row in tables.reasons().rows)


# What the prose says -------------------------------------------------------------------------


def test_chapter_7_says_no_number_that_it_does_not_compute():
    cells = nbformat.read(BOOK / "07_results.ipynb", as_version=4).cells
    prose = " ".join(re.sub(r"{exercise}.*", "", c.source) for c in cells if "outputs" not in c)
    prose = re.sub(r"Section \d\.\d", "", prose)
    outputs = str([c.outputs for c in cells if "outputs" in c])
    answers = {f"{rule.answer():.2f}" for rule in CHECKS.values()}
    said = set(re.findall(r"\d+\.\d+", prose)) - answers
    assert len(said) >= 4
    assert {number for number in said if number not in outputs} <= {"0.5"}  # an example


def test_success_and_files_owe_nothing_to_latency_and_tokens(runs):
    dear = {
        name: replace(p, cost=replace(p.cost, latency=7 + p.cost.latency, tokens=999))
        for name, p in PRICES.items()
    }
    again = run_all(prices=dear)
    for policy in runs:
        for before, after in zip(runs[policy], again[policy], strict=True):
            assert (before.solved, before.cost.files) == (after.solved, after.cost.files)
            assert before.cost.latency < after.cost.latency


def test_the_example_of_the_api_page_runs():
    text = (BOOK / "api.md").read_text(encoding="utf-8").replace("```", "")
    example = doctest.DocTestParser().get_doctest(text, {}, "api.md", None, 0)
    assert doctest.DocTestRunner().run(example) == (0, 3)
