"""Points that are defined once, under `point_defs`, and used by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pointwise.blueprint.authoring.points import Reference as ReferenceForm
from pointwise.blueprint.authoring.written import known_names
from pointwise.blueprint.findings import did_you_mean, shown
from pointwise.blueprint.model import FunctionPoint
from pointwise.blueprint.reading.drafts import PointDraft
from pointwise.blueprint.reading.fields import unknown_entries, warn_of_unknown
from pointwise.blueprint.reading.point_maps import beside, read_map
from pointwise.blueprint.text.nodes import Scalar, Table, kind, plain

if TYPE_CHECKING:
    from pointwise.blueprint.findings import Findings
    from pointwise.blueprint.text.nodes import Entry, Node

REF = "$ref"
_SCRIPT = "js"
_OVERRIDES = ("weight", "multiplier", "citation")


class Definitions:
    """The definitions of one blueprint, each read once."""

    def __init__(self, table: Table | None, findings: Findings) -> None:
        self._findings = findings
        entries = table.entries if table else {}
        self._drafts = {name: self._defined(entry) for name, entry in entries.items()}

    def resolve(self, table: Table) -> PointDraft | None:
        """The point that a map with `$ref` stands for; its weight and citation override the definition's."""
        entry = table.entries[REF]
        name = _name(entry.value)
        if name not in self._drafts:
            self._note_unknown(entry, name)
            return None
        known = known_names(ReferenceForm)
        warn_of_unknown(unknown_entries(table, ReferenceForm), "a point with `$ref`", known, self._findings)
        draft, overrides = self._drafts[name], beside(table, self._findings)
        if draft is None or overrides is None:
            return None
        given = [key for key in _OVERRIDES if key in table.entries]
        if not given:
            return PointDraft(draft.point, table, draft.argument, draft.hashed)
        if "citation" not in given:
            overrides.pop("citation", None)
        if given == ["citation"]:
            overrides.pop("multiplier")
        return PointDraft(draft.point.model_copy(update=overrides), table, draft.argument)

    def _defined(self, entry: Entry) -> PointDraft | None:
        node = entry.value
        if isinstance(node, Scalar) and isinstance(node.value, str):
            return PointDraft(FunctionPoint(fn=_SCRIPT, argument=node.value, multiplier=1), node, node)
        if not isinstance(node, Table) or REF in node.entries:
            seen = "another `$ref`" if isinstance(node, Table) else kind(node)
            self._findings.error(
                entry,
                "wrong-definition",
                f"The definition `{shown(entry.key)}` must be a script or a point; it is {seen}.",
                "Write `$function: argument` or `text: …` under it.",
            )
            return None
        draft = read_map(node, self._findings)
        return draft and PointDraft(draft.point, node, draft.argument, plain(node))

    def _note_unknown(self, entry: Entry, name: str | None) -> None:
        seen = f"`{shown(name)}`" if name is not None else kind(entry.value)
        known = did_you_mean(name, self._drafts) if name else None
        self._findings.error(
            entry,
            "unknown-reference",
            f"`$ref` must name a point under `point_defs`; {seen} is none.",
            known or ("Define it in the header." if name else None),
        )


def _name(node: Node) -> str | None:
    """`$ref: name`, or `$ref: {name: name}`."""
    if isinstance(node, Table) and "name" in node.entries:
        node = node.entries["name"].value
    value = plain(node) if isinstance(node, Scalar) else None
    return value if isinstance(value, str) else None
