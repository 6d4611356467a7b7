"""How large, deep and self-repeating a blueprint file may be."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of one file; a breach is an error of the file, found before memory or time is spent on it.

    Attributes:
        size: Bytes of the file. The largest public blueprint has a tenth of the default.
        depth: How many lists and maps may stand within each other.
        nodes: Lists, maps, keys and values in all.
        expansion: Characters and values that aliases (`*name`) may add by repeating what they stand for.
    """

    size: int = 2 * 2**20
    depth: int = 64
    nodes: int = 100_000
    expansion: int = 2 * 2**20
