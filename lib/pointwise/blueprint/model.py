"""A blueprint in its normal form: every alias resolved, every point in one of two shapes.

The names on the wire (aliases) are those of the public format; `normal.normal_form` gives what
`pointwise normalize` prints. A field that was not given is not set: `exclude_unset` tells it from one that
was given as null. Id and title are always set, derived where they were not given.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, JsonValue

from pointwise.frozen import Frozen

Role = Literal["system", "user", "assistant"]


class Message(Frozen):
    """One turn; `content` None is an assistant turn to be generated during the run."""

    role: Role
    content: str | None


class TextPoint(Frozen):
    """A criterion in plain language, judged by an LLM."""

    text: str
    multiplier: float = 1
    citation: JsonValue = None


class FunctionPoint(Frozen):
    """A deterministic check. `argument` may be unset: some functions take none.

    Attributes:
        fn: Any spelling that the catalog knows, without `$`: published ids of prompts are hashes over it.
    """

    fn: str
    argument: JsonValue = Field(default=None, alias="fnArgs")
    multiplier: float = 1
    citation: JsonValue = None


Point = TextPoint | FunctionPoint
Path = tuple[Point, ...]
"""One alternative of an OR path."""


class CustomModel(Frozen):
    """A model behind a URL of the author's own."""

    model_config = ConfigDict(extra="allow")

    id: str
    url: str
    model_name: str = Field(alias="modelName")
    inherit: str
    format: Literal["chat", "completions"] = "chat"
    prompt_format: str | None = Field(default=None, alias="promptFormat")
    headers: dict[str, str] = {}
    parameters: dict[str, JsonValue] = {}
    parameter_mapping: dict[str, str] = Field(default={}, alias="parameterMapping")


class Prompt(Frozen):
    """One prompt with its rubric. `messages` is never empty and may hold turns to be generated."""

    id: str
    messages: tuple[Message, ...]
    ideal: str | None = Field(default=None, alias="idealResponse")
    system: str | None = None
    points: tuple[Point | Path, ...] = ()
    should_not: tuple[Point | Path, ...] = ()
    description: str | None = None
    citation: JsonValue = None
    weight: float = 1
    temperature: float | None = None
    render_as: str = "markdown"
    no_cache: bool = Field(default=False, alias="noCache")
    required_tools: tuple[str, ...] = Field(default=(), alias="requiredTools")
    prohibited_tools: tuple[str, ...] = Field(default=(), alias="prohibitedTools")
    max_calls: int | None = Field(default=None, alias="maxCalls")
    tags: tuple[str, ...] = ()


class Blueprint(Frozen):
    """A whole blueprint. Unknown header keys are kept as they were read."""

    model_config = ConfigDict(extra="allow")

    id: str
    title: str
    description: str | None = None
    tags: tuple[str, ...] = ()
    models: tuple[str | CustomModel, ...] = ("CORE",)
    system: str | tuple[str | None, ...] | None = None
    systems: tuple[str | None, ...] = ()
    concurrency: Annotated[int, Field(ge=1)] = 10
    temperature: float | None = None
    temperatures: tuple[float, ...] = ()
    evaluation: dict[str, JsonValue] = Field(default={}, alias="evaluationConfig")
    author: JsonValue = None
    references: JsonValue = None
    point_defs: JsonValue = None
    tools: JsonValue = None
    tool_use: JsonValue = Field(default=None, alias="toolUse")
    context: JsonValue = None
    render_as: str | None = "markdown"
    no_cache: bool = Field(default=False, alias="noCache")
    external_services: dict[str, JsonValue] = Field(default={}, alias="externalServices")
    prompts: tuple[Prompt, ...]
