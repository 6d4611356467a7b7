"""Whether every model of a run is good enough, by a bound or against an earlier run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pointwise.results.changes import common_scores
from pointwise.results.model import Document, ScoreInterval
from pointwise.results.statistics import interval_of
from pointwise.scoring.comparison import compare
from pointwise.scoring.gate import hold_baseline, hold_minimum
from pointwise.scoring.interval import Estimate, Interval

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pointwise.results.document import Comparison
    from pointwise.results.model import ModelScore
    from pointwise.scoring.gate import Gate

Outcome = Literal["pass", "fail", "inconclusive"]


class GatedModel(Document):
    """A model at a gate.

    Attributes:
        value: Its score, or score minus baseline; None where nothing was measured.
        bound: What that was held against.
    """

    model_id: str
    outcome: Outcome
    value: float | None
    bound: float
    interval: ScoreInterval | None


def gate_by_minimum(result: Comparison, minimum: float) -> tuple[GatedModel, ...]:
    """Every model's score against a bound, 0 to 1."""
    scores = result.evaluation_results.model_scores
    return tuple(_gated(score.model_id, hold_minimum(_estimate(score), minimum)) for score in scores)


def gate_by_baseline(result: Comparison, baseline: Comparison, margin: float) -> tuple[GatedModel, ...]:
    """Every model against itself in an earlier run, on the prompts and points that both runs share.

    Models the earlier run does not have are inconclusive.
    """
    before, after = common_scores(baseline, result)
    return tuple(
        _gated(model, hold_baseline(compare(after.get(model, ()), before.get(model, ())), margin))
        for model in result.effective_models
    )


def overall(models: Sequence[GatedModel]) -> Outcome:
    """The worst outcome: one failure fails; no model at all is inconclusive."""
    outcomes = {model.outcome for model in models}
    if "fail" in outcomes:
        return "fail"
    return "pass" if outcomes == {"pass"} else "inconclusive"


def _estimate(score: ModelScore) -> Estimate:
    found = score.interval
    interval = Interval(found.low, found.high, found.method) if found else None
    return Estimate(score.score, score.prompts, score.error, interval)


def _gated(model: str, gate: Gate) -> GatedModel:
    return GatedModel(
        model_id=model,
        outcome=gate.outcome,
        value=gate.value,
        bound=gate.bound,
        interval=interval_of(gate.interval),
    )
