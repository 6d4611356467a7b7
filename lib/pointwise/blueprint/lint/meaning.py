"""Points compared by what they ask for, not by how they are spelt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pointwise.blueprint.catalog import canonical
from pointwise.blueprint.model import TextPoint
from pointwise.blueprint.reading.drafts import PathDraft
from pointwise.blueprint.text.canonical import canonical_json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pointwise.blueprint.model import FunctionPoint, Point
    from pointwise.blueprint.reading.drafts import Block, PointDraft, PromptDraft

_NEGATION = "not_"


def required(prompt: PromptDraft) -> Iterator[tuple[Block, PointDraft]]:
    """The points that every answer is held to: those of no OR path."""
    for block, items in prompt.rubric.items():
        yield from ((block, item) for item in items if not isinstance(item, PathDraft))


def meaning(point: Point) -> str:
    """Equal for points that ask the same."""
    if isinstance(point, TextPoint):
        return f"text {' '.join(point.text.split()).casefold()}"
    return f"{canonical(point.fn)} {canonical_json(point.argument)}"


def affirmed(point: FunctionPoint) -> tuple[str, bool]:
    """The canonical function without `not_`, and whether it had one."""
    name = canonical(point.fn) or point.fn
    return name.removeprefix(_NEGATION), name.startswith(_NEGATION)
