"""Who judged a run and how far they agree, in a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pointwise.reporting.figures import percent

if TYPE_CHECKING:
    from pointwise.results.agreement import JudgeAgreement, JudgeProfile

_BIASED = 0.02
"""Leanings below this move no score by a point that anyone reads."""
_MOST_NAMED = 4


def judges_sentence(agreement: JudgeAgreement | None) -> str | None:
    """Names, agreement, failures and leanings; None where nothing was judged."""
    if agreement is None:
        return None
    names = [judge.judge for judge in agreement.judges]
    more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
    who = f"Judge{'s' if len(names) > 1 else ''}: {', '.join(names[:_MOST_NAMED])}{more}."
    facts = [*_agreed(agreement), *map(_failures, agreement.judges), *map(_leaning, agreement.judges)]
    said = "; ".join(fact for fact in facts if fact)
    return f"{who} {said}." if said else who


def _agreed(agreement: JudgeAgreement) -> list[str]:
    alpha = agreement.alpha_interval
    if len(agreement.judges) < 2:
        return []
    if alpha.value is None:
        return [f"Agreement cannot be told: {alpha.gap}"]
    limits = f" (95% {alpha.low:.2f} to {alpha.high:.2f})" if alpha.low is not None and alpha.high else ""
    return [f"Agreement (Krippendorff's alpha) {alpha.value:.2f}{limits}"]


def _failures(judge: JudgeProfile) -> str:
    return f"{judge.judge} failed on {percent(judge.failed_share)}" if judge.failed_share else ""


def _leaning(judge: JudgeProfile) -> str:
    if judge.bias is None or abs(judge.bias) < _BIASED:
        return ""
    way = "more lenient" if judge.bias > 0 else "stricter"
    return f"{judge.judge} is {abs(judge.bias) * 100:.0f} points {way} than the others"
