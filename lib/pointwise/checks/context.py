"""What a check may know beyond the response."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic import JsonValue

    from pointwise.blueprint.model import Message


@dataclass(frozen=True, slots=True)
class CheckContext:
    """The surroundings of one response.

    Attributes:
        messages: The conversation; a turn without content was never generated.
        model: Id of the variant that answered.
        tool_calls: As the provider returned them; None where it said nothing, and then they are read off
            the response's `TOOL_CALL` lines.
        services: External services by name, as the blueprint (or whoever runs it) describes them.
    """

    prompt: str = ""
    messages: tuple[Message, ...] = ()
    prompt_text: str | None = None
    model: str = ""
    tool_calls: tuple[JsonValue, ...] | None = None
    services: Mapping[str, JsonValue] = field(default_factory=dict)
