"""Points in all their forms, in the order of precedence in which they are tried."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pointwise.blueprint.findings import shown
from pointwise.blueprint.model import FunctionPoint, TextPoint
from pointwise.blueprint.reading.definitions import REF, Definitions
from pointwise.blueprint.reading.drafts import PathDraft, PointDraft
from pointwise.blueprint.reading.functions import closest_function, is_function, is_marked, public_name
from pointwise.blueprint.reading.point_maps import read_map
from pointwise.blueprint.reading.quoted import quoted_name, unquoted
from pointwise.blueprint.text.nodes import Items, Scalar, Table, kind, plain

if TYPE_CHECKING:
    from pointwise.blueprint.findings import Findings
    from pointwise.blueprint.reading.drafts import RubricItem
    from pointwise.blueprint.text.nodes import Entry, Node

_QUOTES = "Put it in quotes."


class PointReader:
    """Reads the points of one blueprint."""

    def __init__(self, definitions: Table | None, findings: Findings) -> None:
        self._findings = findings
        self._definitions = Definitions(definitions, findings)

    def read_block(self, entry: Entry) -> tuple[RubricItem, ...]:
        """All points and OR paths of a block, those with errors left out."""
        if isinstance(entry.value, Table) and not entry.value.entries:
            message = f"`{entry.key}` is an empty map."
            self._findings.warn(entry, "empty-rubric", message, "Write a list of points.")
            return ()
        if not isinstance(entry.value, Items):
            self._findings.error(
                entry.value,
                "wrong-rubric",
                f"`{entry.key}` must be a list of points; it is {kind(entry.value)}.",
                "Begin each point with `- `.",
            )
            return ()
        items = (self._item(node) for node in entry.value.items)
        return tuple(item for item in items if item)

    def _item(self, node: Node) -> RubricItem | None:
        if not isinstance(node, Items):
            return self._point(node)
        if _is_tuple(node):
            return self._tuple(node)
        return self._path(node)

    def _path(self, node: Items) -> PathDraft | None:
        if not node.items:
            self._findings.error(node, "empty-path", "This alternative has no points.", "Remove it.")
        points = tuple(point for inner in node.items if (point := self._within_path(inner)))
        return PathDraft(points, node) if points else None

    def _within_path(self, node: Node) -> PointDraft | None:
        if isinstance(node, Items):
            self._findings.error(
                node,
                "path-in-path",
                "A list inside an alternative (a list of points) is not allowed.",
                "Write its points one level further out; a function is written `$name: argument`.",
            )
            return None
        return self._point(node)

    def _point(self, node: Node) -> PointDraft | None:
        if isinstance(node, Table):
            return self._definitions.resolve(node) if REF in node.entries else read_map(node, self._findings)
        if isinstance(node, Scalar) and isinstance(node.value, str):
            return self._text(node, node.value)
        empty = isinstance(node, Scalar) and node.value is None
        self._findings.error(
            node,
            "wrong-point",
            "This point is empty." if empty else f"A point must be a text or a map; this is {kind(node)}.",
            "Write a criterion, or remove the dash." if empty else _QUOTES,
        )
        return None

    def _text(self, node: Scalar, text: str) -> PointDraft | None:
        if is_marked(text):
            name = public_name(text, node, self._findings)
            return PointDraft(FunctionPoint(fn=name, multiplier=1), node) if name else None
        meant = unquoted(text)
        if meant:
            return self._unquoted(node, meant)
        self._warn_of_text(node, text)
        return PointDraft(TextPoint(text=text, multiplier=1), node)

    def _unquoted(self, node: Scalar, meant: Entry) -> PointDraft | None:
        name = public_name(meant.key, node, self._findings)
        if name is None:
            return None
        self._findings.warn(
            node,
            "quoted-function",
            f"`${meant.key.removeprefix('$')}` is taken for a function, though quotes make a text of it.",
            "Remove the quotes around the whole point.",
        )
        point = FunctionPoint(fn=name, argument=plain(meant.value), multiplier=1)
        return PointDraft(point, node, meant.value)

    def _warn_of_text(self, node: Scalar, text: str) -> None:
        if not text.strip():
            fix = "Write it, or remove the dash."
            self._findings.warn(node, "empty-point", "This criterion is empty.", fix)
        name = quoted_name(text)
        if name and is_function(name):
            self._findings.warn(
                node,
                "unreadable-function",
                f"This looks like `${name}`, but cannot be read as one, so an LLM judges it as a text.",
                "Remove the quotes around the whole point, and put its argument in single quotes.",
            )
        elif name and (close := closest_function(name)):
            self._findings.warn(
                node,
                "unknown-function-in-text",
                f"There is no function `${shown(name)}`, so an LLM judges this as a text.",
                f"Did you mean `${close}: …`, without quotes around it?",
            )

    def _tuple(self, node: Items) -> PointDraft | None:
        head, argument = node.items
        name = public_name(str(plain(head)), head, self._findings)
        if name is None:
            return None
        return PointDraft(FunctionPoint(fn=name, argument=plain(argument), multiplier=1), node, argument)


def _is_tuple(node: Items) -> bool:
    """Whether a list is a function and its argument, the oldest way to write a check."""
    if len(node.items) != 2:
        return False
    head = node.items[0]
    return isinstance(head, Scalar) and isinstance(head.value, str) and is_function(head.value)
