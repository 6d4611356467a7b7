"""Ranks as groups: models that share a letter could not be told apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pointwise.scoring.comparison import Comparison


@dataclass(frozen=True, slots=True)
class Ranked:
    """A model's place.

    Attributes:
        letters: Its groups, such as `ab`; `a` is the group of the best. Beyond `z`, numbers in brackets.
    """

    model: str
    score: float
    letters: str


def rank(scores: Mapping[str, float | None], comparisons: Iterable[Comparison]) -> tuple[Ranked, ...]:
    """Models from best to worst with group letters; models without a score are left out.

    Two models share a letter exactly where no comparison told them apart. Equal scores stand by name.

    Source: the insert-and-absorb algorithm of Piepho, An Algorithm for a Letter-Based Representation of
    All-Pairwise Comparisons, J. Computational and Graphical Statistics 13 (2004).
    """
    scored = {model: score for model, score in scores.items() if score is not None}
    order = sorted(scored, key=lambda model: (-scored[model], model))
    place = {model: i for i, model in enumerate(order)}
    told_apart = sorted(
        (place[c.first], place[c.second])
        for c in comparisons
        if c.verdict != "cannot tell" and c.first in place and c.second in place
    )
    groups = _groups(len(order), told_apart)
    return tuple(Ranked(model, scored[model], _letters(place[model], groups)) for model in order)


def _groups(size: int, told_apart: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Largest sets of places in which no two were told apart, best first."""
    groups = {frozenset(range(size))} if size else set()
    for pair in told_apart:
        split = {group for group in groups if group.issuperset(pair)}
        halves = {group - {place} for group in split for place in pair}
        grown = (groups - split) | halves
        groups = {
            group for group in grown if group not in halves or not any(group < other for other in grown)
        }
    return sorted(sorted(group) for group in groups)


def _letters(place: int, groups: Sequence[Sequence[int]]) -> str:
    return "".join(_letter(i) for i, group in enumerate(groups) if place in group)


def _letter(index: int) -> str:
    return chr(ord("a") + index) if index < 26 else f"({index + 1})"
