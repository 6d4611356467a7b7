"""The report as text for a terminal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pointwise.narrative.rubric import HIGHEST, OVERALL
from pointwise.narrative.summary import METRICS
from pointwise.narrative.wording import LEGEND, mean_text, pairing_text, slope_text, unscored_text
from pointwise.reporting.cells import encodable, glyphs_for, paint, printable, shorten, wrap
from pointwise.reporting.table import GAP, Column, Span, fitting, table_lines

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pointwise.narrative.summary import Summary

_NAME_SHARE = 4
"""Names get a quarter of the width: what is left holds the three main metrics even at 60 cells."""
_NARROWEST = 12
"""Cells that one column takes; a terminal cannot be too narrow for the primary metric."""
_ALWAYS = 9
"""Rank of columns that stay whatever the width."""


@dataclass(frozen=True, slots=True)
class Paper:
    """What is written on. `width` is in cells."""

    width: int
    color: bool
    encoding: str


def render(summary: Summary, paper: Paper) -> str:
    """Two tables, marks and lengths, and what can be said of pairs of systems."""
    paragraphs = [
        _table(_names(summary, paper), _marks(summary), paper),
        _table(_names(summary, paper), _lengths(summary), paper),
        [line for pair in summary.pairings for line in _wrapped(pairing_text(pair), paper)],
        _wrapped(unscored_text(summary), paper),
        [paint(line, "dim", color=paper.color) for line in _wrapped(LEGEND, paper)],
    ]
    text = "\n\n".join("\n".join(lines) for lines in paragraphs if lines)
    return encodable(text if _has_sign(paper.encoding) else text.replace("±", "~"), paper.encoding)


def _has_sign(encoding: str) -> bool:
    return encodable("±", encoding) == "±"


def _table(names: list[Column], columns: list[Column], paper: Paper) -> list[str]:
    room = max(paper.width - sum(column.width + GAP for column in names), _NARROWEST)
    kept, _ = fitting(columns, room)
    lines = table_lines([*names, *kept], color=paper.color)
    left_out = [column.header for column in columns if column not in kept]
    if left_out:
        lines += _wrapped(f"No room for {', '.join(left_out)}; --format json has everything.", paper)
    return lines


def _names(summary: Summary, paper: Paper) -> list[Column]:
    ellipsis = glyphs_for(paper.encoding).ellipsis
    systems = (
        shorten(printable(group.system), max(paper.width // _NAME_SHARE, _NARROWEST), ellipsis)
        for group in summary.groups
    )
    kinds = (printable(group.prompt_type or "all") for group in summary.groups)
    return [_column("System", systems, right=False), _column("Prompts", kinds, right=False)]


def _marks(summary: Summary) -> list[Column]:
    return [
        _column(
            metric.removesuffix("Score"),
            (mean_text(group.means.get(name)) for group in summary.groups),
            rank=_ALWAYS - place,
        )
        for place, (name, metric) in enumerate(METRICS.items())
    ]


def _lengths(summary: Summary) -> list[Column]:
    groups = summary.groups
    counts = [
        _column(str(mark), (str(group.histograms[OVERALL][mark]) for group in groups), rank=2)
        for mark in range(HIGHEST + 1)
    ]
    return [
        _column("Rows", (f"{group.rows:,}" for group in groups), rank=8),
        _column("Unscored", (f"{group.unscored:,}" for group in groups), rank=_ALWAYS),
        *counts,
        _column("Words", ("-" if g.words is None else f"{g.words:.0f}" for g in groups), rank=6),
        _column("Slope", (slope_text(group.slope) for group in groups), rank=7),
        _column("Slope raw", (slope_text(group.raw_slope) for group in groups), rank=5),
    ]


def _column(header: str, cells: Iterable[str], rank: int = _ALWAYS, *, right: bool = True) -> Column:
    return Column(header, tuple((Span(cell),) for cell in cells), rank=rank, right=right)


def _wrapped(text: str, paper: Paper) -> list[str]:
    return wrap(printable(text), max(paper.width, _NARROWEST))
