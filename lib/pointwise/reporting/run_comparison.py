"""A later run against an earlier one, as a terminal shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pointwise.reporting.cells import encodable, printable, wrap
from pointwise.reporting.drift import change_sentences
from pointwise.reporting.figures import UNKNOWN
from pointwise.reporting.table import Column, Span, table_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pointwise.results.changes import ModelChange, RunChanges
    from pointwise.results.model import ScoreInterval


def render_changes(found: RunChanges, width: int, *, color: bool = False, encoding: str = "utf-8") -> str:
    """What moved beyond noise, a table of all models, and what was left out."""
    first, *others = change_sentences(found)
    blocks = (
        wrap(printable(first), width),
        table_lines(_columns(found.models), color=color) if found.models else [],
        [line for each in others for line in wrap(printable(each), width, "  ")],
    )
    return encodable("\n\n".join("\n".join(block) for block in blocks if block), encoding)


def _columns(models: Sequence[ModelChange]) -> list[Column]:
    def column(header: str, cell: Callable[[ModelChange], str]) -> Column:
        return Column(header, tuple((Span(cell(model)),) for model in models))

    return [
        Column("Model", tuple((Span(printable(model.model_id)),) for model in models), right=False),
        column("Change", lambda m: UNKNOWN if m.difference is None else f"{m.difference * 100:+.1f}"),
        column("95% sure", lambda m: _limits(m.interval)),
        column("p", lambda m: UNKNOWN if m.adjusted_p is None else f"{m.adjusted_p:.3f}"),
        column("Prompts", lambda m: str(m.prompts)),
        column("", lambda m: m.verdict),
    ]


def _limits(interval: ScoreInterval | None) -> str:
    return UNKNOWN if interval is None else f"{interval.low * 100:+.1f} to {interval.high * 100:+.1f}"
