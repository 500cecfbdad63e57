"""Power flow on small networks, and how far Newton-Raphson depends on where it starts (Sec. 8).

network (what is known) -> newton (one start) -> many (all starts at once) -> basin (which start
leads where), loading (up to the nose) -> published (the paper's numbers). What takes minutes to
measure is stored. Needs numpy alone.
"""

from e3lib.powerflow.basin import (
    ATTRACTORS,
    Basin,
    Sweep,
    attractors,
    basin,
    directions,
    error_sweep,
    solution,
    verdicts,
)
from e3lib.powerflow.loading import Growth, basin_share, follow, grow, nose
from e3lib.powerflow.many import Solutions, newton_many
from e3lib.powerflow.network import Network, three_bus
from e3lib.powerflow.newton import Solution, dc_start, flat_start, jacobian, mismatch, newton
from e3lib.powerflow.published import (
    HEAVY,
    HEAVY_TOLERANCE,
    maps_of_figure_7b,
    published_values,
    sweeps_of_figure_7a,
)
from e3lib.powerflow.stored import measured_speed, measured_starts

__all__ = [
    "ATTRACTORS",
    "HEAVY",
    "HEAVY_TOLERANCE",
    "Basin",
    "Growth",
    "Network",
    "Solution",
    "Solutions",
    "Sweep",
    "attractors",
    "basin",
    "basin_share",
    "dc_start",
    "directions",
    "error_sweep",
    "flat_start",
    "follow",
    "grow",
    "jacobian",
    "maps_of_figure_7b",
    "measured_speed",
    "measured_starts",
    "mismatch",
    "newton",
    "newton_many",
    "nose",
    "published_values",
    "solution",
    "sweeps_of_figure_7a",
    "three_bus",
    "verdicts",
]
