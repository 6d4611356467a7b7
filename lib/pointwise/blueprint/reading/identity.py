"""Ids of prompts: their own or a hash, and never the same twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pointwise.blueprint.findings import shown
from pointwise.blueprint.reading.drafts import PathDraft
from pointwise.blueprint.text.canonical import prompt_id

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from pydantic import JsonValue

    from pointwise.blueprint.findings import Findings
    from pointwise.blueprint.reading.drafts import PointDraft, PromptDraft, RubricItem

_PUBLIC = {"should": "points", "should_not": "should_not"}
_UNPUBLISHED = frozenset({"tags"})
"""Fields that the published normal form, and so the published ids, leave out."""


def give_ids(prompts: Sequence[PromptDraft], findings: Findings) -> None:
    """Give each prompt its id; the second of one id gets `-2`, the third `-3`."""
    wanted = [draft.own_id or prompt_id(hashed_form(draft)) for draft in prompts]
    taken = set(wanted)
    first: dict[str, PromptDraft] = {}
    numbers: dict[str, int] = {}
    for draft, name in zip(prompts, wanted, strict=True):
        if name not in first:
            first[name] = draft
            draft.id = name
            continue
        numbers[name] = _free(name, numbers.get(name, 1) + 1, taken)
        draft.id = f"{name}-{numbers[name]}"
        taken.add(draft.id)
        if draft.messages:
            _warn(draft, name, first[name], findings)


def hashed_form(draft: PromptDraft) -> dict[str, JsonValue]:
    """What an id is the hash of: the normalised prompt without its id."""
    form = {key: value for key, value in draft.values.items() if key not in _UNPUBLISHED}
    form["messages"] = draft.hashed_messages
    for block, items in draft.rubric.items():
        form[_PUBLIC[block]] = [_hashed_item(item) for item in items]
    return form


def _hashed_item(item: RubricItem) -> JsonValue:
    if isinstance(item, PathDraft):
        return [_hashed_point(point) for point in item.points]
    return _hashed_point(item)


def _hashed_point(draft: PointDraft) -> JsonValue:
    if draft.hashed is not None:
        return draft.hashed
    dumped: JsonValue = draft.point.model_dump(by_alias=True, exclude_unset=True)
    return dumped


def _free(name: str, number: int, taken: Collection[str]) -> int:
    while f"{name}-{number}" in taken:
        number += 1
    return number


def _warn(draft: PromptDraft, name: str, first: PromptDraft, findings: Findings) -> None:
    entry = draft.given.get("id")
    if draft.own_id:
        message = f"The prompt on line {first.node.line} has the id `{shown(name)}` too."
    else:
        message = f"The prompt on line {first.node.line} is the same."
    findings.warn(
        entry or draft.node,
        "duplicate-id",
        f"{message} This one becomes `{shown(draft.id)}`.",
        "Give it an id of its own.",
    )
