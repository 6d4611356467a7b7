"""A number that a judge gave, as a number from 0 to 1.

Forms of writing are forgiven, substance is never guessed: a number on another scale, two numbers, or one
that may have been cut off is no verdict.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A reply that holds no verdict.

    Attributes:
        message: One sentence that says what is wrong, fit to be told the judge.
    """

    reason: Literal["empty", "refusal", "unparsable", "off_scale"]
    message: str


_LABEL = r"(?:(?:coverage|extent|score|rating|value|coverage[ _]extent)\s*[:=]\s*)?"
_NUMBER = r"(?P<number>[-+]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[-+]?\d+)?)"
_UNIT = r"(?:\s*(?P<percent>%|percent\b)|\s*(?:/|out of)\s*(?P<top>\d+(?:[.,]\d+)?)\b)?"
_REMARK = r"[.;]?(?:(?:\s*\n|\s*\(|\s+[-–—])\D*)?"  # noqa: RUF001 - dashes of all lengths introduce remarks
_EXTENT = re.compile(_LABEL + _NUMBER + _UNIT + _REMARK, re.IGNORECASE | re.DOTALL)
_NOT_FINITE = re.compile(r"[-+]?(?:nan|inf(?:inity)?)", re.IGNORECASE)
_THOUSANDS = re.compile(r"[-+]?[1-9]\d*,\d{3}")
_LONE_DIGITS = re.compile(r"[\s*_`'\"]*[-+]?\d+[.,]?")
_WRAPPING = " \t\r\n*_`'\"“”‘’"  # noqa: RUF001 - quotation marks of all kinds
_ASCII = str.maketrans("．，％＋−－٫٪\u00a0\u202f", ".,%+--.%  ")  # noqa: RUF001 - signs of other keyboards
LONGEST_CLAIM = 500
"""Characters. A verdict is a number or a name and perhaps a remark."""
_SHOWN = 60


def read_extent(text: str, *, closed: bool = True) -> float | Unreadable:
    """The number a verdict consists of, 0 to 1.

    Taken as meant: `85%`, `0,7`, `.7`, `0.8/1`, `**0.8**`, `Score: 0.8`, `0.8 (nearly all of it)`.
    Refused: anything else beside the number; other scales (`7/10`, `85`), because a judge that used one was
    not guided by ours; a percentage of 1 or less, which may mean a fraction; thousands (`1,000`).

    Args:
        text: What stands in the place of the number.
        closed: Whether something ended it. If not, lone digits are refused: a fraction may have been lost.
    """
    if len(text) > LONGEST_CLAIM:
        return _not_one(text)
    plain = text.translate(_ASCII).strip(_WRAPPING)
    if _NOT_FINITE.fullmatch(plain):
        return _off_scale(text)
    if not closed and _LONE_DIGITS.fullmatch(text):
        return Unreadable("unparsable", f"The verdict may have been cut off at {quoted(text)}.")
    found = _EXTENT.fullmatch(plain)
    return _not_one(text) if found is None else _valued(found, text)


def quoted(text: str) -> str:
    """The beginning of a text, to be shown in a message."""
    plain = " ".join(text.split())
    return f'"{plain[:_SHOWN]}…"' if len(plain) > _SHOWN else f'"{plain}"'


def _valued(found: re.Match[str], text: str) -> float | Unreadable:
    written, percent, top = found["number"], found["percent"], found["top"]
    if _THOUSANDS.fullmatch(written):
        return _not_one(text)
    value = _number(written)
    if percent and 0 < value <= 1:
        return Unreadable("unparsable", f"{quoted(text)} may mean a fraction or a percentage.")
    if (top and _number(top) != 1) or written.startswith("-"):
        return _off_scale(text)
    value = value / 100 if percent else value
    return value if 0 <= value <= 1 else _off_scale(text)


def _number(written: str) -> float:
    return float(written.replace(",", "."))


def _not_one(text: str) -> Unreadable:
    return Unreadable("unparsable", f"The verdict is not one number: {quoted(text)}.")


def _off_scale(text: str) -> Unreadable:
    return Unreadable("off_scale", f"{quoted(text)} is not on the scale from 0.0 to 1.0.")
