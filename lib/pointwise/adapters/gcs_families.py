"""Families of objects read a few dozen at a time: the bucket puts them together, one read fetches them."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_MOST = 32  # sources of one compose (reference of objects.compose)
_FEWEST = 13
"""A compose is billed as much as twelve reads and a half, at list prices; below, single reads cost less."""


@dataclass(frozen=True, slots=True)
class Member:
    """One generation of an object, as a list tells it; `size` is in bytes."""

    key: str
    size: int
    generation: int


@dataclass(frozen=True, slots=True)
class Family:
    """How to read objects: `groups` each at once, `singles` one by one, `empty` not at all."""

    groups: tuple[tuple[Member, ...], ...]
    singles: tuple[Member, ...]
    empty: tuple[Member, ...]

    @classmethod
    def of(cls, members: Iterable[Member]) -> Family:
        """As few operations as there can be, of groups of about one size."""
        members = tuple(members)
        empty = tuple(member for member in members if not member.size)
        filled = [member for member in members if member.size]
        if len(filled) < _FEWEST:
            return cls((), tuple(filled), empty)
        count = -(-len(filled) // _MOST)
        return cls(tuple(tuple(filled[number::count]) for number in range(count)), (), empty)


def digest_of(group: Sequence[Member]) -> str:
    """SHA-256 of names and generations, 64 hex digits: equal for equal bytes in the same order only."""
    # No name of an object holds a line break.
    lines = "".join(f"{member.generation} {member.key}\n" for member in group)
    return hashlib.sha256(lines.encode()).hexdigest()


def split(group: Sequence[Member], data: bytes) -> dict[str, bytes] | None:
    """What each object holds, from the bytes of all; None where these are not as long as they should be."""
    if len(data) != sum(member.size for member in group):
        return None
    return dict(_cut(group, data))


def _cut(group: Sequence[Member], data: bytes) -> Iterator[tuple[str, bytes]]:
    start = 0
    for member in group:
        yield member.key, data[start : start + member.size]
        start += member.size
