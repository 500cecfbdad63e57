"""Every answer of e3lib.powerflow against pandapower's."""

import numpy as np
import pytest

from e3lib.powerflow import Network, dc_start, directions, flat_start, newton, solution, three_bus

pp = pytest.importorskip("pandapower", reason="pip install pandapower numba to run these checks")
cases = pytest.importorskip("pandapower.networks")
pytestmark = pytest.mark.filterwarnings("default")  # what pandapower's imports warn of is theirs

STARTS = {"flat": flat_start, "dc": dc_start}
TOLERANCES = (1e-4, 1e-6, 1e-8, 1e-10, 1e-12)
SETTINGS = {"algorithm": "nr", "calculate_voltage_angles": True, "lightsim2grid": False}


def pandapower_three_bus():
    net, kv, base = pp.create_empty_network(sn_mva=100.0), 110.0, 110.0**2 / 100
    buses = [pp.create_bus(net, vn_kv=kv) for _ in range(3)]
    pp.create_ext_grid(net, buses[0], vm_pu=1.05)
    for i, k, z in ((0, 1, 0.02 + 0.04j), (0, 2, 0.01 + 0.03j), (1, 2, 0.0125 + 0.025j)):
        pp.create_line_from_parameters(
            net, buses[i], buses[k], length_km=1.0, r_ohm_per_km=z.real * base,
            x_ohm_per_km=z.imag * base, c_nf_per_km=0.0, max_i_ka=10.0,
        )  # fmt: skip
    pp.create_load(net, buses[1], p_mw=256.6, q_mvar=110.2)
    pp.create_load(net, buses[2], p_mw=138.6, q_mvar=45.2)
    return net


def test_three_bus_conversion_is_our_own_network():
    net = pandapower_three_bus()
    pp.runpp(net, **SETTINGS)
    converted = Network.from_pandapower(net)
    for name in ("admittance", "voltage", "susceptance", "dc_offset"):
        expected = getattr(three_bus(), name)
        np.testing.assert_allclose(getattr(converted, name), expected, atol=1e-12)
    np.testing.assert_allclose(converted.power[1:], three_bus().power[1:])


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("name", ["three_bus", "case9", "case14", "case30", "case57", "case118"])
def test_voltages_and_iterations_are_pandapowers_at_five_tolerances(name, start):
    net = pandapower_three_bus() if name == "three_bus" else getattr(cases, name)()
    pp.runpp(net, **SETTINGS)
    network = Network.from_pandapower(net)
    for tolerance in TOLERANCES:
        pp.runpp(net, init=start, tolerance_mva=tolerance, max_iteration=20, **SETTINGS)
        ours = newton(network, STARTS[start](network), tolerance)
        assert ours.iterations == net._ppc["iterations"], tolerance
        np.testing.assert_allclose(ours.voltage, net._ppc["internal"]["V"], atol=1e-9)


@pytest.mark.parametrize("error", [0.3, 0.6, 1.2, 2.4])
def test_verdict_and_iterations_are_pandapowers_from_random_starts(error):
    net, x_star = pandapower_three_bus(), solution(three_bus())
    for x in x_star + error * directions(25, 4, seed=5):
        ours = newton(three_bus(), x, max_iterations=12)
        if (x[2:] < 0).any():  # pandapower takes no negative magnitude: give the same voltage
            x = np.concatenate([x[:2] + np.pi * (x[2:] < 0), np.abs(x[2:])])
            ours = newton(three_bus(), x, max_iterations=12)
        assert pandapower_verdict(net, x) == (ours.converged, ours.iterations)


def pandapower_verdict(net, x):
    angles, magnitudes = np.degrees([0, *x[:2]]), np.array([1.05, *x[2:]])
    try:
        pp.runpp(
            net, init="auto", init_va_degree=angles, init_vm_pu=magnitudes, tolerance_mva=1e-8,
            max_iteration=12, **SETTINGS,
        )  # fmt: skip
    except pp.LoadflowNotConverged:
        return False, 12
    return True, net._ppc["iterations"]
