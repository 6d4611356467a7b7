"""Which parts of a file are the header and which are prompts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pointwise.blueprint.authoring.prompt import PROMPT_KEYS
from pointwise.blueprint.text.nodes import WHOLE_FILE, Items, Scalar, Table, kind

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pointwise.blueprint.findings import Findings
    from pointwise.blueprint.text.documents import Documents
    from pointwise.blueprint.text.nodes import Node

_HOW_TO = "Write them under `prompts:`, or as a list after a line `---`."
_HOW_TO_IN_JSON = 'Write them as a list under "prompts".'


@dataclass(frozen=True, slots=True)
class Outline:
    """The header, if there is one, and the nodes that ought to be prompts."""

    header: Table | None
    prompts: tuple[Node, ...]


def outline_of(documents: Documents, findings: Findings, *, is_json: bool) -> Outline | None:
    """Tell header and prompts apart; None after an error."""
    nodes = documents.nodes
    if not nodes:
        if not documents.broken:
            findings.error(WHOLE_FILE, "no-prompts", "The file is empty.", "Write at least one prompt.")
        return None
    how_to = _HOW_TO_IN_JSON if is_json else _HOW_TO
    outline = _of_one(nodes[0], is_json=is_json) if len(nodes) == 1 else _of_several(nodes)
    if outline is None:
        if not documents.broken:
            findings.error(nodes[0], "no-prompts", _why_none(nodes[0]), how_to)
    elif not outline.prompts and not documents.broken:
        findings.warn(nodes[0], "no-prompts", "There are no prompts, so nothing will be asked.", how_to)
    return outline


def _of_one(node: Node, *, is_json: bool) -> Outline | None:
    if isinstance(node, Items) and not is_json:
        return Outline(None, tuple(node.items))
    if not isinstance(node, Table):
        return None
    prompts = node.entries.get("prompts")
    if prompts and isinstance(prompts.value, Items):
        return Outline(node, tuple(prompts.value.items))
    if _is_prompt(node) and not is_json:
        return Outline(None, (node,))
    return None


def _of_several(nodes: Sequence[Node]) -> Outline:
    first = nodes[0]
    if isinstance(first, Table) and not _is_prompt(first):
        prompts = first.entries.get("prompts")
        own = prompts.value.items if prompts and isinstance(prompts.value, Items) else []
        return Outline(first, (*own, *_flattened(nodes[1:])))
    return Outline(None, tuple(_flattened(nodes)))


def _flattened(nodes: Iterable[Node]) -> Iterable[Node]:
    for node in nodes:
        if isinstance(node, Items):
            yield from node.items
        else:
            yield node


def _is_prompt(table: Table) -> bool:
    return not PROMPT_KEYS.isdisjoint(table.entries)


def _why_none(node: Node) -> str:
    if isinstance(node, Table) and "prompts" in node.entries:
        value = node.entries["prompts"].value
        return f"`prompts` must be a list; it is {kind(value)}."
    if isinstance(node, Scalar):
        return "The file holds a text or number, not prompts."
    return "There is a header, but no prompts."
