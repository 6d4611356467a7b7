"""What becomes of a request: pure, so that the same requests meet the same fate in every run."""

from __future__ import annotations

import base64
import hashlib
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from bench.standin import answers, shapes
from bench.standin.asks import format_of, read_ask
from bench.standin.behaviour import Draws

if TYPE_CHECKING:
    from bench.standin.asks import Ask, Format
    from bench.standin.behaviour import Behaviour
    from bench.standin.http import Request

_HANG, _ERROR, _JITTER, _MALFORMED = range(4)
"""Places of the draws; `answers` uses 4 and 5."""

_KEY_HEADERS = ("authorization", "x-api-key", "x-goog-api-key")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What is answered, and when.

    Attributes:
        status: HTTP status, or None where nothing is ever answered.
        delay: Seconds before the answer.
        drop: Whether the connection is closed instead of answering.
        raw: Sent as it is instead of an HTTP answer; then the connection is closed, unless `keep`.
        judge: Whether a verdict was asked for.
    """

    status: int | None
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    delay: float = 0.0
    drop: bool = False
    raw: bytes | None = None
    keep: bool = False
    judge: bool = False
    model: str | None = None


def digest(request: Request) -> str:
    """SHA-256 of path and body, 64 hex digits. Long runs of hex digits are left out of it.

    Judge prompts may carry marks that are drawn anew for every request; the question is still the same.
    """
    text = request.path + "\n" + request.body.decode("utf-8", "replace")
    return hashlib.sha256(answers.NONCE.sub("", text).encode()).hexdigest()


def outcome(request: Request, behaviour: Behaviour, key: str, seen: int) -> Outcome:
    """The fate of a request with this digest that was seen `seen` times before."""
    form = format_of(request.path)
    if form is None or request.method != "POST":
        return _error("chat", 404, f"nothing is served at {request.path}")
    try:
        ask = read_ask(form, request.path, json.loads(request.body))
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        return _error(form, 400, f"unreadable request: {error!r}")
    draws = Draws(behaviour.seed, key, seen)
    delay = behaviour.latency + behaviour.jitter * draws[_JITTER]
    refusal = _refusal(request, ask, behaviour) or _mishap(form, behaviour, draws)
    if refusal is not None:
        return _timed(refusal, ask, delay)
    body = json.dumps(shapes.reply(ask, answers.answer(ask, behaviour, draws)), ensure_ascii=False).encode()
    if draws[_MALFORMED] < behaviour.malformed:
        body = body[: len(body) // 2]
    return Outcome(200, body, delay=delay, judge=answers.is_judge(ask), model=ask.model)


def scripted(request: Request, step: dict[str, Any], behaviour: Behaviour) -> Outcome:
    """The fate that a step of a script lays down."""
    form = format_of(request.path) or "chat"
    ask = read_ask(form, request.path, json.loads(request.body))
    if step.get("hang"):
        return Outcome(None, model=ask.model)
    return Outcome(
        step.get("status", 200),
        _body(form, ask, step),
        step.get("headers", {}),
        step.get("delay", behaviour.latency),
        drop=step.get("drop", False),
        raw=step["raw"].encode() if "raw" in step else None,
        keep=step.get("keep", False),
        model=ask.model,
    )


def _body(form: Format, ask: Ask, step: dict[str, Any]) -> bytes:
    if "base64" in step:
        return base64.b64decode(step["base64"])
    status = step.get("status", 200)
    failed = shapes.failure(form, status, f"scripted {status}") if status != 200 else None
    body = step.get("body", failed or shapes.reply(ask, step.get("text", "")))
    return (body if isinstance(body, str) else json.dumps(body)).encode("utf-8", "surrogatepass")


def _refusal(request: Request, ask: Ask, behaviour: Behaviour) -> Outcome | None:
    """What is wrong with the request itself."""
    if behaviour.key is not None and not _authorised(request, behaviour.key):
        return _error(ask.format, 401, "the key is not known here")
    status = behaviour.models.get(ask.model)
    if status is not None:
        return _error(ask.format, status, f"model {ask.model} answers {status}")
    for parameter in behaviour.unsupported.get(ask.model, ()):
        if parameter in ask.parameters:
            return _unsupported(ask.format, parameter)
    return None


def _authorised(request: Request, key: str) -> bool:
    headers = request.headers()
    given = [headers.get(name, "").removeprefix("Bearer ") for name in _KEY_HEADERS]
    return key in given


def _unsupported(form: Format, parameter: str) -> Outcome:
    hint = " Use 'max_completion_tokens' instead." if parameter == "max_tokens" else ""
    message = f"Unsupported parameter: '{parameter}' is not supported with this model.{hint}"
    return _error(form, 400, message, param=parameter, code="unsupported_parameter")


def _mishap(form: Format, behaviour: Behaviour, draws: Draws) -> Outcome | None:
    """What goes wrong on the side of the server."""
    if draws[_HANG] < behaviour.hang:
        return Outcome(None)
    left = draws[_ERROR]
    for status, share in behaviour.errors.items():
        if left < share:
            return _failing(form, int(status), behaviour)
        left -= share
    return None


def _failing(form: Format, status: int, behaviour: Behaviour) -> Outcome:
    failed = _error(form, status, f"a {status} on purpose")
    if behaviour.retry_after is None or status not in {429, 503}:
        return failed
    return Outcome(status, failed.body, {"retry-after": behaviour.retry_after})


def _error(form: Format, status: int, message: str, **details: str) -> Outcome:
    return Outcome(status, json.dumps(shapes.failure(form, status, message, **details)).encode())


def _timed(result: Outcome, ask: Ask, delay: float) -> Outcome:
    judge = answers.is_judge(ask)
    return Outcome(result.status, result.body, result.headers, delay, judge=judge, model=ask.model)
