"""Which start leads where: errors of every size and direction, and maps of the basins (Fig. 7)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from e3lib.powerflow.many import Solutions, newton_many
from e3lib.powerflow.network import Network
from e3lib.powerflow.newton import TOLERANCE, dc_start, newton

SAME = 1e-3  # two solutions nearer than this (rad, per unit) are one
MAP_ITERATIONS = 12  # later, rounding decides, and two processors would draw two maps

ATTRACTORS = ("x*", "another point, V > 0", "a point with V < 0", "none in time")


@dataclass(frozen=True, slots=True, eq=False)
class Sweep:
    """What random starts at given distances from x* came to.

    Attributes
    ----------
    errors
        The distances ``|x0 - x*|``, (k,).
    rates
        For each definition of "converged", the share of starts that did, (k,) each.
    iterations
        Mean updates of the starts that reached x*, (k,).
    """

    errors: np.ndarray
    rates: Mapping[str, np.ndarray]
    iterations: np.ndarray


@dataclass(frozen=True, slots=True, eq=False)
class Basin:
    """A slice of the starts: bus 2 starts at (angle, magnitude), bus 1 at its solution.

    Attributes
    ----------
    angles, magnitudes
        The axes, in rad and per unit.
    attractor
        An index into ATTRACTORS for each start, (magnitudes, angles).
    iterations
        Newton updates made from each start, (magnitudes, angles).
    x_star
        The solution, (4,).
    """

    angles: np.ndarray
    magnitudes: np.ndarray
    attractor: np.ndarray
    iterations: np.ndarray
    x_star: np.ndarray


def solution(network: Network) -> np.ndarray:
    """x*: where the DC start leads.

    Raises
    ------
    ValueError
        If it leads nowhere.
    """
    found = newton(network, dc_start(network))
    if not found.converged:
        raise ValueError("no solution from the DC start; the loading may be past the nose")
    return found.x


def directions(count: int, unknowns: int, seed: int) -> np.ndarray:
    """Unit vectors, uniform on the sphere, (count, unknowns)."""
    normal = np.random.default_rng(seed).normal(size=(count, unknowns))
    return normal / np.linalg.norm(normal, axis=1, keepdims=True)


def verdicts(ends: Solutions, x_star: np.ndarray) -> dict[str, np.ndarray]:
    """Three definitions of "converged", from the strictest to the loosest, (m,) bool each.

    The same voltages have many names in polar form, since an angle may differ by whole turns and
    a magnitude may turn negative. "To x*" takes x* alone.
    """
    return {
        "to x*": ends.converged & (np.abs(ends.x - x_star).max(axis=1) < SAME),
        "to V > 0": ends.converged & (ends.x[:, 2:] > 0).all(axis=1),
        "to any solution": ends.converged,
    }


def attractors(ends: Solutions, x_star: np.ndarray) -> np.ndarray:
    """Where each start led, as an index into ATTRACTORS, (m,)."""
    return np.select(list(verdicts(ends, x_star).values()), [0, 1, 2], default=3)


def error_sweep(
    network: Network,
    errors: Sequence[float],
    count: int,
    seed: int,
    tolerance: float = TOLERANCE,
) -> Sweep:
    """Start `count` times at each distance from x*, the same directions at every distance."""
    x_star, unit = solution(network), directions(count, 4, seed)
    rates, iterations = [], []
    for error in errors:
        ends = newton_many(network, x_star + error * unit, tolerance)
        reached = verdicts(ends, x_star)
        rates.append({name: hit.mean() for name, hit in reached.items()})
        iterations.append(ends.iterations[reached["to x*"]].mean())
    by_name = {name: np.array([rate[name] for rate in rates]) for name in rates[0]}
    return Sweep(np.array(errors), by_name, np.array(iterations))


def basin(
    network: Network,
    angles: Sequence[float],
    magnitudes: Sequence[float],
    tolerance: float = TOLERANCE,
) -> Basin:
    """Map the slice of starts in which bus 1 is at its solution and bus 2 is not (Fig. 7b).

    Newton-Raphson gets MAP_ITERATIONS updates.
    """
    x_star = solution(network)
    starts = np.tile(x_star, (len(magnitudes), len(angles), 1))
    starts[..., 1] = np.asarray(angles)
    starts[..., 3] = np.asarray(magnitudes)[:, None]
    ends = newton_many(network, starts.reshape(-1, 4), tolerance, MAP_ITERATIONS)
    shape = starts.shape[:2]
    return Basin(
        np.asarray(angles),
        np.asarray(magnitudes),
        attractors(ends, x_star).reshape(shape),
        ends.iterations.reshape(shape),
        x_star,
    )
