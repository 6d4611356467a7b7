"""A request body of any of the five formats as one value."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Literal

Format = Literal["chat", "completions", "messages", "gemini", "embeddings"]

_GEMINI = re.compile(r"/models/(?P<model>[^/]+):generateContent$")
_ENDINGS: tuple[tuple[str, Format], ...] = (
    ("/chat/completions", "chat"),
    ("/completions", "completions"),
    ("/messages", "messages"),
    ("/embeddings", "embeddings"),
)


@dataclass(frozen=True, slots=True)
class Ask:
    """What is asked, whatever the format.

    Attributes:
        system: Text of the system prompt, or empty.
        turns: Texts of the other messages, or those to be placed, in order.
        parameters: Every other field of the body, `generationConfig` unfolded.
    """

    format: Format
    model: str
    system: str
    turns: tuple[str, ...]
    parameters: dict[str, Any] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """Everything that was written, one line apart."""
        return "\n".join((self.system, *self.turns))


def format_of(path: str) -> Format | None:
    """The format that a path is asked in, or None where nothing is served."""
    if _GEMINI.search(path):
        return "gemini"
    return next((name for ending, name in _ENDINGS if path.endswith(ending)), None)


def read_ask(form: Format, path: str, body: dict[str, Any]) -> Ask:
    """A body as an `Ask`.

    Raises:
        LookupError, TypeError, ValueError, AttributeError: The body is not of this format.
    """
    if form == "gemini":
        return _gemini(path, body)
    if form == "completions":
        return Ask(form, body["model"], "", (body["prompt"],), _rest(body, "model", "prompt"))
    if form == "embeddings":
        return Ask(form, body["model"], "", tuple(body["input"]), _rest(body, "model", "input"))
    system, turns = _plain(body.get("system") or ""), []
    for message in body["messages"]:
        text = _plain(message["content"])
        if message["role"] == "system":
            system = text
        else:
            turns.append(text)
    return Ask(form, body["model"], system, tuple(turns), _rest(body, "model", "messages", "system"))


def _gemini(path: str, body: dict[str, Any]) -> Ask:
    match = _GEMINI.search(path)
    if match is None:
        raise ValueError(path)
    system = _parts(body.get("systemInstruction") or {"parts": []})
    turns = tuple(_parts(each) for each in body["contents"])
    rest = _rest(body, "contents", "systemInstruction", "generationConfig")
    return Ask("gemini", match["model"], system, turns, rest | body.get("generationConfig", {}))


def _parts(content: dict[str, Any]) -> str:
    return "".join(part["text"] for part in content["parts"])


def _plain(content: str | list[dict[str, Any]]) -> str:
    return content if isinstance(content, str) else "".join(part.get("text", "") for part in content)


def _rest(body: dict[str, Any], *known: str) -> dict[str, Any]:
    return {name: value for name, value in body.items() if name not in known}
