"""The sources a header names: all of them are kept, under whichever of four names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pointwise.blueprint.authoring.header import Header
from pointwise.blueprint.authoring.written import written_fields
from pointwise.blueprint.reading.fields import is_empty, is_null
from pointwise.blueprint.text.nodes import Items, Scalar, Table, kind, plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pydantic import JsonValue

    from pointwise.blueprint.findings import Findings
    from pointwise.blueprint.text.nodes import Entry, Node

_FIELD = "references"


def references_of(table: Table, findings: Findings) -> list[JsonValue] | None:
    """Every source as `{title, url}`, in the order of the file; None where the header names none."""
    spellings = {_FIELD, *written_fields(Header)[_FIELD].aliases}
    given = [entry for key, entry in table.entries.items() if key in spellings]
    given = [entry for entry in given if not is_empty(entry.value)]
    if not given:
        return None
    return [source for entry in given for source in _sources(entry, findings)]


def null_references(table: Table) -> dict[str, JsonValue]:
    """The names given without a value, which stay in the header as they were read."""
    spellings = {_FIELD, *written_fields(Header)[_FIELD].aliases}
    return {key: None for key, entry in table.entries.items() if key in spellings and is_null(entry.value)}


def _sources(entry: Entry, findings: Findings) -> Iterator[JsonValue]:
    nodes = entry.value.items if isinstance(entry.value, Items) else [entry.value]
    for node in nodes:
        source = _source(node)
        if source is not None:
            yield source
            continue
        findings.error(
            node,
            "wrong-reference",
            f"`{entry.key}` must be a text, a map with `title` and `url`, or a list of these; "
            f"this is {kind(node)}{' without `title`' if isinstance(node, Table) else ''}.",
        )


def _source(node: Node) -> JsonValue:
    """One source, or None where a node is none."""
    if isinstance(node, Scalar):
        return {"title": node.value} if isinstance(node.value, str) and node.value else None
    if isinstance(node, Items):
        return None
    title = _text(node, "title") or _text(node, "name")
    if not title:
        return None
    url = node.entries.get("url")
    return {"title": title, **({"url": plain(url.value)} if url and not is_empty(url.value) else {})}


def _text(table: Table, key: str) -> str | None:
    entry = table.entries.get(key)
    value = plain(entry.value) if entry else None
    return value if isinstance(value, str) else None
