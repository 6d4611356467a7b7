"""The header of a blueprint."""

# ruff: noqa: TC001 - pydantic reads the annotations

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from pointwise.blueprint.authoring.parts import (
    Evaluation,
    Model,
    OneOrMany,
    Service,
    System,
    TextOrAuthor,
    Tool,
    TracedOrNothing,
)
from pointwise.blueprint.authoring.shapes import Name, RenderAs
from pointwise.blueprint.authoring.written import Authored, Written


class Header(Authored):
    """What holds for the whole blueprint."""

    id: Annotated[
        Name | None,
        Written("a text", ("configId",)),
        Field(description="Names the blueprint for good. If left out, its path does."),
    ] = None
    title: Annotated[
        Name | None,
        Written("a text", ("configTitle",)),
        Field(description="What people read; the id if left out."),
    ] = None
    description: Annotated[
        Name | None, Written("a text"), Field(description="What is tested and why. Markdown.")
    ] = None
    tags: Annotated[list[str] | None, Written("a list of texts"), Field(description="For finding it.")] = None
    models: Annotated[
        list[Model] | None,
        Written("a list of `provider:model`, names of collections, or maps that describe a model"),
        Field(description="Models to ask: provider:model, a collection such as CORE, or one of your own."),
    ] = None
    system: Annotated[
        System | None,
        Written("a text, or a list of texts to compare", ("systemPrompt",)),
        Field(description="System prompt; of a list, each is tried, null standing for none."),
    ] = None
    systems: Annotated[
        list[str | None] | None,
        Written("a list of texts"),
        Field(description="System prompts to compare; null stands for none."),
    ] = None
    concurrency: Annotated[
        Annotated[int, Field(ge=1)] | None,
        Written("a whole number from 1"),
        Field(description="Calls at the same time; 10 if left out."),
    ] = None
    temperature: Annotated[
        float | None,
        Written("a number", null="refused"),
        Field(description="Temperature of all prompts; 0 if left out."),
    ] = None
    temperatures: Annotated[
        list[float] | None,
        Written("a list of numbers"),
        Field(description="Temperatures to compare; each model is asked at each."),
    ] = None
    evaluationConfig: Annotated[  # noqa: N815
        Evaluation | None, Written("a map"), Field(description="Who judges, and how.")
    ] = None
    author: Annotated[
        TextOrAuthor | None,
        Written("a text or a map with `name`, `url`, `image_url`", null="refused"),
        Field(description="Who wrote the blueprint."),
    ] = None
    references: Annotated[
        OneOrMany | None,
        Written(
            "a text, a map with `title` and `url`, or a list of these", ("reference", "citation", "citations")
        ),
        Field(description="Sources the blueprint draws on."),
    ] = None
    point_defs: Annotated[
        Any, Written("a map", ("defs",)), Field(description="Points to be used by name with $ref.")
    ] = None
    tools: Annotated[
        list[Tool] | None,
        Written("a list of maps with `name`"),
        Field(description="Tools the model is told of. Calls are traced, never executed."),
    ] = None
    toolUse: Annotated[  # noqa: N815
        TracedOrNothing | None, Written("a map", null="kept"), Field(description="How tools are offered.")
    ] = None
    context: Annotated[Any, Written("anything"), Field(description="Data for checks.")] = None
    render_as: Annotated[
        RenderAs | None,
        Written("`markdown`, `html` or `plaintext`", null="kept"),
        Field(description="How answers are shown; markdown if left out."),
    ] = None
    noCache: Annotated[  # noqa: N815
        Any, Written("true or false"), Field(description="Ask again even where an answer is stored.")
    ] = None
    externalServices: Annotated[  # noqa: N815
        dict[str, Service] | None,
        Written("a map of names to maps with `url`"),
        Field(description="Services that $call and $factcheck ask."),
    ] = None
