"""Checks of chapter 10, power flow."""

import math
from functools import cache

import numpy as np

from e3lib.exercises import Check
from e3lib.powerflow import Network, basin_share, dc_start, error_sweep, nose, three_bus

X, P = 0.25, 0.8  # the line and the load of exercise 10.1
HEAVIEST_LOAD = 0.5  # of exercise 10.3, over the same line


def _lag() -> float:
    return -float(dc_start(Network.from_lines([(0, 1, 1j * X)], (0, -P), (1, 1)))[0])


@cache
def _at_error_0_6() -> dict[str, float]:
    rates = error_sweep(three_bus(), (0.6,), count=4000, seed=0).rates
    return {name: 100 * float(rate[0]) for name, rate in rates.items()}


def _limit(power: complex) -> float:
    return nose(Network.from_lines([(0, 1, 1j * X)], (0, -power), (1, 1)))


@cache
def _half_basin() -> float:
    """Return the first tenth of loading at which the share is half of that at loading 1."""
    half = basin_share(three_bus()) / 2
    tenths = np.arange(10, 38) / 10
    return float(next(factor for factor in tenths if basin_share(three_bus(factor)) <= half))


CHECKS = {
    "10.1": Check(
        answer=_lag,
        praise="One multiplication. That is why a DC start costs next to nothing.",
        hint="In the DC model the power over a line is the difference of the angles over x.",
        slips=(
            (lambda: -_lag(), "The size is right; the question asks by how much it lags."),
            (
                lambda: math.asin(X * P),
                "That is exact; the DC model replaces the sine by its angle.",
            ),
            (lambda: math.degrees(_lag()), "Right in degrees; the library works in radians."),
        ),
    ),
    "10.2": Check(
        answer=lambda: _at_error_0_6()["to any solution"] - _at_error_0_6()["to x*"],
        praise="So most of what a tool would report as converged here is not the answer.",
        hint="Take the loosest rate less the strictest, both at error 0.6, in per cent.",
        slips=(
            (
                lambda: _at_error_0_6()["to V > 0"] - _at_error_0_6()["to x*"],
                "Those are the wrong solutions with positive magnitudes; some have negative ones.",
            ),
            (
                lambda: _at_error_0_6()["to any solution"],
                "That is every start that ended anywhere; take away those that reached x*.",
            ),
        ),
    ),
    "10.3": Check(
        answer=lambda: _limit(HEAVIEST_LOAD),
        praise="Half the short-circuit power: no start in the world finds a solution beyond it.",
        hint="The larger root for V² must be real; set what stands under the square root to zero.",
        slips=(
            (
                lambda: _limit(HEAVIEST_LOAD) * HEAVIEST_LOAD,
                "That is the power at the limit (divide it by the load itself), or the limit of a "
                "purely reactive load: here the two happen to be one number.",
            ),
        ),
    ),
    "10.4": Check(
        answer=_half_basin,
        praise="The solution is still there and healthy, but half of the ways to it are gone.",
        hint="Call basin_share on three_bus(1.0), three_bus(1.1) and so on; halve the first.",
        slips=(
            (lambda: nose(three_bus()), "That is the nose, where nothing is left of the basin."),
            (
                lambda: _half_basin() - 0.1,
                "Nearly: at that loading a little more than half is left.",
            ),
        ),
    ),
}
