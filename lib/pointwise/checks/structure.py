"""`is_json` and `word_count_between`: the form of a whole response."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pointwise.checks.arguments import read_nothing, read_range
from pointwise.checks.composition import taking
from pointwise.checks.javascript import words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pointwise.checks.context import CheckContext
    from pointwise.checks.verdicts import Verdict

_TOKEN = re.compile(
    r"""[ \t\n\r]*+(?:
        (?P<mark>[{}\[\]:,])
      | (?P<text>"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+")
      | (?P<other>-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?|true|false|null)
    )[ \t\n\r]*+""",
    re.VERBOSE,
)
"""Tokens of RFC 8259."""

_OPENED_BY = {"{": "}", "[": "]"}
_NEXT = {
    ("value", "text"): "end",
    ("value", "other"): "end",
    ("item", "text"): "end",
    ("item", "other"): "end",
    ("value", "{"): "first key",
    ("value", "["): "item",
    ("item", "{"): "first key",
    ("item", "["): "item",
    ("item", "]"): "end",
    ("first key", "text"): "colon",
    ("first key", "}"): "end",
    ("key", "text"): "colon",
    ("colon", ":"): "value",
    ("end", "}"): "end",
    ("end", "]"): "end",
    ("end", ","): "next",
}
"""What may come after what; `item` is the first place of a list, which may also be its end."""


def _is_json(response: str | None, argument: None, context: CheckContext) -> Verdict:
    """Whether the response is a JSON object or array, however deep. Scalars do not count."""
    del argument, context
    text = (response or "").lstrip(" \t\n\r")
    return text.startswith(("{", "[")) and _is_document(text)


def _is_document(text: str) -> bool:
    state, open_ends = "value", list[str]()
    for kind in _tokens(text):
        if kind in "}]" and (not open_ends or open_ends.pop() != kind):
            return False
        if kind in _OPENED_BY:
            open_ends.append(_OPENED_BY[kind])
        state = _NEXT.get((state, kind), "wrong")
        if state == "wrong" or (state == "next" and not open_ends):
            return False
        if state == "next":
            state = "key" if open_ends[-1] == "}" else "value"
    return state == "end" and not open_ends


def _tokens(text: str) -> Iterator[str]:
    """Marks as they are, other tokens by the name of their group; `wrong` where there is no token."""
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            yield "wrong"
            return
        yield match["mark"] or str(match.lastgroup)
        at = match.end()


def _word_count_between(response: str | None, limits: tuple[float, float], context: CheckContext) -> Verdict:
    """1 within the range; below it count / min, above it max / count."""
    del context
    low, high = limits
    count = len(words(response or ""))
    if count < low:
        return count / low
    return high / count if count > high else 1.0


CHECKS = {
    "is_json": taking(read_nothing, _is_json),
    "word_count_between": taking(read_range, _word_count_between),
}
