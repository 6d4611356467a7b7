"""Do the 95 % intervals hold the truth 95 times in 100, and is a difference named where there is none?

Scores are made up from known distributions, so the truth is known. Prints two Markdown tables:

    python bench/interval_coverage.py [runs]

2,000 runs, the default, take five to seven minutes; a share near 95 % is then known to about one point.
"""

from __future__ import annotations

import random
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pointwise.scoring.comparison import compare_models
from pointwise.scoring.interval import PromptScore, estimate, mean_intervals, weighted_rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from pointwise.scoring.interval import Interval

    Draw = Callable[[random.Random], float]

SIZES = (12, 30, 100)
RUNS = 2000
POINTS = 6


@dataclass(frozen=True)
class World:
    """Where scores come from.

    Attributes:
        mean: The true mean of `draw`.
        weights: Prompt weights, dealt out in turn.
    """

    name: str
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


WORLDS = (
    World("even, around 0.5", lambda s: s.betavariate(4, 4), 0.5),
    World("skewed, around 0.8", lambda s: s.betavariate(8, 2), 0.8),
    World("skewed, unequal weights", lambda s: s.betavariate(8, 2), 0.8, (1, 0.5, 2, 1, 4)),
    World("strongly skewed, around 0.89", lambda s: s.betavariate(4, 0.5), 4 / 4.5),
    World("five levels, 60 % full", levels, 0.05 * 0.25 + 0.1 * 0.5 + 0.2 * 0.75 + 0.6),
    World("clustered points", clustered, 0.75),
    World("one prompt in ten fails", rarely_failing, 0.9 * 20 / 21 + 0.1 * 0.2),
)


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


def coverage_row(world: World, prompts: int, runs: int) -> str:
    """One line of the first table."""
    source = random.Random(f"{world.name} {prompts}")  # noqa: S311 - made-up data
    drawn = [sample(world, prompts, source) for _ in range(runs)]
    shown = [estimate(scores).interval for scores in drawn]
    plain = [mean_intervals(weighted_rows((s.score, s.weight) for s in scores))[0] for scores in drawn]
    cells = [
        f"{sum(holds(i, world.mean) for i in shown) / runs:.1%}",
        f"{sum(i.width for i in shown if i) / runs:.3f}",
        f"{sum(holds(i, world.mean) for i in plain) / runs:.1%}",
    ]
    naive = sum(holds(points_as_trials(scores), world.mean) for scores in drawn) / runs
    cells.append(f"{naive:.1%}" if world.draw is clustered else "")
    return f"| {world.name} | {prompts} | " + " | ".join(cells) + " |"


def pair(easy: Draw, other: Draw) -> Callable[[random.Random], tuple[float, ...]]:
    """Two models that do not depend on each other."""
    return lambda source: (easy(source), other(source))


def alike(models: int) -> Callable[[random.Random], tuple[float, ...]]:
    """Models that are equally good, on prompts that are hard or easy for all."""

    def draw(source: random.Random) -> tuple[float, ...]:
        ease = source.betavariate(6, 2)
        return tuple(source.betavariate(10 * ease + 0.1, 10 * (1 - ease) + 0.1) for _ in range(models))

    return draw


FIELDS = (
    ("two like models", alike(2)),
    ("four like models, six comparisons", alike(4)),
    (
        "steady against erratic, both 0.8",
        pair(lambda s: s.betavariate(24, 6), lambda s: s.betavariate(2, 0.5)),
    ),
)


def false_finding_row(
    name: str, draw: Callable[[random.Random], tuple[float, ...]], prompts: int, runs: int
) -> str:
    """One line of the second table: runs that named any difference between models without one."""
    source = random.Random(f"{name} {prompts}")  # noqa: S311 - made-up data
    named = sum(names_a_difference(draw, prompts, source) for _ in range(runs))
    return f"| {name} | {prompts} | {named / runs:.1%} |"


def names_a_difference(
    draw: Callable[[random.Random], tuple[float, ...]], prompts: int, source: random.Random
) -> bool:
    """Whether one made-up run finds any model better than another."""
    models = zip(*(draw(source) for _ in range(prompts)), strict=True)
    scores = {f"m{i}": [PromptScore(str(p), s) for p, s in enumerate(m)] for i, m in enumerate(models)}
    return any(comparison.verdict != "cannot tell" for comparison in compare_models(scores))


def tables(runs: int) -> Iterator[str]:
    """Both tables, line by line."""
    yield "| scores | prompts | truth inside | mean width | t alone | points as if independent |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: |"
    yield from (coverage_row(world, prompts, runs) for world in WORLDS for prompts in SIZES)
    yield ""
    yield "| models without a difference | prompts | a difference named |"
    yield "| --- | ---: | ---: |"
    yield from (false_finding_row(name, draw, p, runs) for name, draw in FIELDS for p in SIZES)


def main(runs: int = RUNS) -> None:
    """Print both tables."""
    for line in tables(runs):
        print(line, flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
