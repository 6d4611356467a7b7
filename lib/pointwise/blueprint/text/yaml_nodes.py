"""YAML 1.2 as nodes with places, on PyYAML's C parser.

Only the parser's events are used: nothing is built that a limit has not let through, and values are read as
YAML 1.2 reads them, not 1.1.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import yaml
from yaml import CSafeLoader

from pointwise.blueprint.findings import note_duplicate_key, shown
from pointwise.blueprint.text.meter import Meter, Unreadable
from pointwise.blueprint.text.nodes import Entry, Items, Node, Scalar, Spot, Table
from pointwise.blueprint.text.scalars import atom, check_value, printed
from pointwise.blueprint.text.yaml_dialect import Disguise, begin_bare_documents, too_many_directives
from pointwise.blueprint.text.yaml_errors import explain
from pointwise.blueprint.text.yaml_tags import check_collection, tagged

if TYPE_CHECKING:
    from pointwise.blueprint.findings import Findings
    from pointwise.blueprint.limits import Limits

_NEXT_DOCUMENT = re.compile(r"^---(?=\s|$)", re.MULTILINE)
_MERGE = "<<"
_MOST_ATTEMPTS = 20
"""Documents with syntax errors after which a file is given up: each costs a look at all that follows."""


def read_yaml(text: str, limits: Limits, findings: Findings, into: list[Node]) -> bool:
    """Read all documents that can be read; False where one is missing.

    After a syntax error reading goes on at the next `---`, so that each document's first error is found.
    """
    # A block scalar that the file ends in without a newline still ends in one.
    text = text if text.endswith("\n") else f"{text}\n"
    disguise = Disguise.over(text)
    text = begin_bare_documents(disguise.put_on(text))
    composer = _Composer(Meter(limits), findings, disguise, into)
    start: int | None = 0
    for attempt in range(_MOST_ATTEMPTS):
        composer.skipped_lines = text.count("\n", 0, start)
        try:
            composer.read(text[start:])
        except Unreadable as exc:
            findings.error(exc.place, exc.code, exc.message, exc.fix)
            start = None if exc.final else _next_document(text, exc.place.line)
        else:
            return attempt == 0
        if start is None:
            break
    return False


def _next_document(text: str, line: int) -> int | None:
    """Where the first document after a line begins."""
    position = -1
    for _ in range(line - 1):
        position = text.find("\n", position + 1)
    found = _NEXT_DOCUMENT.search(text, text.find("\n", position + 1) + 1)
    return found.start() if found else None


@dataclass(slots=True)
class _Open:
    """A list or map whose end is not read yet."""

    node: Items | Table
    anchor: str | None
    size: int = 1
    key: Entry | None = None
    merged: list[Table] = field(default_factory=list)


class _Composer:
    def __init__(self, meter: Meter, findings: Findings, disguise: Disguise, into: list[Node]) -> None:
        self._meter = meter
        self._findings = findings
        self._disguise = disguise
        self._anchors: dict[str, tuple[Node, int] | None] = {}
        self._open: list[_Open] = []
        self._documents = into
        self.skipped_lines = 0

    def read(self, text: str) -> None:
        self._open.clear()
        if too_many_directives(text):
            raise Unreadable(Spot(1, 1), "yaml-syntax", "The file has too many `%` directives.", final=True)
        try:
            for event in yaml.parse(text, CSafeLoader):
                self._take(event)
        except yaml.YAMLError as exc:
            raise self._explained(exc, text) from None

    def _take(self, event: yaml.Event) -> None:
        if isinstance(event, yaml.ScalarEvent):
            self._scalar(event)
        elif isinstance(event, yaml.CollectionStartEvent):
            self._begin(event)
        elif isinstance(event, yaml.CollectionEndEvent):
            self._end()
        elif isinstance(event, yaml.AliasEvent):
            self._alias(event)
        elif isinstance(event, yaml.DocumentStartEvent):
            self._anchors.clear()

    def _scalar(self, event: yaml.ScalarEvent) -> None:
        spot = self._spot(event)
        self._meter.count(spot)
        text = self._disguise.take_off(event.value)
        is_plain = event.implicit[0] and event.style in (None, "")
        value = tagged(event.tag, text, spot) if event.tag else atom(text) if is_plain else text
        check_value(value, spot, self._findings)
        node = Scalar(value, spot.line, spot.column)
        size = len(text) + 1
        self._remember(event.anchor, node, size)
        self._place(node, size, is_plain=is_plain)

    def _begin(self, event: yaml.CollectionStartEvent) -> None:
        spot = self._spot(event)
        self._meter.enter(spot, len(self._open))
        check_collection(event.tag, spot)
        is_table = isinstance(event, yaml.MappingStartEvent)
        node = Table(spot.line, spot.column) if is_table else Items(spot.line, spot.column)
        if event.anchor:
            self._anchors[event.anchor] = None
        self._open.append(_Open(node, event.anchor))

    def _end(self) -> None:
        done = self._open.pop()
        if isinstance(done.node, Table):
            _merge(done.node, done.merged)
        self._remember(done.anchor, done.node, done.size)
        self._place(done.node, done.size)

    def _alias(self, event: yaml.AliasEvent) -> None:
        spot = self._spot(event)
        name = str(event.anchor)
        if name not in self._anchors:
            raise Unreadable(
                spot,
                "unknown-alias",
                f"`*{shown(name)}` refers to an anchor `&{shown(name)}` that is not there.",
                "If the text begins with a star, put it in quotes.",
            )
        known = self._anchors[name]
        if known is None:
            raise Unreadable(spot, "endless-alias", f"`*{shown(name)}` stands inside what it stands for.")
        node, size = known
        self._meter.expand(spot, size)
        self._place(node, size)

    def _remember(self, anchor: str | None, node: Node, size: int) -> None:
        if anchor:
            self._anchors[anchor] = (node, size)

    def _place(self, node: Node, size: int, *, is_plain: bool = False) -> None:
        """Put a finished node where it belongs: a document, an item, a key, or the value of a key."""
        if not self._open:
            self._documents.append(node)
            return
        top = self._open[-1]
        top.size += size
        if isinstance(top.node, Items):
            top.node.items.append(node)
        elif top.key is None:
            top.key = _key(node, is_plain=is_plain)
        else:
            self._fill(top, top.node, node)

    def _fill(self, top: _Open, table: Table, value: Node) -> None:
        entry = top.key
        top.key = None
        if entry is None:
            return
        entry.value = value
        if entry.is_plain and entry.key == _MERGE:
            top.merged.extend(_merged(value, entry))
        elif entry.key in table.entries:
            note_duplicate_key(self._findings, entry, table.entries[entry.key])
        else:
            table.entries[entry.key] = entry

    def _spot(self, event: yaml.Event) -> Spot:
        mark = event.start_mark
        assert mark is not None  # noqa: S101 - the C parser marks every event
        return Spot(mark.line + 1 + self.skipped_lines, mark.column + 1)

    def _explained(self, exc: yaml.YAMLError, text: str) -> Unreadable:
        slip = explain(exc, text)
        spot = Spot(slip.spot.line + self.skipped_lines, slip.spot.column)
        return Unreadable(spot, "yaml-syntax", slip.message, slip.fix)


def _key(node: Node, *, is_plain: bool) -> Entry:
    if not isinstance(node, Scalar):
        raise Unreadable(
            node, "key-not-text", "A key must be a text, not a list or map.", "Put it in quotes."
        )
    return Entry(printed(node.value), node.line, node.column, node, is_plain=is_plain)


def _merged(value: Node, entry: Entry) -> list[Table]:
    """The maps that `<<` names: one, or a list of which earlier ones win."""
    tables = value.items if isinstance(value, Items) else [value]
    found = [table for table in tables if isinstance(table, Table)]
    if len(found) < len(tables):
        raise Unreadable(entry, "merge-not-map", "`<<` takes a map or a list of maps.")
    return found


def _merge(table: Table, merged: list[Table]) -> None:
    """Add the entries of merged maps under keys that the map itself does not have."""
    if not merged:
        return
    own = dict(table.entries)
    table.entries.clear()
    for source in reversed(merged):
        table.entries.update(source.entries)
    table.entries.update(own)
