"""Which characters pass for a Latin letter to somebody who reads a text, human or model."""
# ruff: noqa: RUF001 - the subject of this module

from __future__ import annotations

import unicodedata
from collections import defaultdict
from functools import cache
from string import ascii_lowercase

_TWINS = {
    "a": "аɑαꭺᎪ4",
    "b": "ЬьвβᏴƄ",
    "c": "сϲᏟↄ",
    "d": "ԁᎠժ",
    "e": "еєεҽᎬ3ə",
    "f": "ғϝƒ",
    "g": "ԍɢցᏀ9",
    "h": "һհᏂ",
    "i": "іιɪıɩӏᎥ1lɭ",
    "k": "кκᏦ",
    "l": "ӏʟᏞ1iіǀɭ",
    "m": "мᎷ",
    "n": "ոпηɴи",
    "o": "оοօσө0",
    "p": "рρᏢ",
    "r": "гʀᴦяᏒ",
    "s": "ѕʂꜱ5Ꮪ",
    "t": "тτᎢ7",
    "u": "υսц",
    "v": "ѵνᏙ",
    "x": "хχ",
    "y": "уγүᎩ",
}
"""Letters of other scripts, and digits. From the confusables of Unicode Technical Standard 39."""

_STYLED = (
    range(0xA0, 0x250),  # accented
    range(0x1D00, 0x1DC0),  # small capitals and modifiers
    range(0x1E00, 0x1F00),  # accented
    range(0x2070, 0x20A0),  # raised and lowered
    range(0x2100, 0x2190),  # letter-like signs, Roman numerals
    range(0x2460, 0x2500),  # circled
    range(0xFF01, 0xFF5F),  # full width
    range(0x1D400, 0x1D800),  # mathematical
    range(0x1F100, 0x1F150),  # bracketed and squared
)
_ALPHABETS = (0x1F150, 0x1F170, 0x1F1E6)
"""Where A to Z stand white on black in circles and squares, and as halves of flags."""


@cache
def passing_for() -> dict[str, str]:
    """For each letter a to z every character that passes for it, itself and its capital included."""
    found: dict[str, set[str]] = defaultdict(set)
    for letter in ascii_lowercase:
        found[letter] |= {letter, letter.upper()}
    for letter, twins in _TWINS.items():
        found[letter] |= {*twins, *twins.upper()}
    for sign in (chr(code) for block in _STYLED for code in block):
        if (plain := _plain(sign)) in found:
            found[plain].add(sign)
    for start in _ALPHABETS:
        for place, letter in enumerate(ascii_lowercase):
            found[letter].add(chr(start + place))
    return {letter: "".join(sorted(signs)) for letter, signs in found.items()}


def _plain(sign: str) -> str:
    bare = "".join(c for c in unicodedata.normalize("NFKD", sign) if not unicodedata.combining(c))
    named = unicodedata.name(sign, "").removeprefix("LATIN LETTER SMALL CAPITAL ")
    return (named if len(named) == 1 else bare).lower()
