"""The figures of the book, one function each; every function returns a finished SVG."""

from e3lib.figures.discussion import excess_files, sent_tokens
from e3lib.figures.related import map_of_approaches

__all__ = ["excess_files", "map_of_approaches", "sent_tokens"]
