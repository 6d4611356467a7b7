"""What the wire formats have in common: one protocol, and careful reading of what comes back."""

from __future__ import annotations

import json
import math
import re
from typing import TYPE_CHECKING, Protocol

from pointwise.errors import CallInterrupted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic import JsonValue

    from pointwise.chat import ChatReply, ChatRequest

Body = dict[str, "JsonValue"]

_MOST_TOKENS = 2**40
"""Above any real count; a reply is not to make sums overflow."""
_THOUGHT = re.compile(r"\s*<think>(?P<thought>.*?)(?:</think>\s*|\Z)", re.DOTALL)
_CLOSED = re.compile(r"^[ \t]*</think>[ \t\r]*$\s*", re.MULTILINE)
_TAGS = ("<think>", "</think>")
_CODE = "```"


class Wire(Protocol):
    """One format of requests and replies. Pure: no network, no keys kept."""

    def url(self, base: str, model: str) -> str:
        """Where to post, given the base URL of a provider."""

    def headers(self, key: str | None) -> dict[str, str]:
        """The headers that carry the key and the version of the format."""

    def parameters(self, request: ChatRequest) -> Body:
        """The parameters a request sets, under the format's names."""

    def body(self, request: ChatRequest, model: str, parameters: Body) -> Body:
        """The whole body."""

    def reply(self, body: Body) -> ChatReply:
        """A reply, its text maybe empty; attempts, latency and price are not known here.

        Raises:
            CallRefused: The provider says that it kept the answer back (`refusal`).
            CallInterrupted: It is not of this format (`provider`).
            InnerError: It is an error that came with a status of success.
        """


class InnerError(Exception):
    """A provider said 200 and put an error into the body, as routers of providers do.

    Attributes:
        status: The status it should have had.
        body: An error body of the usual form.
    """

    def __init__(self, status: int, body: Body) -> None:
        super().__init__(status)
        self.status = status
        self.body = body


def written(body: Body) -> bytes:
    """A body as UTF-8 JSON; half characters become U+FFFD, because no provider takes them."""
    text = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
    return whole(text).encode()


def read(data: bytes) -> Body:
    """The JSON object in some bytes, all its strings fit to be stored.

    Raises:
        CallInterrupted: There is none.
    """
    text = data.decode("utf-8-sig", "replace")
    try:
        value = json.loads(text)
        if "\\ud" in text.lower():
            value = json.loads(whole(json.dumps(value, ensure_ascii=False)))
    except (ValueError, RecursionError) as error:
        raise unreadable("is not JSON") from error
    if not isinstance(value, dict):
        raise unreadable("is not a JSON object")
    return value


def unreadable(what: str) -> CallInterrupted:
    """The error for a reply that does not hold what its format promises."""
    return CallInterrupted("provider", f"The reply {what}.")


def whole(text: str) -> str:
    """A text that has bytes: pairs of surrogates joined, lone ones replaced by U+FFFD."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def split_thought(text: str) -> tuple[str | None, str]:
    """What a model thinks aloud in `<think>` at the start of its text, and the rest.

    Where the prompt template writes the opening tag, servers return the closing one alone. It ends a thought
    only where it has a line to itself, outside of code, and is the first of these tags: a model may be
    writing about them.
    """
    match = _THOUGHT.match(text)
    if match is not None:
        return match["thought"].strip() or None, text[match.end() :]
    closed = _CLOSED.search(text)
    before = text[: closed.start()] if closed else ""
    if closed is None or before.count(_CODE) % 2 or any(tag in before for tag in _TAGS):
        return None, text
    return before.strip() or None, text[closed.end() :]


def objects(value: JsonValue) -> list[Body]:
    """The objects of a list; nothing where it is no list."""
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def mapping(value: JsonValue) -> Body:
    """An object, empty where it is none."""
    return value if isinstance(value, dict) else {}


def string(value: JsonValue) -> str | None:
    """A non-empty string, or None."""
    return value if isinstance(value, str) and value else None


def count(value: JsonValue) -> int | None:
    """A number of tokens, or None where it is no sensible one."""
    if isinstance(value, bool) or not isinstance(value, int):
        return None
    return value if 0 <= value <= _MOST_TOKENS else None


def amount(value: JsonValue) -> float | None:
    """A finite sum of money, 0 or more, or None."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if 0 <= value < math.inf else None


def total(*counts: int | None) -> int | None:
    """The sum of the counts that are known, or None where none is."""
    known = [each for each in counts if each is not None]
    return sum(known) if known else None


def given(values: Mapping[str, JsonValue]) -> Body:
    """The entries that are set."""
    return {name: value for name, value in values.items() if value is not None}
