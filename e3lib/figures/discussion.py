"""Chapter 11: what public runs of two agents read, and what their tokens are spent on."""

from e3lib.figures.style import ACCENT, INK, MUTED, SvgFigure, canvas, finish
from e3lib.measured import measurements
from e3lib.tables.discussion import RUN_GROUPS, SENT


def excess_files() -> SvgFigure:
    """Draw the mean number of excess files per run with its 95 % interval, by agent and verdict."""
    rows = {name: measurements()[f"{key}.excess_files"] for name, key in RUN_GROUPS.items()}
    with canvas(4.3, 2.9) as (figure, ax):
        for y, (name, m) in enumerate(rows.items()):
            solved = name.endswith("solved")
            ax.errorbar(
                m.value,
                y,
                xerr=[[m.value - m.low], [m.high - m.value]],
                fmt="o" if solved else "s",
                color=INK,
                markerfacecolor=INK if solved else "white",
                capsize=4,
            )
            ax.text(m.value, y - 0.2, f"{m.value:.2f}", ha="center", va="bottom")
        ax.set_yticks(range(len(rows)), [f"{name}\n({m.n} runs)" for name, m in rows.items()])
        ax.set(xlim=(0, 2.4), ylim=(3.5, -0.8), xlabel="files beyond the one needed")
        ax.grid(axis="y", visible=False)
        return finish(figure)


def sent_tokens() -> SvgFigure:
    """Draw where the tokens sent in solved SWE-agent runs come from."""
    shares = [measurements()[f"sent.{key}"].value for key in SENT.values()]
    colours = [ACCENT if key == "other_files" else MUTED for key in SENT.values()]
    with canvas(4.4, 2.9) as (figure, ax):
        bars = ax.barh(range(len(shares)), shares, color=colours)
        ax.bar_label(bars, fmt="%.1f %%", padding=4)
        ax.set_yticks(range(len(shares)), list(SENT))
        ax.set(xlim=(0, 64), xlabel="share of the tokens sent, %")
        ax.invert_yaxis()
        ax.grid(axis="y", visible=False)
        return finish(figure)
