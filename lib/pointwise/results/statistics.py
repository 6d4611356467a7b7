"""Intervals, pass rates and comparisons of models, from the results of prompts to the result of a run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pointwise.results.answers import by_model, mean_score
from pointwise.results.model import ModelComparison, PassRate, ScoreInterval
from pointwise.scoring.comparison import Comparison, Difference, compare_models
from pointwise.scoring.interval import PromptScore, estimate, pass_rate_interval
from pointwise.scoring.ranking import rank

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pointwise.results.model import CellResult, ModelScore, PromptResult
    from pointwise.scoring.interval import Interval

    Answers = dict[str, list[CellResult]]

PASS_MARK = 0.8
"""An answer passes with four fifths of its rubric: the bound that gates of evaluations commonly take."""


def cells_of(prompts: Sequence[PromptResult]) -> dict[str, Answers]:
    """Each model's answers by prompt, models in the order of the plan."""
    models: dict[str, Answers] = {}
    for prompt in prompts:
        for name, cells in by_model(prompt).items():
            models.setdefault(name, {})[prompt.prompt_id] = cells
    return models


def prompt_scores(prompts: Sequence[PromptResult]) -> dict[str, list[PromptScore]]:
    """Each model's score at each prompt, repeats averaged."""
    models: dict[str, list[PromptScore]] = {}
    for prompt in prompts:
        for name, cells in by_model(prompt).items():
            score = PromptScore(prompt.prompt_id, mean_score(cells), prompt.weight)
            models.setdefault(name, []).append(score)
    return models


def pass_rate(scores: Mapping[str, Sequence[float | None]]) -> PassRate | None:
    """Share of answers with at least `PASS_MARK`, prompts counting alike; None where nothing is scored.

    With one answer a prompt the trials are independent and the interval is Wilson's; with several it is that
    of a mean over prompts.
    """
    known = {
        prompt: [score >= PASS_MARK for score in given if score is not None]
        for prompt, given in scores.items()
    }
    passes = {prompt: given for prompt, given in known.items() if given}
    if not passes:
        return None
    shares = estimate(PromptScore(prompt, sum(each) / len(each)) for prompt, each in passes.items())
    trials = sum(map(len, passes.values()))
    single = trials == len(passes)
    wilson = pass_rate_interval(sum(sum(each) for each in passes.values()), trials)
    return PassRate(
        mark=PASS_MARK,
        trials=trials,
        share=shares.value or 0.0,
        interval=interval_of(wilson if single else shares.interval),
    )


def compared(prompts: Sequence[PromptResult]) -> tuple[ModelComparison, ...]:
    """Every pair of models, paired by prompt, p-values corrected for all pairs."""
    return tuple(written_comparison(each) for each in compare_models(prompt_scores(prompts)))


def written_comparison(found: Comparison) -> ModelComparison:
    """A comparison as documents hold it."""
    difference = found.difference
    return ModelComparison(
        first=found.first,
        second=found.second,
        difference=difference.value,
        prompts=difference.prompts,
        error=difference.error,
        interval=interval_of(difference.interval),
        p=difference.p,
        adjusted_p=found.adjusted_p,
        detectable=difference.detectable,
        needed=difference.needed,
        verdict=found.verdict,
    )


def ranked(scores: Sequence[ModelScore], comparisons: Sequence[ModelComparison]) -> tuple[ModelScore, ...]:
    """The scores with the letters of their groups."""
    told = [Comparison(c.first, c.second, Difference(None, 0), None, c.verdict) for c in comparisons]
    places = rank({score.model_id: score.score for score in scores}, told)
    letters = {place.model: place.letters for place in places}
    return tuple(score.model_copy(update={"group": letters.get(score.model_id)}) for score in scores)


def interval_of(found: Interval | None) -> ScoreInterval | None:
    """An interval as documents hold it."""
    return None if found is None else ScoreInterval(low=found.low, high=found.high, method=found.method)
