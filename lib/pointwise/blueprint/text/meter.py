"""Counts what a file grows to while it is read, and stops where a limit is passed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pointwise.blueprint.limits import Limits
    from pointwise.blueprint.text.nodes import Place


class Unreadable(Exception):  # noqa: N818 - the name says what it is
    """A document cannot be read any further; never leaves this package.

    Attributes:
        final: The rest of the file is not to be read either.
    """

    def __init__(
        self, place: Place, code: str, message: str, fix: str | None = None, *, final: bool = False
    ) -> None:
        super().__init__(message)
        self.place, self.code, self.message, self.fix, self.final = place, code, message, fix, final


class Meter:
    """Raises Unreadable as soon as a file is too deep, too long or repeats itself too often."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._nodes = 0
        self._expanded = 0

    def enter(self, place: Place, depth: int) -> None:
        """A list or map begins; `depth` counts those around it."""
        if depth >= self._limits.depth:
            raise Unreadable(
                place,
                "too-deep",
                f"Lists and maps stand more than {self._limits.depth} deep within each other.",
                final=True,
            )
        self.count(place)

    def count(self, place: Place) -> None:
        """One more value."""
        self._nodes += 1
        if self._nodes > self._limits.nodes:
            raise Unreadable(
                place,
                "too-many-values",
                f"The file has more than {self._limits.nodes:,} values.",
                "Split it into several blueprints.",
                final=True,
            )

    def expand(self, place: Place, size: int) -> None:
        """An alias repeats `size` characters and values."""
        self._expanded += size
        if self._expanded > self._limits.expansion:
            raise Unreadable(
                place,
                "too-much-repeated",
                "Aliases (`*name`) repeat more than "
                f"{self._limits.expansion:,} characters of what they stand for.",
                "Write fewer of them, or split the blueprint.",
                final=True,
            )
