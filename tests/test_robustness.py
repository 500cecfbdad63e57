"""Weights, wording and resampling: linear algebra by hand, and what the prose of chapter 8 says."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from e3lib import tables
from e3lib.bench import mse_bench, reworded
from e3lib.cost import Weights
from e3lib.metrics import summarize
from e3lib.robustness import RANGES, axes, draw_weights, resample, weight_sweep, wording
from e3lib.study import minimum_costs, run_all

RUNS = run_all()
MEANS = {policy: summarize(runs, minimum_costs(RUNS)) for policy, runs in RUNS.items()}


@pytest.fixture(scope="module")
def sweep():
    return weight_sweep(list(MEANS.values()), draw_weights())


@given(st.tuples(*(st.floats(low, high) for low, high in RANGES)))
def test_a_swept_cost_is_the_cost_of_the_runs_under_those_weights(weights):
    sweep = weight_sweep([MEANS["E3"]], np.array([weights]))
    costs = [run.cost.scalar(Weights(*weights)) for run in RUNS["E3"]]
    assert sweep.costs["E3"][0] == pytest.approx(sum(costs) / len(costs))


def test_weights_are_drawn_column_by_column_from_the_papers_generator():
    weights = draw_weights()
    rng = np.random.default_rng(20260712)
    assert weights.shape == (4000, 4)
    assert weights[:, 0].tolist() == rng.uniform(0.5, 2.0, 4000).tolist()
    assert weights[:, 1].tolist() == rng.uniform(0.0, 0.1, 4000).tolist()


def test_e3_loses_exactly_where_its_extra_calls_outweigh_its_three_savings(sweep):
    latency, tokens, calls, files = axes(MEANS["E3"]) - axes(MEANS["Adaptive Retrieval"])
    assert latency < 0
    assert tokens < 0
    assert files < 0
    alpha, beta, gamma, delta = sweep.weights.T
    predicted = gamma * calls >= -(alpha * latency + beta * tokens + delta * files)
    lost = sweep.reduction("E3", "Adaptive Retrieval") <= 0
    assert lost.sum() == 7
    assert (predicted == lost).all()


def test_the_losing_region_of_the_prose_is_that_of_the_runs():
    gap = axes(MEANS["E3"]) - axes(MEANS["Adaptive Retrieval"])
    assert [f"{abs(g):.2f}" for g in gap] == ["1.85", "7.04", "0.93", "1.33"]


def test_wording_takes_the_level_3_cues_and_nothing_from_success():
    template, heldout = wording(mse_bench()), wording(reworded(mse_bench()))
    assert (template.accuracy, heldout.accuracy) == (103 / 121, 81 / 121)
    assert (template.under_scoped, heldout.under_scoped) == (18 / 121, 40 / 121)
    assert template.success == heldout.success == 1
    assert 1 < heldout.cost / template.cost < 1.1  # the prose: by less than a tenth


def test_resampled_means_are_paired_and_centre_on_the_mean():
    again = resample(RUNS, draws=2000)
    assert again["E3"].mean() == pytest.approx(MEANS["E3"].scalar, rel=0.005)
    again = resample({"a": RUNS["E3"], "b": RUNS["E3"]}, draws=5)
    assert again["a"].tolist() == again["b"].tolist()


def test_the_sign_of_the_saving_survives_other_tasks_as_the_prose_says():
    again = resample(RUNS)
    low, high = np.percentile(1 - again["E3"] / again["Adaptive Retrieval"], (2.5, 97.5))
    assert 0.09 < low < 0.11  # "a tenth"
    assert 0.2 < high < 0.25  # "a good fifth"


def test_the_opening_example_of_chapter_8_turns_the_ordering():
    weights = Weights(1, 0.02, 3, 0)
    ours, theirs = (MEANS[p].cost.scalar(weights) for p in ("E3", "Adaptive Retrieval"))
    assert theirs < ours


def test_the_sweep_table_shows_the_fifth_percentile_that_the_paper_calls_a_decile(sweep):
    row = tables.weight_sweep(sweep).rows[1]
    assert row == ("Adaptive Retrieval", "99.8", "3.5", "4.7", "9.3", "17.8", "21.2")
