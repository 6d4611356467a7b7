"""The table of models: score, interval, group, pass rate, what is missing, cost, speed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pointwise.reporting.cells import bar, cells, interval_bar, printable, shorten
from pointwise.reporting.figures import UNKNOWN, amount, money, percent
from pointwise.reporting.table import GAP, Column, Span, fitting, table_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pointwise.reporting.cells import Glyphs
    from pointwise.reporting.summary import ModelRow, RunSummary

_MODEL = 24
"""Cells of a model id that are always kept."""
_WHOLE_MODEL = 48
"""Ids up to this length are kept whole where that costs no column a score needs."""
_NEEDED = 6
"""Rank from which a column is one that a score needs."""
_BAR = (8, 24)
"""Cells of a bar, at least and at most."""


@dataclass(frozen=True, slots=True)
class TableRoom:
    """Cells from edge to edge, and how many models are shown."""

    width: int
    models: int


def model_table(summary: RunSummary, room: TableRoom, glyphs: Glyphs, *, color: bool) -> list[str]:
    """A header, the best models, and a line on how many more there are."""
    ordered = sorted(summary.models, key=_place)
    rows, more = ordered[: room.models], len(ordered) - room.models
    names = [printable(row.model) for row in rows]
    columns, left = _fitting(_columns(rows, summary.prompts), names, room.width)
    kept = min(max(map(cells, names), default=0), _MODEL)
    with_bar = any(row.score is not None for row in rows) and left - _BAR[0] - GAP >= kept
    longest = left - (_BAR[0] + GAP) * with_bar
    model = Column("Model", tuple(_span(shorten(n, longest, glyphs.ellipsis)) for n in names), right=False)
    if with_bar:
        columns.insert(1, _bars(rows, min(left - model.width - GAP, _BAR[1]), glyphs))
    last = [f"{glyphs.ellipsis} and {more} more"] if more > 0 else []
    return [*table_lines([model, *columns], color=color), *last]


def _fitting(columns: list[Column], names: Sequence[str], width: int) -> tuple[list[Column], int]:
    """The columns to show and the cells they leave to names and bars.

    Names are cut to make room for what a score needs beside it, but for nothing else.
    """
    wanted = min(max(map(cells, names), default=0), _WHOLE_MODEL) + GAP + _BAR[0]
    kept, room = fitting(columns, width - wanted)
    if len(kept) >= sum(column.rank >= _NEEDED for column in columns):
        return kept, room + wanted
    kept, room = fitting([column for column in columns if column.rank >= _NEEDED], width - _MODEL)
    return kept, room + _MODEL


def _place(row: ModelRow) -> tuple[bool, float, str]:
    """Best first, models without a score last."""
    return (row.score is None, -(row.score or 0.0), row.model)


def _columns(rows: Sequence[ModelRow], prompts: int) -> list[Column]:
    """All columns but the first, in order; what tells the least has the lowest rank."""
    scores = tuple(_span(percent(row.score) if row.score is not None else "none") for row in rows)
    counted = tuple(_span(f"{row.prompts}/{prompts}") for row in rows)
    tokens = tuple(_span(f"{amount(row.tokens_in)}/{amount(row.tokens_out)}") for row in rows)
    passed = tuple(_span(UNKNOWN if row.passed is None else f"{row.passed:.0%}") for row in rows)
    columns = (
        (True, Column("Score", scores, rank=9)),
        (any(row.interval for row in rows), Column("95% sure", tuple(map(_limits, rows)), rank=5)),
        (any(row.group for row in rows), Column("Group", _texts([row.group for row in rows]), rank=4)),
        (any(row.passed is not None for row in rows), Column("Pass", passed, rank=3)),
        (any(row.prompts != prompts for row in rows), Column("Prompts", counted, rank=6)),
        (True, Column("Unscored", tuple(_unscored(row) for row in rows), rank=8)),
        (True, Column("Cost", tuple(_span(money(row.cost)) for row in rows), rank=7)),
        (any(row.tokens_in or row.tokens_out for row in rows), Column("Tokens in/out", tokens, rank=1)),
        (any(row.latency for row in rows), Column("p50/p95 s", tuple(map(_latency, rows)), rank=2)),
    )
    return [column for tells, column in columns if tells]


def _span(text: str) -> tuple[Span, ...]:
    return (Span(text),)


def _texts(texts: Sequence[str | None]) -> tuple[tuple[Span, ...], ...]:
    return tuple(_span(text or UNKNOWN) for text in texts)


def _limits(row: ModelRow) -> tuple[Span, ...]:
    if row.interval is None:
        return _span(UNKNOWN)
    return _span(f"{row.interval[0] * 100:.1f}-{row.interval[1] * 100:.1f}")


def _latency(row: ModelRow) -> tuple[Span, ...]:
    return _span(UNKNOWN if row.latency is None else "/".join(map(_seconds, row.latency)))


def _seconds(seconds: float) -> str:
    return f"{seconds:.1f}" if seconds < 9.95 else f"{seconds:.0f}"


def _unscored(row: ModelRow) -> tuple[Span, ...]:
    number = sum(row.unscored.values())
    return (Span(f"{number:,}", "yellow" if number else "dim"),)


def _bars(rows: Sequence[ModelRow], length: int, glyphs: Glyphs) -> Column:
    return Column("", tuple(_bar(row, length, glyphs) for row in rows), right=False)


def _bar(row: ModelRow, length: int, glyphs: Glyphs) -> tuple[Span, ...]:
    """The interval on an axis from 0 to 100 %, or a plain bar where there is none."""
    if row.score is None:
        return (Span(""),)
    if row.interval is None:
        filled, rest = bar(row.score, length, glyphs)
        return (Span(filled, "cyan"), Span(rest, "dim"))
    before, inside, after = interval_bar(row.score, *row.interval, length, glyphs)
    return (Span(before, "dim"), Span(inside, "cyan"), Span(after, "dim"))
