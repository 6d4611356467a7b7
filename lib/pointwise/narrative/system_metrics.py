"""What the marks say of a system: means, spread of marks, and whether long answers score higher.

The unit of chance is the story: continuations of one story rise and fall together.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pointwise.narrative.rubric import HIGHEST, NAMES, OVERALL, PROMPT_TYPES
from pointwise.scoring.interval import mean_and_error

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from pointwise.narrative.scored import ScoredRow

RAW = "overall_raw"
_PER = 100
"""Words a slope is given for: a tangible difference between two short texts."""


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean over scored rows.

    Attributes:
        value: 0 to 5.
        error: Standard error, clustered by story; None below two stories.
        stories: How many the rows belong to.
    """

    value: float
    error: float | None
    stories: int


@dataclass(frozen=True, slots=True)
class Slope:
    """By how much marks rise with length, in marks per 100 words; `error` as of a mean."""

    value: float
    error: float | None


@dataclass(frozen=True, slots=True)
class Group:
    """The rows of one system, all of them or those of one prompt type.

    Attributes:
        prompt_type: None for all.
        unscored: How many of `rows` have no marks.
        means: By column: the six final marks and `overall_raw`. Empty where nothing is scored.
        histograms: By column of the six, how many rows the judge gave 0, 1, 2, 3, 4 and 5; of
            `overall_quality` before the bonus. A mark between two counts for the nearer, upper one.
        words: Mean length of the scored answers.
        slope: Of the final overall mark; `raw_slope` of the judge's. None where all answers are equally long.
    """

    system: str
    prompt_type: str | None
    rows: int
    unscored: int
    means: Mapping[str, Mean]
    histograms: Mapping[str, tuple[int, ...]]
    words: float | None
    slope: Slope | None
    raw_slope: Slope | None


def groups_of(rows: Iterable[ScoredRow]) -> tuple[Group, ...]:
    """For each system, by name, all its rows and then those of each prompt type that it has."""
    by_system: dict[str, list[ScoredRow]] = defaultdict(list)
    for row in rows:
        by_system[row.system].append(row)
    return tuple(group for system in sorted(by_system) for group in _groups(system, by_system[system]))


def _groups(system: str, rows: Sequence[ScoredRow]) -> Iterable[Group]:
    yield _group(system, None, rows)
    by_type: dict[str, list[ScoredRow]] = defaultdict(list)
    for row in rows:
        by_type[row.prompt_type].append(row)
    for kind in sorted(by_type, key=lambda kind: (kind not in PROMPT_TYPES, _place(kind), kind)):
        yield _group(system, kind, by_type[kind])


def _place(kind: str) -> int:
    return PROMPT_TYPES.index(kind) if kind in PROMPT_TYPES else 0


def _group(system: str, kind: str | None, rows: Sequence[ScoredRow]) -> Group:
    scored = [(row, row.marks) for row in rows if row.marks is not None]
    columns = (*NAMES, RAW) if scored else ()
    return Group(
        system=system,
        prompt_type=kind,
        rows=len(rows),
        unscored=len(rows) - len(scored),
        means={name: mean_by_story((row.id, marks[name]) for row, marks in scored) for name in columns},
        histograms={
            name: _histogram(marks[RAW if name == OVERALL else name] for _, marks in scored) for name in NAMES
        },
        words=math.fsum(row.words for row, _ in scored) / len(scored) if scored else None,
        slope=slope_by_story([(row.id, row.words, marks[OVERALL]) for row, marks in scored]),
        raw_slope=slope_by_story([(row.id, row.words, marks[RAW]) for row, marks in scored]),
    )


def mean_by_story(values: Iterable[tuple[str, float]]) -> Mean:
    """Mean of `(story, value)`, at least one, with the standard error of a ratio of sums over stories."""
    clusters: dict[str, list[float]] = defaultdict(list)
    for story, value in values:
        clusters[story].append(value)
    rows = sorted((math.fsum(found), float(len(found))) for found in clusters.values())
    value, error = mean_and_error(rows)
    return Mean(value, error, len(clusters))


def slope_by_story(points: Sequence[tuple[str, float, float]]) -> Slope | None:
    """Least squares through `(story, words, mark)`, per 100 words; None where no two lengths differ.

    The standard error is the cluster-robust sandwich with the factor G / (G - 1).

    Source: Liang and Zeger, Longitudinal Data Analysis Using Generalized Linear Models, Biometrika 73 (1986).
    """
    if not points:
        return None
    middle = math.fsum(x for _, x, _ in points) / len(points)
    level = math.fsum(y for _, _, y in points) / len(points)
    spread = math.fsum((x - middle) ** 2 for _, x, _ in points)
    if not spread:
        return None
    slope = math.fsum((x - middle) * (y - level) for _, x, y in points) / spread

    def pull(x: float, y: float) -> float:
        return (x - middle) * (y - level - slope * (x - middle))

    error = _slope_error(points, pull, spread)
    return Slope(_PER * slope, None if error is None else _PER * error)


def _slope_error(
    points: Sequence[tuple[str, float, float]], pull: Callable[[float, float], float], spread: float
) -> float | None:
    pulls: dict[str, list[float]] = defaultdict(list)
    for story, x, y in points:
        pulls[story].append(pull(x, y))
    count = len(pulls)
    if count < 2:
        return None
    total = math.fsum(math.fsum(found) ** 2 for found in pulls.values())
    return math.sqrt(count / (count - 1) * total) / spread


def _histogram(marks: Iterable[float]) -> tuple[int, ...]:
    counts = Counter(int(mark + 0.5) for mark in marks)
    return tuple(counts[mark] for mark in range(HIGHEST + 1))
