"""Chapter 2: a map of approaches to spending less effort, by what they decide and when."""

from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from e3lib.figures.style import COLOURS, GRID, SvgFigure, canvas, finish

WHEN = ("before acting", "at each step", "after the fact")
WHAT = ("what to\ntouch", "what to\nkeep", "which\nengine", "how much\nto think")
EMPTY = "#F4F4F4"
CELLS = {  # (column, row), both from the lower left
    (0, 0): "Agentless",
    (1, 0): "ReAct\nSWE-agent",
    (1, 1): "SWE-Pruner",
    (2, 1): "AgentDiet\nComplexity\nTrap",
    (0, 2): "RouteLLM\nBoundaryRouter\nSelect-then-\nSolve",
    (2, 2): "FrugalGPT",
    (0, 3): "test-time\nscaling",
    (1, 3): "adaptive\ncomputation\nAres",
}


def map_of_approaches() -> SvgFigure:
    """Draw the grid of chapter 2: rows say what is decided, columns say when."""
    with canvas(4.5, 4.8) as (figure, ax):
        ax.set(xlim=(-0.5, 2.5), ylim=(-0.5, 3.5))
        ax.set_xticks(range(len(WHEN)), WHEN)
        ax.set_yticks(range(len(WHAT)), WHAT)
        ax.xaxis.tick_top()
        ax.tick_params(length=0)
        ax.grid(False)
        ax.spines[:].set_visible(False)
        for x in range(len(WHEN)):
            for y in range(len(WHAT)):
                _box(ax, x, y, "white" if (x, y) in CELLS else EMPTY)
        for (x, y), names in CELLS.items():
            ax.text(x, y if y else 0.12, names, ha="center", va="center", fontsize=9.5)
        _e3(ax)
        return finish(figure)


def _e3(ax: Axes) -> None:
    """E3 stands in two cells of the lowest row, joined by the check."""
    _box(ax, 2, 0, "white")
    for x, stage in ((0, "E3: estimate"), (2, "E3: expand")):
        label = {
            "ha": "center",
            "va": "center",
            "weight": "bold",
            "fontsize": 10,
            "color": COLOURS["E3"],
        }
        ax.text(x, -0.28, stage, label)
    arrow = {"arrowstyle": "->", "color": COLOURS["E3"], "linewidth": 1.5}
    ax.annotate("", xy=(1.55, -0.34), xytext=(0.47, -0.34), arrowprops=arrow)
    ax.text(1.0, -0.31, "check fails", ha="center", va="bottom", fontsize=9.5, color=COLOURS["E3"])


def _box(ax: Axes, x: int, y: int, fill: str) -> None:
    ax.add_patch(Rectangle((x - 0.47, y - 0.47), 0.94, 0.94, facecolor=fill, edgecolor=GRID))
