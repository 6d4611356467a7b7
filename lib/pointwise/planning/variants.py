"""Model x temperature x system prompt."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from pointwise.blueprint.model import Blueprint, CustomModel, Prompt
from pointwise.frozen import Frozen

if TYPE_CHECKING:
    from collections.abc import Sequence

DEFAULT_TEMPERATURE = 0.0


class Variant(Frozen):
    """One way to ask: the unit that is compared.

    Attributes:
        id: The model's id with `[temp:…]` and `[sp_idx:…]` where several are compared.
        temperature: From the blueprint's `temperatures`, or None where the prompt decides.
        system: The header's system prompt; a prompt's own goes before it.
    """

    id: str
    model: str
    custom: CustomModel | None = None
    temperature: float | None = None
    system: str | None = None
    system_index: int | None = None

    @property
    def provider(self) -> str:
        """Whose limits apply to it."""
        return "custom" if self.custom else self.model.partition(":")[0]


def system_prompts(blueprint: Blueprint) -> tuple[str | None, ...]:
    """The header's system prompts to permute over; None is "no system prompt"."""
    if blueprint.systems:
        return blueprint.systems
    if isinstance(blueprint.system, tuple):
        return blueprint.system or (None,)
    return (blueprint.system,)


def variants_of(blueprint: Blueprint, models: Sequence[str | CustomModel]) -> tuple[Variant, ...]:
    """All variants, by model, then temperature, then system prompt. `models` are resolved."""
    temperatures: tuple[float | None, ...] = tuple(dict.fromkeys(blueprint.temperatures)) or (None,)
    systems = system_prompts(blueprint)
    return tuple(
        _variant(model, temperature, system, index if len(systems) > 1 else None)
        for model, temperature, (index, system) in product(models, temperatures, enumerate(systems))
    )


def _variant(
    model: str | CustomModel, temperature: float | None, system: str | None, index: int | None
) -> Variant:
    custom = model if isinstance(model, CustomModel) else None
    name = model.id if isinstance(model, CustomModel) else model
    return Variant(
        id=f"{name}{_temperature_suffix(temperature)}{'' if index is None else f'[sp_idx:{index}]'}",
        model=name,
        custom=custom,
        temperature=temperature,
        system=system,
        system_index=index,
    )


def _temperature_suffix(temperature: float | None) -> str:
    # JavaScript prints 1.0 as 1, and existing results are named that way.
    return "" if temperature is None else f"[temp:{temperature:g}]"


def temperature_for(variant: Variant, prompt: Prompt, blueprint: Blueprint) -> float:
    """`temperatures`, else the prompt's, else the header's, else 0."""
    candidates = (variant.temperature, prompt.temperature, blueprint.temperature)
    return next((t for t in candidates if t is not None), DEFAULT_TEMPERATURE)


def system_for(variant: Variant, prompt: Prompt) -> str | None:
    """The prompt's own system prompt where it has one, null included, else the variant's."""
    return prompt.system if "system" in prompt.model_fields_set else variant.system
