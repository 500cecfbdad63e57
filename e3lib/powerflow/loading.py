"""How the solution moves as the loads grow, up to the nose where it ends."""

from collections.abc import Sequence

from e3lib.powerflow.network import Network
from e3lib.powerflow.newton import Solution, flat_start, newton


def follow(network: Network, loadings: Sequence[float]) -> tuple[Solution, ...]:
    """Solve at each loading from the solution of the one before; the first from the flat start."""
    solutions, start = [], flat_start(network)
    for loading in loadings:
        solutions.append(newton(network.scaled(loading), start))
        start = solutions[-1].x if solutions[-1].converged else start
    return tuple(solutions)


def nose(network: Network, precision: float = 1e-4) -> float:
    """The largest factor on the injections that still has a solution, to `precision`.

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
