"""From the result of a run to what fits on a screen."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pointwise.reporting.drift import change_sentences
from pointwise.reporting.judges import judges_sentence
from pointwise.reporting.summary import Hint, ModelRow, RunSummary, WeakPoint
from pointwise.reporting.verdict import verdict
from pointwise.results.model_scores import total
from pointwise.results.weakness import weakest_points

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pointwise.results import weakness
    from pointwise.results.changes import RunChanges
    from pointwise.results.document import Comparison
    from pointwise.results.model import ModelScore, Spending
    from pointwise.results.timing import ModelTiming, Timing

_REASONS_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a result does not say of itself.

    Attributes:
        run: Its name, as commands take it.
        wall: Seconds from start to end; None where it was read back.
        changes: Against the run before, if there is one.
    """

    run: str
    wall: float | None = None
    written: tuple[str, ...] = ()
    resumption: str | None = None
    hints: tuple[Hint, ...] = ()
    timing: Timing | None = None
    changes: RunChanges | None = None


def condense(result: Comparison, around: Surroundings) -> RunSummary:
    """A finished run as a terminal shows it."""
    found = result.evaluation_results
    timings = {each.model_id: each for each in around.timing.models} if around.timing else {}
    several = len(found.model_scores) > 1
    return RunSummary(
        title=result.config_title,
        run=around.run,
        prompts=len(result.prompt_ids),
        models=tuple(_row(s, timings.get(s.model_id), grouped=several) for s in found.model_scores),
        judging_cost=_cost(total([*(score.judging for score in found.model_scores), found.extraction])),
        wall=around.wall,
        written=around.written,
        note=result.note,
        warnings=(*_skipped(result), *failures(result)[:_REASONS_SHOWN]),
        resumption=around.resumption,
        hints=around.hints,
        verdict=verdict(found.model_scores, found.model_comparisons),
        judges=judges_sentence(found.judge_agreement),
        weak=tuple(map(_weak, weakest_points(result))),
        changes=change_sentences(around.changes) if around.changes else (),
    )


def _weak(found: weakness.WeakPoint) -> WeakPoint:
    text = f"not to meet: {found.key_point_text}" if found.is_inverted else found.key_point_text
    return WeakPoint(found.prompt_id, text, found.score)


def _skipped(result: Comparison) -> tuple[str, ...]:
    gap = result.evaluation_results.similarity_gap
    return (f"Similarity is left out: {gap.message}",) if gap else ()


def failures(result: Comparison) -> tuple[str, ...]:
    """What went wrong, each sentence once, the most frequent first."""
    return tuple(message for message, _ in Counter(_messages(result)).most_common())


def _messages(result: Comparison) -> Iterable[str]:
    for by_model in result.errors.values():
        yield from (error.message for error in by_model.values())
    for coverages in result.evaluation_results.llm_coverage_scores.values():
        for coverage in coverages.values():
            yield from (p.unscored.message for p in coverage.point_assessments if p.unscored)


def _row(score: ModelScore, timing: ModelTiming | None, *, grouped: bool) -> ModelRow:
    return ModelRow(
        model=score.model_id,
        score=score.score,
        prompts=score.prompts,
        points=score.points,
        unscored=score.unscored,
        failed=score.failed,
        cost=_cost(score.generation),
        tokens_in=score.generation.input_tokens,
        tokens_out=score.generation.output_tokens,
        interval=(score.interval.low, score.interval.high) if score.interval else None,
        group=score.group if grouped else None,
        passed=score.pass_rate.share if score.pass_rate else None,
        latency=_latency(timing),
    )


def _latency(timing: ModelTiming | None) -> tuple[float, float] | None:
    if timing is None or timing.p50 is None or timing.p95 is None:
        return None
    return timing.p50, timing.p95


def _cost(spending: Spending) -> float | None:
    return None if spending.unpriced else spending.cost
