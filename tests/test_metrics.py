"""ACRR and the means, by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from e3lib.cost import Cost, Weights
from e3lib.metrics import acrr, by_level, reduction, summarize
from e3lib.trajectory import Action, Run


def made(task_id, level, latency, solved=True):
    return Run(task_id, level, "P", (Action("edit", "", Cost(latency=latency)),), solved)


def test_five_times_the_necessary_cost_is_an_acrr_of_four():
    assert acrr(10.0, 2.0) == 4.0


@given(st.floats(0.01, 1e4), st.floats(1, 100))
def test_acrr_does_not_depend_on_the_unit_of_cost(minimum, factor):
    assert acrr(minimum * factor, minimum) == pytest.approx(factor - 1)


@pytest.mark.parametrize("minimum", [0, -1.0])
def test_a_minimum_that_is_not_above_zero_is_refused(minimum):
    with pytest.raises(ValueError, match="it must be above zero"):
        acrr(1.0, minimum)


def test_a_cheap_failure_counts_in_cost_and_success_but_not_in_acrr():
    minimum = {"a": Cost(latency=2), "b": Cost(latency=2)}
    s = summarize([made("a", 1, 6.0), made("b", 1, 1.0, solved=False)], minimum)
    assert (s.success, s.scalar, s.acrr) == (0.5, 3.5, 2.0)


def test_where_nothing_is_solved_there_is_no_acrr():
    s = summarize([made("a", 1, 1.0, solved=False)], {"a": Cost(latency=2)})
    assert (s.success, s.acrr) == (0.0, None)


def test_other_weights_apply_to_the_run_and_to_its_minimum():
    s = summarize([made("a", 1, 6.0)], {"a": Cost(latency=2)}, Weights(alpha=10))
    assert (s.scalar, s.acrr) == (60.0, 2.0)


def test_no_runs_is_a_mistake():
    with pytest.raises(ValueError, match="no runs"):
        summarize([], {})


def test_runs_are_grouped_by_level_lowest_first():
    groups = by_level([made("a", 3, 1), made("b", 1, 1), made("c", 3, 1)])
    assert list(groups) == [1, 3]
    assert [run.task_id for run in groups[3]] == ["a", "c"]


def test_a_reduction_is_a_share_of_the_other():
    assert reduction(15.0, 100.0) == pytest.approx(0.85)
    assert reduction(120.0, 100.0) == pytest.approx(-0.2)
