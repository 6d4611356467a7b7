"""The result of a run as a terminal shows it: a table of models, what is missing, where everything is."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pointwise.reporting.cells import (
    cells,
    encodable,
    glyphs_for,
    paint,
    printable,
    truncate,
    wrap,
)
from pointwise.reporting.figures import (
    UNKNOWN,
    duration,
    money,
    percent,
    plural,
    reason_counts,
)
from pointwise.reporting.model_table import TableRoom, model_table
from pointwise.reporting.summary import Hint, ModelRow, RunSummary

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pointwise.reporting.cells import Glyphs, Style

__all__ = ["Hint", "ModelRow", "RunSummary", "render", "render_job"]

_NARROWEST = 40
_LONGEST = 40
"""Lines: what a person takes in without scrolling."""
_MARGIN = "  "


def render(summary: RunSummary, width: int, *, color: bool = False, encoding: str = "utf-8") -> str:
    """What a person reads at the end of a run: at most 40 lines of at most `width` cells.

    Only paths and commands may be longer, since they are there to be copied. Characters the encoding lacks
    become ASCII. Where there is more to say than fits, models, points and warnings are shown as far as they
    do.
    """
    page = _Page(max(width, _NARROWEST), glyphs_for(encoding), color)
    written = (_text(summary, page, room) for room in _ROOMS)
    text = next((each for each in written if each.count("\n") < _LONGEST), None)
    return encodable(text if text is not None else _text(summary, page, _ROOMS[-1]), encoding)


@dataclass(frozen=True, slots=True)
class _Room:
    """How much of each list is shown."""

    models: int
    points: int
    warnings: int
    changes: int


_ROOMS = (
    _Room(30, 10, 10, 5),
    _Room(12, 10, 5, 5),
    _Room(8, 10, 3, 4),
    _Room(8, 7, 3, 3),
    _Room(5, 5, 2, 3),
    _Room(4, 3, 1, 2),
    _Room(3, 1, 1, 1),
    _Room(3, 0, 1, 0),
)
"""From the most generous to what fits the narrowest terminal."""


def _text(summary: RunSummary, page: _Page, room: _Room) -> str:
    blocks = (
        _heading(summary, page),
        _table(summary, page, room.models),
        _remarks(summary, page),
        _weak_points(summary, page, room.points),
        _changes(summary, page, room.changes),
        _warnings(summary, page, room.warnings),
        _written(summary, page),
        _next(summary, page),
    )
    return "\n\n".join("\n".join(block) for block in blocks if block)


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
        *([] if summary.wall is None else [duration(summary.wall)]),
        *_cost_facts(summary),
    ]
    note = page.wrapped(f"Note: {printable(summary.note)}", "yellow") if summary.note else []
    said = wrap(printable(summary.verdict), page.width) if summary.verdict else []
    return [
        *(page.painted(line, "bold") for line in said),
        page.painted(
            truncate(printable(summary.title), page.width, page.glyphs.ellipsis), "dim" if said else "bold"
        ),
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


def _table(summary: RunSummary, page: _Page, most: int) -> list[str]:
    return model_table(summary, TableRoom(page.width, most), page.glyphs, color=page.color)


def _remarks(summary: RunSummary, page: _Page) -> list[str]:
    lost = f"{plural(summary.failed, 'response')} failed." if summary.failed else ""
    unknown = f" Cost {UNKNOWN}: price unknown." if any(row.cost is None for row in summary.models) else ""
    return [
        *_missing(summary, page),
        *page.wrapped(lost, "yellow"),
        *page.wrapped(printable(summary.judges or ""), "dim"),
        *page.wrapped(f"{_legend(summary)}{unknown}", "dim"),
    ]


def _legend(summary: RunSummary) -> str:
    grouped = any(row.group for row in summary.models)
    letters = " Models that share a letter cannot be told apart." if grouped else ""
    return f"Score: mean over prompts of the share of points met.{letters}"


def _missing(summary: RunSummary, page: _Page) -> list[str]:
    unscored = sum(summary.unscored.values())
    total = unscored + sum(row.points for row in summary.models)
    if not unscored:
        return page.wrapped(f"All {total:,} points are scored.", "dim") if total else []
    are = "is" if unscored == 1 else "are"
    text = f"{unscored:,} of {plural(total, 'point')} {are} unscored and left out of the scores: "
    return page.wrapped(f"{text}{reason_counts(summary.unscored)}.", "yellow")


def _weak_points(summary: RunSummary, page: _Page, most: int) -> list[str]:
    shown = summary.weak[:most]
    lines = [
        f"{_MARGIN}{percent(weak.score):>6}  {printable(weak.prompt)}: {printable(weak.text)}"
        for weak in shown
    ]
    cut = [truncate(line, page.width, page.glyphs.ellipsis) for line in lines]
    return [page.painted("To fix first:", "bold"), *cut] if cut else []


def _changes(summary: RunSummary, page: _Page, most: int) -> list[str]:
    lines = [truncate(printable(each), page.width, page.glyphs.ellipsis) for each in summary.changes[:most]]
    return [page.painted(line, "dim") if index else line for index, line in enumerate(lines)]


def _warnings(summary: RunSummary, page: _Page, most: int) -> list[str]:
    shown = [f"Warning: {printable(warning)}" for warning in summary.warnings[:most]]
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
