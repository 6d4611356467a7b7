"""What a blueprint names that only the outside can settle: collections, providers, and JavaScript."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from pointwise.blueprint.catalog import FUNCTIONS, canonical
from pointwise.blueprint.lint.meaning import affirmed
from pointwise.blueprint.lint.models import candidates, judges
from pointwise.blueprint.model import FunctionPoint
from pointwise.blueprint.text.nodes import Items, Scalar, Spot

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pointwise.blueprint.reading.drafts import Draft, PointDraft
    from pointwise.blueprint.text.nodes import Node

_INLINE_FLAG = "(?i)"
_PATTERNS = frozenset({"pattern", "patterns", "count and patterns"})


@dataclass(frozen=True, slots=True)
class LocatedName:
    """A model or collection as it is named at one place."""

    name: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class LocatedCode:
    """A JavaScript regular expression or program at one place.

    Attributes:
        source: Without the `(?i)` that authors write for `ignores_case`.
    """

    kind: Literal["pattern", "script"]
    source: str
    ignores_case: bool
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class LooseEnds:
    """All of them, in the order of the file.

    Attributes:
        models: To be asked; names of collections are among them.
        evaluation: Where the header says how to judge, if it does.
    """

    models: tuple[LocatedName, ...] = ()
    judges: tuple[LocatedName, ...] = ()
    code: tuple[LocatedCode, ...] = ()
    evaluation: Spot | None = None


NONE_LOOSE = LooseEnds()


def loose_ends_of(draft: Draft) -> LooseEnds:
    """What a blueprint leaves to be settled."""
    code = (found for prompt in draft.prompts for _, point in prompt.points() for found in _code(point))
    judging = draft.header.given.get("evaluationConfig")
    spot = Spot(judging.line, judging.column) if judging else None
    return LooseEnds(_located(candidates(draft)), _located(judges(draft)), tuple(code), spot)


def _located(nodes: Iterable[Scalar]) -> tuple[LocatedName, ...]:
    return tuple(LocatedName(str(node.value), node.line, node.column) for node in nodes)


def _code(draft: PointDraft) -> Iterator[LocatedCode]:
    point = draft.point
    if not isinstance(point, FunctionPoint) or draft.argument is None:
        return
    takes = FUNCTIONS[canonical(point.fn) or point.fn].takes
    if takes == "script":
        for node, text in _texts(draft.argument):
            yield LocatedCode("script", text, ignores_case=False, line=node.line, column=node.column)
    elif takes in _PATTERNS:
        ignores_case = affirmed(point)[0].startswith("i")
        for node, text in _texts(draft.argument):
            yield LocatedCode(
                "pattern",
                text.removeprefix(_INLINE_FLAG),
                ignores_case=ignores_case or text.startswith(_INLINE_FLAG),
                line=node.line,
                column=node.column,
            )


def _texts(node: Node) -> Iterator[tuple[Node, str]]:
    if isinstance(node, Items):
        for item in node.items:
            yield from _texts(item)
    elif isinstance(node, Scalar) and isinstance(node.value, str):
        yield node, node.value
