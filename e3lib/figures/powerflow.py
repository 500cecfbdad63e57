"""Chapter 10: how far Newton-Raphson depends on its start."""

from collections.abc import Mapping

import numpy as np
from matplotlib.colors import to_rgb
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from e3lib.figures.style import ACCENT, COLOURS, INK, SvgFigure, canvas, finish
from e3lib.powerflow import ATTRACTORS, Basin, Growth, Network, Sweep, dc_start, flat_start
from e3lib.published import published

GREEN, BLUE, PURPLE = COLOURS["E3"], COLOURS["Adaptive Retrieval"], COLOURS["Fixed ReAct"]
DEFINITIONS = {"to x*": (GREEN, "-"), "to V > 0": (BLUE, "--"), "to any solution": (PURPLE, ":")}
SHADES = dict(zip(ATTRACTORS, (GREEN, BLUE, PURPLE, "#CFCFCF"), strict=True))


def success_by_start_error(networks: Mapping[str, Sweep]) -> SvgFigure:
    """Draw Fig. 7(a): success by each definition of it, and updates, against the start's error."""
    with canvas(4.8, 2.3 * len(networks) + 2.6, len(networks) + 1, sharex=True) as (figure, axes):
        for axis, (name, sweep) in zip(axes, networks.items(), strict=False):
            _rates(axis, name, sweep)
        figure.legend(*axes[0].get_legend_handles_labels(), loc="outside upper center", ncols=2)
        _updates(axes[-1], networks)
        axes[-1].set(xlabel="error of the start, |x0 − x*|", xlim=(0, 3.7))
        return finish(figure)


def _rates(axis, name: str, sweep: Sweep) -> None:
    for definition, (colour, line) in DEFINITIONS.items():
        rates = np.round(100 * sweep.rates[definition])  # a last bit seldom shows in these
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


def basins(maps: Mapping[str, tuple[Network, Basin]]) -> SvgFigure:
    """Draw Fig. 7(b): where each start of bus 2 leads; lighter green takes more updates."""
    with canvas(4.8, 2.7 * len(maps) + 0.9, len(maps), sharex=True) as (figure, axes):
        for axis, (title, (network, basin)) in zip(axes, maps.items(), strict=True):
            _map(axis, network, basin)
            axis.set(title=title, ylabel="V2 of the start, p.u.")
        axes[-1].set_xlabel("θ2 of the start, rad")
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


def growing_load(growth: Growth) -> SvgFigure:
    """Draw what a growing load does to the voltages, the updates and the basin."""
    with canvas(4.8, 6.9, 3, sharex=True) as (figure, axes):
        _voltages(axes[0], growth)
        styles = zip(("-", "--", ":"), (PURPLE, BLUE, GREEN), strict=True)
        for (name, counts), (line, colour) in zip(growth.updates.items(), styles, strict=True):
            axes[1].plot(growth.loadings, counts, line, color=colour, label=name, linewidth=2)
        axes[1].set(ylabel="updates", title="updates from three starts", ylim=(0, None))
        axes[1].legend()
        shares = np.round(200 * growth.shares) / 2  # a last bit seldom shows in these
        axes[2].fill_between(growth.loadings, shares, color=GREEN, alpha=0.35)
        axes[2].plot(growth.loadings, shares, color=GREEN)
        axes[2].set(ylabel="reaches x*, %", ylim=(0, None), title="starts of the map that reach x*")
        axes[2].set_xlabel("loading (1 = the textbook's)")
        return finish(figure)


def _voltages(axis, growth: Growth) -> None:
    sizes = np.abs([solution.voltage for solution in growth.solutions])
    for bus, line in ((1, "-"), (2, "--")):
        axis.plot(growth.loadings, np.round(sizes[:, bus], 4), line, color=INK, label=f"bus {bus}")
    axis.set(ylabel="|V|, p.u.", title="the solution")
    axis.legend()


def direction_and_norm(cases: Mapping[str, Mapping]) -> SvgFigure:
    """Draw how often random errors reach x*, against their size as a share of the flat start's.

    Each case has `shares` of the flat start's error, and `reached`, per cent of directions.
    """
    with canvas(4.8, 3.8) as (figure, axis):
        colours, marks = (GREEN, BLUE, PURPLE), ("o", "s", "v")
        for (name, case), colour, mark in zip(cases.items(), colours, marks, strict=True):
            axis.plot(case["shares"], case["reached"], f"-{mark}", color=colour, label=name)
        axis.plot(1, 100, "*", color=ACCENT, markeredgecolor=INK, markersize=15, clip_on=False,
                  zorder=3, linestyle="none", label="flat start, all three")  # fmt: skip
        axis.set_xscale("log", base=2)
        axis.set_xticks([1 / 16, 1 / 8, 1 / 4, 1 / 2, 1], ["1/16", "1/8", "1/4", "1/2", "1"])
        axis.set(xlabel="size of the error (1 = the flat start's)", ylabel="reached x*, %")
        axis.set(ylim=(-4, 104), xlim=(0.058, 1.15))
        figure.legend(loc="outside lower center", ncols=2)
        return finish(figure)
