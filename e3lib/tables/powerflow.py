"""The tables of chapter 10."""

from collections.abc import Callable, Mapping

from e3lib import powerflow
from e3lib.published import published
from e3lib.reproduce import judge
from e3lib.tables.table import Table

STARTS = {"flat": powerflow.flat_start, "DC": powerflow.dc_start}
TOLERANCES = (1e-4, 1e-6, 1e-8, 1e-10, 1e-12)
AGREEMENT = 1e-9  # per unit


def cheap_starts(network: powerflow.Network) -> Table:
    """Return the two cheap starts: how far from x*, and the mismatch after each update."""
    x_star = powerflow.solution(network)
    found = {name: powerflow.newton(network, start(network)) for name, start in STARTS.items()}
    longest = max(solution.iterations for solution in found.values())
    rows = tuple(
        (
            name,
            f"{_distance(solution.path[0], x_star):.3f}",
            *(f"{size:.1e}" for size in solution.mismatches),
            *[""] * (longest - solution.iterations),
        )
        for name, solution in found.items()
    )
    heads = tuple(f"after {k}" for k in range(longest + 1))
    return Table("Largest mismatch in per unit", ("start", "error", *heads), rows)


def power_flow_numbers() -> Table:
    """Return every published number of Sec. 8 beside ours, on networks A and B."""
    heavy = powerflow.three_bus(powerflow.HEAVY)
    a = powerflow.published_values()
    b = powerflow.published_values(heavy, powerflow.HEAVY_TOLERANCE)
    rows = tuple(
        (
            published()[id].quantity,
            f"{published()[id].value:.0f}",
            f"{a[id]:.1f}".removesuffix(".0"),
            judge(published()[id], a[id]),
            f"{b[id]:.1f}".removesuffix(".0"),
            judge(published()[id], b[id]),
        )
        for id in a
    )
    heads = ("quantity", "published", "network A", "verdict", "network B", "verdict of B")
    return Table("The numbers of Sec. 8; rates in per cent", heads, rows)


def beside_pandapower(nets: Mapping[str, object], runpp: Callable) -> Table:
    """Return our updates beside pandapower's at five tolerances, and whether the voltages agree.

    `nets` are pandapower networks, `runpp` is pandapower's function of that name; this library does
    not import pandapower.
    """
    rows = tuple((name, *_beside(net, runpp)) for name, net in nets.items())
    heads = ("network", "unknowns", "updates, flat", "updates, DC", "counts", "voltages")
    ends = ", ".join(f"{tolerance:.0e}" for tolerance in TOLERANCES)
    return Table(f"Updates at the tolerances {ends} p.u.", heads, rows)


def _beside(net, runpp: Callable) -> tuple[str, ...]:
    settings = {"algorithm": "nr", "lightsim2grid": False, "numba": False, "max_iteration": 20}
    runpp(net, init="dc", calculate_voltage_angles=True, **settings)
    network = powerflow.Network.from_pandapower(net)
    counts, same, largest = {}, True, 0.0
    for name, start in STARTS.items():
        counts[name] = []
        for tolerance in TOLERANCES:
            runpp(
                net, init=name.lower(), tolerance_mva=tolerance, calculate_voltage_angles=True,
                **settings,
            )  # fmt: skip
            ours = powerflow.newton(network, start(network), tolerance)
            same = same and ours.iterations == net._ppc["iterations"]
            theirs = net._ppc["internal"]["V"]
            largest = max(largest, abs(ours.voltage - theirs).max())
            counts[name].append(str(ours.iterations))
    return (
        str(len(start(network))),
        *(" ".join(values) for values in counts.values()),
        "equal" if same else "differ",
        f"within {AGREEMENT:.0e}" if largest < AGREEMENT else f"{largest:.0e} apart",
    )


def real_networks() -> Table:
    """Return what three starts come to on pandapower's larger networks, as it was measured."""
    measured = powerflow.measured_starts()
    rows = tuple(
        (
            network["name"],
            f"{network['buses']:,}",
            *(_start_cell(network["starts"][start], network["starts"]["dc"]) for start in
              ("flat", "dc", "warm")),
        )
        for network in measured["networks"]
    )  # fmt: skip
    heads = ("network", "buses", "flat", "DC", "warm")
    return Table("Updates to a solution, at most 50", heads, rows)


def _start_cell(found: Mapping | None, reference: Mapping) -> str:
    if found is None:
        return "none found"
    if found["low_buses"] > reference["low_buses"]:
        return f"{found['updates']}, wrong: lowest V {found['lowest']:.2f}"
    return str(found["updates"])


def power_flow_speed() -> Table:
    """Return the time of one solve by engine, as it was measured."""
    rows = tuple(
        (
            engine["name"],
            f"{engine['microseconds']:,.1f}",
            f"{engine['times_runpp']:,.1f}",
            f"{engine['ours_is_faster_by']:,.1f}",
        )
        for engine in powerflow.measured_speed()["engines"]
    )
    heads = ("engine", "µs a solve", "times runpp", "the batch is faster by")
    return Table("One power flow of the 200 × 200 map", heads, rows)


def _distance(x, y) -> float:
    return float(((x - y) ** 2).sum() ** 0.5)
