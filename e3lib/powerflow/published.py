"""The paper's power-flow numbers (Sec. 8), computed on the textbook's network."""

import numpy as np

from e3lib.powerflow.basin import SAME, error_sweep, solution
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
