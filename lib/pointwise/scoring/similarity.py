"""How alike two texts are, by their embeddings."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Vector = Sequence[float]


def cosine(first: Vector, second: Vector) -> float | None:
    """Cosine of the angle between two embeddings, -1 to 1.

    None where there is no angle: a vector of zeros, an empty one, one with a value that is no finite number,
    or two of different length, which come from different embedding models.
    """
    return _dot(_unit(first), _unit(second))


def similarity_matrix(vectors: Mapping[str, Vector | None]) -> dict[str, dict[str, float | None]]:
    """Cosine of every pair of texts, the ideal among them; symmetric, in the order of the names.

    A text without a usable embedding has None throughout; any other is 1 to itself.
    """
    units = {name: _unit(vectors[name] or ()) for name in sorted(vectors)}
    matrix: dict[str, dict[str, float | None]] = {name: {} for name in units}
    for row, first in units.items():
        for column, second in units.items():
            known = column < row
            matrix[row][column] = matrix[column][row] if known else _dot(first, second)
        matrix[row][row] = 1.0 if first else None
    return matrix


def hybrid(similarity: float | None, coverage: float | None, beta: float) -> float | None:
    """The mix beta x similarity + (1 - beta) x coverage; None where a part that counts is missing.

    Args:
        similarity: Cosine to the ideal, or None.
        coverage: 0 to 1, or None.
        beta: 0 (coverage alone) to 1 (similarity alone).
    """
    parts = [(beta, similarity), (1 - beta, coverage)]
    counted = [(share, value) for share, value in parts if share > 0]
    known = [share * value for share, value in counted if value is not None]
    return math.fsum(known) if len(known) == len(counted) else None


def _unit(vector: Vector) -> tuple[float, ...]:
    """The vector at length 1; empty where it has no direction."""
    length = math.hypot(*vector)
    return tuple(x / length for x in vector) if 0 < length < math.inf else ()


def _dot(first: Sequence[float], second: Sequence[float]) -> float | None:
    if not first or len(first) != len(second):
        return None
    product = math.fsum(a * b for a, b in zip(first, second, strict=True))
    return min(max(product, -1.0), 1.0)
