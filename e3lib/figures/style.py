"""One look for every figure: palette, type sizes, and SVG that is the same on every run."""

import io
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from matplotlib import pyplot as plt
from matplotlib.figure import Figure

COLOURS: Mapping[str, str] = {
    "Max-Context-First": "#D55E00",
    "Fixed ReAct": "#CC79A7",
    "Adaptive Retrieval": "#0072B2",
    "E3": "#009E73",
    "Oracle": "#555555",
}
ACCENT = "#E69F00"
INK, MUTED, GRID = "#222222", "#666666", "#DDDDDD"

_RC = {
    "svg.hashsalt": "e3lib",
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans", "Arial", "sans-serif"],
    "font.size": 11,
    "axes.titlesize": 12,
    "axes.labelsize": 11,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": MUTED,
    "axes.labelcolor": INK,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": GRID,
    "xtick.color": INK,
    "ytick.color": INK,
    "legend.frameon": False,
    "figure.facecolor": "white",
    "figure.constrained_layout.use": True,
}


def colour_of(policy: str) -> str:
    """The colour of a policy of the paper; any other has the accent."""
    return COLOURS.get(policy, ACCENT)


class SvgFigure:
    """A finished figure: a notebook shows its SVG, `save` writes it."""

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def _repr_mimebundle_(self, include=None, exclude=None) -> dict[str, str]:
        return {"image/svg+xml": self.svg, "text/plain": "<figure>"}


@contextmanager
def canvas(width: float, height: float, rows: int = 1, columns: int = 1, **options) -> Iterator:
    """A figure of so many inches and its axes in the book's style; the figure is closed after."""
    with plt.style.context(["default", _RC]):  # whatever a reader or another package has set
        figure, axes = plt.subplots(rows, columns, figsize=(width, height), **options)
        try:
            yield figure, axes
        finally:
            plt.close(figure)


def finish(figure: Figure) -> SvgFigure:
    """The figure as SVG, byte for byte the same on every run."""
    out = io.StringIO()
    figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    return SvgFigure(out.getvalue())
