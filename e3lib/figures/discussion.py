"""Chapter 11: what public runs of two agents read, and what their tokens are spent on."""

from matplotlib.figure import Figure

from e3lib.figures.style import COLORS, figure
from e3lib.measured import measurements
from e3lib.tables.discussion import RUN_GROUPS, SENT
