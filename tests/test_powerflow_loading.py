import numpy as np
import pytest

from e3lib.powerflow import Network, follow, nose, three_bus


def load_over(reactance, power):
    return Network.from_lines([(0, 1, 1j * reactance)], (0, -power), (1, 1))


def test_the_nose_of_one_active_load_is_half_the_short_circuit_power():
    assert nose(load_over(0.25, 0.5)) == pytest.approx(1 / (2 * 0.25 * 0.5), abs=2e-4)


def test_the_nose_of_one_reactive_load_is_a_quarter_of_it():
    assert nose(load_over(0.25, 0.5j)) == pytest.approx(1 / (4 * 0.25 * 0.5), abs=2e-4)


def test_magnitudes_fall_all_the_way_to_the_nose_of_the_three_bus_network():
    loadings = np.linspace(0.25, nose(three_bus()), 12)
    solutions = follow(three_bus(), loadings)
    magnitudes = np.array([np.abs(s.voltage[1]) for s in solutions])
    assert all(s.converged for s in solutions)
    assert (np.diff(magnitudes) < 0).all()
    assert magnitudes[-1] < 0.6


def test_a_loading_without_a_solution_does_not_spoil_the_next_start():
    beyond, back = follow(three_bus(), (4, 1))
    assert not beyond.converged
    assert back.converged
    assert back.iterations == 3


def test_a_network_without_load_has_no_nose():
    with pytest.raises(ValueError, match="no nose"):
        nose(load_over(0.25, 0))


def test_a_network_past_its_nose_is_refused():
    with pytest.raises(ValueError, match="no solution from the flat start"):
        nose(three_bus(4))
