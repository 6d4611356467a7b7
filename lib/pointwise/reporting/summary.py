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
        wall: Seconds from start to end.
        paid: USD this process spent, less than the cost where stored replies were used; None where unknown.
        written: Paths, as commands take them.
        warnings: One sentence each.
        note: Where answers come from when not from the models named.
        resumption: The command that tries what is missing again; `pointwise resume RUN` where not given.
        hints: What else to do next.
    """

    title: str
    run: str
    prompts: int
    models: tuple[ModelRow, ...]
    judging_cost: float | None
    wall: float
    written: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    note: str | None = None
    paid: float | None = None
    resumption: str | None = None
    hints: tuple[Hint, ...] = ()

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
