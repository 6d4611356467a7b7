"""Texts that were not filled in, or that say no twice."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pointwise.blueprint.findings import shown
from pointwise.blueprint.model import FunctionPoint, TextPoint
from pointwise.blueprint.text.nodes import Items, Scalar

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pointwise.blueprint.findings import Findings
    from pointwise.blueprint.reading.drafts import Draft, PromptDraft
    from pointwise.blueprint.text.nodes import Node

_PLACEHOLDER = re.compile(r"\{\{\s*[A-Za-z_][\w. -]{0,60}\}\}")
_PROHIBITION = re.compile(
    r"\W*(the (response|answer|model) )?(should|must)( not|n['\u2019]t| never)\b", re.IGNORECASE
)
_WRITTEN_BY_HAND = ("prompt", "messages", "ideal", "system")


def lint_texts(draft: Draft, findings: Findings) -> None:
    """Placeholders in what models and judges read; prohibitions under `should_not`."""
    _lint_placeholders(list(_texts(draft)), findings)
    for prompt in draft.prompts:
        _lint_double_negatives(prompt, findings)


def _lint_placeholders(texts: list[Scalar], findings: Findings) -> None:
    found = [(node, match[0]) for node in texts if (match := _PLACEHOLDER.search(str(node.value)))]
    if not found:
        return
    node, placeholder = found[0]
    others = f"; so do {len(found) - 1} more texts" if len(found) > 1 else ""
    findings.warn(
        node,
        "unfilled-placeholder",
        f"This text still holds `{shown(placeholder)}`, which nothing fills in{others}.",
        "Write what it stands for.",
    )


def _lint_double_negatives(prompt: PromptDraft, findings: Findings) -> None:
    for block, draft in prompt.points():
        if block != "should_not":
            continue
        point = draft.point
        if isinstance(point, FunctionPoint) and point.fn.startswith("not_"):
            findings.warn(
                draft.node,
                "double-negative",
                f"`${point.fn}` under `should_not` says no twice.",
                f"Write `${point.fn.removeprefix('not_')}` under `should`.",
            )
        elif isinstance(point, TextPoint) and _PROHIBITION.match(point.text):
            findings.warn(
                draft.node,
                "double-negative",
                f"`{shown(point.text)}` under `should_not` says no twice, so answers that do it score.",
                "Write it without the `not`, or move it to `should`.",
            )


def _texts(draft: Draft) -> Iterator[Scalar]:
    """Every text that a model or judge reads as it stands."""
    header = draft.header.given
    for name in ("system", "systems"):
        if name in header:
            yield from _scalars(header[name].value)
    for prompt in draft.prompts:
        for name in _WRITTEN_BY_HAND:
            if name in prompt.given:
                yield from _scalars(prompt.given[name].value)
        for _, point in prompt.points():
            if isinstance(point.point, TextPoint):
                yield Scalar(point.point.text, point.node.line, point.node.column)


def _scalars(node: Node) -> Iterator[Scalar]:
    if isinstance(node, Scalar):
        yield from (node,) if isinstance(node.value, str) else ()
        return
    children = node.items if isinstance(node, Items) else [entry.value for entry in node.entries.values()]
    for child in children:
        yield from _scalars(child)
