import numpy as np
import pytest

from e3lib.powerflow import Network, three_bus

LINE = [(0, 1, 0.1j)]


def two_bus(lines=LINE, power=(0, -1), voltage=(1, 1), **kinds):
    return Network.from_lines(lines, power, voltage, **kinds)


def test_ybus_of_one_line_is_its_admittance_with_the_sign_of_the_bus_pair():
    network = two_bus([(0, 1, 0.3 + 0.4j)])  # 1 / (0.3 + 0.4j) = 1.2 - 1.6j
    expected = np.array([[1.2 - 1.6j, -1.2 + 1.6j], [-1.2 + 1.6j, 1.2 - 1.6j]])
    np.testing.assert_allclose(network.admittance, expected, rtol=1e-15)


def test_dc_susceptance_takes_the_reactance_alone():
    network = two_bus([(0, 1, 0.3 + 0.4j)])
    np.testing.assert_allclose(network.susceptance, [[2.5, -2.5], [-2.5, 2.5]])


def test_parallel_lines_add_their_admittances():
    network = two_bus([*LINE, *LINE])
    assert network.admittance[0, 1] == pytest.approx(20j)


def test_rows_of_ybus_without_shunts_sum_to_zero():
    np.testing.assert_allclose(three_bus().admittance.sum(axis=1), 0, atol=1e-14)


def test_scaling_multiplies_the_loads_and_leaves_the_network_given_as_it_was():
    network = three_bus()
    np.testing.assert_allclose(network.scaled(1.5).power, three_bus(1.5).power)
    np.testing.assert_allclose(network.power[1], -(2.566 + 1.102j))


def test_buses_are_sorted_by_what_they_hold():
    network = Network.from_lines([(0, 1, 1j), (1, 2, 1j)], (0, 1, -1), (1, 1, 1), pv=(1,))
    assert network.not_slack.tolist() == [1, 2]
    assert network.pq.tolist() == [2]


@pytest.mark.parametrize(
    ("mistake", "message"),
    [
        ({"lines": [(0, 1, 0)]}, r"line 0-1 has impedance 0; give it a finite one"),
        ({"lines": [(0, 1, complex("nan"))]}, "line 0-1 has impedance"),
        ({"lines": [(0, 2, 1j)]}, "line 0-2 must join two different buses between 0 and 1"),
        ({"lines": [(1, 1, 1j)]}, "line 1-1 must join two different buses"),
        ({"lines": [(0, 1, 1j), (0, 1, -1j)]}, "bus 1 has no line to the slack bus"),
        ({"lines": []}, "bus 1 has no line to the slack bus"),
        ({"power": (0, float("nan"))}, "the power at bus 1 is not a number"),
        ({"voltage": (float("inf"), 1)}, "the voltage at bus 0 is not a number"),
        ({"voltage": (1, 1, 1)}, "2 powers need a 2 x 2 Ybus and 2 voltages"),
        ({"slack": ()}, "the network has no slack bus"),
        ({"slack": (2,)}, "slack bus 2 is not one of the buses 0 to 1"),
        ({"pv": (0,)}, "bus 0 cannot be both slack and PV"),
    ],
)
def test_a_mistaken_network_is_refused_in_one_sentence(mistake, message):
    with pytest.raises(ValueError, match=message) as error:
        two_bus(**mistake)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("cancelling", [-2j, -2.000000000000001j])
def test_impedances_that_cancel_make_a_singular_ybus(cancelling):
    lines = [(0, 1, 1j), (0, 2, 1j), (1, 2, cancelling)]  # [[-j + j/2, -j/2], [-j/2, -j + j/2]]
    with pytest.raises(ValueError, match="Ybus is singular without its slack buses"):
        Network.from_lines(lines, (0, 0, 0), (1, 1, 1))


def test_a_network_that_pandapower_has_not_solved_is_refused():
    with pytest.raises(ValueError, match=r"has not been solved; call runpp\(net\) first"):
        Network.from_pandapower(object())
