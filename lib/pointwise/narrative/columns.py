"""Columns of the tables that continuations pass through: what is needed, what is added, in which order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pointwise.errors import InputError
from pointwise.narrative.rubric import NAMES

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

STORIES = ("id", "background", "reference")
"""What instructions are written from."""
CONTINUATIONS = ("id", "prompt_type", "beginning", "reference", "model_answer")
"""What is judged."""
MEASURES = ("overall_raw", "answer_length_words")
SCORES = ("id", "prompt_type", *NAMES, *MEASURES)
"""What is reported."""

WRITTEN = (
    *("prompt_type", "beginning", "prompt_text", "model_answer"),
    *("system", "model_reasoning", "answer_error"),
)
"""What writing instructions and continuations adds."""
JUDGED = (*NAMES, *MEASURES, "judge_comments", "judge_model", "judge_error")
"""What judging adds."""

_TEXTS = ("prompt_text", "beginning", "reference", "background", "model_answer")
PROMPTS_FIRST = (
    "id",
    "prompt_type",
    "beginning",
    "reference",
    "background",
    "prompt_text",
    "model_answer",
    "system",
)
SCORES_FIRST = ("id", "prompt_type", *NAMES, *MEASURES, "judge_comments", *_TEXTS)


@dataclass(frozen=True, slots=True)
class Layout:
    """Where each cell of an output row comes from.

    Attributes:
        columns: Names, in order.
        sources: For each, the place in the input row, or None where it is computed.
    """

    columns: tuple[str, ...]
    sources: tuple[int | None, ...]

    def cells(self, given: Sequence[str], computed: Mapping[str, str]) -> list[str]:
        """An output row. What is computed and not there is empty."""
        return [
            computed.get(name, "") if place is None else given[place]
            for name, place in zip(self.columns, self.sources, strict=True)
        ]


def layout(given: Sequence[str], first: Sequence[str], computed: Collection[str]) -> Layout:
    """`first` as far as it is given or computed, then every other input column, then what else is computed.

    An input column of the name of a computed one is replaced by it.
    """
    places: list[tuple[str, int | None]] = []
    for name in first:
        if name in computed:
            places.append((name, None))
        elif name in given:
            places.append((name, given.index(name)))
    taken = {place for _, place in places}
    rest = [(name, at) for at, name in enumerate(given) if at not in taken and name not in computed]
    last = [(name, None) for name in computed if name not in first]
    columns, sources = zip(*places, *rest, *last, strict=True)
    return Layout(columns, sources)


def places_of(given: Sequence[str], needed: Sequence[str], file: str) -> dict[str, int]:
    """Where each column is.

    Raises:
        InputError: A needed column is missing, or there are two of it.
    """
    missing = [name for name in needed if name not in given]
    if missing:
        found = ", ".join(given) or "none"
        raise InputError(f"{file} lacks the {_columns(missing)}. Columns found: {found}.")
    twice = [name for name in needed if given.count(name) > 1]
    if twice:
        raise InputError(f"{file} has the {_columns(twice)} more than once; rename or remove one.")
    return {name: at for at, name in reversed(list(enumerate(given)))}


def _columns(names: list[str]) -> str:
    return f"column{'s' if len(names) > 1 else ''} {', '.join(names)}"
