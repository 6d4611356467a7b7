"""Rows of tables as values, and back."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pointwise.narrative.judge_prompt import Continuation
from pointwise.narrative.marks import Marks
from pointwise.narrative.rubric import NAMES, OVERALL, PROMPT_TYPES
from pointwise.narrative.thoughts import split_thoughts
from pointwise.records import Failure

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pointwise.narrative.length_bonus import LengthBonus

_EMPTY = Marks((0,) * len(NAMES), "The answer is empty; no judge was asked.")


@dataclass(frozen=True, slots=True)
class Entry:
    """One row to be judged.

    Attributes:
        system: Who wrote the continuation; empty where the row does not say.
        settled: What is known without a judge: the marks of an empty answer, or why there can be none.
    """

    id: str
    system: str
    continuation: Continuation
    settled: Marks | Failure | None = None

    @property
    def words(self) -> int:
        """Words of the continuation, as white space separates them."""
        return len(self.continuation.answer.split())

    @property
    def name(self) -> str:
        """What the row is called in fixtures and progress."""
        return f"{self.id}/{self.continuation.prompt_type}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one output row.

    Attributes:
        computed: The new cells by column.
        failure: Why it lacks something, or None.
    """

    computed: Mapping[str, str] = field(default_factory=dict)
    failure: Failure | None = None


def read_entry(cells: Sequence[str], places: Mapping[str, int]) -> Entry:
    """The row to be judged in some cells."""
    given = {name: cells[at].strip() for name, at in places.items()}
    continuation = Continuation(
        prompt_type=given["prompt_type"].lower(),
        beginning=given["beginning"],
        reference=given["reference"],
        answer=split_thoughts(given["model_answer"])[1],
    )
    settled = _settled(continuation, given.get("answer_error", ""))
    return Entry(given["id"], given.get("system", ""), continuation, settled)


def _settled(continuation: Continuation, error: str) -> Marks | Failure | None:
    if continuation.prompt_type not in PROMPT_TYPES:
        kinds = ", ".join(PROMPT_TYPES)
        message = f"prompt_type is {continuation.prompt_type!r}; it has to be one of {kinds}."
        return Failure(reason="invalid_request", message=message, attempts=0)
    if not continuation.beginning:
        return Failure(reason="invalid_request", message="The beginning is empty.", attempts=0)
    if not continuation.answer and error:
        return Failure(reason="no_response", message=f"There is no answer: {error}", attempts=0)
    return None if continuation.answer else _EMPTY


def judged(entry: Entry, found: Marks | Failure, bonus: LengthBonus, model: str) -> Outcome:
    """The cells that judging adds to a row. Marks that could not be had are empty, never 0."""
    computed = {"answer_length_words": str(entry.words), "judge_model": model}
    if isinstance(found, Failure):
        return Outcome({**computed, "judge_error": spelt(found)}, found)
    marks = dict(zip(NAMES, map(str, found.values), strict=True))
    final = bonus.final(found.overall, entry.words, entry.continuation.prompt_type)
    return Outcome(
        {
            **computed,
            **marks,
            OVERALL: f"{final:.15g}",
            "overall_raw": str(found.overall),
            "judge_comments": found.comments,
        }
    )


def spelt(failure: Failure) -> str:
    """A failure as one cell: `reason: sentence`."""
    return f"{failure.reason}: {failure.message}"
