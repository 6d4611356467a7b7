"""A prompt's rubric as a flat list of points, each with its place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pointwise.blueprint.model import FunctionPoint, Prompt, TextPoint
from pointwise.chat import digest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pydantic import JsonValue

    from pointwise.blueprint.model import Path, Point


@dataclass(frozen=True, slots=True)
class PlannedPoint:
    """One point of a prompt.

    Attributes:
        id: `<position>-<8 hex of its content>`: stable while neither place nor content changes.
        inverted: From `should_not`: its score becomes 1 - score.
        path: Which alternative of the OR paths it belongs to; None where it is required.
    """

    id: str
    point: Point
    inverted: bool
    path: str | None

    @property
    def is_judged(self) -> bool:
        """Whether an LLM scores it, rather than a function."""
        return isinstance(self.point, TextPoint)


def rubric_of(prompt: Prompt) -> tuple[PlannedPoint, ...]:
    """All points in reading order: `should`, then `should_not`, paths flattened.

    Paths are numbered within their block, `path_0` for `should` and `not_path_0` for `should_not`, so that
    those of the two blocks never mix.
    """
    placed = [*_placed(prompt.points, inverted=False), *_placed(prompt.should_not, inverted=True)]
    return tuple(
        PlannedPoint(_identity(index, point, inverted=inverted), point, inverted, path)
        for index, (point, inverted, path) in enumerate(placed)
    )


def needs_key_points(prompt: Prompt) -> bool:
    """Whether a prompt is judged by key points of its ideal answer, for want of points."""
    return bool(prompt.ideal and prompt.ideal.strip()) and not (prompt.points or prompt.should_not)


def rubric_from(key_points: tuple[str, ...]) -> tuple[PlannedPoint, ...]:
    """The rubric that key points of an ideal answer make."""
    points = tuple(TextPoint(text=text) for text in key_points)
    return tuple(
        PlannedPoint(_identity(index, point, inverted=False), point, inverted=False, path=None)
        for index, point in enumerate(points)
    )


def _placed(block: tuple[Point | Path, ...], *, inverted: bool) -> Iterator[tuple[Point, bool, str | None]]:
    paths = 0
    for item in block:
        if isinstance(item, TextPoint | FunctionPoint):
            yield item, inverted, None
            continue
        name = f"{'not_' if inverted else ''}path_{paths}"
        paths += 1
        for point in item:
            yield point, inverted, name


def _identity(index: int, point: Point, *, inverted: bool) -> str:
    content: dict[str, JsonValue] = {
        "inverted": inverted,
        "point": point.model_dump(mode="json", by_alias=True),
    }
    return f"{index:03d}-{digest(content)[:8]}"
