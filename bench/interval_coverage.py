"""Do the 95 % intervals hold the truth 95 times in 100, and is a difference named where there is none?

Scores are made up from known distributions, so the truth is known. Prints three Markdown tables:

    python bench/interval_coverage.py [runs]

2,000 runs, the default, and five times as many for false verdicts, take about ten minutes on two cores. A
share near 95 % of 2,000 is then known to about one point, one near 5 % of 10,000 to 0.4.
"""

from __future__ import annotations

import random
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pointwise.scoring.comparison import SIGNIFICANT, compare_models
from pointwise.scoring.distribution import t_quantile
from pointwise.scoring.interval import PromptScore, estimate, mean_intervals, weighted_rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from pointwise.scoring.comparison import Comparison, Difference
    from pointwise.scoring.interval import Interval

    Draw = Callable[[random.Random], float]
    Field = Callable[[random.Random], tuple[float, ...]]

SIZES = (12, 30, 100)
RUNS = 2000
VERDICTS = 5
"""Runs for a false verdict to one for anything else: whether 5 % are kept has to be known to a few tenths."""

PROCESSES = 2
POINTS = 6


@dataclass(frozen=True)
class World:
    """Where scores come from.

    Attributes:
        mean: The true mean of `draw`.
        weights: Prompt weights, dealt out in turn.
    """

    draw: Draw
    mean: float
    weights: tuple[float, ...] = (1.0,)


def clustered(source: random.Random) -> float:
    """One prompt of six yes/no points that are all easy or all hard together."""
    ease = source.betavariate(1.2, 0.4)
    return sum(source.random() < ease for _ in range(POINTS)) / POINTS


def levels(source: random.Random) -> float:
    """A five-level scale, mostly fully met."""
    return source.choices((0, 0.25, 0.5, 0.75, 1), (5, 5, 10, 20, 60))[0]


def rarely_failing(source: random.Random) -> float:
    """Nearly perfect, but for one prompt in ten that fails outright."""
    return source.betavariate(20, 1) if source.random() < 0.9 else source.betavariate(1, 4)


WORLDS = {
    "even, around 0.5": World(lambda s: s.betavariate(4, 4), 0.5),
    "skewed, around 0.8": World(lambda s: s.betavariate(8, 2), 0.8),
    "skewed, unequal weights": World(lambda s: s.betavariate(8, 2), 0.8, (1, 0.5, 2, 1, 4)),
    "strongly skewed, around 0.89": World(lambda s: s.betavariate(4, 0.5), 4 / 4.5),
    "five levels, 60 % full": World(levels, 0.05 * 0.25 + 0.1 * 0.5 + 0.2 * 0.75 + 0.6),
    "clustered points": World(clustered, 0.75),
    "one prompt in ten fails": World(rarely_failing, 0.9 * 20 / 21 + 0.1 * 0.2),
}


def sample(world: World, prompts: int, source: random.Random) -> list[PromptScore]:
    """Scores of one run."""
    weights = world.weights
    return [PromptScore(str(i), world.draw(source), weights[i % len(weights)]) for i in range(prompts)]


def points_as_trials(scores: Sequence[PromptScore]) -> Interval:
    """The interval of someone who counts every point as independent: what not to do."""
    hits = [round((s.score or 0) * POINTS) for s in scores]
    trials = [float(i < hit) for hit in hits for i in range(POINTS)]
    return mean_intervals(weighted_rows((trial, 1.0) for trial in trials))[0]


def holds(interval: Interval | None, truth: float) -> bool:
    """Whether an interval contains the truth."""
    return interval is not None and interval.low <= truth <= interval.high


def coverage_row(name: str, prompts: int, runs: int) -> str:
    """One line of the first table."""
    world = WORLDS[name]
    source = random.Random(f"{name} {prompts}")  # noqa: S311 - made-up data
    drawn = [sample(world, prompts, source) for _ in range(runs)]
    shown = [estimate(scores).interval for scores in drawn]
    plain = [mean_intervals(weighted_rows((s.score, s.weight) for s in scores))[0] for scores in drawn]
    cells = [
        f"{sum(holds(i, world.mean) for i in shown) / runs:.1%}",
        f"{sum(i.width for i in shown if i) / runs:.3f}",
        f"{sum(holds(i, world.mean) for i in plain) / runs:.1%}",
    ]
    naive = drawn if world.draw is clustered else []
    inside = sum(holds(points_as_trials(scores), world.mean) for scores in naive)
    cells.append(f"{inside / runs:.1%}" if naive else "")
    return f"| {name} | {prompts} | " + " | ".join(cells) + " |"


def pair(first: Draw, second: Draw) -> Field:
    """Two models that do not depend on each other."""
    return lambda source: (first(source), second(source))


def alike(models: int) -> Field:
    """Models that are equally good, on prompts that are hard or easy for all."""

    def draw(source: random.Random) -> tuple[float, ...]:
        ease = source.betavariate(6, 2)
        return tuple(source.betavariate(10 * ease + 0.1, 10 * (1 - ease) + 0.1) for _ in range(models))

    return draw


def ahead(field: Field, lead: float) -> Field:
    """The same, but for the first model, which scores higher at every prompt."""

    def draw(source: random.Random) -> tuple[float, ...]:
        first, *others = field(source)
        return (first + lead, *others)

    return draw


STEADY_AND_ERRATIC = pair(lambda s: s.betavariate(24, 6), lambda s: s.betavariate(2, 0.5))

FIELDS: dict[str, Field] = {
    "two like models": alike(2),
    "four like models, six comparisons": alike(4),
    "clustered points, two like models": pair(clustered, clustered),
    "steady against erratic, both 0.8": STEADY_AND_ERRATIC,
    "steady against erratic, both 0.89": pair(
        lambda s: s.betavariate(80 / 3, 10 / 3), lambda s: s.betavariate(4, 0.5)
    ),
}
LEADS: dict[str, tuple[Field, float]] = {
    **{f"two like models, one {lead:.2f} ahead": (alike(2), lead) for lead in (0.05, 0.1, 0.2)},
    **{f"steady {lead:.2f} ahead of erratic": (STEADY_AND_ERRATIC, lead) for lead in (0.05, 0.1, 0.2)},
}


def compared(field: Field, prompts: int, source: random.Random) -> tuple[Comparison, ...]:
    """The comparisons of one made-up run."""
    models = zip(*(field(source) for _ in range(prompts)), strict=True)
    return compare_models({f"m{i}": scores_of(model) for i, model in enumerate(models)})


def scores_of(model: Sequence[float]) -> list[PromptScore]:
    """The scores of a model, by prompt."""
    return [PromptScore(str(prompt), score) for prompt, score in enumerate(model)]


def named(found: Comparison) -> bool:
    """Whether a model is called better or worse."""
    return found.verdict != "cannot tell"


def significant(found: Comparison) -> bool:
    """Whether flipping signs alone would have named a difference."""
    return found.adjusted_p is not None and found.adjusted_p < SIGNIFICANT


def beyond_t(found: Difference) -> bool:
    """Whether the plain t interval excludes 0."""
    reach = t_quantile(0.975, found.prompts - 1) * (found.error or 0.0)
    return abs(found.value or 0.0) > reach


def false_finding_row(name: str, prompts: int, runs: int) -> str:
    """One line of the second table: runs that named any difference between models without one."""
    source = random.Random(f"{name} {prompts}")  # noqa: S311 - made-up data
    found = [compared(FIELDS[name], prompts, source) for _ in range(runs)]
    pairs = [comparison for run in found for comparison in run]
    inside = sum(holds(comparison.difference.interval, 0.0) for comparison in pairs) / len(pairs)
    return verdict_row(name, prompts, found) + f" {inside:.1%} |"


def verdict_row(name: str, prompts: int, found: Sequence[Sequence[Comparison]]) -> str:
    """Runs with a verdict, with one by signs and the t interval, and with one by signs alone."""
    shares = [
        sum(any(map(named, run)) for run in found),
        sum(any(significant(c) and beyond_t(c.difference) for c in run) for run in found),
        sum(any(map(significant, run)) for run in found),
    ]
    return f"| {name} | {prompts} | " + " | ".join(f"{share / len(found):.1%}" for share in shares) + " |"


def power_row(name: str, prompts: int, runs: int) -> str:
    """One line of the third table: runs that found the better model."""
    source = random.Random(f"{name} {prompts}")  # noqa: S311 - made-up data
    field = ahead(*LEADS[name])
    found = [compared(field, prompts, source) for _ in range(runs)]
    return verdict_row(name, prompts, found)


def tables(runs: int) -> Iterator[str]:
    """The three tables, line by line."""
    with ProcessPoolExecutor(PROCESSES) as pool:
        yield "| scores | prompts | truth inside | mean width | t alone | points as if independent |"
        yield "| --- | ---: | ---: | ---: | ---: | ---: |"
        yield from pool.map(coverage_row, *cases(WORLDS, runs))
        yield ""
        yield "| models without a difference | prompts | named | with plain t | by signs alone | 0 inside |"
        yield "| --- | ---: | ---: | ---: | ---: | ---: |"
        yield from pool.map(false_finding_row, *cases(FIELDS, VERDICTS * runs))
        yield ""
        yield "| models with a difference | prompts | named | with plain t | by signs alone |"
        yield "| --- | ---: | ---: | ---: | ---: |"
        yield from pool.map(power_row, *cases(LEADS, runs))


def cases(names: Iterable[str], runs: int) -> Iterator[tuple[object, ...]]:
    """Every name with every number of prompts, as arguments side by side."""
    return zip(*((name, prompts, runs) for name in names for prompts in SIZES), strict=True)


def main(runs: int = RUNS) -> None:
    """Print the tables."""
    for line in tables(runs):
        print(line, flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
