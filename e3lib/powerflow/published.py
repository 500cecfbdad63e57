"""The paper's power-flow numbers and Figure 7 (Sec. 8), computed on the textbook's network."""

import numpy as np

from e3lib.powerflow.basin import SAME, Basin, Sweep, basin, error_sweep, solution
from e3lib.powerflow.network import Network, three_bus
from e3lib.powerflow.newton import TOLERANCE, dc_start, flat_start, newton

DIRECTIONS, SEED = 100_000, 0
HEAVY, HEAVY_TOLERANCE = 1.5, 1e-6  # network B: the loading that a scan found nearest to the paper


def published_values(
    network: Network | None = None, tolerance: float = TOLERANCE
) -> dict[str, float]:
    """Our value for each id of the group `powerflow`; rates in per cent, "converged" is to x*.

    A start counts as 100 % where it reaches x*: both are single points, so there is no other rate.
    """
    network = three_bus() if network is None else network
    x_star, values = solution(network), {}
    for name, start in (("flat", flat_start(network)), ("dc", dc_start(network))):
        found = newton(network, start, tolerance)
        values[f"powerflow.{name}.iterations"] = found.iterations
        reached = found.converged and np.abs(found.x - x_star).max() < SAME
        values[f"powerflow.{name}.convergence"] = 100.0 * bool(reached)
    sweep = error_sweep(network, (0.6, 2.4), DIRECTIONS, SEED, tolerance)
    near, far = 100 * sweep.rates["to x*"]
    return values | {
        "powerflow.error_0_6.convergence": float(near),
        "powerflow.error_2_4.convergence": float(far),
    }


def sweeps_of_figure_7a() -> dict[str, Sweep]:
    """Return random starts of growing error on networks A and B, as chapter 10 draws them."""
    errors = np.arange(0.1, 3.7, 0.1)
    return {
        name: error_sweep(network, errors, 4000, SEED, tolerance)
        for name, (network, tolerance) in _networks().items()
    }


def maps_of_figure_7b() -> dict[str, tuple[Network, Basin]]:
    """Return networks A and B and the map of each, as chapter 10 draws them."""
    angles, magnitudes = np.linspace(-3.2, 3.2, 200), np.linspace(-0.5, 2.5, 200)
    return {
        name: (network, basin(network, angles, magnitudes, tolerance))
        for name, (network, tolerance) in _networks().items()
    }


def _networks() -> dict[str, tuple[Network, float]]:
    heavy = three_bus(HEAVY), HEAVY_TOLERANCE
    return {"network A": (three_bus(), TOLERANCE), f"network B: loads × {HEAVY}": heavy}
