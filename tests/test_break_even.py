"""Thresholds against hand calculation and against benchmarks that are really run."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from e3lib.bench import mse_bench
from e3lib.break_even import (
    ALWAYS_3,
    KINDS,
    deceptive_threshold,
    kind,
    kind_costs,
    level3_threshold,
    mean_cost,
    shares,
    simulate,
    start_threshold,
)

COSTS = kind_costs()
HERE = 40 / 121
FLAT = dict.fromkeys(KINDS, 10.0)
OPTIMIST = {"local": 4.0, "cross-file": 4.0, "obvious": 12.0, "deceptive": 22.0}
positive = st.floats(0.01, 100)


def test_the_benchmark_is_the_mix_that_its_shares_describe():
    mix = shares(HERE, 18 / 40)
    kinds = [kind(task) for task in mse_bench()]
    assert {k: round(121 * mix[k]) for k in KINDS} == {k: kinds.count(k) for k in KINDS}
    assert sum(mix.values()) == pytest.approx(1)


def test_thresholds_are_those_of_a_hand_calculation():
    # half of the tasks at level 3: 0.5 * 6 saved, 0.5 * (2 + 10 p) lost, equal at p = 0.4
    assert deceptive_threshold(OPTIMIST, FLAT, 0.5) == pytest.approx(0.4)
    # no deception: (1 - q) * 6 saved, q * 2 lost, equal at q = 0.75
    assert level3_threshold(OPTIMIST, FLAT, 0.0) == pytest.approx(0.75)


def test_policies_that_cost_the_same_nowhere_have_no_threshold():
    dearer = {k: c + 1 for k, c in FLAT.items()}
    assert deceptive_threshold(FLAT, dearer, 0.3) is None


@given(positive, positive, st.floats(0.01, 0.99))
def test_a_low_start_pays_below_its_threshold_and_not_above(saved, wasted, p):
    threshold = start_threshold(saved, wasted)
    gain = (1 - p) * saved - p * wasted
    if abs(p - threshold) > 1e-9:
        assert (gain > 0) == (p < threshold)


@pytest.mark.parametrize("pair", [(0, 1), (1, -1)])
def test_a_threshold_needs_something_to_save_and_something_to_waste(pair):
    with pytest.raises(ValueError, match="both must be above zero"):
        start_threshold(*pair)


@pytest.mark.parametrize("bad", [(-0.1, 0.5), (0.5, 1.5)])
def test_a_share_outside_0_to_1_is_refused(bad):
    with pytest.raises(ValueError, match="it must lie between 0 and 1"):
        shares(*bad)


@pytest.mark.parametrize("deceptive", [0, 40])
def test_the_formula_agrees_with_benchmarks_of_other_deception(deceptive):
    for policy, cost in simulate(deceptive).items():
        predicted = mean_cost(COSTS[policy], shares(HERE, deceptive / 40))
        assert cost == pytest.approx(predicted, rel=0.003)


def test_running_turns_from_e3_to_adaptive_retrieval_on_either_side_of_the_threshold():
    q = level3_threshold(COSTS["E3"], COSTS["Adaptive Retrieval"], 0.45)
    assert q == pytest.approx(0.57, abs=0.005)  # the prose of chapter 8
    for hard, winner in ((round(121 * q) - 5, "E3"), (round(121 * q) + 5, "Adaptive Retrieval")):
        easy = 121 - hard
        means = simulate(round(0.45 * hard), (easy - easy // 2, easy // 2, hard))
        assert min(means, key=means.get) == winner


def test_the_prose_an_optimistic_start_is_right_with_room_to_spare():
    low, high = COSTS["E3"], COSTS[ALWAYS_3]
    saved = high["cross-file"] - low["cross-file"]
    wasted = low["deceptive"] - high["deceptive"]
    assert start_threshold(saved, wasted) == pytest.approx(0.6, abs=0.005)
    assert deceptive_threshold(low, COSTS["Adaptive Retrieval"], HERE) > 1


def test_always_starting_at_level_3_never_beats_adaptive_retrieval():
    assert all(COSTS[ALWAYS_3][k] > COSTS["Adaptive Retrieval"][k] for k in KINDS)
