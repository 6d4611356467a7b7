"""What blueprints of many hands may ask for: a source's limits, held against a plan before it is run."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from pointwise.blueprint.catalog import canonical
from pointwise.blueprint.model import FunctionPoint
from pointwise.planning.forecast import forecast
from pointwise.planning.rubric import needs_key_points

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pointwise.planning.plan import Plan

_SERVICES = frozenset({"call", "factcheck"})
_KEY_POINTS = 12
"""Key points that an ideal answer is taken to give before it was read; most give five to ten."""
_SHOWN = 5
_UNPRINTABLE = re.compile(r"[^\x20-\x7e]")


@dataclass(frozen=True, slots=True)
class SourceLimits:
    """How much one blueprint may ask for, and of whom.

    Attributes:
        size: Bytes of its file.
        variants: Models x temperatures x system prompts.
        calls: Calls to models in all, judges included, as far as they can be told beforehand.
        calls_at_once: Over all blueprints that one push, or one look of the cron, starts.
        allowed_models: Patterns such as `openai:gpt-*` for models, judges and embeddings.
        providers: Those that queues and keys are set up for.
        urls: Whether it may name URLs of its own as models.
        services: Whether its checks may ask services.
    """

    size: int = 256 * 1024
    prompts: int = 200
    models: int = 20
    variants: int = 60
    calls: int = 20_000
    calls_at_once: int = 100_000
    allowed_models: tuple[str, ...] = ("*",)
    providers: frozenset[str] | None = None
    urls: bool = False
    services: bool = False


def calls_of(plan: Plan) -> int:
    """Calls to models that a run makes where nothing fails; ideal answers count with a usual rubric."""
    expected = forecast(plan)
    variants, prompts = len(plan.variants), plan.blueprint.prompts
    further_turns = sum(max(_open_turns(plan, place) - 1, 0) for place in range(len(prompts)))
    ideals = sum(1 for prompt in prompts if needs_key_points(prompt))
    judged = ideals * _KEY_POINTS * len(plan.panel.judges) * variants
    return expected.responses + expected.judgements + further_turns * variants + judged + ideals


def refusals(plan: Plan, limits: SourceLimits) -> tuple[str, ...]:
    """Why a plan may not be run, one sentence each; none where it may."""
    return (*_excesses(plan, limits), *_strangers(plan, limits), *_doors(plan, limits))


def _excesses(plan: Plan, limits: SourceLimits) -> Iterator[str]:
    counts = (
        ("prompts", len(plan.blueprint.prompts), limits.prompts),
        ("models", len({variant.model for variant in plan.variants}), limits.models),
        ("variants", len(plan.variants), limits.variants),
        ("calls to models", calls_of(plan), limits.calls),
    )
    for name, count, most in counts:
        if count > most:
            yield f"It asks for {count} {name}; at most {most} are allowed here."


def _strangers(plan: Plan, limits: SourceLimits) -> Iterator[str]:
    asked = dict.fromkeys(
        (
            *(variant.model for variant in plan.variants if variant.custom is None),
            *(judge.model for judge in plan.panel.seats),
        )
    )
    refused = [model for model in asked if not _is_allowed(model, limits)]
    # Embeddings wait in no queue of their provider's, so that only the patterns hold for them.
    if plan.embedding is not None and not _fits(plan.embedding.model, limits):
        refused.append(plan.embedding.model)
    if refused:
        more = f" and {len(refused) - _SHOWN} more" if len(refused) > _SHOWN else ""
        shown = ", ".join(_UNPRINTABLE.sub("?", model) for model in refused[:_SHOWN])
        yield f"These models may not be asked here: {shown}{more}."


def _is_allowed(model: str, limits: SourceLimits) -> bool:
    known = limits.providers is None or model.partition(":")[0] in limits.providers
    return known and _fits(model, limits)


def _fits(model: str, limits: SourceLimits) -> bool:
    return any(fnmatchcase(model, pattern) for pattern in limits.allowed_models)


def _doors(plan: Plan, limits: SourceLimits) -> Iterator[str]:
    if not limits.urls and any(variant.custom is not None for variant in plan.variants):
        yield "It names a model behind a URL of its own, which is not allowed here."
    if not limits.services and _asks_services(plan):
        yield "Its checks ask external services, which is not allowed here."


def _asks_services(plan: Plan) -> bool:
    points = (planned.point for place in range(len(plan.blueprint.prompts)) for planned in plan.rubric(place))
    functions = (canonical(point.fn) for point in points if isinstance(point, FunctionPoint))
    return bool(plan.blueprint.external_services) or any(name in _SERVICES for name in functions)


def _open_turns(plan: Plan, prompt: int) -> int:
    messages = plan.blueprint.prompts[prompt].messages
    return sum(1 for message in messages if message.content is None) + (messages[-1].role == "user")
