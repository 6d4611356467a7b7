"""What differs between what is stored and what it should be."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from pointwise.results.model import Document

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pydantic import JsonValue

_SHOWN = 60
"""Characters of a value that are shown."""
MOST = 5
"""Differences named of one object."""


class Discrepancy(Document):
    """Something stored that does not follow from what it was made of.

    Attributes:
        key: Of the object.
        where: Path within it, empty for the whole.
        message: A sentence.
    """

    key: str
    where: str
    message: str


def differences(key: str, stored: bytes, expected: bytes) -> list[Discrepancy]:
    """Where two JSON documents differ; none where their bytes are equal."""
    if stored == expected:
        return []
    try:
        found = [
            Discrepancy(key=key, where=p, message=m)
            for p, m in _walk(json.loads(stored), json.loads(expected), "")
        ]
    except ValueError:
        return [Discrepancy(key=key, where="", message="It is no JSON document any more.")]
    return found[:MOST] or [
        Discrepancy(key=key, where="", message="Its bytes are not those that were written.")
    ]


def _walk(stored: JsonValue, expected: JsonValue, path: str) -> Iterator[tuple[str, str]]:
    if isinstance(stored, dict) and isinstance(expected, dict):
        for name in dict.fromkeys([*expected, *stored]):
            yield from _member(stored, expected, name, path)
    elif isinstance(stored, list) and isinstance(expected, list) and len(stored) == len(expected):
        for index, (one, other) in enumerate(zip(stored, expected, strict=True)):
            yield from _walk(one, other, f"{path}[{index}]")
    elif stored != expected or type(stored) is not type(expected):
        yield path, f"It is {_short(stored)}, and should be {_short(expected)}."


def _member(
    stored: dict[str, JsonValue], expected: dict[str, JsonValue], name: str, path: str
) -> Iterator[tuple[str, str]]:
    inner = f"{path}.{name}" if path else name
    if name not in stored:
        yield inner, f"It is missing; it should be {_short(expected[name])}."
    elif name not in expected:
        yield inner, "It should not be there."
    else:
        yield from _walk(stored[name], expected[name], inner)


def _short(value: JsonValue) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
