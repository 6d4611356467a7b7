"""JSON as nodes with places."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from typing import TYPE_CHECKING

from pointwise.blueprint.findings import note_duplicate_key
from pointwise.blueprint.text.meter import Meter, Unreadable
from pointwise.blueprint.text.nodes import Entry, Items, Node, Scalar, Spot, Table
from pointwise.blueprint.text.scalars import check_value, rounded

if TYPE_CHECKING:
    from collections.abc import Callable

    from pointwise.blueprint.findings import Findings
    from pointwise.blueprint.limits import Limits

_scan: Callable[[str, int, bool], tuple[str, int]] = json.decoder.scanstring  # type: ignore[attr-defined]
_SPACE = re.compile(r"[ \t\n\r]*")
_NUMBER = re.compile(r"(-?(?:0|[1-9][0-9]*))(\.[0-9]+)?([eE][-+]?[0-9]+)?", re.ASCII)
_WORDS = {"true": True, "false": False, "null": None}
_WORD = re.compile(r"true|false|null")
_LONGEST_INTEGER = 400
"""Digits; Python refuses to read thousands, and a double ends at 309."""


def read_json(text: str, limits: Limits, findings: Findings, into: list[Node]) -> bool:
    """Read the one value of a JSON text; False where it cannot be read."""
    reader = _Reader(text, limits, findings)
    try:
        into.append(reader.read())
    except Unreadable as exc:
        findings.error(exc.place, exc.code, exc.message, exc.fix)
        return False
    return True


class _Reader:
    def __init__(self, text: str, limits: Limits, findings: Findings) -> None:
        self._text = text
        self._at = 0
        self._meter = Meter(limits)
        self._findings = findings
        self._line_starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def read(self) -> Node:
        node = self._value(0)
        self._skip()
        if self._at < len(self._text):
            raise self._broken("Something follows the end of the blueprint", "Remove it.")
        return node

    def _value(self, depth: int) -> Node:
        self._skip()
        spot = self._spot(self._at)
        match self._peek():
            case "{":
                return self._table(spot, depth)
            case "[":
                return self._items(spot, depth)
            case found:
                self._meter.count(spot)
                value = self._string() if found == '"' else self._atom()
                check_value(value, spot, self._findings)
                return Scalar(value, spot.line, spot.column)

    def _table(self, spot: Spot, depth: int) -> Table:
        self._meter.enter(spot, depth)
        table = Table(spot.line, spot.column)
        self._at += 1
        while self._continues("}", first=not table.entries):
            self._entry(table, depth)
        return table

    def _entry(self, table: Table, depth: int) -> None:
        spot = self._spot(self._at)
        if self._peek() != '"':
            raise self._broken("A key in double quotes is expected", self._hint())
        key = self._string()
        check_value(key, spot, self._findings)
        self._skip()
        if self._peek() != ":":
            raise self._broken("A `:` is expected after a key", None)
        self._at += 1
        value = self._value(depth + 1)
        if key in table.entries:
            note_duplicate_key(self._findings, spot, table.entries[key])
        else:
            table.entries[key] = Entry(key, spot.line, spot.column, value)

    def _items(self, spot: Spot, depth: int) -> Items:
        self._meter.enter(spot, depth)
        items = Items(spot.line, spot.column)
        self._at += 1
        while self._continues("]", first=not items.items):
            items.items.append(self._value(depth + 1))
        return items

    def _continues(self, end: str, *, first: bool) -> bool:
        """Whether another member follows; steps over the comma or the end."""
        self._skip()
        found = self._peek()
        if found == end:
            self._at += 1
            return False
        if first:
            return True
        if found != ",":
            raise self._broken(f"A `,` or `{end}` is expected", self._hint())
        self._at += 1
        self._skip()
        if self._peek() == end:
            raise self._broken(f"A comma stands before the closing `{end}`", "Remove the comma.")
        return True

    def _string(self) -> str:
        try:
            text, self._at = _scan(self._text, self._at + 1, True)
        except json.JSONDecodeError as exc:
            self._at = exc.pos
            raise self._broken(f"This text in quotes cannot be read ({exc.msg.lower()})", None) from None
        return text

    def _atom(self) -> float | bool | None:
        word = _WORD.match(self._text, self._at)
        if word:
            self._at = word.end()
            return _WORDS[word[0]]
        number = _NUMBER.match(self._text, self._at)
        if not number:
            raise self._broken("A value is expected here", self._hint() or "Texts stand in double quotes.")
        self._at = number.end()
        whole = number[2] is None and number[3] is None and len(number[1]) <= _LONGEST_INTEGER
        return rounded(int(number[0]) if whole else float(number[0]))

    def _skip(self) -> None:
        space = _SPACE.match(self._text, self._at)
        self._at = space.end() if space else self._at

    def _peek(self) -> str:
        return self._text[self._at : self._at + 1]

    def _spot(self, index: int) -> Spot:
        line = bisect_right(self._line_starts, index)
        return Spot(line, index - self._line_starts[line - 1] + 1)

    def _hint(self) -> str | None:
        is_comment = self._text.startswith(("//", "/*", "#"), self._at)
        return "JSON has no comments: remove it." if is_comment else None

    def _broken(self, message: str, fix: str | None) -> Unreadable:
        ending = "." if self._at < len(self._text) else ", but the file ends."
        return Unreadable(self._spot(self._at), "json-syntax", f"{message}{ending}", fix)
