import numpy as np
import pytest

from e3lib.powerflow import (
    ATTRACTORS,
    Solutions,
    attractors,
    basin,
    directions,
    error_sweep,
    newton,
    solution,
    three_bus,
    verdicts,
)

NAMES = ["to x*", "to V > 0", "to any solution"]


def test_x_star_is_the_exact_solution():
    expected = [np.arctan2(-6, 98), np.arctan2(-5, 100), np.hypot(0.98, 0.06), np.hypot(1, 0.05)]
    np.testing.assert_allclose(solution(three_bus()), expected, atol=1e-9)


def test_there_is_no_x_star_past_the_nose():
    with pytest.raises(ValueError, match="no solution from the DC start"):
        solution(three_bus(4))


def test_directions_have_length_one_and_no_favourite():
    unit = directions(20_000, 4, seed=3)
    np.testing.assert_allclose(np.linalg.norm(unit, axis=1), 1)
    np.testing.assert_allclose(unit.mean(axis=0), 0, atol=0.02)  # 4 standard errors
    np.testing.assert_allclose((unit**2).mean(axis=0), 0.25, atol=0.01)


def test_the_three_definitions_judge_five_known_ends():
    x_star = solution(three_bus())
    turn, negative = [2 * np.pi, 0, 0, 0], x_star * [1, 1, -1, 1] + [np.pi, 0, 0, 0]
    x = np.array([x_star, x_star + turn, negative, x_star + 0.5, x_star])
    ends = Solutions(x, np.zeros(5, int), np.array([True, True, True, True, False]))
    judged = verdicts(ends, x_star)
    assert list(judged) == NAMES
    assert judged["to x*"].tolist() == [True, False, False, False, False]
    assert judged["to V > 0"].tolist() == [True, True, False, True, False]
    assert judged["to any solution"].tolist() == [True, True, True, True, False]
    assert attractors(ends, x_star).tolist() == [0, 1, 2, 1, 3]
    assert len(ATTRACTORS) == 4


def test_both_names_of_a_voltage_solve_the_network():
    x_star = solution(three_bus())
    other = x_star * [1, 1, -1, 1] + [np.pi, 0, 0, 0]
    assert newton(three_bus(), other).iterations == 0
    turned = x_star + np.array([2 * np.pi, 0, 0, 0])
    assert newton(three_bus(), turned).iterations == 0


def test_near_starts_all_reach_x_star_and_a_looser_definition_never_counts_fewer():
    sweep = error_sweep(three_bus(), (0.1, 0.3, 0.6, 1.2, 2.4), 2000, seed=0)
    strict, positive, any_solution = (sweep.rates[name] for name in NAMES)
    assert (strict[:2] == 1).all()
    assert (strict <= positive).all()
    assert (positive <= any_solution).all()
    assert (np.diff(strict) <= 0).all()
    assert (np.diff(sweep.iterations) > 0).all()


def test_network_b_fails_to_end_where_network_a_ends_elsewhere():
    ends = [error_sweep(three_bus(load), (2.4,), 2000, seed=0) for load in (1, 1.5)]
    light, heavy = (sweep.rates["to any solution"][0] for sweep in ends)
    assert light > 0.95
    assert heavy < 0.45


def test_a_pixel_of_the_map_is_the_scalar_solvers_verdict():
    angles, magnitudes = np.linspace(-3, 3, 7), np.linspace(0.2, 2, 5)
    found, x_star = basin(three_bus(), angles, magnitudes), solution(three_bus())
    assert found.attractor.shape == (5, 7)
    for row, column in ((0, 0), (2, 3), (4, 6), (1, 5)):
        start = x_star.copy()
        start[[1, 3]] = angles[column], magnitudes[row]
        alone = newton(three_bus(), start, max_iterations=12)
        reached = alone.converged and np.abs(alone.x - x_star).max() < 1e-3
        assert (found.attractor[row, column] == 0) == reached
        assert found.iterations[row, column] == alone.iterations
