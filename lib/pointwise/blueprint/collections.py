"""Collections: names for lists of models."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from pointwise.blueprint.findings import alike, shown
from pointwise.blueprint.model import CustomModel
from pointwise.blueprint.model_ids import is_collection, is_model, mended
from pointwise.blueprint.problems import Problem
from pointwise.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from pointwise.blueprint.loose_ends import LocatedName

BUILT_IN: Mapping[str, Sequence[str]] = MappingProxyType(
    {
        "CORE": (
            "openrouter:openai/gpt-5.4",
            "openrouter:openai/gpt-5.4-mini",
            "openrouter:openai/gpt-oss-120b",
            "openrouter:anthropic/claude-sonnet-5",
            "openrouter:anthropic/claude-haiku-4.5",
            "openrouter:google/gemini-3.5-flash",
            "openrouter:x-ai/grok-4.3",
            "openrouter:mistralai/mistral-large-2512",
        ),
        "QUICK": (
            "openrouter:openai/gpt-5.4-nano",
            "openrouter:anthropic/claude-haiku-4.5",
            "openrouter:google/gemini-2.5-flash-lite",
        ),
    }
)
"""Serve where a blueprint repository has no collection of that name. On offer as of November 2026."""


def resolve_models(
    models: Iterable[str | CustomModel], collections: Mapping[str, Sequence[str]]
) -> tuple[str | CustomModel, ...]:
    """The models that names, ids and custom models stand for, each once, in order of first mention.

    Args:
        models: As a blueprint or a command line gives them.
        collections: Lists of model ids by name; the built-in ones are behind them.

    Raises:
        InputError: A collection is unknown or holds something else than ids, a name is neither an id nor
            that of a collection, or two different models have one id.
    """
    known = {**BUILT_IN, **collections}
    found: dict[str, str | CustomModel] = {}
    for model in models:
        for one in (model,) if isinstance(model, CustomModel) else _named(model, known):
            key = one.id if isinstance(one, CustomModel) else one
            if found.setdefault(key, one) != one:
                raise InputError(f"Two different models have the id {shown(key)}; give one of them another.")
    return tuple(found.values())


def unknown_model(name: str, collections: Iterable[str]) -> str | None:
    """What is wrong with a name, in one or two sentences; None where it is an id or a known collection."""
    id_ = mended(name)
    known = {*BUILT_IN, *collections}
    if is_model(id_) or id_ in known:
        return None
    if not is_collection(id_):
        return f"`{shown(name)}` is neither `provider:model` nor the name of a collection."
    close = alike(id_, known)
    hint = f"Did you mean `{close}`?" if close else f"There are {', '.join(sorted(known))}."
    return f"There is no collection `{shown(id_)}`, and a model is written `provider:model`. {hint}"


def name_problems(
    file: str, names: Iterable[LocatedName], collections: Mapping[str, Sequence[str]]
) -> tuple[Problem, ...]:
    """Names in a file that no collection has.

    Where the file has no collections around it, what looks like one is only a warning: it may be run
    elsewhere.
    """
    return tuple(
        Problem(
            severity="error" if collections or not each.name.isupper() else "warning",
            file=file,
            line=each.line,
            column=each.column,
            code="unknown-collection",
            message=wrong,
            fix="Name the folder that has it with --collections." if each.name.isupper() else None,
        )
        for each in names
        if is_collection(mended(each.name)) and (wrong := unknown_model(each.name, collections))
    )


def _named(name: str, known: Mapping[str, Sequence[str]]) -> Iterator[str]:
    wrong = unknown_model(name, known)
    if wrong:
        raise InputError(wrong)
    id_ = mended(name)
    for model in known.get(id_, (id_,)):
        if not is_model(mended(model)):
            raise InputError(f"The collection {id_} holds {shown(model)!r}, which is not `provider:model`.")
        yield mended(model)
