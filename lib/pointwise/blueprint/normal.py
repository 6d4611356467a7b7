"""The published normal form of a blueprint."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

    from pydantic import JsonValue

    from pointwise.blueprint.model import Blueprint

_PROMPTS = "prompts"
_UNPUBLISHED = "tags"
"""Of prompts: part of the format, yet never part of the form that others read."""


def normal_form(blueprint: Blueprint, derived: Collection[str] = ()) -> dict[str, JsonValue]:
    """A blueprint as JSON, with the fields that were given under their published names.

    Args:
        blueprint: As it was parsed.
        derived: Header fields that the file does not give and that are therefore left out.
    """
    form: dict[str, JsonValue] = blueprint.model_dump(mode="json", by_alias=True, exclude_unset=True)
    prompts = form[_PROMPTS]
    for prompt in prompts if isinstance(prompts, list) else []:
        if isinstance(prompt, dict):
            prompt.pop(_UNPUBLISHED, None)
    return {key: value for key, value in form.items() if key not in derived}
