"""A part of a blueprint, for a quick look before the whole is paid for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pointwise.errors import InputError

if TYPE_CHECKING:
    from pointwise.blueprint.model import Blueprint, Prompt


@dataclass(frozen=True, slots=True)
class Selection:
    """Which prompts and models of a blueprint to run.

    Attributes:
        models: Instead of the blueprint's own; empty keeps those.
        limit: At most so many prompts, the first ones; None is all.
        words: Only prompts that have this in their id, tags or text, upper and lower case alike.
    """

    models: tuple[str, ...] = ()
    limit: int | None = None
    words: str | None = None


def select(blueprint: Blueprint, selection: Selection) -> Blueprint:
    """The selected part of a blueprint.

    Raises:
        InputError: No prompt is left.
    """
    prompts = tuple(p for p in blueprint.prompts if _matches(p, selection.words))[: selection.limit]
    if not prompts:
        raise InputError(_why_empty(blueprint, selection))
    changes: dict[str, object] = {"prompts": prompts}
    if selection.models:
        changes["models"] = selection.models
    return blueprint.model_copy(update=changes)


def _matches(prompt: Prompt, words: str | None) -> bool:
    if words is None:
        return True
    texts = (prompt.id, *prompt.tags, *(m.content or "" for m in prompt.messages))
    return any(words.lower() in text.lower() for text in texts)


def _why_empty(blueprint: Blueprint, selection: Selection) -> str:
    if not blueprint.prompts:
        return f"{blueprint.title}: the blueprint has no prompts."
    return f"{blueprint.title}: no prompt has {selection.words!r} in its id, tags or text."
