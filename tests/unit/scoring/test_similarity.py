"""Cosines, matrices and hybrid scores."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pointwise.scoring.similarity import cosine, hybrid, similarity_matrix

VECTORS = st.lists(st.floats(-1e6, 1e6), min_size=3, max_size=3)


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ((1, 0), (0, 1), 0.0),
        ((1, 2, 3), (2, 4, 6), 1.0),
        ((1, 2, 3), (-1, -2, -3), -1.0),
        ((1, 2, 3), (4, 5, 6), 0.9746318461970762),  # 32 / sqrt(14 x 77)
        ((1e-200, 1e-200), (1e200, 1e200), 1.0),
    ],
)
def test_cosine(first: tuple[float, ...], second: tuple[float, ...], expected: float) -> None:
    """Angles by hand, and lengths that would overflow when squared."""
    assert cosine(first, second) == pytest.approx(expected, abs=1e-15)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ((0, 0), (1, 0)),
        ((1, 0), (0, 0)),
        ((), ()),
        ((1, 0), (1, 0, 0)),
        ((math.nan, 1), (1, 0)),
        ((math.inf, 1), (1, 0)),
    ],
)
def test_no_angle_is_no_value(first: tuple[float, ...], second: tuple[float, ...]) -> None:
    """Zero, empty, unequal and broken vectors have no similarity; it is None, not 0."""
    assert cosine(first, second) is None


@given(VECTORS, VECTORS)
def test_cosine_is_symmetric_and_bounded(first: list[float], second: list[float]) -> None:
    """The order of two texts does not matter, and rounding never leaves -1..1."""
    value = cosine(first, second)
    assert value == cosine(second, first)
    assert value is None or -1 <= value <= 1


def test_matrix_covers_every_pair() -> None:
    """Symmetric, 1 on the diagonal, None throughout for a text without embedding; order does not matter."""
    vectors = {"b": (0.0, 2.0), "ideal": (1.0, 1.0), "a": (3.0, 0.0), "none": None}
    matrix = similarity_matrix(vectors)
    assert list(matrix) == ["a", "b", "ideal", "none"]
    assert matrix["a"]["b"] == matrix["b"]["a"] == 0.0
    assert matrix["ideal"]["a"] == pytest.approx(math.sqrt(0.5))
    assert [matrix[name][name] for name in matrix] == [1.0, 1.0, 1.0, None]
    assert set(matrix["none"].values()) == {None}
    assert matrix == similarity_matrix(dict(reversed(vectors.items())))
    assert all(list(row) == list(matrix) for row in matrix.values())


@pytest.mark.parametrize(
    ("similarity", "coverage", "beta", "expected"),
    [
        (0.8, 0.4, 0.25, 0.5),
        (0.8, 0.4, 0.0, 0.4),
        (0.8, 0.4, 1.0, 0.8),
        (None, 0.4, 0.0, 0.4),
        (0.8, None, 1.0, 0.8),
        (None, 0.4, 0.5, None),
        (0.8, None, 0.5, None),
        (None, None, 0.0, None),
    ],
)
def test_hybrid(
    similarity: float | None, coverage: float | None, beta: float, expected: float | None
) -> None:
    """The mix of both; a missing part only matters where it counts."""
    assert hybrid(similarity, coverage, beta) == (None if expected is None else pytest.approx(expected))
