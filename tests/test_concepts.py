"""The tables and figures that show an idea, and what chapters 1 to 6 say about them in words."""

import re
from functools import partial

import pytest

from e3lib import figures, study, tables
from e3lib.bench import gmail_icon, mse_bench
from e3lib.cost import PRICES, Cost
from e3lib.e3 import e3
from e3lib.environment import run
from e3lib.estimate import Estimate
from e3lib.metrics import reduction, summarize
from e3lib.task import named_token

TASKS = {task.id: task for task in mse_bench()}
ICON = study.run_all([gmail_icon()])


def column(table, name):
    return [row[table.columns.index(name)] for row in table.rows]


def text_of(figure):
    """The words of a figure; a label on two lines is two words."""
    return " ".join(re.findall(r">([^<>]+)</(?:text|tspan)>", figure.svg))


def test_a_bill_multiplies_each_axis_by_its_weight():
    bill = tables.bill(Cost(latency=2, tokens=300, tool_calls=5, files=1))
    assert column(bill, "Product") == ["2.00", "6.00", "2.50", "1.50", "12.00"]


def test_the_price_list_says_of_every_price_how_we_know_it():
    table = tables.prices()
    assert len(table.rows) == len(PRICES)
    assert set(column(table, "Tag")) == {"stated", "inferred"}
    assert all(column(table, "From what"))


def test_the_composition_counts_the_tasks_and_shows_the_shortest_path():
    table = tables.composition(mse_bench())
    assert column(table, "Tasks") == ["41", "40", "40"]
    assert column(table, "Deceptive") == ["0", "0", "18"]
    assert column(table, "Indirect sites") == ["0", "0", "1"]
    assert column(table, "Oracle's actions")[1] == "search, edit ×2, verify"


def test_the_composition_leaves_out_a_level_without_tasks():
    assert len(tables.composition([gmail_icon()]).rows) == 1


@pytest.mark.parametrize(
    ("task_id", "difficulty", "confidence", "searches"),
    [("L1-01", "1", "0.9", "0"), ("L2-01", "2", "0.5", "1"), ("L3-01", "3", "0.9", "0")],
)
def test_an_estimate_is_shown_with_the_searches_it_took(task_id, difficulty, confidence, searches):
    table = tables.estimates([TASKS[task_id]])
    assert column(table, "d") == [difficulty]
    assert column(table, "c") == [confidence]
    assert column(table, "Searches") == [searches]


def test_both_wordings_of_a_task_name_the_same_thing():
    table = tables.wordings(list(TASKS.values()))
    for told, held_out in zip(column(table, "Instruction"), column(table, "Held-out"), strict=True):
        assert told != held_out
        assert named_token(told) == named_token(held_out)


def test_the_bills_of_one_task_are_labelled_in_multiples_of_the_minimum():
    words = text_of(figures.one_task(ICON))
    assert "66.78" in words
    assert "11.1 × needed" in words
    assert "1.6 × needed" in words


def test_every_task_is_one_mark_and_failures_are_marked_otherwise():
    tasks = [TASKS[task_id] for task_id in ("L1-gmail", "L2-01", "L3-01")]
    svg = figures.times_needed(study.run_all(tasks)).svg
    marks = {
        body: len(re.findall(rf'<use xlink:href="#{name}"', svg))
        for name, body in re.findall(r'<path id="(C\w+|m\w+)" d="([^"]+)"', svg)
    }
    crosses = [count for body, count in marks.items() if body.count("M") == 2]
    assert sum(crosses) == 1  # Fixed ReAct on level 3


def test_the_map_shows_every_file_and_its_role():
    words = text_of(figures.repository_map(TASKS["L3-05"]))
    assert all(path in words for path in TASKS["L3-05"].files)
    assert "indirect site" in words
    assert "indirect site" not in text_of(figures.repository_map(TASKS["L2-01"]))


def test_the_loop_and_the_levels_name_their_stages():
    assert re.search(r"Estimate.*Execute.*Check V.*Expand", text_of(figures.e3_loop()))
    assert re.search(r"Level 1.*Level 2.*Level 3", text_of(figures.scope_levels()))


# What the chapters say in words ------------------------------------------------------------------


def test_one_expansion_is_enough_for_the_lexical_estimator():
    once = partial(e3, max_expansions=1)
    assert all(run(once, task, "K = 1").solved for task in TASKS.values())


def test_an_estimator_that_only_counts_solves_everything_and_costs_more():
    def counting(query, env):
        hits = env.search(named_token(query))
        return Estimate(min(len(hits), 2), len(hits), risk=0.2, confidence=0.5, hits=hits)

    runs = [run(partial(e3, estimate=counting), task, "") for task in TASKS.values()]
    lexical = [run(e3, task, "") for task in TASKS.values()]
    assert all(r.solved for r in runs)
    assert sum(r.cost.scalar() for r in runs) > sum(r.cost.scalar() for r in lexical)


def test_no_price_changes_success_calls_or_files():
    free = {
        name: type(price)(
            Cost(0, 0, price.cost.tool_calls, price.cost.files), price.tag, price.source
        )
        for name, price in PRICES.items()
    }
    with_prices, without = study.run_all(), study.run_all(prices=free)
    for policy, runs in with_prices.items():
        for ours, theirs in zip(runs, without[policy], strict=True):
            assert ours.solved == theirs.solved
            assert ours.cost.tool_calls == theirs.cost.tool_calls
            assert ours.cost.files == theirs.cost.files


def test_with_few_hard_tasks_the_lead_over_adaptive_retrieval_grows():
    def lead(tasks):
        runs = study.run_all(tasks)
        minimum = study.minimum_costs(runs)
        ours, theirs = (summarize(runs[p], minimum).scalar for p in ("E3", "Adaptive Retrieval"))
        return reduction(ours, theirs)

    assert lead(mse_bench(tiers=(80, 16, 4), deceptive=2)) > 2 * lead(mse_bench())
