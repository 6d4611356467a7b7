"""Functions quoted by mistake: the text `$icontains: 'x'` where a map was meant."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pointwise.blueprint.catalog import canonical
from pointwise.blueprint.findings import Findings
from pointwise.blueprint.limits import Limits
from pointwise.blueprint.text.documents import read_documents
from pointwise.blueprint.text.nodes import Table

if TYPE_CHECKING:
    from pointwise.blueprint.text.nodes import Entry

_QUOTED = re.compile(r"\$(\w+)\s*:", re.ASCII)
_LIMITS = Limits(depth=8, nodes=2_000, expansion=0)
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_YAML_ESCAPES = frozenset('0abtnvfre "/\\N_LPxuU\t\n')
"""https://yaml.org/spec/1.2.2/#57-escaped-characters"""


def unquoted(text: str) -> Entry | None:
    """The function and argument that a text was meant to be, or None.

    Backslashes that YAML does not know, common in regular expressions, are taken as they are.
    """
    name = _QUOTED.match(text)
    if not name or canonical(name[1]) is None:
        return None
    return _single(text) or _single(_ESCAPE.sub(_kept, text))


def quoted_name(text: str) -> str | None:
    """The name that a text gives in the way of a function, known or not."""
    name = _QUOTED.match(text)
    return name[1] if name else None


def _single(text: str) -> Entry | None:
    findings = Findings("")
    documents = read_documents(text, is_json=False, limits=_LIMITS, findings=findings)
    if findings.failed or len(documents.nodes) != 1:
        return None
    node = documents.nodes[0]
    if not isinstance(node, Table) or len(node.entries) != 1:
        return None
    return next(iter(node.entries.values()))


def _kept(escape: re.Match[str]) -> str:
    return escape[0] if escape[1] in _YAML_ESCAPES else f"\\{escape[0]}"
