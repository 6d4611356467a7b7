"""How far the judges of a run agree, as a reader of its result sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pointwise.judging.scales import LEVELS
from pointwise.results.model import Document
from pointwise.scoring.agreement import Rating, ac2, alpha, by_unit, pair_agreements
from pointwise.scoring.judges import judge_records, widest_disputes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pointwise.judging.scales import Scale
    from pointwise.results.model import CellResult, PointAssessment, PromptResult
    from pointwise.scoring.agreement import Coefficient
    from pointwise.scoring.judges import Dispute, JudgeRecord


class AgreementCoefficient(Document):
    """A chance-corrected agreement; `value` None where `gap` says why.

    Attributes:
        low, high: 95 % interval, by bootstrap over prompts; None with too few prompts.
    """

    value: float | None
    units: int
    low: float | None = None
    high: float | None = None
    gap: Literal["no variation", "too few ratings"] | None = None


class PairOfJudges(Document):
    """Quadratically weighted kappa of two judges."""

    first: str
    second: str
    kappa: AgreementCoefficient


class JudgeProfile(Document):
    """One judge over the run.

    Attributes:
        bias: Mean of its score minus that of the others on the same points; above 0 is lenient.
    """

    judge: str
    asked: int
    failed_share: float
    mean: float | None
    bias: float | None


class DisputedPoint(Document):
    """A point of one response on which verdicts lie far apart."""

    prompt_id: str
    model_id: str
    key_point_text: str
    spread: float
    scores: dict[str, float]


class JudgeAgreement(Document):
    """Agreement over all judged points of a run. Each unit is one point of one response."""

    alpha_interval: AgreementCoefficient
    alpha_ordinal: AgreementCoefficient
    ac2: AgreementCoefficient
    pairs: tuple[PairOfJudges, ...]
    judges: tuple[JudgeProfile, ...]
    disputed: tuple[DisputedPoint, ...]


def judge_agreement(prompts: Sequence[PromptResult], scale: Scale) -> JudgeAgreement | None:
    """The agreement of a run's judges; None where nothing was judged.

    Args:
        prompts: All of the run.
        scale: What all verdicts were given on. AC2 counts its levels, those nobody chose too.
    """
    ratings = tuple(_ratings(prompts))
    if not ratings:
        return None
    scored = by_unit(ratings)
    texts = {(prompt, _unit(cell, point)): point.key_point_text for prompt, cell, point in _judged(prompts)}
    return JudgeAgreement(
        alpha_interval=_coefficient(alpha(scored, "interval")),
        alpha_ordinal=_coefficient(alpha(scored, "ordinal")),
        ac2=_coefficient(ac2(scored, categories=(level.score for level in LEVELS[scale]))),
        pairs=tuple(
            PairOfJudges(first=pair.first, second=pair.second, kappa=_coefficient(pair.kappa))
            for pair in pair_agreements(scored)
        ),
        judges=tuple(_profile(record) for record in judge_records(ratings, scored)),
        disputed=tuple(_disputed(dispute, texts) for dispute in widest_disputes(scored)),
    )


def _judged(prompts: Sequence[PromptResult]) -> Iterator[tuple[str, CellResult, PointAssessment]]:
    """Prompt, response and point of everything judges were asked about."""
    for prompt in prompts:
        for cell in prompt.cells:
            for point in cell.coverage.point_assessments if cell.coverage else ():
                if point.individual_judgements:
                    yield prompt.prompt_id, cell, point


def _ratings(prompts: Sequence[PromptResult]) -> Iterator[Rating]:
    for prompt, cell, point in _judged(prompts):
        for vote in point.individual_judgements:
            yield Rating(prompt, _unit(cell, point), vote.judge_model_id, vote.coverage_extent)


def _unit(cell: CellResult, point: PointAssessment) -> str:
    """A point of one answer; the model's id, which may hold spaces, comes last."""
    return f"{point.point_id} {cell.repeat} {cell.model_id}"


def _coefficient(found: Coefficient) -> AgreementCoefficient:
    return AgreementCoefficient(
        value=found.value,
        units=found.units,
        low=found.interval.low if found.interval else None,
        high=found.interval.high if found.interval else None,
        gap=found.gap,
    )


def _profile(record: JudgeRecord) -> JudgeProfile:
    return JudgeProfile(
        judge=record.judge,
        asked=record.asked,
        failed_share=record.failed_share,
        mean=record.mean,
        bias=record.bias,
    )


def _disputed(dispute: Dispute, texts: dict[tuple[str, str], str]) -> DisputedPoint:
    return DisputedPoint(
        prompt_id=dispute.prompt,
        model_id=dispute.unit.split(" ", 2)[2],
        key_point_text=texts[dispute.prompt, dispute.unit],
        spread=dispute.spread,
        scores=dict(dispute.scores),
    )
