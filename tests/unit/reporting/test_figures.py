"""Numbers and reasons as people read them."""

from __future__ import annotations

from typing import get_args

import pytest

from pointwise.errors import Reason
from pointwise.reporting.figures import (
    amount,
    duration,
    money,
    percent,
    plural,
    reason_counts,
    reason_phrase,
    rough_duration,
)


@pytest.mark.parametrize(
    ("usd", "shown"),
    [
        (None, "-"),
        (0.0, "$0.00"),
        (0.00001, "<$0.0001"),
        (0.000123, "$0.00012"),
        (0.0456, "$0.046"),
        (0.0999, "$0.10"),
        (0.5, "$0.50"),
        (12.345, "$12.35"),
        (1234.5, "$1,234.50"),
    ],
)
def test_money_keeps_two_digits_that_count(usd: float | None, shown: str) -> None:
    """A tenth of a cent is not nothing, and unknown is not zero."""
    assert money(usd) == shown


@pytest.mark.parametrize(
    ("number", "shown"),
    [
        (0, "0"),
        (999, "999"),
        (1_000, "1.0k"),
        (12_345, "12.3k"),
        (99_949, "99.9k"),
        (99_960, "100k"),
        (999_499, "999k"),
        (999_500, "1.0M"),
        (1_234_567, "1.2M"),
        (5_000_000_000, "5.0G"),
    ],
)
def test_amounts_are_short(number: int, shown: str) -> None:
    """Four characters at most below a million, and no thousand thousands."""
    assert amount(number) == shown


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        (-1, "0.0 s"),
        (0.44, "0.4 s"),
        (9.96, "10 s"),
        (59.4, "59 s"),
        (59.6, "1 min 00 s"),
        (252, "4 min 12 s"),
        (3599.6, "1 h 00 min"),
        (3900, "1 h 05 min"),
        (100 * 3600, "100 h 00 min"),
    ],
)
def test_durations_have_two_units_at_most(seconds: float, shown: str) -> None:
    """Rounding carries over to the next unit."""
    assert duration(seconds) == shown


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        (3, "a few seconds"),
        (33, "about 35 s"),
        (100, "about 2 min"),
        (3500, "about 58 min"),
        (3599, "about 1 h 00 min"),
    ],
)
def test_guesses_do_not_look_exact(seconds: float, shown: str) -> None:
    """Time left is known no better than this."""
    assert rough_duration(seconds) == shown


def test_shares_and_counts() -> None:
    """One decimal of a percent; a noun that agrees."""
    assert percent(0.8731) == "87.3%"
    assert (plural(1, "point"), plural(1200, "point")) == ("1 point", "1,200 points")


@pytest.mark.parametrize("reason", get_args(Reason))
def test_every_reason_has_words(reason: Reason) -> None:
    """No identifier reaches a reader."""
    assert "_" not in reason_phrase(reason)


def test_reasons_are_counted_most_frequent_first() -> None:
    """Equal counts stand in the order of their names, and none is no reason."""
    assert reason_counts({"timeout": 2, "auth": 2, "rate_limit": 9, "budget": 0}) == (
        "rate limit 9, key refused 2, timeout 2"
    )
