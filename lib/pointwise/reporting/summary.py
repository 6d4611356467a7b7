"""A run in brief: what is shown where there is no room for the whole result."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pointwise.errors import Reason


@dataclass(frozen=True, slots=True)
class ModelRow:
    """What one variant came to.

    Attributes:
        score: 0 to 1, or None where nothing is scored.
        prompts: Prompts that count in the score.
        points: Points scored.
        unscored: Points without a score, by reason.
        failed: Responses that could not be had.
        cost: USD of its responses, without judging; None where a price is unknown.
        tokens_in: Of its responses; likewise `tokens_out`.
        interval: 95 % of the score; None with too few prompts.
        group: Letters; models that share one could not be told apart. None where there is one model.
        passed: Share of responses that pass, 0 to 1.
        latency: Median and 95th percentile of seconds a call took; None where none took any.
    """

    model: str
    score: float | None
    prompts: int
    points: int
    unscored: Mapping[Reason, int] = field(default_factory=dict)
    failed: int = 0
    cost: float | None = 0.0
    tokens_in: int = 0
    tokens_out: int = 0
    interval: tuple[float, float] | None = None
    group: str | None = None
    passed: float | None = None
    latency: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class WeakPoint:
    """A point that responses fall short of.

    Attributes:
        score: Mean over the models, 0 to 1.
    """

    prompt: str
    text: str
    score: float


@dataclass(frozen=True, slots=True)
class Hint:
    """A command worth trying next, and what it is for."""

    command: str
    purpose: str


@dataclass(frozen=True, slots=True)
class RunSummary:
    """A run, as much of it as a terminal shows.

    Attributes:
        run: The run's name, as commands take it.
        prompts: Prompts of the blueprint.
        judging_cost: USD of all judging; None where a price is unknown.
        wall: Seconds from start to end; None where nobody measured.
        paid: USD this process spent, less than the cost where stored replies were used; None where unknown.
        written: Paths, as commands take them.
        warnings: One sentence each.
        note: Where answers come from when not from the models named.
        resumption: The command that tries what is missing again; `pointwise resume RUN` where not given.
        hints: What else to do next.
        verdict: A sentence on who is better, and how sure that is.
        judges: A sentence on who judged, and how far they agree.
        weak: Points to work on, those that cost most first.
        changes: Sentences on what changed since the last run.
    """

    title: str
    run: str
    prompts: int
    models: tuple[ModelRow, ...]
    judging_cost: float | None
    wall: float | None
    written: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    note: str | None = None
    paid: float | None = None
    resumption: str | None = None
    hints: tuple[Hint, ...] = ()
    verdict: str | None = None
    judges: str | None = None
    weak: tuple[WeakPoint, ...] = ()
    changes: tuple[str, ...] = ()

    @property
    def unscored(self) -> Mapping[Reason, int]:
        """Points without a score, by reason, over all models."""
        total: Counter[Reason] = Counter()
        for row in self.models:
            total.update(row.unscored)
        return total

    @property
    def failed(self) -> int:
        """Responses that could not be had, over all models."""
        return sum(row.failed for row in self.models)
