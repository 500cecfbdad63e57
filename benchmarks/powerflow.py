"""Time one power flow on the 200 x 200 map of chapter 10, five ways, in one interleaved run.

    python benchmarks/powerflow.py              print the ratios
    python benchmarks/powerflow.py --save       and store them for the chapter

Every round runs all engines one after the other on the same starts, so that whatever else the
machine does falls on all of them; a ratio is the median over rounds of the ratio within a round.
Needs pandapower, numba and lightsim2grid (pip install pandapower numba lightsim2grid).
"""

import argparse
import json
import os
import platform
from contextlib import suppress
from datetime import date
from importlib.metadata import version
from pathlib import Path
from statistics import median
from time import perf_counter

import numpy as np
import pandapower as pp
from lightsim2grid.algorithm import NR_KLU
from pandapower.pypower.newtonpf import newtonpf
from scipy.sparse import csc_matrix, csr_matrix

from e3lib.powerflow import newton, newton_many, solution, three_bus

SIDE, ROUNDS, SEED = 200, 9, 0
TOLERANCE, UPDATES = 1e-8, 20
STORE = Path(__file__).parent.parent / "e3lib" / "data" / "powerflow_speed.json"
NETWORK = three_bus()
PACKAGES = ("numpy", "pandapower", "numba", "lightsim2grid")


def starts():
    """The starts of the map in random order, so that any part of them is a fair sample."""
    angles, magnitudes = np.meshgrid(np.linspace(-3.2, 3.2, SIDE), np.linspace(-0.5, 2.5, SIDE))
    x = np.tile(solution(NETWORK), (SIDE * SIDE, 1))
    x[:, 1], x[:, 3] = angles.ravel(), magnitudes.ravel()
    return np.random.default_rng(SEED).permutation(x)


def solved_net():
    net, base = pp.create_empty_network(sn_mva=100.0), 110.0**2 / 100
    buses = [pp.create_bus(net, vn_kv=110.0) for _ in range(3)]
    pp.create_ext_grid(net, buses[0], vm_pu=1.05)
    for i, k, z in ((0, 1, 0.02 + 0.04j), (0, 2, 0.01 + 0.03j), (1, 2, 0.0125 + 0.025j)):
        pp.create_line_from_parameters(
            net, buses[i], buses[k], length_km=1.0, r_ohm_per_km=z.real * base,
            x_ohm_per_km=z.imag * base, c_nf_per_km=0.0, max_i_ka=10.0,
        )  # fmt: skip
    pp.create_load(net, buses[1], p_mw=256.6, q_mvar=110.2)
    pp.create_load(net, buses[2], p_mw=138.6, q_mvar=45.2)
    runpp(net, init="flat")
    return net


def runpp(net, **start):
    pp.runpp(
        net, algorithm="nr", tolerance_mva=TOLERANCE, max_iteration=UPDATES,
        calculate_voltage_angles=True, lightsim2grid=False, **start,
    )  # fmt: skip


def runpp_loop(x):
    for row in x:
        angles, sizes = np.degrees([0, *row[:2]]), np.array([1.05, *row[2:]])
        with suppress(pp.LoadflowNotConverged):
            runpp(NET, init="auto", init_va_degree=angles, init_vm_pu=sizes)


def voltage(row):
    return np.array([1.05, *(row[2:] * np.exp(1j * row[:2]))])


def newtonpf_loop(x):
    for row in x:
        newtonpf(YBUS, NETWORK.power, voltage(row), REF, NO_BUS, PQ, NET._ppc, NET._options)


def lightsim2grid_loop(x):
    engine = NR_KLU()
    for row in x:
        engine.compute_pf(
            YBUS_CSC, voltage(row), NETWORK.power, REF32, WEIGHTS, NO_BUS32, PQ32,
            UPDATES, TOLERANCE,
        )  # fmt: skip


def scalar_loop(x):
    for row in x:
        newton(NETWORK, row, TOLERANCE, UPDATES)


def batch(x):
    newton_many(NETWORK, x, TOLERANCE, UPDATES)


NET = solved_net()
YBUS, YBUS_CSC = csr_matrix(NETWORK.admittance), csc_matrix(NETWORK.admittance)
REF, PQ, NO_BUS = np.array([0]), np.array([1, 2]), np.array([], int)
REF32, PQ32, NO_BUS32 = (a.astype(np.int32) for a in (REF, PQ, NO_BUS))
WEIGHTS = np.array([1.0, 0.0, 0.0])  # the slack bus takes all
ENGINES = {  # name: (function, starts in one round)
    "pandapower, runpp in a loop": (runpp_loop, 40),
    "pandapower, newtonpf in a loop": (newtonpf_loop, 100),
    "e3lib, newton in a loop": (scalar_loop, 400),
    "lightsim2grid, NR_KLU in a loop": (lightsim2grid_loop, 8_000),
    "e3lib, newton_many at once": (batch, SIDE * SIDE),
}


def measure():
    """Seconds for one solve by engine, one value a round; an unrecorded round comes first."""
    x, seconds = starts(), {name: [] for name in ENGINES}
    for round_ in range(ROUNDS + 1):
        for name, (engine, count) in ENGINES.items():
            begun = perf_counter()
            engine(x[:count])
            if round_:
                seconds[name].append((perf_counter() - begun) / count)
    return seconds


def summary(seconds):
    slowest, ours = (seconds[name] for name in (next(iter(ENGINES)), next(reversed(ENGINES))))
    return {
        "date": date.today().isoformat(),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores, {processor()}",
        "python": platform.python_version(),
        "versions": {name: version(name) for name in PACKAGES},
        "seed": SEED,
        "starts": SIDE * SIDE,
        "rounds": ROUNDS,
        "updates": float(newton_many(NETWORK, starts(), TOLERANCE, UPDATES).iterations.mean()),
        "engines": [
            {
                "name": name,
                "microseconds": 1e6 * median(values),
                "best_microseconds": 1e6 * min(values),
                "times_runpp": median(s / v for s, v in zip(slowest, values, strict=True)),
                "ours_is_faster_by": median(v / o for v, o in zip(values, ours, strict=True)),
            }
            for name, values in seconds.items()
        ],
    }


def processor():
    """The processor's name where the system tells it."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or "unknown processor"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--save", action="store_true", help=f"write {STORE.name}")
    save = parser.parse_args().save
    result = summary(measure())
    for engine in result["engines"]:
        print(
            f"{engine['name']:34}{engine['microseconds']:12.1f} us"
            f"{engine['times_runpp']:10.1f} x runpp"
            f"{engine['ours_is_faster_by']:10.1f} x slower than the batch"
        )
    if save:
        STORE.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
