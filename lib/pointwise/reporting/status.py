"""A job's progress in words: a panel to redraw, a line to append, a line to end with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pointwise.reporting.cells import bar, cells, pad, paint, printable, truncate
from pointwise.reporting.figures import (
    amount,
    duration,
    money,
    plural,
    reason_counts,
    rough_duration,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pointwise.reporting.cells import Glyphs, Style
    from pointwise.reporting.tally import Count, Snapshot

_WIDEST_BAR = 40
_LABELS = 14
"""Cells before the bars: a margin, the longest label and a gap."""


def status_panel(snapshot: Snapshot, title: str, width: int, glyphs: Glyphs, *, color: bool) -> list[str]:
    """Up to seven lines of at most `width` cells."""
    return [
        _headline(snapshot, title, width, glyphs, color=color),
        *_bars(snapshot, width, glyphs, color=color),
        *_facts(snapshot, width, glyphs, color=color),
    ]


def status_line(snapshot: Snapshot) -> str:
    """`40%  judging: 200/200 responses, …, about 3 min left`, for logs."""
    parts = [*_totals(snapshot), _retries(snapshot), _time_left(snapshot)]
    return f"{_whole_percent(snapshot.share)}  {snapshot.phase}: {_joined(parts)}"


def closing_line(snapshot: Snapshot) -> str | None:
    """What came of the job, in one sentence; None where not even its size was known."""
    if not snapshot.planned:
        return None
    how = "Done in" if snapshot.phase == "done" else "Ended after"
    return f"{how} {duration(snapshot.elapsed)}: {_joined(_totals(snapshot))}."


def _headline(snapshot: Snapshot, title: str, width: int, glyphs: Glyphs, *, color: bool) -> str:
    room = max(width - cells(snapshot.phase) - 2, 1)
    name = truncate(printable(title), room, glyphs.ellipsis)
    phase = truncate(snapshot.phase, max(width - cells(name) - 2, 0), glyphs.ellipsis)
    return f"{paint(name, 'bold', color=color)}  {paint(phase, 'cyan', color=color)}"


def _bars(snapshot: Snapshot, width: int, glyphs: Glyphs, *, color: bool) -> list[str]:
    kinds = (("  responses", snapshot.responses), ("  judgements", snapshot.judgements))
    shown = [(label, count) for label, count in kinds if count.total]
    digits = max((len(str(count.total)) for _, count in shown), default=0)
    ends = [
        f"  {_fraction(count).rjust(2 * digits + 1)}  {_whole_percent(_share(count))}" for _, count in shown
    ]
    length = width - _LABELS - max(map(len, ends), default=0)
    return [
        truncate(pad(label, _LABELS) + end, width, glyphs.ellipsis)
        if length < 1
        else pad(label, _LABELS) + _bar(count, min(length, _WIDEST_BAR), glyphs, color=color) + end
        for (label, count), end in zip(shown, ends, strict=True)
    ]


def _bar(count: Count, length: int, glyphs: Glyphs, *, color: bool) -> str:
    filled, rest = bar(_share(count), length, glyphs)
    return paint(filled, "cyan", color=color) + paint(rest, "dim", color=color)


def _share(count: Count) -> float:
    return count.done / count.total


def _fraction(count: Count) -> str:
    return f"{count.done}/{count.total}"


def _facts(snapshot: Snapshot, width: int, glyphs: Glyphs, *, color: bool) -> list[str]:
    lines: list[tuple[Sequence[str | None], Style]] = [
        ((_time_left(snapshot), f"{duration(snapshot.elapsed)} passed", _runs(snapshot)), "dim"),
        ((*_spending(snapshot), _unpriced(snapshot)), "dim"),
        ((_in_flight(snapshot), _retries(snapshot)), "dim"),
        ((_failures(snapshot),), "yellow"),
    ]
    texts = ((glyphs.dot.join(filter(None, parts)), style) for parts, style in lines)
    return [
        "  " + paint(truncate(text, width - 2, glyphs.ellipsis), style, color=color)
        for text, style in texts
        if text
    ]


def _totals(snapshot: Snapshot) -> list[str | None]:
    return [
        _runs(snapshot),
        _ratio(snapshot.responses, "responses"),
        _ratio(snapshot.judgements, "judgements"),
        _failures(snapshot),
        *_spending(snapshot),
        _unpriced(snapshot),
    ]


def _joined(parts: Sequence[str | None]) -> str:
    return "; ".join(filter(None, parts))


def _ratio(count: Count, noun: str) -> str | None:
    return f"{_fraction(count)} {noun}" if count.total else None


def _time_left(snapshot: Snapshot) -> str | None:
    return f"{rough_duration(snapshot.eta)} left" if snapshot.eta else None


def _runs(snapshot: Snapshot) -> str | None:
    return f"{snapshot.finished}/{snapshot.runs} runs finished" if snapshot.runs > 1 else None


def _spending(snapshot: Snapshot) -> list[str]:
    if not (snapshot.tokens_in or snapshot.tokens_out or snapshot.cost):
        return []
    tokens = f"{amount(snapshot.tokens_in)} tokens in, {amount(snapshot.tokens_out)} out"
    spent = [money(snapshot.cost)] if snapshot.cost or not snapshot.unpriced else []
    return [tokens, *spent]


def _unpriced(snapshot: Snapshot) -> str | None:
    count = snapshot.unpriced
    return f"price of {plural(count, 'call')} unknown" if count else None


def _in_flight(snapshot: Snapshot) -> str | None:
    calls = ", ".join(f"{printable(name)} {number}" for name, number in snapshot.in_flight)
    return f"in flight: {calls}" if calls else None


def _retries(snapshot: Snapshot) -> str | None:
    waiting = sum(snapshot.retrying.values())
    return f"{waiting} waiting to retry ({reason_counts(snapshot.retrying)})" if waiting else None


def _failures(snapshot: Snapshot) -> str | None:
    failed = sum(snapshot.failed.values())
    return f"{failed} failed ({reason_counts(snapshot.failed)})" if failed else None


def _whole_percent(share: float) -> str:
    """Rounded down, so that 100% means all."""
    return f"{int(share * 100):3d}%"
