"""Tools, services and settings that are used but not there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pointwise.blueprint.catalog import canonical
from pointwise.blueprint.findings import did_you_mean, shown
from pointwise.blueprint.model import FunctionPoint
from pointwise.blueprint.text.nodes import Items, Scalar, Table, plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pydantic import JsonValue

    from pointwise.blueprint.findings import Findings
    from pointwise.blueprint.reading.drafts import Draft, PointDraft, PromptDraft
    from pointwise.blueprint.text.nodes import Entry, Node

_MOST_TEMPERATURE = 2
_FACTCHECK = "factcheck"


def lint_tools(draft: Draft, findings: Findings) -> None:
    """Names of tools and services against the header, and settings that cannot work together."""
    tools = _tools(draft)
    for prompt in draft.prompts:
        if tools:
            for node, name in _named_tools(prompt):
                _check_tool(node, name, tools, findings)
        for _, point in prompt.points():
            _check_service(point, draft, findings)
        _check_temperatures(prompt.given, findings)
    _check_temperatures(draft.header.given, findings)
    _check_systems(draft.header.given, findings)


def _tools(draft: Draft) -> frozenset[str]:
    entry = draft.header.given.get("tools")
    items = entry.value.items if entry and isinstance(entry.value, Items) else []
    tools = (item.entries for item in items if isinstance(item, Table))
    return frozenset(str(plain(tool["name"].value)) for tool in tools if "name" in tool)


def _named_tools(prompt: PromptDraft) -> Iterator[tuple[Node, str]]:
    """Every name of a tool that a prompt or its checks use."""
    for field in ("requiredTools", "prohibitedTools"):
        entry = prompt.given.get(field)
        yield from _texts(entry.value) if entry else ()
    for _, draft in prompt.points():
        if not isinstance(draft.point, FunctionPoint) or draft.argument is None:
            continue
        name = canonical(draft.point.fn)
        if name in ("tool_called", "tool_call_order"):
            yield from _texts(draft.argument)
        elif name == "tool_args_match" and isinstance(draft.argument, Table):
            given = draft.argument.entries.get("name")
            yield from _texts(given.value) if given else ()


def _texts(node: Node) -> Iterator[tuple[Node, str]]:
    for item in _each(node):
        if isinstance(item, Scalar) and isinstance(item.value, str):
            yield item, item.value


def _each(node: Node) -> list[Node]:
    return node.items if isinstance(node, Items) else [node]


def _check_tool(node: Node, name: str, tools: frozenset[str], findings: Findings) -> None:
    if name not in tools:
        findings.warn(
            node,
            "unknown-tool",
            f"The header defines no tool `{shown(name)}`.",
            did_you_mean(name, tools) or "Define it under `tools`.",
        )


def _check_service(draft: PointDraft, whole: Draft, findings: Findings) -> None:
    """A call of a service that the header does not describe can never be scored."""
    if not isinstance(draft.point, FunctionPoint):
        return
    argument = draft.point.argument
    name: JsonValue = None
    if canonical(draft.point.fn) == _FACTCHECK:
        name = _FACTCHECK
    elif canonical(draft.point.fn) == "call" and isinstance(argument, dict):
        name = argument.get("service")
    services = whole.header.values.get("externalServices") or {}
    if isinstance(name, str) and isinstance(services, dict) and name not in services:
        findings.warn(
            draft.node,
            "unknown-service",
            f"The header describes no service `{shown(name)}`, so this point stays unscored.",
            did_you_mean(name, services) or "Describe it under `externalServices`.",
        )


def _check_temperatures(given: Mapping[str, Entry], findings: Findings) -> None:
    for field in ("temperature", "temperatures"):
        entry = given.get(field)
        for node in _each(entry.value) if entry else ():
            value = node.value if isinstance(node, Scalar) else None
            if isinstance(value, int | float) and not 0 <= value <= _MOST_TEMPERATURE:
                findings.warn(
                    node,
                    "temperature-range",
                    f"No provider takes the temperature {value:g}.",
                    f"Write a number from 0 to {_MOST_TEMPERATURE}.",
                )


def _check_systems(given: Mapping[str, Entry], findings: Findings) -> None:
    if "system" in given and "systems" in given:
        findings.warn(
            given["system"],
            "ignored-field",
            f"`{given['system'].key}` is ignored, because `systems` is there too.",
            "Keep one of them.",
        )
