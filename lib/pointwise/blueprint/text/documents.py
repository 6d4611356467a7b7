"""The documents of a file, YAML or JSON, as nodes with places."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from pointwise.blueprint.text.json_nodes import read_json
from pointwise.blueprint.text.nodes import WHOLE_FILE, Scalar, Spot
from pointwise.blueprint.text.yaml_nodes import read_yaml

if TYPE_CHECKING:
    from pointwise.blueprint.findings import Findings
    from pointwise.blueprint.limits import Limits
    from pointwise.blueprint.text.nodes import Node

_BYTE_ORDER_MARK = "\ufeff"
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")
"""What YAML 1.2 does not allow unescaped (c-printable), https://yaml.org/spec/1.2.2/#51-character-set."""

_MOST_CHARACTERS = 10
"""Enough to find the place; a binary file has millions."""


@dataclass(frozen=True, slots=True)
class Documents:
    """What could be read; `broken` where a document could not and is missing."""

    nodes: tuple[Node, ...]
    broken: bool


def read_documents(text: str, *, is_json: bool, limits: Limits, findings: Findings) -> Documents:
    """The documents of a file, null ones dropped. Whatever cannot be read is an error among the findings."""
    nodes: list[Node] = []
    if is_json:
        whole = read_json(text, limits, findings, nodes)
    else:
        whole = _is_printable(text, findings) and read_yaml(text, limits, findings, nodes)
    kept = [node for node in nodes if not (isinstance(node, Scalar) and node.value is None)]
    return Documents(tuple(kept), broken=not whole)


def decode(data: str | bytes, limits: Limits, findings: Findings) -> str | None:
    """The text of a file without its byte order mark, or None where it has none."""
    size = len(data) if isinstance(data, bytes) else len(data.encode("utf-8", "surrogatepass"))
    if size > limits.size:
        findings.error(
            WHOLE_FILE,
            "too-large",
            f"The file is larger than {limits.size:,} bytes.",
            "Split it into several blueprints.",
        )
        return None
    text = data if isinstance(data, str) else _decoded(data, findings)
    return text.removeprefix(_BYTE_ORDER_MARK) if text is not None else None


def _decoded(data: bytes, findings: Findings) -> str | None:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as exc:
        before = data[: exc.start].decode("utf-8")
        findings.error(
            spot_at(before, len(before)),
            "not-utf-8",
            "The file is not text in UTF-8.",
            "Save it again with the encoding UTF-8.",
        )
        return None


def _is_printable(text: str, findings: Findings) -> bool:
    bad = list(islice(_FORBIDDEN.finditer(text), _MOST_CHARACTERS))
    for match in bad:
        findings.error(
            spot_at(text, match.start()),
            "forbidden-character",
            f"The character U+{ord(match[0]):04X} is not allowed in YAML.",
            "Delete it; it may be invisible in your editor.",
        )
    return not bad


def spot_at(text: str, index: int) -> Spot:
    """Line and column of a character."""
    line_start = text.rfind("\n", 0, index) + 1
    return Spot(text.count("\n", 0, index) + 1, index - line_start + 1)
