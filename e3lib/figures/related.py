"""Chapter 2: a map of approaches to spending less effort, by what they decide and when."""

from matplotlib.figure import Figure

from e3lib.figures.style import COLORS, figure

WHEN = ("before acting", "at each step", "after the fact")
WHAT = ("what to touch", "what to keep", "which engine", "how much to think")
CELLS = {
    ("what to touch", "before acting"): ("E3", "Agentless"),
    ("what to touch", "at each step"): ("ReAct", "SWE-agent"),
    ("what to touch", "after the fact"): ("E3: expand",),
    ("what to keep", "at each step"): ("SWE-Pruner",),
    ("what to keep", "after the fact"): ("AgentDiet", "Complexity\nTrap"),
    ("which engine", "before acting"): ("RouteLLM", "BoundaryRouter", "Select-then-\nSolve"),
    ("which engine", "after the fact"): ("FrugalGPT",),
    ("how much to think", "before acting"): ("test-time\nscaling",),
    ("how much to think", "at each step"): ("adaptive\ncomputation", "Ares"),
}


def map_of_approaches() -> Figure:
    """Draw the grid of chapter 2: the rows say what is decided, the columns when."""
    fig, ax = figure(4.8, 4.6)
    ax.set(xlim=(-0.5, 2.5), ylim=(-0.5, 3.5), xticks=range(3), yticks=range(4))
    ax.set_xticklabels(WHEN)
    ax.set_yticklabels([what.replace(" to ", "\nto ").replace(" engine", "\nengine") for what in WHAT])
    ax.xaxis.tick_top()
    ax.tick_params(length=0)
    ax.grid(False)
    for edge in (0.5, 1.5):
        ax.axvline(edge, color="0.85", linewidth=0.8)
    for edge in (0.5, 1.5, 2.5):
        ax.axhline(edge, color="0.85", linewidth=0.8)
    for (what, when), names in CELLS.items():
        _write(ax, WHEN.index(when), WHAT.index(what), names)
    ax.annotate(
        "",
        xy=(2.0, -0.12),
        xytext=(0.0, -0.12),
        arrowprops={"arrowstyle": "->", "color": COLORS["E3"], "connectionstyle": "arc3,rad=0.18"},
    )
    ax.text(1.0, -0.42, "a check fails", ha="center", va="center", color=COLORS["E3"])
    return fig


def _write(ax, x: int, y: int, names: tuple[str, ...]) -> None:
    text = "\n".join(names)
    ours = names[0].startswith("E3")
    if ours:
        ax.text(x, y + 0.28, names[0], ha="center", va="center", color=COLORS["E3"], weight="bold")
        text = "\n".join(names[1:])
    ax.text(x, y + (0.08 if ours else 0.0), text, ha="center", va="center", linespacing=1.25)
