"""Chapter 10: how far Newton-Raphson depends on its start."""

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.colors import to_rgb
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from e3lib.figures.style import ACCENT, COLOURS, INK, SvgFigure, canvas, finish
from e3lib.powerflow import ATTRACTORS, Basin, Network, Solution, Sweep, dc_start, flat_start
from e3lib.reproduce import published

GREEN, BLUE, PURPLE = COLOURS["E3"], COLOURS["Adaptive Retrieval"], COLOURS["Fixed ReAct"]
DEFINITIONS = {"to x*": (GREEN, "-"), "to V > 0": (BLUE, "--"), "to any solution": (PURPLE, ":")}
SHADES = dict(zip(ATTRACTORS, (GREEN, BLUE, PURPLE, "#CFCFCF"), strict=True))


def error_sweep(networks: Mapping[str, Sweep]) -> SvgFigure:
    """Draw Fig. 7(a): success by each definition of it, and updates, against the start's error."""
    with canvas(4.8, 2.3 * len(networks) + 2.6, len(networks) + 1, sharex=True) as (figure, axes):
        for axis, (name, sweep) in zip(axes, networks.items(), strict=False):
            _rates(axis, name, sweep)
        axes[0].legend(loc="upper right", bbox_to_anchor=(1, 1.02), handlelength=2.2)
        _updates(axes[-1], networks)
        axes[-1].set(xlabel="error of the start, |x0 − x*|", xlim=(0, 3.7))
        return finish(figure)


def _rates(axis, name: str, sweep: Sweep) -> None:
    for definition, (colour, line) in DEFINITIONS.items():
        rates = np.round(100 * sweep.rates[definition])  # whole per cents: the same everywhere
        axis.plot(sweep.errors, rates, line, color=colour, linewidth=2, label=definition)
    for error, id in ((0.6, "error_0_6"), (2.4, "error_2_4")):
        value = published()[f"powerflow.{id}.convergence"].value
        axis.plot(error, value, "D", color=ACCENT, markeredgecolor=INK, markersize=8, zorder=3,
                  label="published" if error < 1 else None)  # fmt: skip
    axis.set(ylabel="converged, %", ylim=(-4, 104), title=name)


def _updates(axis, networks: Mapping[str, Sweep]) -> None:
    for (name, sweep), line in zip(networks.items(), ("-", "--"), strict=False):
        axis.plot(sweep.errors, np.round(sweep.iterations, 1), line, color=GREEN, label=name)
    cheap = published()["powerflow.flat.iterations"].value
    axis.plot(0, cheap, "D", color=ACCENT, markeredgecolor=INK, markersize=8, clip_on=False,
              label="published: flat, DC")  # fmt: skip
    axis.set(ylabel="updates to x*", ylim=(2, 8), title="updates of the starts that reach x*")
    axis.legend(loc="lower right")


def basins(maps: Mapping[str, tuple[Network, Basin]], columns: int = 1) -> SvgFigure:
    """Draw Fig. 7(b): where each start of bus 2 leads; darker green is sooner."""
    rows = -(-len(maps) // columns)
    height = 2.7 * rows + 0.9
    with canvas(4.8, height, rows, columns, sharex=True, sharey=True, squeeze=False) as (
        figure,
        axes,
    ):
        for axis, (title, (network, basin)) in zip(axes.flat, maps.items(), strict=True):
            _map(axis, network, basin)
            axis.set(title=title)
        for axis in axes[-1]:
            axis.set_xlabel("θ2 of the start, rad")
        for axis in axes[:, 0]:
            axis.set_ylabel("V2 of the start, p.u.")
        figure.legend(handles=_legend(), loc="outside lower center", ncols=2, handlelength=1.2)
        return finish(figure)


def _map(axis, network: Network, basin: Basin) -> None:
    extent = (basin.angles[0], basin.angles[-1], basin.magnitudes[0], basin.magnitudes[-1])
    axis.imshow(_pixels(basin), extent=extent, origin="lower", aspect="auto", interpolation="none")
    axis.grid(False)
    x_star = basin.x_star
    for x, marker in ((flat_start(network), "s"), (dc_start(network), "^"), (x_star, "*")):
        size = 12 if marker == "*" else 6
        axis.plot(x[1], x[3], marker, color="white", markeredgecolor=INK, markersize=size)


def _pixels(basin: Basin) -> np.ndarray:
    palette = np.array([to_rgb(colour) for colour in SHADES.values()])
    pixels = palette[basin.attractor]
    light = np.clip((basin.iterations - 2) / 10, 0, 1)[..., None] * 0.62  # towards white
    own = (basin.attractor == 0)[..., None]
    shaded = np.where(own, pixels * 0.72, pixels)
    return np.where(own, shaded + (1 - shaded) * light, shaded)


def _legend() -> list:
    areas = [Patch(color=colour, label=name) for name, colour in SHADES.items()]
    style = {"color": "none", "markerfacecolor": "white", "markeredgecolor": INK}
    points = [
        Line2D([], [], marker=marker, label=label, **style)
        for marker, label in (("*", "x*"), ("s", "flat start"), ("^", "DC start"))
    ]
    return areas + points


def loadings(
    factors: Sequence[float],
    solutions: Sequence[Solution],
    updates: Mapping[str, Sequence[int]],
    shares: Sequence[float],
) -> SvgFigure:
    """Draw what a growing load does to the voltages, the updates and the basin.

    `updates` holds Newton updates by start, `shares` the part of the map that reaches x*.
    """
    with canvas(4.8, 7.2, 3, sharex=True) as (figure, axes):
        voltage = np.abs([solution.voltage for solution in solutions])
        for bus, line in ((1, "-"), (2, "--")):
            axes[0].plot(factors, np.round(voltage[:, bus], 4), line, color=INK, label=f"bus {bus}")
        axes[0].set(ylabel="|V|, p.u.", title="the solution")
        for (name, counts), line, colour in zip(
            updates.items(), ("-", "--", ":"), (PURPLE, BLUE, GREEN), strict=False
        ):
            axes[1].plot(factors, counts, line, color=colour, label=name, linewidth=2)
        axes[1].set(ylabel="updates", title="updates from three starts", ylim=(0, None))
        axes[2].fill_between(factors, np.round(100 * np.array(shares)), color=GREEN, alpha=0.35)
        axes[2].plot(factors, np.round(100 * np.array(shares)), color=GREEN)
        axes[2].set(ylabel="reaches x*, %", ylim=(0, None), title="starts of the map that reach x*")
        axes[2].set_xlabel("loading (1 = the textbook's)")
        for axis in axes[:2]:
            axis.legend()
        return finish(figure)


def direction_and_norm(cases: Mapping[str, Mapping]) -> SvgFigure:
    """Draw how often random errors reach x*, against their size as a share of the flat start's.

    Each case has `shares` (of the flat start's error), `reached` (per cent of random directions)
    and `flat_iterations`.
    """
    with canvas(4.8, 3.8) as (figure, axis):
        colours, marks = (GREEN, BLUE, PURPLE), ("o", "s", "v")
        for (name, case), colour, mark in zip(cases.items(), colours, marks, strict=True):
            axis.plot(case["shares"], case["reached"], f"-{mark}", color=colour, label=name)
        axis.plot(1, 100, "*", color=ACCENT, markeredgecolor=INK, markersize=15, clip_on=False,
                  zorder=3, linestyle="none", label="flat start, each case")  # fmt: skip
        axis.set_xscale("log", base=2)
        axis.set_xticks([1 / 16, 1 / 8, 1 / 4, 1 / 2, 1], ["1/16", "1/8", "1/4", "1/2", "1"])
        axis.set(xlabel="size of the error (1 = the flat start's)", ylabel="reached x*, %")
        axis.set(ylim=(-4, 104), xlim=(0.058, 1.15))
        axis.legend(loc="center left", bbox_to_anchor=(0.0, 0.42))
        return finish(figure)
