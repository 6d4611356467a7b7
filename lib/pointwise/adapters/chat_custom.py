"""Models behind a URL of a blueprint's author.

A blueprint may come from anywhere, so nothing of the environment goes to its URL unless a header asks for
it by name and the settings allow that name. The key of the inherited provider is sent only where the URL is
exactly the one that provider is asked at anyway.
"""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from pointwise.adapters.chat_endpoint import Endpoint, wire_of
from pointwise.adapters.chat_openai import completion
from pointwise.adapters.chat_wire import given
from pointwise.adapters.providers import ALLOWED_VARIABLES
from pointwise.errors import CallRefused

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pointwise.adapters.chat_wire import Body, Wire
    from pointwise.adapters.providers import Provider, ProviderSettings
    from pointwise.blueprint.model import CustomModel
    from pointwise.chat import ChatReply, ChatRequest

_VARIABLE = re.compile(r"\$\{(\w+)\}", re.ASCII)
_HEADER_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
"""A token of RFC 9110, 5.6.2."""
_OURS = frozenset({"host", "content-length", "transfer-encoding", "connection", "accept-encoding"})
"""Headers that belong to the transport."""
_METADATA = frozenset({"metadata-flavor", "x-google-metadata-request"})
"""Headers without which the metadata server of Google Cloud hands out no credentials of its machine."""
_COMMON_NAMES = {"temperature": "temperature", "maxTokens": "max_tokens", "max_tokens": "max_tokens"}
_LABELS = {"user": "User", "assistant": "Assistant"}


@dataclass(frozen=True, slots=True)
class CustomWire:
    """The format of another provider with an author's changes."""

    inner: Wire
    model: CustomModel

    def url(self, base: str, model: str) -> str:  # noqa: ARG002 - the author gave the whole URL
        return self.model.url

    def headers(self, key: str | None) -> dict[str, str]:
        return self.inner.headers(key)

    def parameters(self, request: ChatRequest) -> Body:
        """Those of the inner format under the author's names, with the author's values; null removes one."""
        names = {_COMMON_NAMES.get(name, name): new for name, new in self.model.parameter_mapping.items()}
        common = given({"temperature": request.temperature, "max_tokens": request.max_tokens})
        plain = self.inner.parameters(request)
        mapped = {names[name]: value for name, value in common.items() if name in names}
        kept = {name: value for name, value in plain.items() if _common(name) not in names}
        return given({**kept, **mapped, **self.model.parameters})

    def body(self, request: ChatRequest, model: str, parameters: Body) -> Body:
        return self.inner.body(request, model, parameters)

    def reply(self, body: Body) -> ChatReply:
        return self.inner.reply(body)


@dataclass(frozen=True, slots=True)
class Completions:
    """OpenAI's older text completions, the conversation written out as one prompt.

    Attributes:
        raw: Whether the texts stand alone, instead of after `User:` and `Assistant:`.
    """

    raw: bool

    def url(self, base: str, model: str) -> str:  # noqa: ARG002 - this format names the model in the body
        return f"{base}/completions"

    def headers(self, key: str | None) -> dict[str, str]:
        return {"authorization": f"Bearer {key}"} if key else {}

    def parameters(self, request: ChatRequest) -> Body:
        return given({"temperature": request.temperature, "max_tokens": request.max_tokens})

    def body(self, request: ChatRequest, model: str, parameters: Body) -> Body:
        return {"model": model, "prompt": self._prompt(request), **parameters}

    def reply(self, body: Body) -> ChatReply:
        return completion(body)

    def _prompt(self, request: ChatRequest) -> str:
        if self.raw:
            return "\n\n".join(each.content or "" for each in request.messages)
        turns = [
            f"{_LABELS[each.role]}: {each.content or ''}" for each in request.messages if each.role in _LABELS
        ]
        system = [each.content or "" for each in request.messages if each.role == "system"]
        return "\n\n".join((*system, "\n".join((*turns, "Assistant:"))))


def custom_endpoint(model: CustomModel, settings: ProviderSettings) -> Endpoint:
    """The endpoint of a custom model.

    Raises:
        CallRefused: Its URL, headers or inherited format cannot be used (`invalid_request`), or a header
            names a variable that is not set or not allowed (`auth`).
    """
    _check_url(model)
    inherited = settings.providers.get(model.inherit)
    if inherited is None:
        raise _refused(model, f"inherits from {model.inherit!r}, which is no provider known here")
    inner = _inner(model, inherited)
    key = _key(model, inherited, inner, settings)
    allowed = {**settings.variables, **(dict.fromkeys(inherited.key_variables, key) if key else {})}
    headers, secrets = _headers(model, allowed)
    return Endpoint(
        provider=model.id,
        model=model.model_name,
        url=model.url,
        wire=CustomWire(inner, model),
        headers={"content-type": "application/json", **inner.headers(key), **headers},
        key_source=f"the headers of {model.id}" if headers else inherited.key_variable,
        secrets=(*secrets, *((key,) if key else ())),
    )


def _key(model: CustomModel, inherited: Provider, inner: Wire, settings: ProviderSettings) -> str | None:
    """The key of the inherited provider, where the author's URL is that provider's own."""
    own = inner.url(inherited.base_url, model.model_name)
    return settings.keys.get(inherited.name) if model.url == own else None


def _inner(model: CustomModel, inherited: Provider) -> Wire:
    return (
        Completions(raw=model.prompt_format == "raw") if model.format == "completions" else wire_of(inherited)
    )


def _common(name: str) -> str:
    """The name of a parameter that all formats have in common."""
    return "max_tokens" if name in {"max_completion_tokens", "maxOutputTokens"} else name


def _headers(model: CustomModel, allowed: Mapping[str, str]) -> tuple[dict[str, str], list[str]]:
    """The author's headers with their variables filled in, and the values that were filled in."""
    variables = [name for template in model.headers.values() for name in _VARIABLE.findall(template)]
    missing = next((name for name in variables if name not in allowed), None)
    if missing is not None:
        raise _unavailable(model, missing)
    headers = {}
    for name, template in model.headers.items():
        value = _VARIABLE.sub(lambda match: allowed[match[1]], template).strip()
        if not _sendable(name, value):
            raise _refused(model, f"has a header {name!r} that cannot be sent")
        headers[name.lower()] = value
    return headers, [allowed[name] for name in variables]


def _sendable(name: str, value: str) -> bool:
    if not _HEADER_NAME.fullmatch(name) or name.lower() in _OURS | _METADATA:
        return False
    return value.isascii() and value.isprintable()


def _check_url(model: CustomModel) -> None:
    """Refuse what is no URL that may be asked."""
    try:
        parts = urlsplit(model.url)
    except ValueError:
        raise _refused(model, "has no valid http or https URL") from None
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise _refused(model, "has no valid http or https URL")
    if _link_local(parts.hostname):
        raise _refused(model, "has a link-local URL, where clouds keep credentials")


def _link_local(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_link_local
    except ValueError:
        return False


def _refused(model: CustomModel, what: str) -> CallRefused:
    return CallRefused("invalid_request", f"Custom model {model.id} {what}.", attempts=0)


def _unavailable(model: CustomModel, variable: str) -> CallRefused:
    return CallRefused(
        "auth",
        f"Custom model {model.id} needs {variable} for a header: set it, and allow blueprints to use it "
        f"with {ALLOWED_VARIABLES}={variable}.",
        attempts=0,
    )
