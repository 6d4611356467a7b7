import pytest

from pointwise.scoring.coverage import ScoredPoint, coverage, weighted_mean


def _point(
    score: float | None, weight: float = 1, path: str | None = None, *, inverted: bool = False
) -> ScoredPoint:
    return ScoredPoint(score, weight, inverted, path)


CASES = [
    ([], None),
    ([_point(None)], None),
    ([_point(1, 3), _point(0.5)], 0.875),
    ([_point(1), _point(None, 10)], 1.0),
    ([_point(0.5, path="a"), _point(1, path="b"), _point(0, path="b")], 0.5),
    ([_point(0, path="a"), _point(1, path="b")], 1.0),
    ([_point(1), _point(0, path="a"), _point(0.5, path="b")], 0.75),
    ([_point(1), _point(None, path="a")], 1.0),
    ([_point(None), _point(0.25, path="a")], 0.25),
    ([_point(1, path="a", inverted=True), _point(0.2, path="b", inverted=True)], 0.2),
    ([_point(0, path="a"), _point(1, path="b"), _point(0.4, path="x", inverted=True)], 0.7),
]


@pytest.mark.parametrize(("points", "expected"), CASES)
def test_groups_are_averaged_and_paths_compete(points: list[ScoredPoint], expected: float | None) -> None:
    """Required points and paths weigh the same; the best path of `should`, the worst of `should_not`."""
    found = coverage(points)
    assert found == pytest.approx(expected) if expected is not None else found is None


def test_no_weight_is_no_value() -> None:
    """A mean without weight is absent, not 0."""
    assert weighted_mean([]) is None
    assert weighted_mean([(1.0, 0.0)]) is None
