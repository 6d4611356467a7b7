"""Text of strangers made harmless: whatever looks like our delimiters or reply tags is broken, visibly.

Into each look-alike the sign `¦` is put, after the bracket that opens it: `<¦coverage_extent>`. Nothing
else is changed, so code, HTML and XML stay what they are, and `restore` takes out exactly what
`neutralise` put in, whatever the text.
"""

from __future__ import annotations

import re
from functools import cache

from pointwise.judging.glyphs import passing_for

SIGN = "¦"
"""Rare in every language and plain to see."""

_TAGS = ("coverage_extent", "classification", "reflection", "key_point", "key_points")
_SECTIONS = (
    *("response", "criteri", "system", "user", "assistant", "blueprint", "ideal"),
    *("story", "reference"),
)
"""How sections begin; the last two are those of the judge of continuations."""
_EDGES = ("begin", "end")
_FILLERS = ("of", "the")

_OPENERS = "<＜﹤‹«〈⟨〈《⟪≪≺˂ᐸ❮❰⋖⧼"  # noqa: RUF001 - brackets that pass for one another
_CLOSERS = ">＞﹥›»〉⟩〉》⟫≫≻˃ᐳ❯❱⋗⧽"  # noqa: RUF001 - brackets that pass for one another
_ESCAPED = r"&(?:lt|LT|#0{0,6}60|#[xX]0{0,6}3[cC]);?|\\(?:u003[cC]|x3[cC])|%3[cC]"
_BRACKET = re.compile(f"[{_OPENERS}]|{_ESCAPED}")
_PREFIX = rf"(?:[\w.]{SIGN}*+){{1,40}}+:"
"""Of a name in XML, as the reader of replies forgives it. An escaped bracket may end inside it, and then our
sign stands there."""
_BLANKS = "\u115f\u1160\u3164\uffa0"
"""Hangul fillers: letters by category, nothing to the eye."""
_LIGATURES = {"fi": "\ufb01", "fl": "\ufb02"}
_GROUP = re.compile("f[il]|[a-z]")


def neutralise(text: str) -> str:
    """The text with `¦` in everything that looks like a delimiter or a reply tag of ours.

    Case, accents, other scripts, and blanks, signs or invisible characters between the letters make no
    difference. Takes time linear in the text.
    """
    if _BRACKET.search(text) is None:  # as in most texts; the whole pattern takes 60 ms to make
        return text
    return _opener(sign="").sub(lambda match: f"{match[0]}{SIGN}", text)


def restore(text: str) -> str:
    """The text that `neutralise` was given."""
    return _opener(sign=SIGN).sub(lambda match: match[0].removesuffix(SIGN), text)


@cache
def _opener(*, sign: str) -> re.Pattern[str]:
    """What opens a look-alike, with `sign` after it.

    Every repetition is possessive and letters, brackets and what may stand between them are disjoint: no
    text makes the search go back.
    """
    tags = f"{_either(_TAGS)}(?![^\\W_])"
    fillers = "".join(f"(?:{_spelt(filler)}{_between()})?" for filler in _FILLERS)
    lines = f"{_either(_EDGES)}{_between()}{fillers}{_either(_SECTIONS)}"
    return re.compile(f"(?:[{_OPENERS}]|{_ESCAPED}){sign}(?={_between()}(?:{_PREFIX})?(?:{tags}|{lines}))")


def _either(names: tuple[str, ...]) -> str:
    return f"(?:{'|'.join(map(_spelt, names))})"


def _spelt(name: str) -> str:
    return _between().join(map(_group, _GROUP.findall(name)))


def _group(letters: str) -> str:
    spelt = _between().join(f"[{passing_for()[letter]}]" for letter in letters)
    return f"(?:{spelt}|{_LIGATURES[letters]})" if letters in _LIGATURES else spelt


@cache
def _between() -> str:
    signs = "".join(sign for signs in passing_for().values() for sign in signs if not sign.isalnum())
    return f"(?:[^\\w{_OPENERS}{_CLOSERS}{signs}]|[_{_BLANKS}])*+"
