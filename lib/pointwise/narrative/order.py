"""Rows that are worked on side by side and come out in the order they came in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator

Given = TypeVar("Given")
Made = TypeVar("Made")


class OrderedWindow(Generic[Given, Made]):
    """Holds at most `size` rows, whatever there is to come: those under way and those done too early."""

    def __init__(self, rows: Iterator[Given], size: int) -> None:
        self._rows = rows
        self._size = size
        self._open: dict[int, Given] = {}
        self._done: dict[int, Made] = {}
        self._taken = 0
        self._given_out = 0
        self._exhausted = False

    @property
    def is_complete(self) -> bool:
        """Whether every row has come out."""
        return self._exhausted and self._given_out == self._taken

    def take(self) -> list[int]:
        """Take in as many rows as there is room for; their numbers, from 0."""
        first = self._taken
        while not self._exhausted and self._taken - self._given_out < self._size:
            try:
                self._open[self._taken] = next(self._rows)
            except StopIteration:
                self._exhausted = True
            else:
                self._taken += 1
        return list(range(first, self._taken))

    def row(self, number: int) -> Given:
        """A row that was taken in and is not settled."""
        return self._open[number]

    def settle(self, number: int, made: Made) -> list[Made]:
        """Note what a row became; everything that can come out now, in order."""
        del self._open[number]
        self._done[number] = made
        ready: list[Made] = []
        while self._given_out in self._done:
            ready.append(self._done.pop(self._given_out))
            self._given_out += 1
        return ready
