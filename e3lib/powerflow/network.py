"""A power network as a solver sees it: admittances, injections, and what each bus holds fixed."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

SINGULAR = 1e13  # condition number of Ybus from which a double holds no digit of the answer


@dataclass(frozen=True, slots=True, eq=False)
class Network:
    """A network of n buses, all in per unit.

    A slack bus holds its voltage, a PV bus its active power and its voltage magnitude, and every
    other bus (PQ) its power.

    Attributes
    ----------
    admittance
        Ybus, (n, n) complex: the currents injected are ``admittance @ voltage``.
    power
        The power injected at each bus, (n,) complex. A load is negative.
    voltage
        The voltage held at a slack bus and, in magnitude, at a PV bus, (n,) complex; where a PQ
        bus starts flat.
    slack, pv
        The buses of these two kinds.
    susceptance
        B of the DC approximation, (n, n): ``susceptance @ angle`` is the active power injected.
    dc_offset
        What phase shifters and shunts take away from that active power, (n,).
    not_slack, pq
        The buses whose angle is unknown, and those whose magnitude is, in order. Derived.

    Raises
    ------
    ValueError
        If a shape does not fit, a number is not finite, a bus has no path to a slack bus, or
        Ybus without the slack buses is singular.
    """

    admittance: np.ndarray
    power: np.ndarray
    voltage: np.ndarray
    slack: tuple[int, ...]
    pv: tuple[int, ...]
    susceptance: np.ndarray
    dc_offset: np.ndarray
    not_slack: np.ndarray = field(init=False)
    pq: np.ndarray = field(init=False)

    def __post_init__(self) -> None:
        _check_numbers(self)
        _check_kinds(self)
        not_slack = np.setdiff1d(np.arange(len(self.power)), self.slack)
        object.__setattr__(self, "not_slack", not_slack)
        object.__setattr__(self, "pq", np.setdiff1d(not_slack, self.pv))
        _check_paths(self)
        free = np.ix_(self.not_slack, self.not_slack)
        if np.linalg.cond(self.admittance[free], 1) > SINGULAR:
            raise ValueError(
                "Ybus is singular without its slack buses, so no voltage is determined; "
                "look for impedances that cancel one another"
            )

    def scaled(self, loading: float) -> "Network":
        """The same network with every injection multiplied by `loading`."""
        return replace(self, power=self.power * loading)

    @staticmethod
    def from_lines(
        lines: Iterable[tuple[int, int, complex]],
        power: Sequence[complex],
        voltage: Sequence[complex],
        slack: Sequence[int] = (0,),
        pv: Sequence[int] = (),
    ) -> "Network":
        """A network of series impedances without shunts.

        Parameters
        ----------
        lines
            Each line as (bus, bus, impedance in per unit).
        power, voltage, slack, pv
            As the attributes of the same names.

        Raises
        ------
        ValueError
            If a line has no impedance or names a bus that is not there; and as `Network` does.
        """
        n = len(power)
        admittance, susceptance = np.zeros((n, n), complex), np.zeros((n, n))
        for i, k, z in lines:
            _check_line(i, k, z, n)
            _connect(admittance, i, k, 1 / z)
            _connect(susceptance, i, k, 1 / np.imag(z) if np.imag(z) else np.inf)
        return Network(
            admittance,
            np.asarray(power, complex),
            np.asarray(voltage, complex),
            tuple(slack),
            tuple(pv),
            susceptance,
            np.zeros(n),
        )

    @staticmethod
    def from_pandapower(net) -> "Network":
        """The network that pandapower solved last, in its internal bus order and on its base.

        Parameters
        ----------
        net
            A pandapower network after ``pandapower.runpp(net)``.

        Raises
        ------
        ValueError
            If no power flow has been run on `net`.
        """
        case = (getattr(net, "_ppc", None) or {}).get("internal") or {}
        if "Ybus" not in case:
            raise ValueError("this pandapower network has not been solved; call runpp(net) first")
        susceptance, offset = _dc_model(case["branch"].real, case["bus"], case["baseMVA"])
        return Network(
            case["Ybus"].toarray(),
            np.asarray(case["Sbus"], complex),
            np.where(case["bus"][:, 1] == 1, 1, case["V"]),  # bus type 1 is PQ
            tuple(case["ref"].tolist()),
            tuple(case["pv"].tolist()),
            susceptance,
            offset,
        )


def three_bus(loading: float = 1.0) -> Network:
    """The textbook's three-bus network: a slack bus and two loads (Saadat, Example 6.7).

    At loading 1 its voltages are exactly 1.05, 0.98 - 0.06j and 1.00 - 0.05j. The paper (Sec. 8)
    does not print its own network; this one has the same buses and was chosen for that solution.
    """
    lines = ((0, 1, 0.02 + 0.04j), (0, 2, 0.01 + 0.03j), (1, 2, 0.0125 + 0.025j))
    power = (0, -(2.566 + 1.102j) * loading, -(1.386 + 0.452j) * loading)
    return Network.from_lines(lines, power, voltage=(1.05, 1, 1))


def _connect(matrix: np.ndarray, i: int, k: int, value: complex) -> None:
    matrix[i, i] += value
    matrix[k, k] += value
    matrix[i, k] -= value
    matrix[k, i] -= value


def _dc_model(branch: np.ndarray, bus: np.ndarray, base: float) -> tuple[np.ndarray, np.ndarray]:
    """B and its offset from MATPOWER's branch and bus columns (Zimmerman et al., 2011)."""
    start, end = branch[:, 0].astype(int), branch[:, 1].astype(int)
    tap = np.where(branch[:, 8] == 0, 1, branch[:, 8])
    b = branch[:, 10] / branch[:, 3] / tap
    susceptance, offset = np.zeros((len(bus), len(bus))), bus[:, 4] / base
    for i, k, value, shift in zip(start, end, b, np.radians(branch[:, 9]), strict=True):
        _connect(susceptance, i, k, value)
        offset[i] -= value * shift
        offset[k] += value * shift
    return susceptance, offset


def _check_line(i: int, k: int, z: complex, n: int) -> None:
    if not (0 <= i < n and 0 <= k < n and i != k):
        raise ValueError(f"line {i}-{k} must join two different buses between 0 and {n - 1}")
    if z == 0 or not np.isfinite(z):
        raise ValueError(
            f"line {i}-{k} has impedance {z}; give it a finite one other than 0 in per unit, "
            "or make its two buses one"
        )


def _check_numbers(network: Network) -> None:
    n = len(network.power)
    if network.admittance.shape != (n, n) or network.voltage.shape != (n,):
        raise ValueError(
            f"{n} powers need a {n} x {n} Ybus and {n} voltages, not "
            f"{network.admittance.shape} and {network.voltage.shape}"
        )
    for name in ("power", "voltage"):
        bad = np.flatnonzero(~np.isfinite(getattr(network, name)))
        if bad.size:
            raise ValueError(f"the {name} at bus {bad[0]} is not a number; give it in per unit")


def _check_kinds(network: Network) -> None:
    n = len(network.power)
    if not network.slack:
        raise ValueError("the network has no slack bus; name one that holds its voltage")
    for kind, buses in (("slack", network.slack), ("PV", network.pv)):
        for bus in buses:
            if not 0 <= bus < n:
                raise ValueError(f"{kind} bus {bus} is not one of the buses 0 to {n - 1}")
    if both := set(network.slack) & set(network.pv):
        raise ValueError(f"bus {min(both)} cannot be both slack and PV; choose one")


def _check_paths(network: Network) -> None:
    reached = np.zeros(len(network.power), bool)
    reached[list(network.slack)] = True
    linked = network.admittance != 0
    while (wider := linked[reached].any(axis=0) | reached).sum() > reached.sum():
        reached = wider
    if not reached.all():
        lost = int(np.flatnonzero(~reached)[0])
        raise ValueError(f"bus {lost} has no line to the slack bus; connect it or leave it out")
