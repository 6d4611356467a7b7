"""The header of a blueprint."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pointwise.blueprint.authoring.header import Header
from pointwise.blueprint.authoring.written import known_names
from pointwise.blueprint.model import Blueprint
from pointwise.blueprint.reading.drafts import HeaderDraft
from pointwise.blueprint.reading.fields import fields_of, truth, unknown_entries, warn_of_unknown
from pointwise.blueprint.reading.forms import check_form
from pointwise.blueprint.reading.references import null_references, references_of
from pointwise.blueprint.text.nodes import Table, kind, plain
from pointwise.blueprint.text.scalars import text_of

if TYPE_CHECKING:
    from pydantic import JsonValue

    from pointwise.blueprint.findings import Findings

_PROMPTS = "prompts"
_DEFINITIONS = "point_defs"
_APART = frozenset({"references", "noCache", _DEFINITIONS})
"""Read in ways of their own."""
_NAMES = frozenset({"id", "title", "description"})


def read_header(table: Table | None, findings: Findings) -> HeaderDraft:
    """What the header gives; fields with errors are left out."""
    if table is None:
        return HeaderDraft()
    given = fields_of(table, Header, findings, apart={"references"})
    wrong = check_form(given, Header, _APART, findings)
    draft = HeaderDraft(table=table, given=given)
    for name, entry in given.items():
        if name not in wrong and name not in _APART:
            draft.values[name] = text_of(entry.value) if name in _NAMES else plain(entry.value)
    if "noCache" in given:
        draft.values["noCache"] = truth(given["noCache"], findings)
    draft.values.update(null_references(table))
    references = references_of(table, findings)
    if references is not None:
        draft.values["references"] = references
    draft.values.update(_unknown(table, findings))
    _read_definitions(draft, findings)
    return draft


def _unknown(table: Table, findings: Findings) -> dict[str, JsonValue]:
    """Keys that mean nothing here, kept as they were read."""
    candidates = known_names(Header) | {_PROMPTS}
    unknown = [entry for entry in unknown_entries(table, Header) if entry.key != _PROMPTS]
    warn_of_unknown(unknown, "the header", candidates, findings)
    return {entry.key: plain(entry.value) for entry in unknown if entry.key not in Blueprint.model_fields}


def _read_definitions(draft: HeaderDraft, findings: Findings) -> None:
    """`point_defs` stays in the header as it was read, its alias does not: that is the published form."""
    entry = draft.given.get(_DEFINITIONS)
    if entry is None:
        return
    if entry.key == _DEFINITIONS:
        draft.values[_DEFINITIONS] = plain(entry.value)
    if isinstance(entry.value, Table):
        draft.definitions = entry.value
        return
    findings.warn(
        entry,
        "wrong-definitions",
        f"`{entry.key}` defines nothing: it must be a map of names to points, and is {kind(entry.value)}.",
    )
