"""Prompts, one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pointwise.blueprint.authoring.header import Header
from pointwise.blueprint.authoring.prompt import Prompt as PromptForm
from pointwise.blueprint.authoring.written import known_names
from pointwise.blueprint.findings import shown
from pointwise.blueprint.model import Message
from pointwise.blueprint.reading.drafts import PromptDraft
from pointwise.blueprint.reading.fields import fields_of, truth, unknown_entries, warn_of_unknown
from pointwise.blueprint.reading.forms import check_form
from pointwise.blueprint.reading.messages import read_messages
from pointwise.blueprint.text.nodes import Scalar, Table, kind, plain
from pointwise.blueprint.text.scalars import text_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pointwise.blueprint.findings import Findings
    from pointwise.blueprint.reading.drafts import Block, HeaderDraft
    from pointwise.blueprint.reading.points import PointReader
    from pointwise.blueprint.text.nodes import Entry, Node

_BLOCKS: tuple[Block, ...] = ("should", "should_not")
_APART = frozenset({"prompt", "messages", "noCache", *_BLOCKS})
"""Read in ways of their own."""
_PUBLIC = {"ideal": "idealResponse"}
_NAMES = frozenset({"id", "ideal", "description"})
_DEFAULT_RENDERING = "markdown"
_HEADER_ONLY = frozenset({"title", "models", "author"})


class PromptReader:
    """Reads the prompts of one blueprint."""

    def __init__(self, header: HeaderDraft, points: PointReader, findings: Findings) -> None:
        self._header = header
        self._points = points
        self._findings = findings

    def read(self, nodes: Sequence[Node]) -> tuple[PromptDraft, ...]:
        """All prompts, those that are no maps left out."""
        drafts = (self._read(node) for node in nodes)
        return tuple(draft for draft in drafts if draft)

    def _read(self, node: Node) -> PromptDraft | None:
        if not isinstance(node, Table):
            self._findings.error(
                node,
                "wrong-prompt",
                f"A prompt must be a map; this is {kind(node)}.",
                "Write `prompt: …`.",
            )
            return None
        given = fields_of(node, PromptForm, self._findings)
        draft = PromptDraft(node, given)
        self._simple_fields(draft)
        self._conversation(draft)
        for block in _BLOCKS:
            if block in given:
                draft.rubric[block] = self._points.read_block(given[block])
        self._note_unknown(node)
        return draft

    def _simple_fields(self, draft: PromptDraft) -> None:
        wrong = check_form(draft.given, PromptForm, _APART, self._findings)
        for name, entry in draft.given.items():
            if name in wrong or name in _APART:
                continue
            value = text_of(entry.value) if name in _NAMES else plain(entry.value)
            draft.values[_PUBLIC.get(name, name)] = value
        own_id = draft.values.pop("id", None)
        draft.own_id = str(own_id) if own_id else None
        if not draft.values.get("idealResponse", True):
            del draft.values["idealResponse"]
        inherited = self._header.values.get("render_as") or _DEFAULT_RENDERING
        draft.values.setdefault("render_as", inherited)
        self._no_cache(draft)
        self._check_system(draft)

    def _no_cache(self, draft: PromptDraft) -> None:
        if "noCache" in draft.given:
            draft.values["noCache"] = truth(draft.given["noCache"], self._findings)
        elif "noCache" in self._header.values:
            draft.values["noCache"] = self._header.values["noCache"]

    def _check_system(self, draft: PromptDraft) -> None:
        compared = self._header.values.get("systems") or self._header.values.get("system")
        if "system" in draft.given and isinstance(compared, list):
            self._findings.error(
                draft.given["system"],
                "system-compared",
                "The header compares several system prompts, so a prompt cannot have one of its own.",
                "Remove one of the two.",
            )

    def _conversation(self, draft: PromptDraft) -> None:
        text, messages = draft.given.get("prompt"), draft.given.get("messages")
        if text and messages:
            self._findings.error(
                messages,
                "prompt-and-messages",
                f"This prompt has both `{text.key}` and `messages`.",
                "Keep one of them.",
            )
        if messages:
            turns = read_messages(messages, self._findings)
            draft.messages = tuple(message for message, _ in turns)
            draft.hashed_messages = [given for _, given in turns]
        elif text:
            self._single_turn(draft, text)
        else:
            self._note_nothing_asked(draft)

    def _single_turn(self, draft: PromptDraft, entry: Entry) -> None:
        value = entry.value.value if isinstance(entry.value, Scalar) else entry.value
        if isinstance(value, str) and value:
            draft.messages = (Message(role="user", content=value),)
            draft.hashed_messages = [{"role": "user", "content": value}]
            return
        self._findings.error(
            entry.value,
            "wrong-value",
            f"`{entry.key}` must be a text; it is {kind(entry.value)}.",
            "Put it in quotes." if isinstance(value, int | float) else None,
        )

    def _note_nothing_asked(self, draft: PromptDraft) -> None:
        entries = draft.node.entries
        misplaced = not is_prompt_like(draft.node) and _HEADER_ONLY.intersection(entries)
        fix = "Write `prompt: …`."
        if "prompts" in entries:
            fix = "After a line `---` the prompts follow at once: remove `prompts:`."
        elif misplaced:
            fix = "It looks like a header; a header comes first in the file."
        self._findings.error(
            entries.get("prompt") or entries.get("promptText") or draft.node,
            "nothing-asked",
            "This prompt has neither `prompt` nor `messages`.",
            fix,
        )

    def _note_unknown(self, node: Table) -> None:
        unknown = unknown_entries(node, PromptForm)
        belongs_above = [entry for entry in unknown if entry.key in known_names(Header)]
        for entry in belongs_above:
            self._findings.warn(
                entry,
                "unknown-key",
                f"`{shown(entry.key)}` means nothing in a prompt.",
                "It belongs in the header, before the prompts.",
            )
        rest = [entry for entry in unknown if entry not in belongs_above]
        warn_of_unknown(rest, "a prompt", known_names(PromptForm), self._findings)


def is_prompt_like(table: Table) -> bool:
    """Whether a map has any key that only a prompt has."""
    return not (known_names(PromptForm) - known_names(Header)).isdisjoint(table.entries)
