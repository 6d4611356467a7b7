"""Quantiles against an independent implementation."""

from __future__ import annotations

import pytest

from pointwise.scoring.distribution import NORMAL_975, t_quantile


@pytest.mark.parametrize(
    ("probability", "freedom", "expected"),
    [  # mpmath 1.3 at 40 digits: the root of the regularised incomplete beta function
        (0.975, 1, 12.706204736174705),
        (0.975, 2, 4.302652729749464),
        (0.975, 3, 3.1824463052837095),
        (0.975, 4, 2.7764451051977943),
        (0.975, 11, 2.2009851600916397),
        (0.975, 29, 2.0452296421327043),
        (0.975, 99, 1.9842169515864174),
        (0.975, 999, 1.96234146113345),
        (0.975, 9999, 1.9602012636213577),
        (0.995, 1, 63.65674116287158),
        (0.995, 5, 4.032142983555228),
        (0.8, 2, 1.0606601717798212),
        (0.8, 30, 0.8537672614712977),
    ],
)
def test_t_quantile_agrees_with_a_reference(probability: float, freedom: int, expected: float) -> None:
    """Quantiles are right to better than 1e-9, in the tails and for few and many degrees of freedom."""
    assert t_quantile(probability, freedom) == pytest.approx(expected, rel=1e-11)


def test_t_quantile_nears_the_normal() -> None:
    """With many degrees of freedom t is the normal distribution."""
    assert t_quantile(0.975, 100_000) == pytest.approx(NORMAL_975, abs=1e-4)


def test_median_is_zero() -> None:
    """Half of a symmetric distribution lies below 0."""
    assert t_quantile(0.5, 7) == 0
