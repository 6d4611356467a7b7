"""Maps that stand in a header."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Discriminator, Field, JsonValue, Tag

from pointwise.blueprint.authoring.addresses import check_url
from pointwise.blueprint.authoring.shapes import Filled, shape
from pointwise.blueprint.authoring.written import Authored


class Author(Authored):
    """Who wrote the blueprint."""

    name: Filled
    url: str | None = None
    image_url: str | None = None


class Reference(Authored):
    """A source. One of `title` and `name` is needed."""

    title: str | None = None
    name: str | None = None
    url: str | None = None


class CustomModel(Authored):
    """A model behind a URL of the author's own."""

    id: Filled
    url: Filled
    modelName: Filled  # noqa: N815 - the name on the page
    inherit: Filled
    format: Literal["chat", "completions"] = "chat"
    promptFormat: str | None = None  # noqa: N815
    headers: dict[str, str] = {}
    parameters: dict[str, JsonValue] = {}
    parameterMapping: dict[str, str] = {}  # noqa: N815


class Judge(Authored):
    """One judge of the panel."""

    id: str | None = None
    model: Filled
    approach: Literal["standard", "prompt-aware", "holistic"] = "prompt-aware"
    temperature: Annotated[float, Field(ge=0, le=2)] = 0


TextOrJudge = Annotated[Annotated[Filled, Tag("text")] | Annotated[Judge, Tag("map")], Discriminator(shape)]


class Judging(Authored):
    """Who judges, and how."""

    judges: list[TextOrJudge] | None = None
    judgeModels: list[Filled] | None = None  # noqa: N815
    judgeMode: Literal["consensus", "failover"] | None = None  # noqa: N815
    scale: str | None = None
    backup: TextOrJudge | None = None
    combine: str | None = None
    selfJudging: str | None = None  # noqa: N815


class Evaluation(Judging):
    """How answers are evaluated."""

    llm_coverage: Judging | None = Field(default=None, alias="llm-coverage")


class Tool(Authored):
    """A tool the model may call."""

    name: Filled
    description: str | None = None
    schema_: dict[str, Any] | None = Field(default=None, alias="schema")


class ToolUse(Authored):
    """How tools are offered. Calls are traced, never executed."""

    enabled: bool | None = None
    mode: Literal["trace-only"] | None = None
    maxSteps: Annotated[int, Field(ge=1)] | None = None  # noqa: N815
    outputFormat: str | None = None  # noqa: N815


class Service(Authored):
    """An external service that `$call` and `$factcheck` ask."""

    url: Annotated[str, AfterValidator(check_url)]
    method: Literal["POST", "PUT", "DELETE"] = "POST"
    headers: dict[str, str] = {}
    timeout_ms: Annotated[float, Field(gt=0)] | None = None
    max_retries: Annotated[int, Field(ge=0)] | None = None
    retry_backoff_ms: Annotated[float, Field(ge=0)] | None = None
    cache: bool | None = None


TextOrReference = Annotated[
    Annotated[str, Tag("text")] | Annotated[Reference, Tag("map")], Discriminator(shape)
]
OneOrMany = Annotated[
    Annotated[str, Tag("text")]
    | Annotated[Reference, Tag("map")]
    | Annotated[list[TextOrReference], Tag("list")],
    Discriminator(shape),
]
TextOrAuthor = Annotated[Annotated[str, Tag("text")] | Annotated[Author, Tag("map")], Discriminator(shape)]
Model = Annotated[Annotated[Filled, Tag("text")] | Annotated[CustomModel, Tag("map")], Discriminator(shape)]
System = Annotated[
    Annotated[str, Tag("text")] | Annotated[list[str | None], Tag("list")], Discriminator(shape)
]
TracedOrNothing = Annotated[
    Annotated[ToolUse, Tag("map")] | Annotated[list[Any], Tag("list")], Discriminator(shape)
]
"""A list means nothing here, but public blueprints may hold an empty one."""
