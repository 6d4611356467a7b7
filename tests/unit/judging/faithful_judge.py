"""A judge that obeys its instructions to the letter: it reads texts only between lines with the mark."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pointwise.judging.lookalikes import restore

if TYPE_CHECKING:
    from pointwise.blueprint.model import Message

_MARK = re.compile(r"a line <<<BEGIN … ([0-9a-f]{32})>>> and a line <<<END … \1>>>")


def texts_in(messages: tuple[Message, ...]) -> list[tuple[str, str]]:
    """What stands between delimiters, as (section, original text), in order.

    Like a reader it goes from line to line, takes the first line that begins a text and the first after it
    that ends one, whatever their section, and fails where they do not pair.
    """
    rules, asked = (message.content or "" for message in messages)
    mark = _MARK.search(rules)
    assert mark is not None
    found: list[tuple[str, str]] = []
    section, lines = None, []
    for line in asked.split("\n"):
        edge = re.fullmatch(rf"<<<(BEGIN|END) (.+) {mark[1]}>>>", line)
        if edge is None:
            lines.append(line)
        elif edge[1] == "BEGIN":
            assert section is None
            section, lines = edge[2], []
        else:
            assert section == edge[2]
            found.append((section, restore("\n".join(lines))))
            section = None
    assert section is None
    return found


def response_in(messages: tuple[Message, ...]) -> str:
    """The one response it is shown."""
    (response,) = (text for section, text in texts_in(messages) if section == "RESPONSE")
    return response


def shown_response(messages: tuple[Message, ...]) -> str:
    """The response as it stands in the prompt, the way a judge would quote it."""
    asked = messages[-1].content or ""
    start = re.search(r"^<<<BEGIN RESPONSE [0-9a-f]{32}>>>\n", asked, re.MULTILINE)
    assert start is not None
    return asked[start.end() : asked.index("\n<<<END RESPONSE ", start.end())]
