"""A run in Markdown, fit for a comment on a pull request."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pointwise.reporting.cells import printable
from pointwise.reporting.figures import money, percent, plural, reason_counts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pointwise.reporting.summary import ModelRow, RunSummary

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>()#+!|~@&])")
"""What GitHub's Markdown gives a meaning; `@` would call people."""
_LONGEST = 160


def markdown(summary: RunSummary) -> str:
    """The verdict, the table, what is missing, what to fix, what changed."""
    blocks = (
        [f"### {_plain(summary.title)}"],
        [f"**{_plain(summary.verdict)}**"] if summary.verdict else [],
        list(_table(summary)),
        [_missing(summary)],
        [_plain(summary.judges)] if summary.judges else [],
        list(_weak(summary)),
        [f"- {_plain(change)}" for change in summary.changes],
        [f"Note: {_plain(summary.note)}"] if summary.note else [],
        [f"`{printable(summary.run).replace('`', '')}`"],
    )
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def _table(summary: RunSummary) -> Iterator[str]:
    yield "| model | score | 95% | group | pass | unscored | cost |"
    yield "|---|--:|--:|---|--:|--:|--:|"
    for row in sorted(summary.models, key=lambda row: (row.score is None, -(row.score or 0.0), row.model)):
        yield f"| {' | '.join(_cells(row))} |"


def _cells(row: ModelRow) -> tuple[str, ...]:
    limits = f"{row.interval[0] * 100:.1f} to {row.interval[1] * 100:.1f}" if row.interval else ""
    return (
        _plain(row.model),
        percent(row.score) if row.score is not None else "none",
        limits,
        row.group or "",
        f"{row.passed:.0%}" if row.passed is not None else "",
        str(sum(row.unscored.values())),
        money(row.cost),
    )


def _missing(summary: RunSummary) -> str:
    unscored = sum(summary.unscored.values())
    total = unscored + sum(row.points for row in summary.models)
    if not unscored:
        return f"All {plural(total, 'point')} scored."
    return f"{unscored:,} of {plural(total, 'point')} unscored: {reason_counts(summary.unscored)}."


def _weak(summary: RunSummary) -> Iterator[str]:
    if summary.weak:
        yield f"<details><summary>To fix first ({len(summary.weak)})</summary>"
        yield ""
        for weak in summary.weak:
            yield f"- {percent(weak.score)} **{_plain(weak.prompt)}**: {_plain(weak.text)}"
        yield ""
        yield "</details>"


def _plain(text: str) -> str:
    """Text that Markdown shows as it is, on one line, cut where it is long."""
    line = printable(text)
    cut = line if len(line) <= _LONGEST * 3 else f"{line[:_LONGEST]}…"
    return _SPECIAL.sub(r"\\\1", cut).replace("\\@", "@\u200b")
