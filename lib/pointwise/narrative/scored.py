"""Rows with marks, as a report reads them."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pointwise.errors import InputError
from pointwise.narrative.rubric import HIGHEST, LOWEST, NAMES, OVERALL

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

_RAW, _WORDS = "overall_raw", "answer_length_words"


@dataclass(frozen=True, slots=True)
class ScoredRow:
    """One judged continuation.

    Attributes:
        marks: The six final marks by column, and `overall_raw`, 0 to 5 each; None where the row is unscored.
        words: Length of the answer.
    """

    id: str
    prompt_type: str
    system: str
    marks: Mapping[str, float] | None
    words: int

    @property
    def overall(self) -> float | None:
        """The final overall mark."""
        return None if self.marks is None else self.marks[OVERALL]


def read_scored(cells: Sequence[str], places: Mapping[str, int], default_system: str) -> ScoredRow:
    """The row in some cells; one without a single mark is unscored.

    Raises:
        InputError: A cell is not what its column needs. The sentence names the column, not the place.
    """
    given = {name: cells[at].strip() for name, at in places.items()}
    names = (*NAMES, _RAW)
    marks = None
    if any(given[name] for name in names):
        marks = {name: _number(name, given[name], HIGHEST) for name in names}
    words = int(_number(_WORDS, given[_WORDS] or "0", math.inf))
    kind = given["prompt_type"].lower()
    return ScoredRow(given["id"], kind, given.get("system") or default_system, marks, words)


def _number(name: str, text: str, most: float) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not LOWEST <= number <= most or math.isinf(number):
        limit = f"from {LOWEST} to {HIGHEST}" if most == HIGHEST else "of 0 or more"
        raise InputError(f"{name} is {text!r}; it has to be a number {limit}, or the row without any mark.")
    return number


def told_apart(files: Mapping[str, Sequence[ScoredRow]]) -> Iterator[ScoredRow]:
    """All rows; a system that is in several files is a system of its own in each, named after the file."""
    systems = {file: {row.system for row in rows} for file, rows in files.items()}
    for file, rows in files.items():
        others = set[str]().union(*(found for other, found in systems.items() if other != file))
        for row in rows:
            yield replace(row, system=f"{row.system} ({file})") if row.system in others else row
