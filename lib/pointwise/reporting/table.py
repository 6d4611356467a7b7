"""Columns of text side by side, in the width there is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pointwise.reporting.cells import cells, paint

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pointwise.reporting.cells import Style

GAP = 2
"""Cells between columns."""


@dataclass(frozen=True, slots=True)
class Span:
    """Text in one style."""

    text: str
    style: Style | None = None


@dataclass(frozen=True, slots=True)
class Column:
    """A header and one cell a row.

    Attributes:
        rank: The column with the lowest goes first where there is no room.
        right: Whether cells stand at the right edge.
    """

    header: str
    rows: tuple[tuple[Span, ...], ...]
    rank: int = 0
    right: bool = True

    @property
    def width(self) -> int:
        """Cells its widest text takes."""
        return max([cells(self.header), *(sum(cells(span.text) for span in row) for row in self.rows)])


def fitting(columns: Sequence[Column], width: int) -> tuple[list[Column], int]:
    """The columns that fit in `width` cells, gaps before each included, and the cells left beside them."""
    kept = list(columns)
    while kept and (needed := sum(column.width + GAP for column in kept)) > width:
        kept.remove(min(kept, key=lambda column: column.rank))
    return kept, width - (needed if kept else 0)


def table_lines(columns: Sequence[Column], *, color: bool) -> list[str]:
    """The header and the rows of a table."""
    cells_of = [_cells(column, color=color) for column in columns]
    return [(" " * GAP).join(line).rstrip() for line in zip(*cells_of, strict=True)]


def _cells(column: Column, *, color: bool) -> list[str]:
    rows = ((Span(column.header, "dim"),), *column.rows)
    return [_cell(spans, column, color=color) for spans in rows]


def _cell(spans: tuple[Span, ...], column: Column, *, color: bool) -> str:
    blank = " " * (column.width - sum(cells(span.text) for span in spans))
    text = "".join(paint(span.text, span.style, color=color) if span.style else span.text for span in spans)
    return blank + text if column.right else text + blank
