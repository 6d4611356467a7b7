"""What is asked of a model and what it answers."""

from __future__ import annotations

import hashlib
import json
from typing import Literal

from pydantic import Field, JsonValue

from pointwise.blueprint.model import CustomModel, Message
from pointwise.frozen import Frozen


class Origin(Frozen):
    """Which cell of a run a request is made for; never part of what is sent or of the cache key.

    Attributes:
        model: The variant that is evaluated, also where a judge is asked.
        turn: 0-based index of the generated turn.
        point: The criterion's text, for judges.
    """

    purpose: Literal["candidate", "judge", "extraction"]
    prompt: str
    model: str
    turn: int = 0
    repeat: int = 0
    point: str | None = None
    judge: str | None = None


class ChatRequest(Frozen):
    """One completion to ask for.

    Attributes:
        model: `provider:name`, or the id of `custom`.
        messages: Without generated turns left open; a system message, if any, comes first.
        temperature: 0 to 2, or None for the provider's own default.
        max_tokens: Upper bound of the reply, reasoning included, or None.
        repeat: Tells apart repeated samples of the same request.
        scope: A run that uses no reply of another run names itself here. Never sent.
        subject: What the request is about, as hex digits of a hash: replies about one subject are kept, and
            looked for, together. Never sent, no part of the digest, and not written with the rest.
    """

    model: str
    messages: tuple[Message, ...]
    temperature: float | None = None
    max_tokens: int | None = None
    custom: CustomModel | None = None
    repeat: int = 0
    scope: str | None = None
    subject: str | None = Field(default=None, exclude=True)

    @property
    def provider(self) -> str:
        """The part of the model id before the colon; `custom` for models behind their own URL."""
        return "custom" if self.custom else self.model.partition(":")[0]

    @property
    def digest(self) -> str:
        """SHA-256 over the whole request, 64 hex digits: its key in the cache."""
        return digest(self.model_dump(mode="json", exclude_none=True))


class Usage(Frozen):
    """Tokens as the provider counted them; None where it said nothing.

    Attributes:
        cached: Input tokens the provider served from its prompt cache, part of `input`.
        reasoning: Output tokens spent on reasoning, part of `output`.
    """

    input: int | None = None
    output: int | None = None
    cached: int | None = None
    reasoning: int | None = None


class ChatReply(Frozen):
    """One completion.

    Attributes:
        text: The answer, without reasoning; may be empty.
        reasoning: What the model thought aloud, kept aside from the answer.
        version: The model's name as the provider returned it.
        finish: The provider's finish reason, unchanged.
        cost: In USD; None where the price is unknown.
        latency: Seconds from the first byte sent to the last received, of the attempt that succeeded.
        attempts: Requests sent, 1 or more; 0 where no network was used.
        tool_calls: As the provider returned them, or None.
    """

    text: str
    reasoning: str | None = None
    version: str | None = None
    finish: str | None = None
    usage: Usage = Usage()
    cost: float | None = None
    latency: float = 0.0
    attempts: int = 1
    tool_calls: JsonValue = None


def digest(value: JsonValue) -> str:
    """SHA-256 over the canonical JSON of a value, as 64 hex digits.

    Keys are sorted and nothing is escaped but what JSON demands; lone surrogates are escaped, so that
    every string has bytes.
    """
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()
