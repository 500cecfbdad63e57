"""Newton-Raphson power flow in polar form (Tinney and Hart, 1967), with its usual two starts.

The unknowns x are the angles of all buses but the slack, then the magnitudes of the PQ buses. With
V_i = v_i e^{j theta_i} and I = Y V, the power injected is S_i = V_i conj(I_i). Differentiate:

    dS_i / d theta_k = j V_i (conj(I_i) [i = k] - conj(Y_ik V_k))
    dS_i / d v_k     = V_i conj(Y_ik u_k) + conj(I_i) u_i [i = k],      u = e^{j theta}

The real parts at the buses with an unknown angle and the imaginary parts at the PQ buses are the
Jacobian; a step solves J dx = -(S(x) - S). Magnitudes may turn negative on the way: a bus at
(theta, -v) has the voltage of (theta + pi, v), which is one reason why Newton has many ends.
"""

from dataclasses import dataclass

import numpy as np

from e3lib.powerflow.network import Network

TOLERANCE = 1e-8  # per unit
MAX_ITERATIONS = 20


@dataclass(frozen=True, slots=True, eq=False)
class Solution:
    """Where Newton-Raphson ended. Divergence is a result, not an error.

    Attributes
    ----------
    voltage
        Complex bus voltages at the end, (n,).
    path
        The iterates x, (iterations + 1, unknowns); the first is the start.
    mismatches
        The largest mismatch at each iterate, in per unit.
    converged
        True where the last mismatch is below the tolerance.
    """

    voltage: np.ndarray
    path: np.ndarray
    mismatches: tuple[float, ...]
    converged: bool

    @property
    def x(self) -> np.ndarray:
        """The last iterate."""
        return self.path[-1]

    @property
    def iterations(self) -> int:
        """Newton updates made."""
        return len(self.path) - 1


def flat_start(network: Network) -> np.ndarray:
    """Every unknown angle 0, every unknown magnitude the flat profile's (1 per unit as a rule)."""
    return np.concatenate([np.zeros(len(network.not_slack)), np.abs(network.voltage[network.pq])])


def dc_start(network: Network) -> np.ndarray:
    """Angles from the linear DC power flow (Stott et al., 2009), magnitudes flat.

    Raises
    ------
    ValueError
        If a line has no reactance, which the DC power flow divides by.
    """
    if not np.isfinite(network.susceptance).all():
        raise ValueError("a line without reactance has no DC model; start flat instead")
    free, slack = network.not_slack, list(network.slack)
    held = network.susceptance[np.ix_(free, slack)] @ np.angle(network.voltage[slack])
    power = (network.power.real - network.dc_offset)[free] - held
    angle = np.linalg.solve(network.susceptance[np.ix_(free, free)], power)
    return np.concatenate([angle, np.abs(network.voltage[network.pq])])


def voltages(network: Network, x: np.ndarray) -> np.ndarray:
    """The complex bus voltages of the unknowns x, (n,)."""
    free = network.not_slack
    angle, magnitude = np.angle(network.voltage), np.abs(network.voltage)
    angle[free], magnitude[network.pq] = x[: len(free)], x[len(free) :]
    return magnitude * np.exp(1j * angle)


def mismatch(network: Network, x: np.ndarray) -> np.ndarray:
    """S(x) - S: active power at all buses but the slack, then reactive power at PQ buses."""
    voltage = voltages(network, x)
    excess = voltage * np.conj(network.admittance @ voltage) - network.power
    return np.concatenate([excess.real[network.not_slack], excess.imag[network.pq]])


def jacobian(network: Network, x: np.ndarray) -> np.ndarray:
    """The derivative of `mismatch`, (unknowns, unknowns); derived above."""
    free, pq = network.not_slack, network.pq
    angle = np.angle(network.voltage)
    angle[free] = x[: len(free)]
    voltage, direction = voltages(network, x), np.exp(1j * angle)
    current = np.conj(network.admittance @ voltage)
    by_angle = 1j * voltage[:, None] * (np.diag(current) - np.conj(network.admittance * voltage))
    by_size = voltage[:, None] * np.conj(network.admittance * direction)
    by_size += np.diag(current * direction)
    columns = np.hstack([by_angle[:, free], by_size[:, pq]])
    return np.vstack([columns.real[free], columns.imag[pq]])


def newton(
    network: Network,
    start: np.ndarray,
    tolerance: float = TOLERANCE,
    max_iterations: int = MAX_ITERATIONS,
) -> Solution:
    """Solve the power flow from `start`, a vector of unknowns like `flat_start` gives.

    Stops at the first mismatch below `tolerance` (per unit, largest component), after
    `max_iterations` updates, or where a step cannot be computed.

    Raises
    ------
    ValueError
        If `start` has not one finite number for each unknown.
    """
    x = _checked(network, start)
    path, sizes = [], []
    with np.errstate(over="ignore", invalid="ignore"):  # a diverging path may overflow
        while True:
            excess = mismatch(network, x)
            path.append(x)
            sizes.append(float(np.abs(excess).max()))
            if not tolerance <= sizes[-1] < np.inf or len(path) > max_iterations:
                break
            try:
                x = x - np.linalg.solve(jacobian(network, x), excess)
            except np.linalg.LinAlgError:  # a singular Jacobian: there is no next point
                break
        return Solution(
            voltages(network, path[-1]), np.array(path), tuple(sizes), sizes[-1] < tolerance
        )


def _checked(network: Network, start: np.ndarray) -> np.ndarray:
    start = np.asarray(start, float)
    angles, sizes = len(network.not_slack), len(network.pq)
    if start.shape != (angles + sizes,):
        raise ValueError(
            f"the start has shape {start.shape}; this network has {angles} unknown angles "
            f"and {sizes} unknown magnitudes, so it must be ({angles + sizes},)"
        )
    if not np.isfinite(start).all():
        raise ValueError(f"the start {start} has an entry that is not a finite number")
    return start
