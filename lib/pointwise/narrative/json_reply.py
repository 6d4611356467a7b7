"""The JSON object in a model's reply, whatever stands around it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

    from pydantic import JsonValue

_LONGEST = 40_000
"""Characters of a reply that are looked at, from its end. What is asked for takes 500 to 5,000."""
_MOST_TRIES = 200
"""Opening braces tried, so that a reply of nothing but braces costs nothing."""


def _unambiguous(pairs: list[tuple[str, JsonValue]]) -> dict[str, JsonValue]:
    """A name given twice with different values has no value."""
    known: dict[str, JsonValue] = {}
    for name, value in pairs:
        known[name] = value if known.get(name, value) == value else None
    return known


_DECODER = json.JSONDecoder(object_pairs_hook=_unambiguous)


def find_object(text: str, names: Collection[str]) -> dict[str, JsonValue] | None:
    """The last object in a text that has any of these names; None where there is none.

    Code fences and words around it are passed over. The last, because a judge may quote what it was given
    before it says what it thinks.
    """
    text, found = text[-_LONGEST:], None
    place = text.find("{")
    for _ in range(_MOST_TRIES):
        if place < 0:
            break
        value, end = _decoded(text, place)
        if value is not None and not value.keys().isdisjoint(names):
            found = value
        place = text.find("{", end)
    return found


def _decoded(text: str, place: int) -> tuple[dict[str, JsonValue] | None, int]:
    """The object at a brace and where to go on."""
    try:
        value, end = _DECODER.raw_decode(text, place)
    except (ValueError, RecursionError):
        return None, place + 1
    return value, end
