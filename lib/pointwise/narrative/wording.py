"""Numbers and findings of a report as people read them, on a terminal and on a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pointwise.reporting.figures import UNKNOWN, percent, plural

if TYPE_CHECKING:
    from pointwise.narrative.pairing import Pairing
    from pointwise.narrative.summary import Summary
    from pointwise.narrative.system_metrics import Mean, Slope

_SMALLEST_P = 0.001
LEGEND = (
    "Marks are 0 to 5. ±: standard error, clustered by story. OverallScore has the length bonus of moderate "
    "and strict rows in it; the counts of marks 0 to 5 are the judge's overall marks without it. Slope: what "
    "100 more words go with in the final overall mark, and, raw, in the judge's."
)


def mean_text(mean: Mean | None) -> str:
    """`4.12±0.08`, without the error where there is none."""
    if mean is None:
        return UNKNOWN
    return f"{mean.value:.2f}" + ("" if mean.error is None else f"±{mean.error:.2f}")


def slope_text(slope: Slope | None) -> str:
    """`+0.31±0.12`."""
    if slope is None:
        return UNKNOWN
    value = round(slope.value, 2) + 0.0  # no "-0.00"
    return f"{value:+.2f}" + ("" if slope.error is None else f"±{slope.error:.2f}")


def pairing_text(pair: Pairing) -> str:
    """One comparison as a sentence."""
    over = f"{plural(pair.cells, 'shared continuation')} of {pair.stories} stories"
    interval = "" if pair.low is None else f", 95 % {pair.low:+.2f} to {pair.high:+.2f}"
    found = f"{pair.difference:+.2f} over {over}{interval}{_p_text(pair.adjusted_p)}: {pair.verdict}."
    return f"{pair.first} against {pair.second}: {found}"


def _p_text(p: float | None) -> str:
    if p is None:
        return ""
    return ", p below 0.001" if p < _SMALLEST_P else f", p {p:.3f}"


def unscored_text(summary: Summary) -> str:
    """How many rows have no marks."""
    share = percent(summary.unscored / summary.rows) if summary.rows else UNKNOWN
    if not summary.unscored:
        return f"All {plural(summary.rows, 'row')} are scored."
    return (
        f"{summary.unscored:,} of {plural(summary.rows, 'row')} ({share}) unscored and left out of the means."
    )
