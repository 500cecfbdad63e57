"""The figure that a lab draws from a student's own numbers."""

from collections.abc import Mapping, Sequence

from e3lib.figures.style import ACCENT, COLOURS, MUTED, SvgFigure, canvas, finish

Points = Sequence[tuple[float, float, int]]


def reliability_diagram(before: Points, after: Points) -> SvgFigure:
    """Share right against confidence; each point is (confidence, share right, predictions)."""
    series: Mapping[str, tuple[Points, str, str]] = {
        "as the estimator said": (before, ACCENT, "o"),
        "calibrated": (after, COLOURS["E3"], "D"),
    }
    with canvas(5.4, 5.0) as (figure, ax):
        ax.plot([0, 1], [0, 1], "--", color=MUTED, lw=1.2, zorder=1)
        ax.annotate("perfectly calibrated", (0.28, 0.32), color=MUTED, rotation=45, fontsize=10)
        for label, (points, colour, marker) in series.items():
            confidence, right, count = zip(*points, strict=True)
            area = [30 + 4 * n for n in count]
            ax.scatter(
                confidence, right, area, color=colour, marker=marker, label=label, alpha=0.85
            )
        ax.set(xlim=(0, 1.05), ylim=(0, 1.05), aspect="equal")
        ax.set_xlabel("confidence")
        ax.set_ylabel("share right")
        ax.legend(loc="upper left", markerscale=0.7)
        return finish(figure)
