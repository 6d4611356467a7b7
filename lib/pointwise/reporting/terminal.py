"""The result of a run as a terminal shows it: a table of models, what is missing, where everything is."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pointwise.reporting.cells import (
    bar,
    cells,
    encodable,
    glyphs_for,
    paint,
    printable,
    shorten,
    truncate,
    wrap,
)
from pointwise.reporting.figures import (
    UNKNOWN,
    amount,
    duration,
    money,
    percent,
    plural,
    reason_counts,
)
from pointwise.reporting.summary import Hint, ModelRow, RunSummary
from pointwise.reporting.table import GAP, Column, Span, fitting, table_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pointwise.reporting.cells import Glyphs, Style

__all__ = ["Hint", "ModelRow", "RunSummary", "render", "render_job"]

_NARROWEST = 40
_MODEL = 24
"""Cells of a model id that are always kept."""
_WHOLE_MODEL = 48
"""Ids up to this length are kept whole where that costs no column a score needs."""
_NEEDED = 6
"""Rank from which a column is one that a score needs."""
_BAR = (8, 24)
"""Cells of a bar, at least and at most."""
_WARNINGS = 10
_MARGIN = "  "


def render(summary: RunSummary, width: int, *, color: bool = False, encoding: str = "utf-8") -> str:
    """What a person reads at the end of a run: lines of at most `width` cells, without the last newline.

    Only paths and commands may be longer, since they are there to be copied. Characters the encoding lacks
    become ASCII.
    """
    page = _Page(max(width, _NARROWEST), glyphs_for(encoding), color)
    blocks = (
        _heading(summary, page),
        _table(summary, page),
        _remarks(summary, page),
        _warnings(summary, page),
        _written(summary, page),
        _next(summary, page),
    )
    return encodable("\n\n".join("\n".join(block) for block in blocks if block), encoding)


def render_job(
    summaries: Sequence[RunSummary], width: int, *, color: bool = False, encoding: str = "utf-8"
) -> str:
    """One block for each of several runs, and a line on all of them."""
    blocks = [render(summary, width, color=color, encoding=encoding) for summary in summaries]
    if len(blocks) > 1:
        page = _Page(max(width, _NARROWEST), glyphs_for(encoding), color)
        blocks.append(page.painted(_job_line(summaries, page.glyphs), "bold"))
    return "\n\n\n".join(blocks)


@dataclass(frozen=True, slots=True)
class _Page:
    width: int
    glyphs: Glyphs
    color: bool

    def painted(self, text: str, style: Style) -> str:
        return paint(text, style, color=self.color)

    def wrapped(self, text: str, style: Style) -> list[str]:
        return [self.painted(line, style) for line in wrap(text, self.width, _MARGIN)]


def _heading(summary: RunSummary, page: _Page) -> list[str]:
    facts = [
        plural(summary.prompts, "prompt"),
        plural(len(summary.models), "model"),
        duration(summary.wall),
        *_cost_facts(summary),
    ]
    note = page.wrapped(f"Note: {printable(summary.note)}", "yellow") if summary.note else []
    return [
        page.painted(truncate(printable(summary.title), page.width, page.glyphs.ellipsis), "bold"),
        page.painted(printable(summary.run), "dim"),
        *wrap(page.glyphs.dot.join(facts), page.width),
        *note,
    ]


def _cost_facts(summary: RunSummary) -> list[str]:
    known, complete = _total_cost([summary])
    judging = f" (judging {money(summary.judging_cost)})" if summary.judging_cost else ""
    paid = [f"{money(summary.paid)} of it paid now"] if _was_partly_free(summary, known) else []
    return [_cost_phrase(known, complete=complete) + judging, *paid]


def _was_partly_free(summary: RunSummary, cost: float) -> bool:
    return summary.paid is not None and money(summary.paid) != money(cost) and summary.paid < cost


def _total_cost(summaries: Sequence[RunSummary]) -> tuple[float, bool]:
    """The sum of all known costs, and whether all are known."""
    costs = [c for s in summaries for c in (s.judging_cost, *(row.cost for row in s.models))]
    return sum(cost for cost in costs if cost is not None), None not in costs


def _cost_phrase(known: float, *, complete: bool) -> str:
    if complete:
        return money(known)
    return f"at least {money(known)}" if known else "cost unknown"


def _table(summary: RunSummary, page: _Page) -> list[str]:
    rows = sorted(summary.models, key=_place)
    names = [printable(row.model) for row in rows]
    columns, room = _fitting(_columns(rows, summary.prompts), names, page.width)
    kept = min(max(map(cells, names), default=0), _MODEL)
    with_bar = any(row.score is not None for row in rows) and room - _BAR[0] - GAP >= kept
    longest = room - (_BAR[0] + GAP) * with_bar
    model = Column(
        "Model", tuple(_span(shorten(n, longest, page.glyphs.ellipsis)) for n in names), right=False
    )
    if with_bar:
        columns.insert(1, _bars(rows, min(room - model.width - GAP, _BAR[1]), page.glyphs))
    return table_lines([model, *columns], color=page.color)


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
    columns = (
        (True, Column("Score", scores, rank=9)),
        (any(row.prompts != prompts for row in rows), Column("Prompts", counted, rank=6)),
        (True, Column("Points", tuple(_span(f"{row.points:,}") for row in rows), rank=2)),
        (True, Column("Unscored", tuple(_unscored(row) for row in rows), rank=8)),
        (True, Column("Cost", tuple(_span(money(row.cost)) for row in rows), rank=7)),
        (any(row.tokens_in or row.tokens_out for row in rows), Column("Tokens in/out", tokens, rank=1)),
    )
    return [column for tells, column in columns if tells]


def _span(text: str) -> tuple[Span, ...]:
    return (Span(text),)


def _unscored(row: ModelRow) -> tuple[Span, ...]:
    number = sum(row.unscored.values())
    return (Span(f"{number:,}", "yellow" if number else "dim"),)


def _bars(rows: Sequence[ModelRow], length: int, glyphs: Glyphs) -> Column:
    drawn = (bar(row.score, length, glyphs) if row.score is not None else ("", "") for row in rows)
    return Column("", tuple((Span(filled, "cyan"), Span(rest, "dim")) for filled, rest in drawn), right=False)


def _remarks(summary: RunSummary, page: _Page) -> list[str]:
    lost = f"{plural(summary.failed, 'response')} failed." if summary.failed else ""
    unknown = f"Cost {UNKNOWN}: price unknown." if any(row.cost is None for row in summary.models) else ""
    return [
        *_missing(summary, page),
        *page.wrapped(lost, "yellow"),
        *page.wrapped("Score: mean over prompts of the share of points met.", "dim"),
        *page.wrapped(unknown, "dim"),
    ]


def _missing(summary: RunSummary, page: _Page) -> list[str]:
    unscored = sum(summary.unscored.values())
    total = unscored + sum(row.points for row in summary.models)
    if not unscored:
        return page.wrapped(f"All {total:,} points are scored.", "dim") if total else []
    are = "is" if unscored == 1 else "are"
    text = f"{unscored:,} of {plural(total, 'point')} {are} unscored and left out of the scores: "
    return page.wrapped(f"{text}{reason_counts(summary.unscored)}.", "yellow")


def _warnings(summary: RunSummary, page: _Page) -> list[str]:
    shown = [f"Warning: {printable(warning)}" for warning in summary.warnings[:_WARNINGS]]
    more = len(summary.warnings) - len(shown)
    last = [f"{page.glyphs.ellipsis} and {plural(more, 'more warning')}."] if more > 0 else []
    return [line for text in (*shown, *last) for line in page.wrapped(text, "yellow")]


def _written(summary: RunSummary, page: _Page) -> list[str]:
    paths = [f"{_MARGIN}{printable(path)}" for path in summary.written]
    return [page.painted("Written:", "bold"), *paths] if paths else []


def _next(summary: RunSummary, page: _Page) -> list[str]:
    hints = (*_resumption(summary), *summary.hints)
    lines = [line for hint in hints for line in _hint(hint, page)]
    return [page.painted("Next:", "bold"), *lines] if lines else []


def _resumption(summary: RunSummary) -> list[Hint]:
    unscored = sum(summary.unscored.values())
    if not (unscored or summary.failed):
        return []
    if set(summary.unscored) == {"no_fixture"}:  # a file with more in it is another run
        return [Hint("pointwise run … --fixtures FILE", "once what is named above is in the file")]
    missing = plural(unscored, "unscored point") if unscored else plural(summary.failed, "failed response")
    command = summary.resumption or f"pointwise resume {shlex.quote(printable(summary.run))}"
    return [Hint(command, f"tries the {missing} again")]


def _hint(hint: Hint, page: _Page) -> list[str]:
    command, purpose = _MARGIN + printable(hint.command), printable(hint.purpose)
    if cells(command) + len(_MARGIN) + cells(purpose) <= page.width:
        return [command + _MARGIN + page.painted(purpose, "dim")]
    return [command, *page.wrapped(_MARGIN * 2 + purpose, "dim")]


def _job_line(summaries: Sequence[RunSummary], glyphs: Glyphs) -> str:
    known, complete = _total_cost(summaries)
    unscored = sum(sum(summary.unscored.values()) for summary in summaries)
    parts = (plural(len(summaries), "run"), _cost_phrase(known, complete=complete), f"{unscored:,} unscored")
    return glyphs.dot.join(parts)
