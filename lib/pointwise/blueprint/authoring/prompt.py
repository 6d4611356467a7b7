"""A prompt of a blueprint."""

# ruff: noqa: TC001 - pydantic reads the annotations

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, WithJsonSchema

from pointwise.blueprint.authoring.points import Citation, Rubric, Weight
from pointwise.blueprint.authoring.shapes import Filled, Name, RenderAs
from pointwise.blueprint.authoring.written import DEFINED, Authored, Written

Messages = Annotated[
    list[Any], WithJsonSchema({"type": "array", "minItems": 1, "items": {DEFINED: "Message"}})
]
"""Read by a reader of their own, because a message has two forms."""

PROMPT_KEYS = frozenset(
    {"prompt", "promptText", "messages", "should", "points", "expect", "expects", "expectations", "ideal"}
)
"""A map with any of these is a prompt, not a header."""


class Prompt(Authored):
    """One prompt with its rubric."""

    id: Annotated[
        Name | None,
        Written("a text"),
        Field(description="Names the prompt for good. If left out, a hash does."),
    ] = None
    prompt: Annotated[
        Filled | None, Written("a text", ("promptText",)), Field(description="What the model is asked.")
    ] = None
    messages: Annotated[
        Messages | None,
        Written("a list of messages"),
        Field(description="A conversation instead of `prompt`. `assistant: null` is generated."),
    ] = None
    ideal: Annotated[
        Name | None,
        Written("a text", ("idealResponse",)),
        Field(description="A very good answer, to compare with."),
    ] = None
    system: Annotated[
        str | None,
        Written("a text, or null for none", null="kept"),
        Field(description="System prompt of this prompt alone."),
    ] = None
    should: Annotated[
        Rubric | None,
        Written("a list of points", ("points", "expect", "expects", "expectations")),
        Field(description="What a good answer does."),
    ] = None
    should_not: Annotated[
        Rubric | None, Written("a list of points"), Field(description="What a good answer does not do.")
    ] = None
    description: Annotated[Name | None, Written("a text"), Field(description="What is tested here.")] = None
    citation: Annotated[
        Citation | None,
        Written("a text or a map with `title` and `url`", ("reference",)),
        Field(description="Where the expectations come from."),
    ] = None
    weight: Annotated[
        Weight | None,
        Written("a number from 0.1 to 10", ("importance", "multiplier")),
        Field(description="How much the prompt counts, 0.1 to 10; 1 if left out."),
    ] = None
    temperature: Annotated[
        float | None, Written("a number"), Field(description="Temperature of this prompt alone.")
    ] = None
    render_as: Annotated[
        RenderAs | None,
        Written("`markdown`, `html` or `plaintext`"),
        Field(description="How answers are shown."),
    ] = None
    noCache: Annotated[  # noqa: N815
        Any, Written("true or false"), Field(description="Ask again even where an answer is stored.")
    ] = None
    requiredTools: Annotated[  # noqa: N815
        list[str] | None,
        Written("a list of names of tools", null="refused"),
        Field(description="Tools that must be called."),
    ] = None
    prohibitedTools: Annotated[  # noqa: N815
        list[str] | None,
        Written("a list of names of tools", null="refused"),
        Field(description="Tools that must not be called."),
    ] = None
    maxCalls: Annotated[  # noqa: N815
        Annotated[int, Field(ge=0)] | None,
        Written("a whole number"),
        Field(description="How many tool calls at most."),
    ] = None
    tags: Annotated[list[str] | None, Written("a list of texts"), Field(description="For finding it.")] = None
