"""The run label: the same for runs whose results can be compared number by number."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pointwise.chat import digest

if TYPE_CHECKING:
    from pydantic import JsonValue

    from pointwise.blueprint.model import Blueprint, Prompt
    from pointwise.judging.panel import Panel
    from pointwise.planning.plan import Embedding
    from pointwise.planning.variants import Variant

_HEADER = {"temperature", "tools", "tool_use", "external_services", "context", "point_defs"}
_PROMPT = {
    "id", "messages", "ideal", "system", "points", "should_not", "weight", "temperature",
    "required_tools", "prohibited_tools", "max_calls",
}  # fmt: skip
_HEX_DIGITS = 16


@dataclass(frozen=True, slots=True)
class Described:
    """All that can change a result.

    Attributes:
        answers: Digest of the file that answers instead of the models, if one does.
        repeats: Answers of each variant to each prompt.
        embedding: How responses are compared by meaning, if they are.
    """

    blueprint: Blueprint
    variants: tuple[Variant, ...]
    panel: Panel
    answers: str | None = None
    repeats: int = 1
    embedding: Embedding | None = None


def run_label(run: Described, prefix: str | None = None) -> str:
    """`<prefix>_<hash>` or `<hash>`: 16 hex over everything that can change a result.

    Order of prompts and models, titles, tags and citations cannot; the description can only where a
    holistic judge reads it.
    """
    value: dict[str, JsonValue] = {
        "header": run.blueprint.model_dump(mode="json", include=_HEADER, exclude_none=True),
        "variants": [v.model_dump(mode="json") for v in sorted(run.variants, key=lambda v: v.id)],
        "prompts": [_prompt(p) for p in sorted(run.blueprint.prompts, key=lambda p: p.id)],
        "panel": run.panel.model_dump(mode="json"),
        "description": run.blueprint.description if run.panel.reads_description else None,
    }
    if run.answers is not None:
        value["answers"] = run.answers
    if run.repeats > 1:
        value["repeats"] = run.repeats
    if run.embedding is not None:
        value["embedding"] = run.embedding.model_dump(mode="json")
    short = digest(value)[:_HEX_DIGITS]
    return f"{prefix}_{short}" if prefix else short


def _prompt(prompt: Prompt) -> JsonValue:
    dumped: dict[str, JsonValue] = prompt.model_dump(mode="json", include=_PROMPT)
    for block in ("points", "should_not"):
        dumped[block] = [_without_citation(item) for item in _listed(dumped[block])]
    # A system prompt given as null overrides the header's, one not given does not.
    dumped["own_system"] = "system" in prompt.model_fields_set
    return dumped


def _without_citation(item: JsonValue) -> JsonValue:
    if isinstance(item, list):
        return [_without_citation(point) for point in item]
    return {k: v for k, v in item.items() if k != "citation"} if isinstance(item, dict) else item


def _listed(value: JsonValue) -> list[JsonValue]:
    return value if isinstance(value, list) else []
