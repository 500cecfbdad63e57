"""One table type for every exhibit: text in a terminal, HTML in a notebook, CSV in a file."""

import csv
import html
import io
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Table:
    """A caption, column heads and rows of finished strings.

    Numbers are formatted by whoever builds the table, with fixed decimals, so that what a notebook
    stores never depends on the version of a display library.

    Raises
    ------
    ValueError
        If a row has not as many cells as there are columns.
    """

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    row_classes: tuple[str, ...] = ()  # a CSS class for each row, for instance its verdict

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(f"row {row!r} has {len(row)} cells, not {len(self.columns)}")

    def __str__(self) -> str:
        lines = (self.columns, *self.rows)
        widths = [max(len(line[i]) for line in lines) for i in range(len(self.columns))]
        numeric = self._numeric()
        text = [
            "  ".join(
                cell.rjust(w) if right else cell.ljust(w)
                for cell, w, right in zip(line, widths, numeric, strict=True)
            ).rstrip()
            for line in lines
        ]
        return "\n".join([self.caption, text[0], "  ".join("-" * w for w in widths), *text[1:]])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        align = [' class="e3-num"' if right else "" for right in self._numeric()]
        align[0] = ""  # the head of a row stands at the left, also where it is a number
        head = "".join(
            f'<th scope="col"{a}>{html.escape(column)}</th>'
            for column, a in zip(self.columns, align, strict=True)
        )
        classes = [f' class="{c}"' for c in self.row_classes] or [""] * len(self.rows)
        body = "\n".join(
            f"<tr{row_class}>"
            + f'<th scope="row">{html.escape(row[0])}</th>'
            + "".join(
                f"<td{a}>{html.escape(cell)}</td>"
                for cell, a in zip(row[1:], align[1:], strict=True)
            )
            + "</tr>"
            for row, row_class in zip(self.rows, classes, strict=True)
        )
        caption = html.escape(self.caption)
        return (
            f'<div class="e3-table" role="region" tabindex="0" aria-label="{caption}">'
            f"<table><caption>{caption}</caption>\n"
            f"<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody></table></div>"
        )

    def _numeric(self) -> list[bool]:
        """For each column, whether it holds numbers; those stand at the right."""
        return [_is_numeric(row[i] for row in self.rows) for i in range(len(self.columns))]

    def csv(self) -> str:
        """The table as comma-separated values, column heads first."""
        out = io.StringIO()
        csv.writer(out, lineterminator="\n").writerows((self.columns, *self.rows))
        return out.getvalue()


def _is_numeric(cells) -> bool:
    """True where every cell that says something starts like a number."""
    said = [cell for cell in cells if cell not in ("", "–")]
    return bool(said) and all(cell.lstrip("+-−<>≈")[:1].isdigit() for cell in said)
