"""Partial responses: the `fields` parameter of the JSON API, such as `items(name,size),nextPageToken`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pointwise.testing.emulators.storage.refusals import invalid

if TYPE_CHECKING:
    from pydantic import JsonValue

_TOKENS = re.compile(r"[A-Za-z0-9_.*-]+|[(),/]")

Fields = dict[str, "Fields"]
"""Names to keep, each with what to keep of it; all of it where that is empty."""


def keep(value: JsonValue, fields: str) -> JsonValue:
    """The part of a value that `fields` names.

    Raises:
        Refusal: `fields` cannot be read.
    """
    tokens = _TOKENS.findall(fields)
    if "".join(tokens) != fields:
        raise invalid(f"Invalid field selection {fields}")
    tokens.reverse()
    wanted = _parsed(tokens)
    if tokens:
        raise invalid(f"Invalid field selection {fields}")
    return _kept(value, wanted)


def _parsed(tokens: list[str]) -> Fields:
    """A comma-separated list, up to a closing parenthesis or the end. Takes its tokens from the end."""
    found: Fields = {}
    while True:
        _add_path(found, tokens)
        if not tokens or tokens[-1] != ",":
            return found
        tokens.pop()


def _add_path(found: Fields, tokens: list[str]) -> None:
    inner = found.setdefault(_name(tokens), {})
    while tokens and tokens[-1] == "/":
        tokens.pop()
        inner = inner.setdefault(_name(tokens), {})
    if tokens and tokens[-1] == "(":
        tokens.pop()
        inner.update(_parsed(tokens))
        if not tokens or tokens.pop() != ")":
            raise invalid("Invalid field selection: a parenthesis is not closed")


def _name(tokens: list[str]) -> str:
    if not tokens or tokens[-1] in "(),/":
        raise invalid("Invalid field selection: a name is missing")
    return tokens.pop()


def _kept(value: JsonValue, wanted: Fields) -> JsonValue:
    if not wanted or "*" in wanted:
        return value
    if isinstance(value, list):
        return [_kept(item, wanted) for item in value]
    if isinstance(value, dict):
        return {name: _kept(value[name], inner) for name, inner in wanted.items() if name in value}
    return value
