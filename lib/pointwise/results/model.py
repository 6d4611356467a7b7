"""The documents a run ends in. Names on the wire are those of the public result format.

Fields of our own are added to that format, none of its own renamed.
"""

from __future__ import annotations

from typing import Literal

from pydantic import ConfigDict, JsonValue
from pydantic.alias_generators import to_camel

from pointwise.blueprint.model import Message
from pointwise.errors import Reason
from pointwise.frozen import Frozen


class Document(Frozen):
    """A value that people and programs outside read."""

    model_config = ConfigDict(alias_generator=to_camel)


class Unscored(Document):
    """Why something has no score: trouble on the way, not a bad answer."""

    reason: Reason
    message: str


class JudgeVote(Document):
    """One judge's verdict on one point, before inversion; `coverage_extent` None where it failed.

    Attributes:
        judges_own_family: The judge has the same maker as the model it judges.
    """

    judge_model_id: str
    coverage_extent: float | None
    reflection: str | None = None
    judges_own_family: bool = False
    unscored: Unscored | None = None


class PointAssessment(Document):
    """What one point came to.

    Attributes:
        coverage_extent: 0 to 1 after inversion, or None where `unscored` says why.
        error: What a deterministic function complained of; the point then scores 0.
    """

    point_id: str
    key_point_text: str
    coverage_extent: float | None
    reflection: str | None = None
    multiplier: float = 1
    citation: JsonValue = None
    is_inverted: bool = False
    path_id: str | None = None
    error: str | None = None
    judge_model_id: str | None = None
    individual_judgements: tuple[JudgeVote, ...] = ()
    unscored: Unscored | None = None


class Repeat(Document):
    """One of several answers of a model to a prompt."""

    repeat: int
    response: str | None
    error: Unscored | None = None
    avg_coverage_extent: float | None = None
    point_assessments: tuple[PointAssessment, ...] = ()


class CoverageResult(Document):
    """What one response came to; `avg_coverage_extent` is None where nothing is scored.

    Attributes:
        avg_coverage_extent: 0 to 1. Of a model that answered several times, the mean over its answers, while
            `point_assessments` are those of the first.
        unscored: Why there is no rubric, where there should be one.
        repeats: All answers of a model that answered several times, the first included.
    """

    key_points_count: int
    avg_coverage_extent: float | None
    point_assessments: tuple[PointAssessment, ...]
    unscored: Unscored | None = None
    repeats: tuple[Repeat, ...] = ()


class Spending(Document):
    """Tokens and USD of some calls.

    Attributes:
        calls: Replies that are part of the result, whether asked for in this run or taken from the cache.
        unpriced: Calls whose price is unknown; `cost` is the sum of the others.
    """

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float = 0.0
    unpriced: int = 0


class CellResult(Document):
    """One response and what it came to.

    Attributes:
        repeat: Which answer of the model to the prompt, from 0.
        latencies: Seconds each generated turn took; 0 where no network was used.
    """

    model_id: str
    repeat: int = 0
    response: str | None
    history: tuple[Message, ...] = ()
    error: Unscored | None = None
    coverage: CoverageResult | None = None
    generation: Spending = Spending()
    judging: Spending = Spending()
    latencies: tuple[float, ...] = ()


class PromptResult(Document):
    """Everything about one prompt, models in the order of the plan.

    Attributes:
        similarities: Cosine by two names, where it was asked for.
        similarity_gap: Why there are none though they were asked for.
    """

    prompt_id: str
    weight: float
    extracted_key_points: tuple[str, ...] = ()
    extraction: Spending = Spending()
    cells: tuple[CellResult, ...]
    similarities: dict[str, dict[str, float | None]] | None = None
    similarity_gap: Unscored | None = None


class ScoreInterval(Document):
    """A 95 % interval.

    Attributes:
        method: `t`, `score`, `bca`, `hall` or `wilson`; see the page on statistics.
    """

    low: float
    high: float
    method: Literal["t", "score", "bca", "hall", "wilson"]


class PassRate(Document):
    """Share of answers that pass.

    Attributes:
        mark: The coverage from which an answer passes, 0 to 1.
        trials: Scored answers.
        share: 0 to 1, prompts counting alike.
        interval: Wilson's; of several answers to a prompt, by prompts. None where that takes more prompts.
    """

    mark: float
    trials: int
    share: float
    interval: ScoreInterval | None


class RepeatMeasures(Document):
    """What several answers to each prompt say.

    Attributes:
        k: Answers to a prompt.
        pass_at_k: Chance that at least one of k answers passes, mean over prompts.
        pass_hat_k: Chance that all k pass.
        pass_at_1: Chance that a single answer passes.
    """

    k: int
    pass_at_1: float | None
    pass_at_k: float | None
    pass_hat_k: float | None


class Purchase(Document):
    """What one more prompt, answer to every prompt, or judge would do.

    Attributes:
        calls: Calls it takes.
        error: Standard error it leaves.
    """

    kind: Literal["prompts", "repeats", "judges"]
    calls: float
    error: float


class VarianceParts(Document):
    """Where the spread of single verdicts on a model comes from; None where the run cannot tell.

    Attributes:
        purchases: What to spend on next, best first.
    """

    prompt: float | None
    generation: float | None
    judge: float | None
    residual: float | None
    set_to_zero: tuple[str, ...]
    purchases: tuple[Purchase, ...]


class ModelScore(Document):
    """What a model came to over all prompts.

    Attributes:
        score: Mean over prompts, weighted by their weights; None where none is scored.
        prompts: Prompts with a score.
        points: Points scored, of all responses.
        unscored: Points without a score, by reason; those of failed responses included.
        failed: Responses that could not be had.
        error: Standard error of the score, by prompts.
        interval: Of the score; None where `interval_gap` says why.
        group: Letters; models that share one could not be told apart, and `a` is the best group.
        repeats: None where each prompt was answered once.
        variance: None where no judge was asked.
        similarity: Mean cosine to the ideal answers.
        hybrid: beta x similarity + (1 - beta) x score.
    """

    model_id: str
    score: float | None
    prompts: int
    points: int
    unscored: dict[Reason, int]
    failed: int
    generation: Spending
    judging: Spending
    error: float | None = None
    interval: ScoreInterval | None = None
    interval_gap: str | None = None
    group: str | None = None
    pass_rate: PassRate | None = None
    repeats: RepeatMeasures | None = None
    variance: VarianceParts | None = None
    similarity: float | None = None
    hybrid: float | None = None


class ModelComparison(Document):
    """One model against another, paired by prompt; first minus second.

    Attributes:
        difference: -1 to 1; None without common prompts.
        prompts: How many are common.
        interval: 95 %, of this pair alone; None below five prompts.
        p: Two-sided, by flipping signs.
        adjusted_p: After Holm's correction for all pairs of the run.
        detectable: Smallest true difference that four runs of five like this one would have shown.
        needed: Prompts with which four runs of five would show the difference seen here.
    """

    first: str
    second: str
    difference: float | None
    prompts: int
    error: float | None = None
    interval: ScoreInterval | None = None
    p: float | None = None
    adjusted_p: float | None = None
    detectable: float | None = None
    needed: int | None = None
    verdict: Literal["better", "worse", "cannot tell"]
