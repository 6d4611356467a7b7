"""Stories, and the rows that are made of them: one for each instruction and system."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pointwise.narrative.beginning import derive_beginning
from pointwise.narrative.rows import Outcome, spelt
from pointwise.records import Failure

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


@dataclass(frozen=True, slots=True)
class Story:
    """A story to be continued.

    Attributes:
        beginning: As it was given, or what comes before the reference.
    """

    id: str
    beginning: str


@dataclass(frozen=True, slots=True)
class Answer:
    """A continuation, and what the model thought before it."""

    text: str
    thoughts: str = ""


def read_story(cells: Sequence[str], places: Mapping[str, int]) -> Story:
    """The story in some cells. A beginning that is given counts."""
    given = {name: cells[at].strip() for name, at in places.items()}
    derived = given.get("beginning") or derive_beginning(given["background"], given["reference"])
    return Story(given["id"], derived)


def continued(
    story: Story, prompt_type: str, prompt: str | Failure, system: str, answer: Answer | Failure
) -> Outcome:
    """The cells of one row. What could not be had is empty, and the reason is beside it."""
    computed = {"prompt_type": prompt_type, "beginning": story.beginning, "system": system}
    if isinstance(prompt, Failure):
        return Outcome({**computed, "answer_error": spelt(prompt)}, prompt)
    computed["prompt_text"] = prompt
    if isinstance(answer, Failure):
        return Outcome({**computed, "answer_error": spelt(answer)}, answer)
    return Outcome({**computed, "model_answer": answer.text, "model_reasoning": answer.thoughts})
