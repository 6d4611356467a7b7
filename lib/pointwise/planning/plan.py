"""The plan of a run: everything its steps need to know, written once, before the first call."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from pointwise import keys
from pointwise.blueprint.collections import resolve_models
from pointwise.blueprint.model import Blueprint
from pointwise.errors import InputError
from pointwise.frozen import Frozen
from pointwise.judging.panel import Panel, panel_from
from pointwise.planning.label import Described, run_label
from pointwise.planning.rubric import PlannedPoint, rubric_of
from pointwise.planning.variants import Variant, variants_of
from pointwise.tasks import Cell

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import datetime

    from pointwise.blueprint.model import CustomModel, Prompt


class Source(Frozen):
    """Where a blueprint was read.

    Attributes:
        file: Path below the blueprint folder or as the person gave it.
        commit: SHA of the commit, where there is one.
    """

    file: str | None = None
    commit: str | None = None


class Embedding(Frozen):
    """How responses are compared by meaning.

    Attributes:
        model: `provider:name`.
        beta: Share of the similarity to the ideal answer in the hybrid score, 0 to 1.
    """

    model: str = "openai:text-embedding-3-small"
    beta: Annotated[float, Field(ge=0, le=1)] = 0.0


class Plan(Frozen):
    """One run of one blueprint.

    Attributes:
        run: `<blueprint>/<label>_<timestamp>`, the run's name and place.
        timestamp: When it was planned, `2026-11-21T10-00-00-000Z`.
        fresh: Replies of earlier runs are not used again.
        note: Where answers come from when not from the models named, for readers of the result.
        answers: Digest of the file that answers instead of the models, if one does.
        rejudges: The run whose responses are judged anew, if any.
        repeats: Answers of each variant to each prompt, at least 1.
        embedding: None where responses are not compared by meaning.
    """

    version: Literal[1]
    run: str
    label: str
    timestamp: str
    blueprint: Blueprint
    variants: tuple[Variant, ...]
    panel: Panel
    fresh: bool
    source: Source
    note: str | None = None
    answers: str | None = None
    rejudges: str | None = None
    repeats: int = 1
    embedding: Embedding | None = None

    def cells(self) -> Iterator[Cell]:
        """Every response to be had, prompt by prompt."""
        for prompt in range(len(self.blueprint.prompts)):
            yield from self.cells_of(prompt)

    def cells_of(self, prompt: int) -> Iterator[Cell]:
        """The responses to one prompt."""
        return (
            Cell(prompt=prompt, variant=variant, repeat=repeat)
            for variant in range(len(self.variants))
            for repeat in range(self.repeats)
        )

    def prompt_segment(self, prompt: int) -> str:
        """The prompt's part of object keys."""
        return self._prompt_segments[prompt]

    def cell_segment(self, cell: Cell) -> str:
        """The cell's part of object keys, `<prompt>/<variant>`."""
        repeat = f"~r{cell.repeat}" if cell.repeat else ""
        return f"{self.prompt_segment(cell.prompt)}/{self._variant_segments[cell.variant]}{repeat}"

    def prompt(self, cell: Cell) -> Prompt:
        return self.blueprint.prompts[cell.prompt]

    def variant(self, cell: Cell) -> Variant:
        return self.variants[cell.variant]

    def rubric(self, prompt: int) -> tuple[PlannedPoint, ...]:
        return self._rubrics[prompt]

    # Asked for by every task, so worked out once per plan.
    @cached_property
    def _rubrics(self) -> tuple[tuple[PlannedPoint, ...], ...]:
        return tuple(rubric_of(prompt) for prompt in self.blueprint.prompts)

    @cached_property
    def _prompt_segments(self) -> tuple[str, ...]:
        return tuple(keys.segment(prompt.id) for prompt in self.blueprint.prompts)

    @cached_property
    def _variant_segments(self) -> tuple[str, ...]:
        return tuple(keys.segment(variant.id) for variant in self.variants)


@dataclass(frozen=True, slots=True)
class PlanOptions:
    """What a person or trigger decides beyond the blueprint.

    Attributes:
        answers: Digest of the file that answers instead of the models, if one does.
        repeats: Answers of each variant to each prompt, at least 1.
    """

    label: str | None = None
    fresh: bool = False
    source: Source = Source()
    note: str | None = None
    answers: str | None = None
    repeats: int = 1


def plan_run(
    blueprint: Blueprint, collections: Mapping[str, Sequence[str]], now: datetime, options: PlanOptions
) -> Plan:
    """Plan a run of a blueprint as it was read: its collections resolved, its judges seated.

    Raises:
        InputError: A collection is unknown, or a setting of the judges is not one.
    """
    models = resolve_models(blueprint.models, collections)
    return make_plan(blueprint, models, panel_from(blueprint.evaluation), now, options)


def plan_rejudging(plan: Plan, panel: Panel, now: datetime) -> Plan:
    """Plan a run of its own that has other judges look at the responses of an earlier one."""
    prefix = plan.label.rpartition("_")[0] or None
    options = PlanOptions(prefix, plan.fresh, plan.source, plan.note, repeats=plan.repeats)
    models = tuple(dict.fromkeys(variant.custom or variant.model for variant in plan.variants))
    again = make_plan(plan.blueprint, models, panel, now, options)
    return again.model_copy(update={"rejudges": plan.run})


def make_plan(
    blueprint: Blueprint,
    models: Sequence[str | CustomModel],
    panel: Panel,
    now: datetime,
    options: PlanOptions,
) -> Plan:
    """Plan a run. Equal arguments give equal plans. `models` are resolved: no collection names left."""
    variants = variants_of(blueprint, models)
    embedding = embedding_of(blueprint)
    described = Described(blueprint, variants, panel, options.answers, options.repeats, embedding)
    label = run_label(described, options.label)
    timestamp = f"{now:%Y-%m-%dT%H-%M-%S}-{now.microsecond // 1000:03d}Z"
    return Plan(
        version=1,
        run=f"{keys.segment(blueprint.id)}/{label}_{timestamp}",
        label=label,
        timestamp=timestamp,
        blueprint=blueprint,
        variants=variants,
        panel=panel,
        fresh=options.fresh or blueprint.no_cache,
        source=options.source,
        note=options.note,
        answers=options.answers,
        repeats=options.repeats,
        embedding=embedding,
    )


def embedding_of(blueprint: Blueprint) -> Embedding | None:
    """What `evaluationConfig.embedding` asks for: `true`, the id of a model, or a map of `model` and `beta`.

    Raises:
        InputError: It is none of these.
    """
    asked = blueprint.evaluation.get("embedding", False)
    if asked is False or asked is None:
        return None
    fields = {"model": asked} if isinstance(asked, str) else {} if asked is True else asked
    try:
        return Embedding.model_validate(fields)
    except ValueError as exc:
        raise InputError(
            "evaluationConfig.embedding must be true, the id of a model, or a map of model and beta (0 to 1)."
        ) from exc
