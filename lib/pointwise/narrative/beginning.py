"""The beginning of a story: what a continuation is to be written for."""

from __future__ import annotations

import re

SENTENCES = 2
"""How many make a beginning where the story cannot be told from its ending."""

_END = re.compile(r"[.!?…]+[\"'”’)\]]*(?=\s)|[。！？]+[」』”]*")  # noqa: RUF001 - full stops of other scripts
_TITLES = re.compile(r"(?:^|[\s\"'“‘(])(?:Mr|Mrs|Ms|Dr|Prof|St|Jr|Sr|Mt|No|vs|[A-Z])\.$")  # noqa: RUF001 - quotation marks
"""A full stop after these, and after initials, ends no sentence."""


def derive_beginning(story: str, ending: str) -> str:
    """What comes before the ending in a story, or its first two sentences where that is nothing.

    The ending is looked for from the back; white space may differ.
    """
    words = ending.split()
    places = list(re.finditer(r"\s+".join(map(re.escape, words)), story)) if words else []
    before = story[: places[-1].start()].strip() if places else ""
    return before or first_sentences(story, SENTENCES)


def first_sentences(text: str, count: int) -> str:
    """The first so many sentences of a text, or all of it where it has fewer."""
    text = text.strip()
    for match in _END.finditer(text):
        if not _TITLES.search(text, 0, match.end()):
            count -= 1
        if count == 0:
            return text[: match.end()]
    return text
