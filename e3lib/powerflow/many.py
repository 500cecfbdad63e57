"""Newton-Raphson from many starts at once, for networks of a slack bus and two PQ buses.

One array per quantity, one entry per start: numpy then works on all starts in every operation, and
those that have ended leave the arrays. The 4 x 4 step is not solved as such. Write dV_i for the
change of the complex voltage V_i; linearising S_i = V_i conj(I_i) and dividing by V_i gives

    Y dV + D conj(dV) = r,      D_i = I_i / conj(V_i),      r_i = conj(dS_i / V_i)

where Y never changes. With Z = Y^-1 and M = Z D, eliminating conj(dV) leaves a 2 x 2 system

    (1 - M conj(M)) dV = Z r - M conj(Z r)

whose determinant is real: the Jacobian's, up to a constant. It is the same Newton step, since
dV / V = dv / v + j dtheta; a test compares both solvers iterate for iterate.
"""

from dataclasses import dataclass

import numpy as np

from e3lib.powerflow.network import Network
from e3lib.powerflow.newton import MAX_ITERATIONS, TOLERANCE

BLOCK = 4096  # starts worked on together: their arrays fit a processor's cache


@dataclass(frozen=True, slots=True, eq=False)
class Solutions:
    """Where Newton-Raphson ended from each of m starts.

    Attributes
    ----------
    x
        The last iterates, (m, 4): two angles, two magnitudes.
    iterations
        Newton updates made, (m,).
    converged
        True where the mismatch fell below the tolerance, (m,).
    """

    x: np.ndarray
    iterations: np.ndarray
    converged: np.ndarray

    @property
    def voltage(self) -> np.ndarray:
        """The complex voltages of the two PQ buses, (m, 2)."""
        return self.x[:, 2:] * np.exp(1j * self.x[:, :2])


def newton_many(
    network: Network,
    starts: np.ndarray,
    tolerance: float = TOLERANCE,
    max_iterations: int = MAX_ITERATIONS,
) -> Solutions:
    """Solve the power flow from every row of `starts`, (m, 4), as `newton` would.

    Raises
    ------
    ValueError
        If the network has not two PQ buses and no PV bus, or `starts` not four columns.
    """
    if len(network.pq) != 2 or network.pv:
        raise ValueError(
            f"the network has {len(network.pq)} PQ and {len(network.pv)} PV buses; "
            "newton_many takes two PQ buses and no other but the slack, newton takes any"
        )
    starts = np.asarray(starts, float)
    if starts.ndim != 2 or starts.shape[1] != 4 or not len(starts):
        raise ValueError(f"the starts have shape {starts.shape}; it must be (m, 4), one row each")
    blocks = [
        _solve(network, starts[i : i + BLOCK].T.copy(), tolerance, max_iterations)
        for i in range(0, len(starts), BLOCK)
    ]
    x, iterations, converged = (np.concatenate(part) for part in zip(*blocks, strict=True))
    return Solutions(x, iterations, converged)


def _solve(network, x, tolerance, max_iterations):
    """Run one block, x of shape (4, m), to its end."""
    pq, slack = network.pq, list(network.slack)
    y = network.admittance[np.ix_(pq, pq)]
    z, power = np.linalg.inv(y), network.power[pq, None]
    from_slack = (network.admittance[np.ix_(pq, slack)] @ network.voltage[slack])[:, None]
    end, iterations = np.empty_like(x), np.full(x.shape[1], max_iterations)
    converged, active = np.zeros(x.shape[1], bool), np.arange(x.shape[1])
    with np.errstate(all="ignore"):
        for k in range(max_iterations + 1):
            voltage = x[2:] * _unit(x[:2])
            current = y @ voltage + from_slack
            excess = power - voltage * np.conj(current)
            size = np.maximum(np.abs(excess.real), np.abs(excess.imag)).max(axis=0)
            going = (size >= tolerance) & (k < max_iterations)  # False where size is not a number
            if not going.all():
                ended = active[~going]
                end[:, ended], iterations[ended] = x[:, ~going], k
                converged[ended] = size[~going] < tolerance
                active, x, voltage = active[going], x[:, going], voltage[:, going]
                current, excess = current[:, going], excess[:, going]
            if not active.size:
                break
            _step(x, voltage, current, excess, z)
    return end.T, iterations, converged


def _step(x, voltage, current, excess, z):
    """One Newton update of x, in place."""
    inverse = voltage / (x[2:] * x[2:])  # 1 / conj(V)
    r = z @ (np.conj(excess) * inverse)
    m = z[:, :, None] * (current * inverse)
    mc = np.conj(m)
    a = 1 - m[0, 0] * mc[0, 0] - m[0, 1] * mc[1, 0]  # 1 - M conj(M) = [[a, -b], [-c, d]]
    b = m[0, 0] * mc[0, 1] + m[0, 1] * mc[1, 1]
    c = m[1, 0] * mc[0, 0] + m[1, 1] * mc[1, 0]
    d = 1 - m[1, 0] * mc[0, 1] - m[1, 1] * mc[1, 1]
    p, q = r - (m * np.conj(r)).sum(axis=1)
    determinant = (a * d - b * c).real
    change = np.stack([d * p + b * q, c * p + a * q]) * np.conj(inverse) / determinant
    x[:2] += change.imag
    x[2:] *= 1 + change.real


def _unit(angle: np.ndarray) -> np.ndarray:
    """e^{j angle}; two real functions are quicker than one complex."""
    unit = np.empty(angle.shape, complex)
    unit.real, unit.imag = np.cos(angle), np.sin(angle)
    return unit
