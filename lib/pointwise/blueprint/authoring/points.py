"""The keys of a point that is written as a map, as types."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, JsonValue, WithJsonSchema

from pointwise.blueprint.authoring.written import DEFINED, Authored, Written

LEAST_WEIGHT, MOST_WEIGHT = 0.1, 10
Weight = Annotated[float, Field(ge=LEAST_WEIGHT, le=MOST_WEIGHT)]
Citation = Annotated[
    str | dict[str, Any],
    WithJsonSchema({"anyOf": [{"type": "string"}, {DEFINED: "Reference"}]}),
]
Rubric = Annotated[list[Any], WithJsonSchema({"type": "array", "items": {DEFINED: "RubricItem"}})]
"""A list of points and OR paths; read by a reader of their own, because their forms overlap."""

WEIGHT = Written("a number from 0.1 to 10", ("multiplier",))
CITATION = Written("a text or a map with `title` and `url`")


class Point(Authored):
    """One criterion: either `text`, for a judge, or `fn`, for a check."""

    text: Annotated[
        str | None,
        Written("a text", ("point",)),
        Field(description="What a good answer does, in plain language; an LLM judges it."),
    ] = None
    fn: Annotated[
        str | None,
        Written("the name of a function"),
        Field(description="The name of a check function."),
    ] = None
    arg: Annotated[
        JsonValue, Written("anything", ("fnArgs",)), Field(description="The argument of the function.")
    ] = None
    weight: Annotated[
        Weight | None, WEIGHT, Field(description="How much the point counts, 0.1 to 10; 1 if left out.")
    ] = None
    citation: Annotated[Citation | None, CITATION, Field(description="Where the criterion comes from.")] = (
        None
    )


class Reference(Authored):
    """Takes a point from `point_defs`."""

    ref: Annotated[
        str | dict[str, Any],
        Written("a name under `point_defs`"),
        Field(alias="$ref", description="A name under point_defs."),
    ]
    weight: Annotated[Weight | None, WEIGHT, Field(description="Overrides the definition's weight.")] = None
    citation: Annotated[
        Citation | None, CITATION, Field(description="Overrides the definition's citation.")
    ] = None
