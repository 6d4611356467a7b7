"""How far a response covers its rubric."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


@dataclass(frozen=True, slots=True)
class ScoredPoint:
    """What coverage needs to know of a point.

    Attributes:
        score: 0 to 1 after inversion, or None where the point is unscored.
        weight: Above 0.
        inverted: From `should_not`.
        path: The alternative it belongs to, or None where it is required.
    """

    score: float | None
    weight: float = 1.0
    inverted: bool = False
    path: str | None = None


def weighted_mean(pairs: Iterable[tuple[float, float]]) -> float | None:
    """Mean of (value, weight) pairs; None where there is none or no weight."""
    total = weight = 0.0
    for value, share in pairs:
        total += value * share
        weight += share
    return total / weight if weight else None


def coverage(points: Sequence[ScoredPoint]) -> float | None:
    """Coverage of one response, 0 to 1; None where no point is scored.

    The required points form one group, the OR paths of `should` another, worth its best path, those of
    `should_not` a third, worth its worst. The result is the plain mean of the groups that hold a score.
    """
    required = _mean([p for p in points if p.path is None])
    should = _paths([p for p in points if not p.inverted])
    should_not = _paths([p for p in points if p.inverted])
    groups = [required, max(should, default=None), min(should_not, default=None)]
    scored = [group for group in groups if group is not None]
    return sum(scored) / len(scored) if scored else None


def _paths(points: list[ScoredPoint]) -> list[float]:
    names = dict.fromkeys(p.path for p in points if p.path is not None)
    means = (_mean([p for p in points if p.path == name]) for name in names)
    return [mean for mean in means if mean is not None]


def _mean(points: list[ScoredPoint]) -> float | None:
    return weighted_mean((p.score, p.weight) for p in points if p.score is not None)
