"""Judged rows for tests."""

from __future__ import annotations

from pointwise.narrative.rubric import NAMES, OVERALL
from pointwise.narrative.scored import ScoredRow


def row(
    story: str, overall: float | None, kind: str = "loose", system: str = "a", words: int = 10
) -> ScoredRow:
    """A row with the same mark everywhere; raw is the whole part of the overall mark; None is unscored."""
    if overall is None:
        return ScoredRow(story, kind, system, None, words)
    marks = {name: float(int(overall)) for name in NAMES}
    return ScoredRow(
        story, kind, system, {**marks, OVERALL: overall, "overall_raw": float(int(overall))}, words
    )
