"""A draft without errors as a Blueprint."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pointwise.blueprint.model import Blueprint, Prompt
from pointwise.blueprint.reading.drafts import PathDraft
from pointwise.blueprint.text.scalars import LONE_SURROGATE

if TYPE_CHECKING:
    from pointwise.blueprint.reading.drafts import Draft, PromptDraft, RubricItem

_REPLACEMENT = "\ufffd"
_PUBLIC = {"should": "points", "should_not": "should_not"}


def build(draft: Draft, default_id: str, *, halved: bool) -> Blueprint:
    """The blueprint, with its id and title derived where the header gives none.

    Args:
        draft: Without errors.
        default_id: The id where the header gives none.
        halved: Texts may hold halves of characters, which become replacement characters: no UTF-8 holds them.
    """
    values = dict(draft.header.values)
    values["id"] = values.get("id") or default_id
    values["title"] = values.get("title") or values["id"]
    blueprint = Blueprint.model_validate({**values, "prompts": [_prompt(prompt) for prompt in draft.prompts]})
    if not halved:
        return blueprint
    return Blueprint.model_validate(_replaced(blueprint.model_dump(by_alias=True, exclude_unset=True)))


def _prompt(draft: PromptDraft) -> Prompt:
    values: dict[str, object] = {**draft.values, "id": draft.id, "messages": draft.messages}
    for block, items in draft.rubric.items():
        values[_PUBLIC[block]] = tuple(_item(item) for item in items)
    return Prompt.model_validate(values)


def _item(item: RubricItem) -> object:
    return tuple(point.point for point in item.points) if isinstance(item, PathDraft) else item.point


def _replaced(value: object) -> object:
    if isinstance(value, str):
        return LONE_SURROGATE.sub(_REPLACEMENT, value)
    if isinstance(value, dict):
        return {_replaced(key): _replaced(item) for key, item in value.items()}
    return [_replaced(item) for item in value] if isinstance(value, list | tuple) else value
