import numpy as np
import pytest

from e3lib.powerflow import Network, directions, newton, newton_many, solution, three_bus
from e3lib.powerflow.many import BLOCK


def random_starts(count, error, seed=1):
    return solution(three_bus()) + error * directions(count, 4, seed)


@pytest.mark.parametrize("updates", [0, 1, 2, 3, 5])
def test_every_iterate_is_the_scalar_solvers(updates):
    starts = random_starts(40, 0.6)
    many = newton_many(three_bus(), starts, max_iterations=updates)
    one = [newton(three_bus(), start, max_iterations=updates) for start in starts]
    np.testing.assert_allclose(many.x, [s.x for s in one], rtol=1e-7, atol=1e-9)
    np.testing.assert_array_equal(many.iterations, [s.iterations for s in one])
    np.testing.assert_array_equal(many.converged, [s.converged for s in one])


@pytest.mark.parametrize("loading", [1, 1.5, 3])
def test_verdicts_and_counts_are_the_scalar_solvers_even_far_away(loading):
    network, starts = three_bus(loading), random_starts(150, 2.4)
    many = newton_many(network, starts, max_iterations=12)  # later, rounding decides
    one = [newton(network, start, max_iterations=12) for start in starts]
    assert many.converged.tolist() == [s.converged for s in one]
    assert many.iterations.tolist() == [s.iterations for s in one]


def test_a_start_ends_the_same_alone_and_in_any_block():
    starts = random_starts(BLOCK + 3, 1.0)
    together = newton_many(three_bus(), starts, max_iterations=10)
    for i in (0, BLOCK - 1, BLOCK, BLOCK + 2):
        alone = newton_many(three_bus(), starts[i : i + 1], max_iterations=10)
        np.testing.assert_allclose(together.x[i], alone.x[0], rtol=1e-9)
        assert together.iterations[i] == alone.iterations[0]


def test_a_start_without_voltage_does_not_converge_and_spoils_no_other():
    starts = np.vstack([np.zeros(4), [0, 0, 1, 1]])
    ends = newton_many(three_bus(), starts)
    assert ends.converged.tolist() == [False, True]
    assert ends.iterations[1] == 3


def test_the_starts_are_left_as_they_were():
    starts = random_starts(5, 0.6)
    before = starts.copy()
    newton_many(three_bus(), starts)
    np.testing.assert_array_equal(starts, before)


@pytest.mark.parametrize("shape", [(4,), (0, 4), (3, 5)])
def test_starts_of_the_wrong_shape_are_told_the_right_one(shape):
    with pytest.raises(ValueError, match=r"it must be \(m, 4\)"):
        newton_many(three_bus(), np.ones(shape))


def test_a_network_of_another_size_is_sent_to_the_scalar_solver():
    network = Network.from_lines([(0, 1, 0.1j)], (0, -1), (1, 1))
    with pytest.raises(ValueError, match="1 PQ and 0 PV buses"):
        newton_many(network, np.ones((2, 4)))
