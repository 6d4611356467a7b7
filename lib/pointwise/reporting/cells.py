"""Text as a terminal shows it: made harmless, measured in cells, cut to fit, drawn with glyphs it has."""

from __future__ import annotations

import textwrap
import unicodedata
from dataclasses import dataclass
from typing import Literal

Style = Literal["bold", "dim", "cyan", "yellow"]

_SGR: dict[Style, str] = {"bold": "1", "dim": "2", "cyan": "36", "yellow": "33"}
"""ECMA-48, "select graphic rendition"."""
_REPLACEMENT = "\ufffd"


@dataclass(frozen=True, slots=True)
class Glyphs:
    """What is drawn beside letters.

    Attributes:
        bar: A whole cell of a bar, its half and its empty rest.
        mark: Stands on a bar where the value is.
        ellipsis: Stands for what was cut.
        dot: Stands between facts of one line.
    """

    bar: tuple[str, str, str]
    mark: str
    ellipsis: str
    dot: str


FINE = Glyphs(bar=("━", "╸", "─"), mark="●", ellipsis="…", dot=" · ")
PLAIN = Glyphs(bar=("#", "#", "."), mark="O", ellipsis="...", dot=", ")


def glyphs_for(encoding: str) -> Glyphs:
    """The fine glyphs where an encoding has them all, else ASCII."""
    try:
        "".join((*FINE.bar, FINE.mark, FINE.ellipsis, FINE.dot)).encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return PLAIN
    return FINE


def encodable(text: str, encoding: str) -> str:
    """The text with `?` for every character an encoding lacks. An unknown encoding counts as ASCII."""
    try:
        return text.encode(encoding, "replace").decode(encoding)
    except LookupError:
        return encodable(text, "ascii")


def printable(text: str) -> str:
    """The text on one line, without anything a terminal would obey.

    White space becomes a space; invisible format characters go, those that turn the reading direction
    among them; any other control character, and half of a surrogate pair, becomes U+FFFD.
    """
    return text if text.isprintable() else "".join(map(_harmless, text)).strip()


def _harmless(char: str) -> str:
    if char.isprintable():
        return char
    if char.isspace():
        return " "
    return "" if unicodedata.category(char) == "Cf" else _REPLACEMENT


def cells(text: str) -> int:
    """How many cells of a terminal a printable text takes."""
    return len(text) if text.isascii() else sum(map(_cells, text))


def _cells(char: str) -> int:
    if unicodedata.category(char) in {"Mn", "Me"}:
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def shorten(text: str, width: int, ellipsis: str) -> str:
    """The text in at most `width` cells, cut in the middle: ids differ at both ends."""
    if cells(text) <= width:
        return text
    room = max(width - cells(ellipsis), 0)
    head = _prefix(text, room - room // 2)
    tail = _prefix(text[::-1], room - cells(head))[::-1]
    return (head + ellipsis + tail) if room else ellipsis[:width]


def truncate(text: str, width: int, ellipsis: str) -> str:
    """The text in at most `width` cells, cut at the end."""
    if cells(text) <= width:
        return text
    return _prefix(text, max(width - cells(ellipsis), 0)).rstrip() + ellipsis[:width]


def _prefix(text: str, width: int) -> str:
    used = 0
    for index, char in enumerate(text):
        used += _cells(char)
        if used > width:
            return text[:index]
    return text


def pad(text: str, width: int, *, right: bool = False) -> str:
    """The text filled with spaces to `width` cells; `right` puts it at the right edge."""
    blank = " " * max(width - cells(text), 0)
    return blank + text if right else text + blank


def wrap(text: str, width: int, indent: str = "") -> list[str]:
    """Lines of at most about `width` cells; lines after the first are indented. Long words stay whole."""
    return textwrap.wrap(
        text, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def bar(share: float, width: int, glyphs: Glyphs) -> tuple[str, str]:
    """A bar of `width` cells as its filled part and its rest; `share` is 0 to 1."""
    full, half, rest = glyphs.bar
    halves = int(min(max(share, 0.0), 1.0) * width * 2 + 0.5)
    filled = full * (halves // 2) + half * (halves % 2)
    return filled, rest * (width - len(filled))


def interval_bar(value: float, low: float, high: float, width: int, glyphs: Glyphs) -> tuple[str, str, str]:
    """An axis from 0 to 1 of `width` cells: what is left of an interval, it, what is right."""
    full, _, rest = glyphs.bar
    first, mark, last = (min(int(min(max(x, 0.0), 1.0) * width), width - 1) for x in (low, value, high))
    inside = full * (mark - first) + glyphs.mark + full * (last - mark)
    return rest * first, inside, rest * (width - 1 - last)


def paint(text: str, style: Style, *, color: bool) -> str:
    """The text in a style where there is colour."""
    return f"\x1b[{_SGR[style]}m{text}\x1b[0m" if color and text else text
