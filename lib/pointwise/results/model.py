"""The documents a run ends in. Names on the wire are those of the public result format.

Fields of our own are added to that format, none of its own renamed.
"""

from __future__ import annotations

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


class CoverageResult(Document):
    """What one response came to; `avg_coverage_extent` is None where nothing is scored.

    Attributes:
        unscored: Why there is no rubric, where there should be one.
    """

    key_points_count: int
    avg_coverage_extent: float | None
    point_assessments: tuple[PointAssessment, ...]
    unscored: Unscored | None = None


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
    """One response and what it came to."""

    model_id: str
    response: str | None
    history: tuple[Message, ...] = ()
    error: Unscored | None = None
    coverage: CoverageResult | None = None
    generation: Spending = Spending()
    judging: Spending = Spending()


class PromptResult(Document):
    """Everything about one prompt, models in the order of the plan."""

    prompt_id: str
    weight: float
    extracted_key_points: tuple[str, ...] = ()
    extraction: Spending = Spending()
    cells: tuple[CellResult, ...]


class ModelScore(Document):
    """What a model came to over all prompts.

    Attributes:
        score: Mean over prompts, weighted by their weights; None where none is scored.
        prompts: Prompts with a score.
        points: Points scored, of all responses.
        unscored: Points without a score, by reason; those of failed responses included.
        failed: Responses that could not be had.
    """

    model_id: str
    score: float | None
    prompts: int
    points: int
    unscored: dict[Reason, int]
    failed: int
    generation: Spending
    judging: Spending
