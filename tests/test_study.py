"""The study as a whole: order, oracle, and the counts that follow from structure alone."""

from e3lib.bench import gmail_icon, mse_bench
from e3lib.cost import PRICES, Cost, Price
from e3lib.study import ORACLE, estimated_level, minimum_costs, run_all

RUNS = run_all()


def test_policies_come_in_the_papers_order_and_the_oracle_last():
    assert list(RUNS) == [
        "Max-Context-First", "Fixed ReAct", "Adaptive Retrieval", "E3", ORACLE,
    ]  # fmt: skip
    assert {len(runs) for runs in RUNS.values()} == {121}


def test_files_and_tool_calls_are_the_sums_that_the_structure_forces():
    files = {policy: sum(run.cost.files for run in runs) for policy, runs in RUNS.items()}
    calls = {policy: sum(run.cost.tool_calls for run in runs) for policy, runs in RUNS.items()}
    assert files["Max-Context-First"] == 1024
    assert files["Adaptive Retrieval"] == 41 + 80 + 120
    assert (files["Fixed ReAct"], files["E3"]) == (0, 80)
    assert calls["Fixed ReAct"] == 41 * 4 + 40 * 6 + 40 * 7 + 40 * 0
    assert calls["Adaptive Retrieval"] == 41 * 4 + 40 * 7 + 40 * 9
    assert calls["E3"] == 41 * 4 + 40 * 6 + 22 * 11 + 18 * 15


def test_the_minimum_of_a_task_is_what_the_oracle_was_charged():
    runs = run_all([gmail_icon()])
    minimum = minimum_costs(runs)["L1-gmail"]
    # read 0.17 s + 77 tokens, edit 0.90 + 28, light check 0.33 + 50; three calls
    assert (round(minimum.latency, 9), minimum.tokens, minimum.tool_calls) == (1.40, 155, 3)
    assert round(minimum.scalar(), 9) == 6.0


def test_other_prices_change_costs_but_no_outcome():
    dear = {**PRICES, "search": Price(Cost(100.0, 0, 1), "inferred", "for this test only")}
    runs = run_all(prices=dear)
    for policy in RUNS:
        assert [r.solved for r in runs[policy]] == [r.solved for r in RUNS[policy]]
    assert runs["Fixed ReAct"][0].cost.latency > RUNS["Fixed ReAct"][0].cost.latency + 90


def test_the_estimator_is_right_but_for_the_deceptive_tasks():
    for task in mse_bench():
        assert estimated_level(task) == (2 if task.deceptive else task.level)
