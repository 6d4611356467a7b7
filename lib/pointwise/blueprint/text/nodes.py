"""What a blueprint file holds, each value with its place."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from pydantic import JsonValue

Atom = str | int | float | bool | None


class Place(Protocol):
    """Something with a line and a column, both 1-based."""

    @property
    def line(self) -> int: ...
    @property
    def column(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Spot:
    """A bare place."""

    line: int
    column: int


WHOLE_FILE = Spot(0, 0)


@dataclass(slots=True)
class Scalar:
    """A text, number, boolean or null."""

    value: Atom
    line: int
    column: int


@dataclass(slots=True)
class Items:
    """A list."""

    line: int
    column: int
    items: list[Node] = field(default_factory=list)


@dataclass(slots=True)
class Entry:
    """A key, its place, and the value under it.

    Attributes:
        is_plain: The key stands without quotes.
    """

    key: str
    line: int
    column: int
    value: Node
    is_plain: bool = False


@dataclass(slots=True)
class Table:
    """A map. Keys are texts, each at most once, in the order of the file."""

    line: int
    column: int
    entries: dict[str, Entry] = field(default_factory=dict)


Node = Scalar | Items | Table


def plain(node: Node) -> JsonValue:
    """The value without its place."""
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, Items):
        return [plain(item) for item in node.items]
    return {key: plain(entry.value) for key, entry in node.entries.items()}


def kind(node: Node) -> str:
    """What a value is, as a phrase for messages."""
    if isinstance(node, Items):
        return "a list"
    if isinstance(node, Table):
        return "a map"
    if isinstance(node.value, str):
        return "a text" if node.value else "an empty text"
    if isinstance(node.value, bool):
        return f"the truth value {str(node.value).lower()}"
    return "empty" if node.value is None else "a number"
