"""Cost vectors, weights and the price list."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from e3lib.cost import DEFAULT_WEIGHTS, PRICES, Cost, Weights

amounts = st.floats(0, 1e6)
costs = st.builds(Cost, amounts, amounts, amounts, amounts)


def test_scalar_cost_is_the_weighted_sum_of_the_four_axes():
    # 2 s + 100 tokens x 0.02 + 3 calls x 0.5 + 1 file x 1.5 = 2 + 2 + 1.5 + 1.5
    assert Cost(2.0, 100, 3, 1).scalar() == 7.0


def test_other_weights_change_only_their_axis():
    cost = Cost(2.0, 100, 3, 1)
    assert cost.scalar(Weights(delta=0)) == pytest.approx(cost.scalar() - 1.5)


@given(costs, costs)
def test_the_cost_of_two_actions_together_is_the_sum_of_their_costs(a, b):
    assert (a + b).scalar() == pytest.approx(a.scalar() + b.scalar())


@given(costs, st.floats(0, 100))
def test_scaling_a_cost_scales_its_scalar(cost, factor):
    assert (cost * factor).scalar() == pytest.approx(cost.scalar() * factor)


@pytest.mark.parametrize("bad", [-0.1, math.nan, math.inf, "1", True, None])
def test_a_weight_that_is_not_a_finite_number_from_zero_up_is_refused_by_name(bad):
    with pytest.raises(ValueError, match=r"weight gamma is .*; it must be a finite number"):
        Weights(gamma=bad)


def test_a_weight_of_zero_switches_an_axis_off():
    assert Weights(0, 0, 0, 0) != DEFAULT_WEIGHTS
    assert Cost(1, 1, 1, 1).scalar(Weights(0, 0, 0, 0)) == 0


def test_every_price_says_where_it_comes_from():
    assert {price.tag for price in PRICES.values()} == {"stated", "inferred"}
    assert all(len(price.source) >= 20 for price in PRICES.values())


def test_latencies_lie_on_a_grid_of_hundredths_and_tokens_are_whole():
    for price in PRICES.values():
        assert round(price.cost.latency, 2) == price.cost.latency
        assert isinstance(price.cost.tokens, int)
