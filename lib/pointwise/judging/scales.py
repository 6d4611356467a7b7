"""The scales a verdict can be given on, and the order in which named levels are shown."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from pointwise.chat import digest

Scale = Literal["continuous", "levels-5", "levels-10"]
LevelOrder = Literal["ascending", "descending"]

_PREFIX = "CLASS_"
_GAP = re.compile(r"[\s_-]+")


@dataclass(frozen=True, slots=True)
class Level:
    """One named step of a scale.

    Attributes:
        name: As it is asked for, `CLASS_…`.
        score: 0 to 1.
        meaning: What a judge is told about it.
    """

    name: str
    score: float
    meaning: str


_FIVE = (
    Level("CLASS_UNMET", 0.0, "nothing of the criterion is met"),
    Level("CLASS_PARTIALLY_MET", 0.25, "a small part of it is met"),
    Level("CLASS_MODERATELY_MET", 0.5, "about half of it is met"),
    Level("CLASS_MAJORLY_MET", 0.75, "most of it is met, something that matters is missing"),
    Level("CLASS_EXACTLY_MET", 1.0, "all of it is met"),
)
_TEN = (
    Level("CLASS_UTTERLY_UNMET", 0.0, "the response does the opposite, or has nothing to do with it"),
    Level("CLASS_UNMET", 0.001, "the subject comes up, yet nothing of the criterion is met"),
    Level("CLASS_TRACE", 0.125, "a hint of it"),
    Level("CLASS_SLIGHT", 0.25, "a small part of it"),
    Level("CLASS_PARTIAL", 0.375, "less than half of it"),
    Level("CLASS_MODERATE", 0.5, "about half of it"),
    Level("CLASS_SUBSTANTIAL", 0.625, "more than half of it"),
    Level("CLASS_MAJOR", 0.75, "most of it, something that matters is missing"),
    Level("CLASS_VERY_NEARLY", 0.875, "all but a detail"),
    Level("CLASS_EXACT", 1.0, "all of it"),
)
LEVELS: dict[Scale, tuple[Level, ...]] = {"continuous": (), "levels-5": _FIVE, "levels-10": _TEN}
"""Lowest first."""


def level_order(point: str, response: str, judge: str) -> LevelOrder:
    """In which order a judge is shown the levels: a fair coin that always falls the same way.

    Judges lean towards what they read first; over many points the two orders cancel that out.
    """
    coin = int(digest([point, response, judge])[0], base=16)
    return "descending" if coin % 2 else "ascending"


def levels_shown(scale: Scale, order: LevelOrder) -> tuple[Level, ...]:
    """The levels of a scale in the order given; none for `continuous`."""
    levels = LEVELS[scale]
    return levels if order == "ascending" else levels[::-1]


def find_level(scale: Scale, name: str) -> Level | None:
    """The level of that name, `CLASS_` and case not minded; None where the scale has no such level."""
    wanted = _GAP.sub("_", name.strip()).upper().removeprefix(_PREFIX)
    return next((level for level in LEVELS[scale] if level.name.removeprefix(_PREFIX) == wanted), None)
