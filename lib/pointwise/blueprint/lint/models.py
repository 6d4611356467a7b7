"""Names of models that are misspelt, switched off or soon to be, or none at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pointwise.blueprint.findings import shown
from pointwise.blueprint.model_ids import AS_OF, is_collection, is_model, mended, retired_on
from pointwise.blueprint.text.nodes import Items, Scalar, Table, plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pointwise.blueprint.findings import Findings
    from pointwise.blueprint.reading.drafts import Draft
    from pointwise.blueprint.text.nodes import Node

_JUDGES = ("judges", "judgeModels")


def lint_models(draft: Draft, findings: Findings) -> None:
    """Candidates and judges."""
    for node in candidates(draft):
        _check(node, findings)
    for node in judges(draft):
        _warn_of_retired(node, findings)


def _check(node: Scalar, findings: Findings) -> None:
    name = str(node.value)
    id_ = mended(name)
    if not is_model(id_) and not is_collection(id_):
        findings.error(
            node,
            "wrong-model",
            f"`{shown(name)}` is neither `provider:model` nor the name of a collection.",
            "Write for example `openai:gpt-5.4-mini`, without spaces, or `CORE`.",
        )
    elif id_ != name:
        findings.warn(node, "mended-model", f"`{shown(name)}` is read as `{shown(id_)}`.", "Write it so.")
    _warn_of_retired(node, findings)


def _warn_of_retired(node: Scalar, findings: Findings) -> None:
    day = retired_on(mended(str(node.value)))
    if day is None:
        return
    name = shown(str(node.value))
    if day <= AS_OF:
        said = f"`{name}` was switched off by its maker on {day:%Y-%m-%d}."
        findings.warn(node, "retired-model", said, "Choose another model.")
    else:
        said = f"`{name}` is to be switched off by its maker on {day:%Y-%m-%d}."
        findings.warn(node, "retiring-model", said, "For runs after that day, choose another model.")


def candidates(draft: Draft) -> Iterator[Scalar]:
    """The names of models and collections to be asked."""
    entry = draft.header.given.get("models")
    if entry is not None:
        yield from _texts(entry.value)


def judges(draft: Draft) -> Iterator[Scalar]:
    """The names of models that judge."""
    entry = draft.header.given.get("evaluationConfig")
    yield from _judges_below(entry.value) if entry else ()


def _judges_below(node: Node) -> Iterator[Scalar]:
    """Models under `judges` and `judgeModels`, directly or under `llm-coverage`."""
    if not isinstance(node, Table):
        return
    for key, entry in node.entries.items():
        if key in _JUDGES and isinstance(entry.value, Items):
            for item in entry.value.items:
                model = item.entries.get("model") if isinstance(item, Table) else None
                yield from _texts(Items(0, 0, [model.value if model else item]))
        elif isinstance(entry.value, Table):
            yield from _judges_below(entry.value)


def _texts(node: Node) -> Iterator[Scalar]:
    items = node.items if isinstance(node, Items) else []
    yield from (item for item in items if isinstance(item, Scalar) and isinstance(plain(item), str))
