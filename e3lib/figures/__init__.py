"""The figures of the book, one function each; every function returns a finished SVG."""

from e3lib.figures.concepts import (
    e3_loop,
    one_task,
    repository_map,
    scope_levels,
    times_needed,
)
from e3lib.figures.discussion import excess_files, sent_tokens
from e3lib.figures.llmcase import llmcase_levels
from e3lib.figures.mse_bench import (
    acrr_by_level,
    axis_reduction,
    calibration_matrix,
    cost_breakdown,
    running_cost,
    success_cost,
)
from e3lib.figures.powerflow import (
    basins,
    direction_and_norm,
    growing_load,
    success_by_start_error,
)
from e3lib.figures.related import map_of_approaches
from e3lib.figures.robustness import (
    break_even_plane,
    deceptive_sweep,
    held_out,
    losing_region,
    seed_intervals,
    tornado,
    weight_reductions,
)

__all__ = [
    "acrr_by_level",
    "axis_reduction",
    "basins",
    "break_even_plane",
    "calibration_matrix",
    "cost_breakdown",
    "deceptive_sweep",
    "direction_and_norm",
    "e3_loop",
    "excess_files",
    "growing_load",
    "held_out",
    "llmcase_levels",
    "losing_region",
    "map_of_approaches",
    "one_task",
    "repository_map",
    "running_cost",
    "scope_levels",
    "seed_intervals",
    "sent_tokens",
    "success_by_start_error",
    "success_cost",
    "times_needed",
    "tornado",
    "weight_reductions",
]
