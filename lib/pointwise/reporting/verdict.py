"""Who is better and how sure that is, in a sentence or two."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from pointwise.reporting.figures import percent, plural
from pointwise.scoring.comparison import SIGNIFICANT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pointwise.results.model import ModelComparison, ModelScore, ScoreInterval

_SAME = 0.0005
"""Differences below this are 0.0 points as people read them."""
_CERTAIN = 1e-9
"""A standard error below this is rounding: both sides scored alike throughout."""


def verdict(scores: Sequence[ModelScore], comparisons: Sequence[ModelComparison]) -> str:
    """What a run says about its models.

    Args:
        scores: Of all models, in any order.
        comparisons: Every pair, as the result document has them.
    """
    ordered = sorted((s for s in scores if s.score is not None), key=_place)
    if not ordered:
        return "No model has a score."
    if len(ordered) == 1:
        return _alone(ordered[0])
    best = ordered[0].model_id
    rivals = [_against(best, other.model_id, comparisons) for other in ordered[1:]]
    open_questions = [rival for rival in rivals if rival.verdict != "better"]
    if not open_questions:
        return _winner(rivals)
    return _undecided(open_questions, len(rivals) - len(open_questions), len(comparisons))


def _place(score: ModelScore) -> tuple[float, str]:
    return (-(score.score or 0.0), score.model_id)


def _alone(score: ModelScore) -> str:
    prompts = plural(score.prompts, "prompt")
    share = percent(score.score or 0.0)
    if score.interval is None:
        return f"{score.model_id} scores {share} on {prompts}: too few for an interval."
    low, high = percent(score.interval.low), percent(score.interval.high)
    return f"{score.model_id} scores {share}, with 95% confidence between {low} and {high} ({prompts})."


def _against(first: str, second: str, comparisons: Sequence[ModelComparison]) -> ModelComparison:
    """The comparison of two models, turned so that `first` comes first."""
    found = next(c for c in comparisons if {c.first, c.second} == {first, second})
    return found if found.first == first else turned(found)


def turned(found: ModelComparison) -> ModelComparison:
    """The same comparison with its sides exchanged."""
    interval = found.interval
    return found.model_copy(
        update={
            "first": found.second,
            "second": found.first,
            "difference": None if found.difference is None else -found.difference,
            "interval": interval
            and interval.model_copy(update={"low": -interval.high, "high": -interval.low}),
            "verdict": {"better": "worse", "worse": "better"}.get(found.verdict, found.verdict),
        }
    )


def _winner(rivals: Sequence[ModelComparison]) -> str:
    closest = rivals[0]
    sure = (
        f"by {points(closest.difference or 0.0)}, with 95% confidence {_range(closest.interval)} "
        f"(paired over {plural(closest.prompts, 'prompt')}, {_p(closest.adjusted_p)})."
    )
    if len(rivals) == 1:
        return f"{closest.first} is better than {closest.second} {sure}"
    return f"{closest.first} is better than all {len(rivals)} others; than the next, {closest.second}, {sure}"


def _undecided(rivals: Sequence[ModelComparison], beaten: int, comparisons: int) -> str:
    closest = rivals[0]
    others = f" and {plural(len(rivals) - 1, 'more model')}" if len(rivals) > 1 else ""
    names = f"{closest.first} and {closest.second}{others}"
    rest = f" {closest.first} is better than {_rest(beaten)}." if beaten else ""
    return _why(closest, names, comparisons) + rest


def _rest(beaten: int) -> str:
    return "the one other model" if beaten == 1 else f"the {beaten} other models"


def _why(closest: ModelComparison, names: str, comparisons: int) -> str:
    difference, prompts = closest.difference, plural(closest.prompts, "prompt")
    if difference is None:
        return f"{names} cannot be compared: no prompt has a score for both."
    if closest.verdict == "worse":
        return (
            f"{closest.first} has the highest score, yet {closest.second} is better on the {prompts} "
            f"that both have."
        )
    if closest.interval is None or closest.prompts < fewest_prompts(comparisons):
        return (
            f"{names} cannot be told apart on {prompts}, whatever they score: naming a difference takes "
            f"at least {fewest_prompts(comparisons)}. {closest.first} is {points(difference)} ahead."
        )
    return _noise(closest, names, comparisons)


def _noise(closest: ModelComparison, names: str, comparisons: int) -> str:
    difference, detectable = closest.difference or 0.0, closest.detectable or 0.0
    prompts = plural(closest.prompts, "prompt")
    if (closest.error or 0.0) < _CERTAIN and abs(difference) < _SAME:
        return f"{names} score the same on each of {prompts}."
    shown = f"This run could have shown {points(detectable)}"
    if abs(difference) < _SAME:
        return f"No difference shows between {names} over {prompts}. {shown} or more."
    text = f"{names} cannot be told apart: {points(difference)} may be chance {_evidence(closest)}."
    needed = max(closest.needed or 0, fewest_prompts(comparisons))
    if needed <= closest.prompts:
        return text
    return f"{text} {shown}; showing {points(difference)} takes about {plural(needed, 'prompt')}."


def _evidence(found: ModelComparison) -> str:
    prompts = plural(found.prompts, "prompt")
    return f"(95% interval {_limits(found.interval)}, {_p(found.adjusted_p)}, {prompts})"


def fewest_prompts(comparisons: int) -> int:
    """Prompts below which no difference can be named: the p of n sign flips is at least 2 / 2^n.

    Args:
        comparisons: How many are made together; Holm's correction multiplies the smallest p by it.
    """
    return math.floor(1 + math.log2(max(comparisons, 1) / SIGNIFICANT)) + 1


def points(difference: float) -> str:
    """A difference of scores in percentage points: `3.0 points` for 0.03."""
    return f"{abs(difference) * 100:.1f} points"


def _range(interval: ScoreInterval | None) -> str:
    if interval is None:
        return "unknown"
    return f"between {interval.low * 100:.1f} and {interval.high * 100:.1f}"


def _limits(interval: ScoreInterval | None) -> str:
    return "unknown" if interval is None else f"{interval.low * 100:.1f} to {interval.high * 100:+.1f}"


def _p(p: float | None) -> str:
    if p is None:
        return "p unknown"
    return "p < 0.001" if p < 0.001 else f"p = {p:.3f}"
