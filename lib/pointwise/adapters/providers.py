"""The providers of models: where they are, what they speak, which variable holds their key."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

WireName = Literal["openai", "anthropic", "google"]

_BASE_URL = re.compile(r"POINTWISE_(?P<name>[A-Z0-9_]+)_BASE_URL")
ALLOWED_VARIABLES = "POINTWISE_VARIABLES"


@dataclass(frozen=True, slots=True)
class Provider:
    """One provider.

    Attributes:
        name: The part of model ids before the colon.
        base_url: Without a slash at the end.
        key_variables: Names under which its key is looked up, in this order; the first is the one to name.
        key_needed: Whether it lets nobody in without a key.
        token_limit: Its name for the bound on tokens, where the format has several.
    """

    name: str
    wire: WireName
    base_url: str
    key_variables: tuple[str, ...]
    key_needed: bool = True
    token_limit: str = "max_tokens"  # noqa: S105 - the name of a parameter

    @property
    def key_variable(self) -> str:
        return self.key_variables[0]


PROVIDERS: Mapping[str, Provider] = MappingProxyType(
    {
        each.name: each
        for each in (
            Provider(
                "openai",
                "openai",
                "https://api.openai.com/v1",
                ("OPENAI_API_KEY",),
                token_limit="max_completion_tokens",  # noqa: S106 - the name of a parameter
            ),
            Provider("anthropic", "anthropic", "https://api.anthropic.com", ("ANTHROPIC_API_KEY",)),
            Provider(
                "google",
                "google",
                "https://generativelanguage.googleapis.com/v1beta",
                ("GEMINI_API_KEY", "GOOGLE_API_KEY"),
            ),
            Provider("openrouter", "openai", "https://openrouter.ai/api/v1", ("OPENROUTER_API_KEY",)),
            Provider("together", "openai", "https://api.together.xyz/v1", ("TOGETHER_API_KEY",)),
            Provider("mistral", "openai", "https://api.mistral.ai/v1", ("MISTRAL_API_KEY",)),
            Provider("xai", "openai", "https://api.x.ai/v1", ("XAI_API_KEY",)),
            Provider("ollama", "openai", "http://localhost:11434/v1", ("OLLAMA_API_KEY",), key_needed=False),
        )
    }
)
"""Every provider that is known without being configured."""


@dataclass(frozen=True, slots=True)
class MissingKey:
    """A key that a run needs and that is not set."""

    provider: str
    variable: str

    def __str__(self) -> str:
        return f"{self.provider} needs a key: set {self.variable}."


@dataclass(frozen=True, slots=True)
class ProviderSettings:
    """Which providers there are, and their secrets. Neither its repr nor its str shows a secret.

    Attributes:
        keys: Provider to its key.
        variables: What custom models and services of blueprints may refer to as `${NAME}`.
    """

    providers: Mapping[str, Provider] = field(default_factory=lambda: PROVIDERS)
    keys: Mapping[str, str] = field(default_factory=dict, repr=False)
    variables: Mapping[str, str] = field(default_factory=dict, repr=False)

    def missing_keys(self, models: Iterable[str]) -> tuple[MissingKey, ...]:
        """The keys that these `provider:name` ids need and that are not set, each once, by provider."""
        named = {model.partition(":")[0] for model in models}
        lacking = (self.providers[name] for name in sorted(named & set(self.providers)))
        return tuple(
            MissingKey(each.name, each.key_variable)
            for each in lacking
            if each.key_needed and each.name not in self.keys
        )

    def unknown_providers(self, models: Iterable[str]) -> tuple[str, ...]:
        """The providers of these ids that nobody has described, sorted."""
        return tuple(sorted({model.partition(":")[0] for model in models} - set(self.providers)))


def provider_settings(env: Mapping[str, str]) -> ProviderSettings:
    """The settings that environment variables describe.

    `<PROVIDER>_API_KEY` holds a key. `POINTWISE_<PROVIDER>_BASE_URL`, or `<PROVIDER>_BASE_URL` for the
    providers of the table, says where a provider is; for a new name it adds a provider that speaks OpenAI's
    format and needs no key. Blueprints may
    refer as `${NAME}` to the variables that POINTWISE_VARIABLES lists, separated by commas, and to no others.
    """
    providers = {name: _placed(each, env) for name, each in PROVIDERS.items()} | _added(env)
    keys = {name: key for name, each in providers.items() if (key := _key(each, env))}
    return ProviderSettings(MappingProxyType(providers), MappingProxyType(keys), _allowed(env))


def _placed(provider: Provider, env: Mapping[str, str]) -> Provider:
    variable = f"{provider.name.upper()}_BASE_URL"
    url = env.get(f"POINTWISE_{variable}") or env.get(variable)
    return replace(provider, base_url=url.rstrip("/")) if url else provider


def _added(env: Mapping[str, str]) -> dict[str, Provider]:
    found = (
        (match["name"], url) for name, url in env.items() if (match := _BASE_URL.fullmatch(name)) and url
    )
    return {
        name.lower(): Provider(
            name.lower(), "openai", url.rstrip("/"), (f"{name}_API_KEY",), key_needed=False
        )
        for name, url in found
        if name.lower() not in PROVIDERS
    }


def _key(provider: Provider, env: Mapping[str, str]) -> str | None:
    values = (env.get(name, "").strip() for name in provider.key_variables)
    return next((value for value in values if value), None)


def _allowed(env: Mapping[str, str]) -> Mapping[str, str]:
    """What a blueprint may send to a URL of its own choice: only what whoever runs it has listed."""
    listed = {name.strip() for name in env.get(ALLOWED_VARIABLES, "").split(",")}
    return MappingProxyType({name: env[name] for name in listed & set(env)})
