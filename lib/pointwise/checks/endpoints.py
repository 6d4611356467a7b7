"""Where a `call` goes, and how: a named service of the blueprint, or a URL in the call itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pointwise.checks.arguments import as_float, is_number
from pointwise.checks.effects import Endpoint
from pointwise.checks.verdicts import CheckError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic import JsonValue

SETTINGS = frozenset(
    ("service", "url", "method", "headers", "timeout_ms", "max_retries", "retry_backoff_ms", "cache")
)
"""Keys of a call that say how to ask; all others are what is asked."""

_RESERVED = frozenset(("connection", "content-length", "host", "transfer-encoding"))
"""Headers that say where a request goes or ends."""
_METHODS = ("POST", "PUT", "PATCH", "DELETE")
_LONGEST_TIMEOUT_MS = 120_000
_MOST_RETRIES = 5
_LONGEST_BACKOFF_MS = 10_000


def read_endpoint(call: Mapping[str, JsonValue], services: Mapping[str, JsonValue]) -> Endpoint | CheckError:
    """The endpoint of a call. A call's own settings go before those of the service it names."""
    name = call.get("service")
    if not name:
        return _endpoint(call)
    service = services.get(name) if isinstance(name, str) else None
    if not isinstance(service, dict):
        return CheckError(f"There is no service {name!r} in externalServices.")
    own = {key: value for key, value in call.items() if key in SETTINGS and key != "url"}
    return _endpoint({**service, **own})


def _endpoint(settings: Mapping[str, JsonValue]) -> Endpoint | CheckError:
    url, method = settings.get("url"), settings.get("method", "POST")
    headers = settings.get("headers") or {}
    if not isinstance(url, str) or not url:
        return CheckError("It needs a service or a url.")
    if not isinstance(method, str) or method.upper() not in _METHODS:
        return CheckError(f"The method of a service is one of {', '.join(_METHODS)}.")
    if not isinstance(headers, dict) or not _RESERVED.isdisjoint(map(str.lower, headers)):
        return CheckError(f"The headers of a service are a map without {', '.join(sorted(_RESERVED))}.")
    return Endpoint(
        url=url,
        method=method.upper(),
        headers=tuple((key.lower(), str(value)) for key, value in headers.items()),
        timeout=_bounded(settings.get("timeout_ms"), 30_000, _LONGEST_TIMEOUT_MS) / 1000,
        retries=int(_bounded(settings.get("max_retries"), 2, _MOST_RETRIES)),
        backoff=_bounded(settings.get("retry_backoff_ms"), 1000, _LONGEST_BACKOFF_MS) / 1000,
        cache=settings.get("cache") is not False,
    )


def _bounded(value: JsonValue, default: float, most: float) -> float:
    """A number from 0 to `most`; the default where there is none, or none that makes sense."""
    if not is_number(value) or not value >= 0:
        return default
    return min(as_float(value), most)
