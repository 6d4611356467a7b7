"""Whether one system continues stories better than another, on the continuations that both wrote."""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from pointwise.narrative.rubric import HIGHEST
from pointwise.scoring.comparison import compare, holm, verdict_of
from pointwise.scoring.interval import PromptScore

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pointwise.narrative.scored import ScoredRow
    from pointwise.scoring.comparison import Difference, Verdict

    Cells = Mapping[tuple[str, str], float]


@dataclass(frozen=True, slots=True)
class Pairing:
    """The first of two systems minus the second, in overall marks.

    Attributes:
        cells: Pairs of id and prompt type that both have a mark for; repeats within one count as their mean.
        stories: Ids among them: the unit of chance.
        difference: -5 to 5.
        error: Standard error, clustered by story; None below two stories.
        low, high: 95 % interval for this pair alone; None below five stories.
        p: Two-sided, by flipping the signs of whole stories.
        adjusted_p: After Holm's correction for all pairs.
        verdict: `cannot tell` is no finding of equality.
    """

    first: str
    second: str
    cells: int
    stories: int
    difference: float
    error: float | None
    low: float | None
    high: float | None
    p: float | None
    adjusted_p: float | None
    verdict: Verdict


def pairings_of(rows: Iterable[ScoredRow]) -> tuple[Pairing, ...]:
    """Every two systems that have continuations of the same id and prompt type, by name."""
    systems = _cells(rows)
    pairs = [(a, b) for a, b in combinations(sorted(systems), 2) if systems[a].keys() & systems[b].keys()]
    differences = [_difference(systems[a], systems[b]) for a, b in pairs]
    adjusted = holm([difference.p for difference in differences])
    return tuple(
        _pairing(a, b, len(systems[a].keys() & systems[b].keys()), difference, p)
        for (a, b), difference, p in zip(pairs, differences, adjusted, strict=True)
    )


def _cells(rows: Iterable[ScoredRow]) -> dict[str, Cells]:
    """By system, the mean overall mark of each id and prompt type."""
    found: dict[str, dict[tuple[str, str], list[float]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        if row.overall is not None:
            found[row.system][row.id, row.prompt_type].append(row.overall)
    return {
        system: {cell: math.fsum(marks) / len(marks) for cell, marks in cells.items()}
        for system, cells in found.items()
    }


def _difference(ours: Cells, theirs: Cells) -> Difference:
    common = sorted(ours.keys() & theirs.keys())
    return compare(_by_story(ours, common), _by_story(theirs, common))


def _by_story(marks: Cells, cells: list[tuple[str, str]]) -> list[PromptScore]:
    """Mean marks as shares of 5, because differences are compared on the scale from 0 to 1."""
    stories: dict[str, list[float]] = defaultdict(list)
    for cell in cells:
        stories[cell[0]].append(marks[cell])
    return [
        PromptScore(story, math.fsum(found) / len(found) / HIGHEST, weight=len(found))
        for story, found in stories.items()
    ]


def _pairing(first: str, second: str, cells: int, difference: Difference, adjusted: float | None) -> Pairing:
    interval = difference.interval
    return Pairing(
        first=first,
        second=second,
        cells=cells,
        stories=difference.prompts,
        difference=HIGHEST * (difference.value or 0.0),
        error=None if difference.error is None else HIGHEST * difference.error,
        low=None if interval is None else HIGHEST * interval.low,
        high=None if interval is None else HIGHEST * interval.high,
        p=difference.p,
        adjusted_p=adjusted,
        verdict=verdict_of(interval, adjusted),
    )
