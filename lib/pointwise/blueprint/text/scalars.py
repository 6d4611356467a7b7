"""Unquoted YAML values as YAML 1.2's core schema reads them, and numbers as JavaScript prints them.

https://yaml.org/spec/1.2.2/#103-core-schema
"""

from __future__ import annotations

import math
import re
from decimal import Decimal
from typing import TYPE_CHECKING

from pointwise.blueprint.text.nodes import Scalar, plain

if TYPE_CHECKING:
    from pydantic import JsonValue

    from pointwise.blueprint.findings import Findings
    from pointwise.blueprint.text.nodes import Atom, Node, Place

HALF_CHARACTER = "half-character"
LONE_SURROGATE = re.compile("[\ud800-\udfff]")
"""Half of a character, which only an escape in JSON can bring in."""
_WORDS: dict[str, Atom] = {
    "": None, "~": None, "null": None, "Null": None, "NULL": None,
    "true": True, "True": True, "TRUE": True,
    "false": False, "False": False, "FALSE": False,
}  # fmt: skip
_INTEGER = re.compile(r"[-+]?[0-9]+", re.ASCII)
_OCTAL = re.compile(r"0o[0-7]+", re.ASCII)
_HEXADECIMAL = re.compile(r"0x[0-9a-fA-F]+", re.ASCII)
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?", re.ASCII)
_INFINITE = re.compile(r"([-+])?\.(inf|Inf|INF)")
_NOT_A_NUMBER = frozenset({".nan", ".NaN", ".NAN"})
_MAY_BE_NUMBER = frozenset("+-.0123456789")
_LONGEST_NUMBER = 400
"""Digits beyond a double's 309 cannot matter, and Python refuses to read thousands."""
_EXACT = 2**53
"""Integers from here on are not exact as doubles, which is what blueprints' other readers use."""
_PLAIN_BELOW, _PLAIN_FROM = 21, -6
"""ECMAScript, Number::toString: powers of ten between these are written out."""


def atom(text: str) -> Atom:
    """The value of an unquoted scalar: null, boolean, number, else the text itself."""
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in _MAY_BE_NUMBER or len(text) > _LONGEST_NUMBER:
        return text
    number = _number(text)
    return text if number is None else number


def _number(text: str) -> int | float | None:
    if _OCTAL.fullmatch(text):
        return rounded(int(text, 8))
    if _HEXADECIMAL.fullmatch(text):
        return rounded(int(text, 16))
    if _INTEGER.fullmatch(text):
        return rounded(int(text))
    if _FLOAT.fullmatch(text):
        return rounded(float(text))
    if text in _NOT_A_NUMBER:
        return math.nan
    infinite = _INFINITE.fullmatch(text)
    return float(f"{infinite[1] or ''}inf") if infinite else None


def rounded(number: float) -> int | float:
    """A number as a double holds it, whole ones as int: 2.0 is 2."""
    if isinstance(number, int):
        return number if abs(number) < _EXACT else _double(number)
    return int(number) if number.is_integer() and abs(number) < _EXACT else number


def check_value(value: Atom, place: Place, findings: Findings) -> None:
    """Note a value that cannot be handed on: no JSON holds infinity, no UTF-8 half of a character."""
    if isinstance(value, float) and not math.isfinite(value):
        findings.error(
            place,
            "not-finite",
            f"`{number_text(value)}` is not a number that can be worked with.",
            "Write a finite one; `null` leaves an end of a range open.",
        )
    elif isinstance(value, str) and LONE_SURROGATE.search(value):
        findings.warn(
            place,
            HALF_CHARACTER,
            "This text holds half of a character, which becomes a replacement character.",
            "Write the whole character.",
        )


def _double(number: int) -> float:
    try:
        return float(number)
    except OverflowError:
        return math.copysign(math.inf, number)


def printed(value: Atom) -> str:
    """A value as JavaScript turns it into a text; null is `null`."""
    if isinstance(value, str):
        return value
    if value is None or isinstance(value, bool):
        return "null" if value is None else str(value).lower()
    return number_text(value)


def text_of(node: Node) -> JsonValue:
    """A name as a text, numbers as JavaScript prints them. Lists and maps stay what they are."""
    return printed(node.value) if isinstance(node, Scalar) else plain(node)


def number_text(number: float) -> str:
    """A number as JavaScript prints it: shortest digits that give it back, 1e+21, 1.5e-7, no `.0`."""
    if isinstance(number, int) and abs(number) < _EXACT:
        return str(number)
    double = float(number)
    if not math.isfinite(double):
        return "NaN" if math.isnan(double) else f"{'-' if double < 0 else ''}Infinity"
    if not double:
        return "0"
    sign, digits, exponent = Decimal(repr(double)).normalize().as_tuple()
    text = "".join(map(str, digits))
    return ("-" if sign else "") + _placed(text, int(exponent) + len(text))


def _placed(digits: str, point: int) -> str:
    """Digits with the decimal point `point` places after the first one's left."""
    if len(digits) <= point <= _PLAIN_BELOW:
        return digits.ljust(point, "0")
    if 0 < point <= _PLAIN_BELOW:
        return f"{digits[:point]}.{digits[point:]}"
    if _PLAIN_FROM < point <= 0:
        return f"0.{'0' * -point}{digits}"
    fraction = f".{digits[1:]}" if len(digits) > 1 else ""
    return f"{digits[0]}{fraction}e{point - 1:+d}"
