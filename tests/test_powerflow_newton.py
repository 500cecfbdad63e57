from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from e3lib.powerflow import (
    Network,
    dc_start,
    flat_start,
    jacobian,
    mismatch,
    newton,
    three_bus,
)

EXACT = np.array([1.05, 0.98 - 0.06j, 1.00 - 0.05j])


def mesh():
    """Four buses with a PV bus and a slack bus that is neither the first nor at angle 0."""
    lines = [(0, 1, 0.02 + 0.06j), (1, 2, 0.01 + 0.05j), (2, 3, 0.03 + 0.09j), (0, 3, 0.08j)]
    power = (-0.9 - 0.3j, 0.8, 0, -0.5 - 0.2j)
    return Network.from_lines(lines, power, (1, 1.03, 1.02 * np.exp(0.2j), 1), slack=(2,), pv=(1,))


def times(a, b):
    """The product of two complex numbers as pairs of fractions."""
    return (a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0])


def inverse(z):
    size = z[0] ** 2 + z[1] ** 2
    return (z[0] / size, -z[1] / size)


def rational(*parts):
    return tuple(map(Fraction, parts))


def test_the_stated_voltages_solve_the_three_bus_network_without_any_rounding():
    v = [rational("1.05", "0"), rational("0.98", "-0.06"), rational("1", "-0.05")]
    y01, y02, y12 = (
        inverse(rational(*z)) for z in (("0.02", "0.04"), ("0.01", "0.03"), ("0.0125", "0.025"))
    )

    def injected(bus, others):
        flows = [times(y, (v[bus][0] - v[k][0], v[bus][1] - v[k][1])) for k, y in others]
        current = (sum(f[0] for f in flows), sum(f[1] for f in flows))
        return times(v[bus], (current[0], -current[1]))

    assert injected(1, [(0, y01), (2, y12)]) == rational("-2.566", "-1.102")
    assert injected(2, [(0, y02), (1, y12)]) == rational("-1.386", "-0.452")


@pytest.mark.parametrize(
    ("start", "mismatches"),
    [(flat_start, (2.1, 5.2e-2, 1.7e-4, 1.5e-9)), (dc_start, (1.2, 2.4e-2, 1.8e-5, 1.1e-11))],
)
def test_both_cheap_starts_reach_the_exact_solution_in_three_updates(start, mismatches):
    found = newton(three_bus(), start(three_bus()))
    assert found.converged
    assert found.iterations == 3
    np.testing.assert_allclose(found.voltage, EXACT, atol=1e-9)
    np.testing.assert_allclose(found.mismatches, mismatches, rtol=0.05)


def test_the_path_begins_at_the_start_and_ends_at_x():
    start = flat_start(three_bus())
    found = newton(three_bus(), start)
    assert found.path.shape == (4, 4)
    np.testing.assert_array_equal(found.path[0], start)
    np.testing.assert_allclose(found.x[2:], np.abs(EXACT[1:]), atol=1e-9)


def test_dc_angles_by_hand_on_two_buses():
    network = Network.from_lines([(0, 1, 0.03 + 0.1j)], (0, -0.5 - 0.2j), (1, 1))
    np.testing.assert_allclose(dc_start(network), [-0.05, 1])  # P x = 0.5 * 0.1


def test_one_load_over_a_reactance_has_the_voltage_of_the_textbook_formula():
    p, q, x = 0.8, 0.3, 0.25  # V^4 + (2 q x - 1) V^2 + x^2 (p^2 + q^2) = 0, the larger root
    network = Network.from_lines([(0, 1, 1j * x)], (0, -(p + 1j * q)), (1, 1))
    half = (1 - 2 * q * x) / 2
    magnitude = np.sqrt(half + np.sqrt(half**2 - x**2 * (p**2 + q**2)))
    assert abs(newton(network, flat_start(network)).voltage[1]) == pytest.approx(magnitude)


@given(st.lists(st.floats(-1.5, 1.5), min_size=5, max_size=5))
def test_the_jacobian_is_the_derivative_of_the_mismatch(x):
    network, x, h = mesh(), np.array(x), 1e-6
    rows = np.eye(5) * h
    numeric = [(mismatch(network, x + d) - mismatch(network, x - d)) / (2 * h) for d in rows]
    np.testing.assert_allclose(jacobian(network, x), np.transpose(numeric), atol=1e-6)


def test_a_pv_bus_keeps_its_magnitude_and_its_active_power():
    network = mesh()
    found = newton(network, dc_start(network))
    injected = found.voltage * np.conj(network.admittance @ found.voltage)
    assert found.converged
    assert abs(found.voltage[1]) == pytest.approx(1.03)
    assert injected[1].real == pytest.approx(0.8)
    np.testing.assert_allclose(injected[[0, 3]], network.power[[0, 3]], atol=1e-8)


def test_turning_every_angle_turns_the_solution_and_nothing_else():
    network = mesh()
    turned = Network.from_lines(
        [(0, 1, 0.02 + 0.06j), (1, 2, 0.01 + 0.05j), (2, 3, 0.03 + 0.09j), (0, 3, 0.08j)],
        network.power, network.voltage * np.exp(0.7j), slack=(2,), pv=(1,),
    )  # fmt: skip
    np.testing.assert_allclose(dc_start(turned)[:3], dc_start(network)[:3] + 0.7)
    ends = [newton(n, dc_start(n)).voltage for n in (network, turned)]
    np.testing.assert_allclose(ends[0] * np.exp(0.7j), ends[1], atol=1e-8)


def test_a_load_beyond_the_nose_ends_as_data_after_the_last_allowed_update():
    network = three_bus(4)
    found = newton(network, flat_start(network), max_iterations=7)
    assert not found.converged
    assert found.iterations == 7
    assert len(found.mismatches) == 8


def test_a_singular_jacobian_ends_the_search_where_it_stands():
    found = newton(three_bus(), np.zeros(4))  # no voltage, so no power moves with an angle
    assert not found.converged
    assert found.iterations == 0


@pytest.mark.parametrize("start", [np.zeros(3), np.zeros((4, 1)), 1.0])
def test_a_start_of_the_wrong_shape_is_told_the_right_one(start):
    with pytest.raises(ValueError, match=r"2 unknown angles and 2 unknown magnitudes.*\(4,\)"):
        newton(three_bus(), start)


def test_a_start_that_is_not_a_number_is_refused():
    with pytest.raises(ValueError, match="not a finite number"):
        newton(three_bus(), [0, 0, 1, np.nan])


def test_a_line_without_reactance_has_no_dc_start():
    network = Network.from_lines([(0, 1, 0.1)], (0, -0.5), (1, 1))
    with pytest.raises(ValueError, match="without reactance has no DC model"):
        dc_start(network)
