"""What a refusal over HTTP means: whose fault it is, whether to try again, what to tell a person."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

from pointwise.adapters.chat_wire import mapping, objects, read, string
from pointwise.errors import CallInterrupted, CallRefused

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pointwise.adapters.chat_endpoint import Endpoint
    from pointwise.adapters.chat_wire import Body
    from pointwise.errors import CallError, Reason

_LONGEST_DETAIL = 200
_NO_CREDIT = re.compile(
    r"insufficient[_ ](quota|credits?|balance)|credit balance|billing[_ ](hard[_ ]limit|not[_ ]active)|"
    r"spending limit|(no|available) credits|PerDay",
    re.IGNORECASE,
)
"""How OpenAI, OpenRouter, Anthropic and xAI say that money is out, and Gemini that the day's share is."""
_BAD_KEY = re.compile(r"API_KEY_INVALID|api key not valid|(incorrect|invalid) api key", re.IGNORECASE)
"""Gemini and xAI answer 400 to a wrong key."""
_NO_MODEL = re.compile(
    r"model_not_found|invalid_model|not a valid model|invalid model|model .{0,120}(does not exist|not found)",
    re.IGNORECASE,
)
"""OpenRouter, Mistral and xAI answer 400 to an unknown model."""
_LATER = frozenset({408, 409, 425, 429})


def failure(endpoint: Endpoint, status: int, headers: Mapping[str, str], body: Body) -> CallError:
    """The error for a reply with a status other than success. `body` is empty where it was no JSON."""
    error = mapping(body.get("error"))
    said = " ".join(_leaves(error))
    reason = _reason(status, error, said)
    # Providers repeat parts of a key they do not know.
    detail = "." if reason == "auth" and status != 403 else _detail(error)
    message = _message(endpoint, status, reason, detail)
    if reason in {"rate_limit", "timeout", "provider"}:
        return CallInterrupted(reason, message, retry_after=_retry_after(headers, error))
    return CallRefused(reason, message)


def error_body(data: bytes) -> Body:
    """The JSON object of an error reply, its `error` an object; empty where it holds none."""
    try:
        body = read(data)
    except CallInterrupted:
        return {}
    error = body.get("error")
    if isinstance(error, dict):
        return body
    message = string(error) or string(body.get("message")) or string(body.get("detail"))  # Mistral, FastAPI
    return {"error": {"message": message, "code": body.get("code")}} if message else {}


def _reason(status: int, error: Body, said: str) -> Reason:
    if status == 402 or (status in {400, 403, 429} and _NO_CREDIT.search(said)):
        return "quota"
    if status in _LATER or status >= 500:
        return {429: "rate_limit", 408: "timeout", 504: "timeout"}.get(status, "provider")  # type: ignore[return-value]
    if status == 404 or (status in {400, 403, 422} and _NO_MODEL.search(said)):
        return "unknown_model"
    if status == 403 and "reasons" in mapping(error.get("metadata")):  # OpenRouter's moderation
        return "refusal"
    if status in {401, 403} or _BAD_KEY.search(said):
        return "auth"
    return "invalid_request"


def _message(endpoint: Endpoint, status: int, reason: Reason, detail: str) -> str:
    provider = endpoint.provider
    plain = {
        "auth": f"{provider} refused the key in {endpoint.key_source} ({status}){detail}",
        "unknown_model": f"Model {endpoint.model} is unknown to {provider} ({status}){detail}",
        "quota": f"The credit or quota at {provider} is used up ({status}){detail}",
        "rate_limit": f"{provider} asks for fewer requests ({status}){detail}",
        "refusal": f"{provider} declined to answer ({status}){detail}",
        "invalid_request": f"{provider} refused the request ({status}){detail}",
    }
    if 300 <= status < 400:
        return f"{provider} answered with a redirect ({status}), which is not followed; check its base URL."
    return plain.get(reason, f"{provider} failed ({status}){detail}")


def _detail(error: Body) -> str:
    """What the provider said, as the end of a sentence: one line, of bounded length."""
    words = (string(error.get("message")) or "").split()
    text = "".join(each for each in " ".join(words) if each.isprintable())[:_LONGEST_DETAIL].rstrip(". ")
    return f": {text}." if text else "."


def _leaves(error: Body) -> list[str]:
    """The strings of an error body that tell its kind, wherever the provider puts them."""
    details = objects(error.get("details"))
    deeper = [each for detail in details for each in objects(detail.get("violations"))]
    return [
        value for place in (error, *details, *deeper) for value in place.values() if isinstance(value, str)
    ]


def _retry_after(headers: Mapping[str, str], error: Body) -> float | None:
    """Seconds to wait, as asked for in milliseconds, seconds, a date, or Gemini's RetryInfo."""
    exact = _number(headers.get("retry-after-ms"))
    if exact is not None:
        return exact / 1000
    asked = headers.get("retry-after", "").strip()
    if asked:
        seconds = _number(asked)
        return _until(asked) if seconds is None else seconds
    delays = (string(each.get("retryDelay")) for each in objects(error.get("details")))
    return next((_number(delay.removesuffix("s")) for delay in delays if delay), None)


def _number(text: str | None) -> float | None:
    match = re.fullmatch(r"\d{1,9}(\.\d{1,9})?", (text or "").strip(), re.ASCII)
    return float(match[0]) if match else None


def _until(date: str) -> float | None:
    """Seconds to an HTTP date (RFC 9110, 5.6.7), 0 where it has passed, None where it is none."""
    try:
        moment = parsedate_to_datetime(date)
    except ValueError:
        return None
    aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return max(0.0, (aware - datetime.now(UTC)).total_seconds())
