"""How hits become a score: all, or at least n of them."""

from __future__ import annotations


def share(hits: int, total: int) -> float:
    """The share that was found, hits / total, 0 to 1; where nothing is wanted, all of it is there."""
    return hits / total if total else 1.0


def share_of_count(hits: int, count: float, total: int) -> float:
    """How much of the count was found, min(1, hits / count).

    1 where nothing is wanted, 0 where something is and nothing to find is named. A count that is not a
    number gives a score that is none.
    """
    if not total or count <= 0:
        return 0.0 if count > 0 else 1.0
    return 1.0 if hits >= count else hits / count
