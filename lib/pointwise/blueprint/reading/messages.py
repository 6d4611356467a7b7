"""The turns of a conversation: `{role, content}` or `{user: …}`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pointwise.blueprint.findings import did_you_mean, shown
from pointwise.blueprint.model import Message
from pointwise.blueprint.reading.fields import warn_of_unknown
from pointwise.blueprint.text.nodes import Items, Scalar, Table, kind, plain

if TYPE_CHECKING:
    from pydantic import JsonValue

    from pointwise.blueprint.findings import Findings
    from pointwise.blueprint.model import Role
    from pointwise.blueprint.text.nodes import Entry, Node

_ROLES: dict[str, Role] = {"system": "system", "user": "user", "assistant": "assistant", "ai": "assistant"}
_FORMAL = ("role", "content")
_HOW_TO = "Write `user: …`, `assistant: …` or `system: …`."

Turn = tuple[Message, dict[str, "JsonValue"]]
"""A message, and the same with every key that was given."""


def read_messages(entry: Entry, findings: Findings) -> list[Turn]:
    """All messages of a conversation; empty after an error."""
    if not isinstance(entry.value, Items):
        message = f"`messages` must be a list; it is {kind(entry.value)}."
        findings.error(entry.value, "wrong-messages", message, _HOW_TO)
        return []
    turns = [_turn(node, findings) for node in entry.value.items]
    kept = [turn for turn in turns if turn]
    if len(kept) < len(turns) or not _can_be_held(entry, kept, findings):
        return []
    return kept


def _can_be_held(entry: Entry, turns: list[Turn], findings: Findings) -> bool:
    if not any(message.role == "user" for message, _ in turns):
        findings.error(entry, "no-user-message", "The conversation has no message of the user.", _HOW_TO)
        return False
    messages = [message for message, _ in turns]
    if messages[-1].role != "user" and all(message.content is not None for message in messages):
        findings.error(
            entry,
            "nothing-to-generate",
            "Every turn of this conversation is given, so the model is asked nothing.",
            "End with a message of the user, or write `assistant: null` where the model is to answer.",
        )
        return False
    return True


def _turn(node: Node, findings: Findings) -> Turn | None:
    if not isinstance(node, Table):
        findings.error(node, "wrong-message", f"A message must be a map; this is {kind(node)}.", _HOW_TO)
        return None
    if any(key in node.entries for key in _FORMAL):
        return _formal(node, findings)
    if len(node.entries) != 1:
        findings.error(node, "wrong-message", "A message has one role and one text.", _HOW_TO)
        return None
    entry = next(iter(node.entries.values()))
    role = _ROLES.get(entry.key)
    if role is None:
        _note_role(entry, entry.key, findings)
        return None
    message = _message(role, entry.value, findings)
    return (message, _public(message)) if message else None


def _formal(table: Table, findings: Findings) -> Turn | None:
    role_entry, content = (table.entries.get(key) for key in _FORMAL)
    if role_entry is None or content is None:
        missing = "content" if role_entry else "role"
        findings.error(
            table,
            "wrong-message",
            f"This message has no `{missing}`.",
            "Write `content: null` where the model is to answer." if role_entry else _HOW_TO,
        )
        return None
    extra = [entry for key, entry in table.entries.items() if key not in _FORMAL]
    if any(entry.key in _ROLES for entry in extra):
        findings.error(table, "wrong-message", "This message gives its role twice.", _HOW_TO)
        return None
    name = plain(role_entry.value)
    role = _ROLES.get(name) if isinstance(name, str) else None
    if role is None:
        _note_role(role_entry, name if isinstance(name, str) else kind(role_entry.value), findings)
        return None
    warn_of_unknown(extra, "a message", _FORMAL, findings)
    message = _message(role, content.value, findings)
    return (message, {**_public(message), **{e.key: plain(e.value) for e in extra}}) if message else None


def _message(role: Role, node: Node, findings: Findings) -> Message | None:
    value = node.value if isinstance(node, Scalar) else node
    if isinstance(value, str) and value:
        return Message(role=role, content=value)
    if value is None and role == "assistant":
        return Message(role=role, content=None)
    fix = "Put it in quotes." if isinstance(value, int | float) else None
    if value == "" and role == "assistant":
        fix = "Write `null` where the model is to answer."
    findings.error(node, "wrong-message", f"What `{role}` says must be a text; it is {kind(node)}.", fix)
    return None


def _note_role(entry: Entry, name: str, findings: Findings) -> None:
    findings.error(
        entry,
        "unknown-role",
        f"`{shown(name)}` is not a role: there are `user`, `assistant` (or `ai`) and `system`.",
        did_you_mean(name, _ROLES),
    )


def _public(message: Message) -> dict[str, JsonValue]:
    return {"role": message.role, "content": message.content}
