"""Where a request goes, in which format, with whose key."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pointwise.adapters.chat_anthropic import AnthropicMessages
from pointwise.adapters.chat_google import GeminiContent
from pointwise.adapters.chat_openai import OpenAIChat
from pointwise.adapters.providers import MissingKey
from pointwise.errors import CallRefused

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pointwise.adapters.chat_wire import Wire
    from pointwise.adapters.providers import Provider, ProviderSettings

_SHORTEST_SECRET = 8
"""Anything shorter is no key but a placeholder, and would be cut out of ordinary words."""
_REMOVED = b"[removed]"


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One model at one provider. Its repr shows no secret.

    Attributes:
        provider: As people know it, for messages.
        model: As the provider knows it.
        headers: With the key.
        key_source: Where the key came from, as in "refused the key in OPENAI_API_KEY".
        secrets: What must not come back out of a reply.
    """

    provider: str
    model: str
    url: str
    wire: Wire
    headers: Mapping[str, str] = field(repr=False)
    key_source: str
    secrets: tuple[str, ...] = field(default=(), repr=False)

    def cleaned(self, data: bytes) -> bytes:
        """A body without the secrets of this endpoint, should the other side repeat them."""
        for secret in self.secrets:
            if len(secret) >= _SHORTEST_SECRET:
                plain = secret.encode("utf-8", "replace")
                data = data.replace(plain, _REMOVED).replace(plain.replace(b"/", rb"\/"), _REMOVED)
        return data


def wire_of(provider: Provider) -> Wire:
    """The format a provider speaks."""
    if provider.wire == "anthropic":
        return AnthropicMessages()
    if provider.wire == "google":
        return GeminiContent()
    return OpenAIChat(provider.token_limit)


def provider_endpoint(model: str, settings: ProviderSettings) -> Endpoint:
    """The endpoint of a `provider:name` id.

    Raises:
        CallRefused: The provider is not known (`unknown_model`), or its key is not set (`auth`).
    """
    name, _, short = model.partition(":")
    provider = settings.providers.get(name)
    if provider is None or not short:
        known = ", ".join(sorted(settings.providers))
        raise CallRefused(
            "unknown_model", f"{model!r} names no provider that is known here: {known}.", attempts=0
        )
    key = settings.keys.get(name)
    if key is None and provider.key_needed:
        raise CallRefused("auth", str(MissingKey(name, provider.key_variable)), attempts=0)
    wire = wire_of(provider)
    return Endpoint(
        provider=name,
        model=short,
        url=wire.url(provider.base_url, short),
        wire=wire,
        headers={"content-type": "application/json", **wire.headers(key)},
        key_source=provider.key_variable,
        secrets=(key,) if key else (),
    )
