"""A judge's reply as six marks: forms of writing are forgiven, marks are never guessed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pointwise.judging.extent import Unreadable, quoted
from pointwise.narrative.json_reply import find_object
from pointwise.narrative.rubric import HIGHEST, LOWEST, NAMES, OVERALL

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic import JsonValue

_COMMENTS = "comments"


@dataclass(frozen=True, slots=True)
class Marks:
    """Six whole numbers from 0 to 5 in the order of `NAMES`, and the judge's reasons."""

    values: tuple[int, ...]
    comments: str = ""

    @property
    def overall(self) -> int:
        """The judge's overall mark, before any bonus."""
        return self.values[NAMES.index(OVERALL)]


def read_marks(text: str) -> Marks | Unreadable:
    """The marks in a reply. Never raises."""
    if not text.strip():
        return Unreadable("empty", "The reply is empty.")
    found = find_object(text, NAMES)
    if found is None:
        return Unreadable("unparsable", f"There is no JSON object with marks in {quoted(text)}.")
    values = [_whole(found.get(name)) for name in NAMES]
    wrong = [name for name, value in zip(NAMES, values, strict=True) if value is None]
    if wrong:
        return _refused(found, wrong)
    comments = found.get(_COMMENTS)
    return Marks(tuple(v for v in values if v is not None), comments if isinstance(comments, str) else "")


def _whole(value: JsonValue) -> int | None:
    """A mark, or None. 4.0 is an integer, as JSON Schema has it; "4", 4.5, true and 6 are no marks."""
    if isinstance(value, bool) or not isinstance(value, int | float) or value not in range(HIGHEST + 1):
        return None
    return int(value)


def _refused(found: Mapping[str, JsonValue], wrong: list[str]) -> Unreadable:
    absent = [name for name in wrong if name not in found]
    if absent:
        return Unreadable("unparsable", f"Marks are missing: {', '.join(absent)}.")
    shown = ", ".join(f"{name} is {quoted(str(found[name]))}" for name in wrong)
    return Unreadable("off_scale", f"Each mark is one whole number from {LOWEST} to {HIGHEST}, but {shown}.")
