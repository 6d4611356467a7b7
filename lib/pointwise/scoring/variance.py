"""Where the spread of a score comes from, and which further calls would narrow it most."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    Answer = tuple[str, int]
    Table = Mapping[Answer, Mapping[str, float]]

Source = Literal["prompt", "generation", "judge", "residual"]
Kind = Literal["prompts", "repeats", "judges"]

_SETTLED = 1e-12
"""Judges' offsets are known once a round moves none by more."""

_ROUNDS = 1000
"""Judges who never met settle at once; a sparse panel in tens of rounds."""


@dataclass(frozen=True, slots=True)
class Observation:
    """What one judge gave one answer of one model.

    Attributes:
        repeat: Which answer to the prompt.
        score: Mean over the answer's points, 0 to 1; None where this judge gave no verdict.
    """

    prompt: str
    repeat: int
    judge: str
    score: float | None


@dataclass(frozen=True, slots=True)
class VarianceSplit:
    """Variances that add up to the spread of a single verdict.

    A part is None where the data cannot tell it apart: without repeats the generation's is within the
    prompt's, without a second judge the residual is within the generation's, or the prompt's.

    Attributes:
        prompt: Some prompts are harder.
        generation: The model answers differently each time.
        judge: Some judges are stricter throughout.
        residual: The rest: a judge's own noise and taste.
        set_to_zero: Parts whose estimate was negative: too small to be seen with these data.
    """

    prompt: float | None
    generation: float | None
    judge: float | None
    residual: float | None
    set_to_zero: tuple[Source, ...] = ()


@dataclass(frozen=True, slots=True)
class Design:
    """The size of a run for one model: prompts, answers per prompt, judges, and judged points per answer."""

    prompts: int
    repeats: int
    judges: int
    points: float

    @property
    def calls(self) -> float:
        return self.prompts * self.repeats * (1 + self.judges * self.points)


@dataclass(frozen=True, slots=True)
class Purchase:
    """One more prompt, one more answer to every prompt, or one more judge.

    Attributes:
        calls: What it costs, in calls.
        error: The standard error it leaves, 0 to 1.
        gain: Standard error saved per call.
    """

    kind: Kind
    calls: float
    error: float
    gain: float


def split_variance(observations: Iterable[Observation]) -> VarianceSplit:
    """Variance of prompts, generations within prompts, judges across all, and the residual.

    The model is score = mean + prompt + generation (within prompt) + judge + residual, all random, fitted by
    the method of moments, which for a complete table is the analysis of variance; gaps are allowed for.
    Negative estimates become 0 and are named.

    Source: Searle, Casella and McCulloch, Variance Components (1992), chapters 4 and 5.
    """
    table = _table(observations)
    judge, residual = _judge_parts(table)
    prompts = _prompts(table)
    generation = _generation_part(prompts, residual or 0.0)
    raw: dict[Source, float | None] = {
        "prompt": _prompt_part(prompts, generation or 0.0, residual or 0.0),
        "generation": generation,
        "judge": judge,
        "residual": residual,
    }
    negative = tuple(name for name, value in raw.items() if value is not None and value < 0)
    parts = {name: value if value is None else max(value, 0.0) for name, value in raw.items()}
    return VarianceSplit(**parts, set_to_zero=negative)


def _table(observations: Iterable[Observation]) -> dict[Answer, dict[str, float]]:
    table: dict[Answer, dict[str, float]] = {}
    for seen in observations:
        if seen.score is not None:
            table.setdefault((seen.prompt, seen.repeat), {})[seen.judge] = seen.score
    return table


def _judge_parts(table: Table) -> tuple[float | None, float | None]:
    """Variance of judges and residual, from the gaps between two judges on the same answers.

    A gap varies by twice the residual; the mean gap of a pair, squared, is twice the judges' variance and
    twice the residual over the answers shared.
    """
    judges = sorted({judge for scores in table.values() for judge in scores})
    shared = [_gaps(table, a, b) for a, b in combinations(judges, 2)]
    freedom = sum(max(len(gaps) - 1, 0) for gaps in shared)
    if not freedom:
        return None, None
    residual = math.fsum(_squares(gaps) for gaps in shared) / (2 * freedom)
    between = [_mean(gaps) ** 2 / 2 - residual / len(gaps) for gaps in shared if gaps]
    return _mean(between), residual


def _gaps(table: Table, first: str, second: str) -> list[float]:
    both = {first, second}
    return [scores[first] - scores[second] for scores in table.values() if both <= scores.keys()]


def _prompts(table: Table) -> list[list[tuple[float, float]]]:
    """Per prompt, per answer: the judges' mean freed of their offsets, and 1 / the number of judges."""
    offsets = _offsets(table)
    prompts: dict[str, list[tuple[float, float]]] = {}
    for (prompt, _), scores in table.items():
        mean = _mean([score - offsets[judge] for judge, score in scores.items()])
        prompts.setdefault(prompt, []).append((mean, 1 / len(scores)))
    return list(prompts.values())


def _offsets(table: Table) -> dict[str, float]:
    """How far each judge stands above the panel, by least squares: answers and judges settled in turn."""
    given: dict[str, list[Answer]] = {}
    for answer, scores in table.items():
        for judge in scores:
            given.setdefault(judge, []).append(answer)
    offsets = dict.fromkeys(given, 0.0)
    for _ in range(_ROUNDS):
        level = {a: _mean([s - offsets[j] for j, s in scores.items()]) for a, scores in table.items()}
        moved = {j: _mean([table[a][j] - level[a] for a in answers]) for j, answers in given.items()}
        change = max((abs(moved[j] - offsets[j]) for j in moved), default=0.0)
        offsets = moved
        if change < _SETTLED:
            break
    return offsets


def _generation_part(prompts: Sequence[Sequence[tuple[float, float]]], residual: float) -> float | None:
    """Variance of answers within prompts, less what the judges' noise adds to it."""
    repeated = [answers for answers in prompts if len(answers) > 1]
    if not repeated:
        return None
    freedom = sum(len(answers) - 1 for answers in repeated)
    within = math.fsum(_squares([mean for mean, _ in answers]) for answers in repeated)
    noise = math.fsum((len(answers) - 1) * _mean([share for _, share in answers]) for answers in repeated)
    return (within - noise * residual) / freedom


def _prompt_part(
    prompts: Sequence[Sequence[tuple[float, float]]], generation: float, residual: float
) -> float | None:
    """Variance of the prompts' means, less what answers and judges add to it."""
    if len(prompts) < 2:
        return None
    means = [_mean([mean for mean, _ in answers]) for answers in prompts]
    answers = _mean([1 / len(answers) for answers in prompts])
    verdicts = _mean([math.fsum(share for _, share in a) / len(a) ** 2 for a in prompts])
    return _squares(means) / (len(means) - 1) - generation * answers - residual * verdicts


def standard_error(split: VarianceSplit, design: Design) -> float:
    """Standard error of the model's score under a design; parts that are None count as 0."""
    answers = design.prompts * design.repeats
    return math.sqrt(
        (split.prompt or 0.0) / design.prompts
        + (split.generation or 0.0) / answers
        + (split.judge or 0.0) / design.judges
        + (split.residual or 0.0) / (answers * design.judges)
    )


def next_purchases(split: VarianceSplit, design: Design) -> tuple[Purchase, ...]:
    """What lowers the standard error most per call, best first; nothing is said of parts that are None."""
    offers = [
        _purchase("prompts", split.prompt, split, design),
        _purchase("repeats", split.generation, split, design),
        _purchase("judges", split.judge, split, design),
    ]
    known = [offer for offer in offers if offer is not None]
    return tuple(sorted(known, key=lambda offer: (-offer.gain, offer.kind)))


def _purchase(kind: Kind, part: float | None, split: VarianceSplit, design: Design) -> Purchase | None:
    if part is None:
        return None
    larger = replace(design, **{kind: getattr(design, kind) + 1})
    calls, error = larger.calls - design.calls, standard_error(split, larger)
    return Purchase(kind, calls, error, (standard_error(split, design) - error) / calls)


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)


def _squares(values: Sequence[float]) -> float:
    mean = _mean(values)
    return math.fsum((value - mean) ** 2 for value in values)
