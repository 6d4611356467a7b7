"""Rows that come out in the order they came in."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pointwise.narrative.order import OrderedWindow


@given(rows=st.integers(0, 60), size=st.integers(1, 9), picks=st.randoms(use_true_random=False))
def test_order_is_kept_and_the_window_is_never_exceeded(rows: int, size: int, picks: st.DataObject) -> None:
    """Whatever is done first: every row comes out once, in order, and at most `size` are held."""
    window: OrderedWindow[int, str] = OrderedWindow(iter(range(rows)), size)
    under_way, out, held = window.take(), list[str](), 0
    while under_way:
        number = under_way.pop(picks.randrange(len(under_way)))  # type: ignore[attr-defined]
        assert window.row(number) == number
        ready = window.settle(number, f"row {number}")
        out += ready
        under_way += window.take()
        held = len(under_way)
        assert held <= size
    assert out == [f"row {number}" for number in range(rows)]
    assert window.is_complete


def test_a_window_that_was_left_is_not_complete() -> None:
    """Stopped in the middle, it says so."""
    window: OrderedWindow[int, int] = OrderedWindow(iter(range(3)), 2)
    window.take()
    window.settle(0, 0)
    assert not window.is_complete
