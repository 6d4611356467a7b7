"""What was read of a blueprint so far, each piece with its place, for checks that need both."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pydantic import JsonValue

    from pointwise.blueprint.model import Message, Point
    from pointwise.blueprint.text.nodes import Entry, Node, Table

Block = Literal["should", "should_not"]


@dataclass(frozen=True, slots=True)
class PointDraft:
    """One point.

    Attributes:
        node: Where it stands.
        argument: Where the argument of its function stands, or None.
        hashed: What stands for it in the hash of the prompt where that is not its normal form.
    """

    point: Point
    node: Node
    argument: Node | None = None
    hashed: JsonValue = None


@dataclass(frozen=True, slots=True)
class PathDraft:
    """An OR path."""

    points: tuple[PointDraft, ...]
    node: Node


RubricItem = PointDraft | PathDraft


@dataclass(slots=True)
class PromptDraft:
    """One prompt.

    Attributes:
        node: Where it stands.
        given: The fields that were given, by their canonical name.
        values: Simple fields by the name they have in the normal form.
        rubric: Blocks that were given, by name.
        messages: In their normal form; empty after an error.
        hashed_messages: The same with every key that was given.
        own_id: The id it was given; None where it gets a hash.
    """

    node: Table
    given: Mapping[str, Entry]
    values: dict[str, JsonValue] = field(default_factory=dict)
    rubric: dict[Block, tuple[RubricItem, ...]] = field(default_factory=dict)
    messages: tuple[Message, ...] = ()
    hashed_messages: list[JsonValue] = field(default_factory=list)
    own_id: str | None = None
    id: str = ""

    def points(self) -> Iterator[tuple[Block, PointDraft]]:
        """Every point with its block, paths flattened."""
        for block, items in self.rubric.items():
            for item in items:
                for point in item.points if isinstance(item, PathDraft) else (item,):
                    yield block, point


@dataclass(slots=True)
class HeaderDraft:
    """The header.

    Attributes:
        table: Where it stands; None where there is none.
        given: The fields that were given, by their canonical name.
        values: Fields by the name they have in the normal form, unknown ones included.
        definitions: What `$ref` can name.
    """

    table: Table | None = None
    given: Mapping[str, Entry] = field(default_factory=dict)
    values: dict[str, JsonValue] = field(default_factory=dict)
    definitions: Table | None = None


@dataclass(frozen=True, slots=True)
class Draft:
    """A whole blueprint."""

    header: HeaderDraft
    prompts: tuple[PromptDraft, ...]
