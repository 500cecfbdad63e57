"""How the solution and its basin change as the loads grow, up to the nose where both end."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from e3lib.powerflow.basin import basin
from e3lib.powerflow.network import Network
from e3lib.powerflow.newton import Solution, dc_start, flat_start, newton

ANGLES, MAGNITUDES = np.linspace(-3.2, 3.2, 100), np.linspace(-0.5, 2.5, 100)


@dataclass(frozen=True, slots=True, eq=False)
class Growth:
    """A three-bus network at growing loadings.

    Attributes
    ----------
    loadings
        The factors on the injections, (k,).
    solutions
        The solution at each.
    updates
        Newton updates by start, (k,) each: flat, DC, and the solution one loading before.
    shares
        The part of the map of starts that reaches x*, (k,).
    """

    loadings: np.ndarray
    solutions: tuple[Solution, ...]
    updates: Mapping[str, np.ndarray]
    shares: np.ndarray


def follow(network: Network, loadings: Sequence[float]) -> tuple[Solution, ...]:
    """Solve at each loading from the solution of the one before; the first from the flat start."""
    solutions, start = [], flat_start(network)
    for loading in loadings:
        solutions.append(newton(network.scaled(loading), start))
        start = solutions[-1].x if solutions[-1].converged else start
    return tuple(solutions)


def grow(network: Network, loadings: Sequence[float]) -> Growth:
    """Follow the solution of a three-bus network, and count updates and basin at each loading."""
    scaled, warm = [network.scaled(loading) for loading in loadings], follow(network, loadings)
    starts = {"flat": flat_start, "DC": dc_start}
    updates = {
        name: np.array([newton(n, start(n)).iterations for n in scaled])
        for name, start in starts.items()
    }
    updates["the solution before"] = np.array([solution.iterations for solution in warm])
    shares = [basin_share(n) for n in scaled]
    return Growth(np.asarray(loadings), warm, updates, np.array(shares))


def basin_share(network: Network) -> float:
    """Return the part of the map, ANGLES by MAGNITUDES, from which Newton-Raphson reaches x*."""
    return float((basin(network, ANGLES, MAGNITUDES).attractor == 0).mean())


def nose(network: Network, precision: float = 1e-4) -> float:
    """Return the largest factor on the injections that still has a solution, to `precision`.

    Doubles the factor until Newton-Raphson, started from the last solution, finds none; then
    halves the gap. Where even a small step finds none, the solution has ended (Ajjarapu and
    Christy, 1992, follow it around the bend; for the factor alone that is not needed).

    Raises
    ------
    ValueError
        If the network has no solution at factor 1, or still has one at a factor of a million.
    """
    low, high, found = 1.0, 2.0, newton(network, flat_start(network))
    if not found.converged:
        raise ValueError("the network has no solution from the flat start at its own loading")
    while (ahead := newton(network.scaled(high), found.x)).converged:
        low, high, found = high, 2 * high, ahead
        if high > 1e6:
            raise ValueError("the network has no nose: nothing is injected that grows with it")
    while high - low > precision:
        middle = (low + high) / 2
        ahead = newton(network.scaled(middle), found.x)
        low, high, found = (middle, high, ahead) if ahead.converged else (low, middle, found)
    return low
