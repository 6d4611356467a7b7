"""Text and JSON as JavaScript understands them, where Python differs."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from pydantic import JsonValue

WHITESPACE = (
    "\t\n\v\f\r \u00a0\u1680"
    "\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)
r"""What `\s` and `trim` mean by whitespace (ECMA-262, WhiteSpace and LineTerminator).

Python adds U+001C to U+001F and U+0085, and lacks U+FEFF.
"""

_SPACES = re.compile(f"[{WHITESPACE}]+")


def words(text: str) -> list[str]:
    """The runs of characters between whitespace."""
    return [word for word in _SPACES.split(text) if word]


def without_whitespace(text: str) -> str:
    """The text with all its whitespace removed."""
    return _SPACES.sub("", text)


def document(value: JsonValue) -> str:
    """A value as JSON in ASCII, so that lone surrogates have bytes.

    Raises:
        RecursionError: It is nested too deeply.
    """
    return json.dumps(value, ensure_ascii=True, separators=(",", ":"))


def parse_json(text: str) -> JsonValue:
    """A JSON document, read as strictly as `JSON.parse` does.

    Whole numbers of any length are read, very long ones as infinity: nothing here needs their digits.

    Raises:
        ValueError: It is no JSON.
        RecursionError: It is nested too deeply.
    """
    value: JsonValue = json.loads(text, parse_constant=_refuse, parse_int=_number)
    return value


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


def _number(digits: str) -> int | float:
    return int(digits) if len(digits) <= 300 else float(digits)
