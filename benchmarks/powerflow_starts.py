"""Which start works on real networks: measured once, stored for chapter 10.

    python benchmarks/powerflow_starts.py            print
    python benchmarks/powerflow_starts.py --save     and store for the chapter

Two measurements: pandapower from three starts on its larger networks, and random errors of the
flat start's own size on three IEEE cases. Needs pandapower and numba. Takes a few minutes.
"""

import argparse
import json
import platform
from datetime import date
from importlib.metadata import version
from pathlib import Path

import numpy as np
import pandapower as pp
import pandapower.networks as cases

from e3lib.powerflow import Network, directions, flat_start, newton, solution

STORE = Path(__file__).parent.parent / "e3lib" / "data" / "powerflow_starts.json"
NETWORKS = (
    "case9", "case118", "case300", "case1354pegase", "case2869pegase", "case3120sp",
    "case1888rte", "case2848rte", "case6470rte", "case6495rte", "case6515rte",
)  # fmt: skip
RANDOM, SHARES, TRIALS, SEED = (
    ("case57", "case118", "case300"),
    (1 / 16, 1 / 8, 1 / 4, 1 / 2, 1),
    100,
    0,
)
LOW = 0.8  # per unit; no grid is run with a bus below it
WARM = 1.05  # loads and generation, started from the solution at 1


def solve(net, init):
    """Updates, lowest voltage and buses below LOW; None where pandapower does not converge."""
    try:
        pp.runpp(
            net, algorithm="nr", init=init, tolerance_mva=1e-8, max_iteration=50,
            calculate_voltage_angles=True, lightsim2grid=False,
        )  # fmt: skip
    except pp.LoadflowNotConverged:
        return None
    sizes = net.res_bus.vm_pu.dropna()
    return {
        "updates": net._ppc["iterations"],
        "lowest": round(float(sizes.min()), 4),
        "low_buses": int((sizes < LOW).sum()),
    }


def real_network(name):
    net = getattr(cases, name)()
    starts = {init: solve(net, init) for init in ("flat", "dc")}
    net.load[["p_mw", "q_mvar"]] *= WARM
    for plants in (net.gen, net.sgen):
        plants["p_mw"] *= WARM
    starts["warm"] = solve(net, "results") if starts["dc"] else None
    return {"name": name, "buses": len(net.bus), "starts": starts}


def random_errors(name):
    """Per cent of random directions that reach x*, by error as a share of the flat start's."""
    net = getattr(cases, name)()
    net.ext_grid["va_degree"] = 0.0  # count angles from the slack bus: turns all, changes nothing
    solve(net, "dc")
    network = Network.from_pandapower(net)
    x_star, flat = solution(network), flat_start(network)
    size = float(np.linalg.norm(flat - x_star))
    unit = directions(TRIALS, len(x_star), SEED)
    reached = [
        sum(reaches(network, x_star, x_star + share * size * u) for u in unit) for share in SHARES
    ]
    return {
        "shares": SHARES,
        "reached": [100 * count / TRIALS for count in reached],
        "flat_error": size,
        "flat_iterations": newton(network, flat).iterations,
        "trials": TRIALS,
        "across_lines": {
            "flat": across_lines(network, flat - x_star),
            "random": float(np.mean([across_lines(network, size * u) for u in unit])),
        },
    }


def across_lines(network, error):
    """Root mean square over all lines of how far the angle errors at the two ends differ, rad."""
    angle = np.zeros(len(network.power))
    angle[network.not_slack] = error[: len(network.not_slack)]
    start, end = np.nonzero(np.triu(network.admittance, 1))
    return float(np.sqrt(np.mean((angle[start] - angle[end]) ** 2)))


def reaches(network, x_star, start):
    found = newton(network, start)
    return bool(found.converged and np.abs(found.x - x_star).max() < 1e-3)


def measure():
    return {
        "date": date.today().isoformat(),
        "python": platform.python_version(),
        "versions": {name: version(name) for name in ("numpy", "pandapower", "numba")},
        "seed": SEED,
        "warm_loading": WARM,
        "low": LOW,
        "networks": [real_network(name) for name in NETWORKS],
        "random_errors": {name: random_errors(name) for name in RANDOM},
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--save", action="store_true", help=f"write {STORE.name}")
    save = parser.parse_args().save
    text = json.dumps(measure(), indent=1)
    print(text)
    if save:
        STORE.write_text(text + "\n", encoding="utf-8")
