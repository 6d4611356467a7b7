"""JSON as JavaScript writes it, and the id of a prompt without one."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

from pointwise.blueprint.text.scalars import LONE_SURROGATE, number_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pydantic import JsonValue

_HEX_DIGITS = 12


def prompt_id(normalised: Mapping[str, JsonValue]) -> str:
    """`hash-` and 12 hex of the SHA-256 over the canonical JSON of a normalised prompt without its id."""
    text = canonical_json(dict(normalised))
    return f"hash-{hashlib.sha256(text.encode()).hexdigest()[:_HEX_DIGITS]}"


def canonical_json(value: JsonValue) -> str:
    """JSON with sorted keys and no spaces, character by character what JavaScript writes."""
    return "".join(_pieces(value, sort=True))


def json_text(value: JsonValue) -> str:
    """The same with keys in their own order."""
    return "".join(_pieces(value, sort=False))


def _pieces(value: JsonValue, *, sort: bool) -> Iterator[str]:
    if isinstance(value, dict):
        keys = sorted(value, key=_utf16) if sort else list(value)
        for index, key in enumerate(keys):
            yield f"{',' if index else '{'}{_quoted(key)}:"
            yield from _pieces(value[key], sort=sort)
        yield "}" if keys else "{}"
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield "," if index else "["
            yield from _pieces(item, sort=sort)
        yield "]" if value else "[]"
    else:
        yield _atom(value)


def _atom(value: str | float | bool | None) -> str:  # noqa: FBT001 - any JSON value
    if isinstance(value, str):
        return _quoted(value)
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    text = number_text(value)
    return text if text[-1].isdigit() else "null"


def _quoted(text: str) -> str:
    written = json.dumps(text, ensure_ascii=False)
    return LONE_SURROGATE.sub(lambda match: f"\\u{ord(match[0]):04x}", written)


def _utf16(key: str) -> bytes:
    """The order in which JavaScript sorts texts."""
    return key.encode("utf-16-be", "surrogatepass")
