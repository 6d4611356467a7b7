"""The one public door: what GitHub says is checked, kept and queued, and nothing else is done.

https://docs.github.com/webhooks/using-webhooks/validating-webhook-deliveries
"""

from __future__ import annotations

import hashlib
import hmac
import re
from typing import TYPE_CHECKING

from pydantic import Field, ValidationError
from starlette.responses import JSONResponse

from pointwise.entrypoints.http import answered_directly
from pointwise.entrypoints.logs import facts, log
from pointwise.frozen import Frozen
from pointwise.planning.snapshot import belongs
from pointwise.steps.deliveries import Push, let_in

if TYPE_CHECKING:
    from datetime import datetime

    from starlette.requests import Request
    from starlette.responses import Response

    from pointwise.cloud import CloudSystem
    from pointwise.settings import SourceSettings

_LARGEST = 2**20  # bytes; GitHub itself goes up to 25 MB, for pushes of thousands of commits
_DELIVERY = re.compile(r"[A-Za-z0-9-]{1,64}")
_BRANCH = "refs/heads/"
_NOWHERE = re.compile(r"0+")
_MOST_TOUCHED = 1_000


class _Repository(Frozen, extra="ignore"):
    full_name: str


class _Commit(Frozen, extra="ignore"):
    added: tuple[str, ...] = ()
    modified: tuple[str, ...] = ()


class _Event(Frozen, extra="ignore"):
    ref: str
    before: str = Field(pattern="^[0-9a-f]{40,64}$")
    after: str = Field(pattern="^[0-9a-f]{40,64}$")
    repository: _Repository
    commits: tuple[_Commit, ...] = ()


async def receive(request: Request) -> Response:
    """Answer a webhook: 202 where a push was queued, 200 where there is nothing to do."""
    return await answered_directly(lambda system: _received(request, system))


async def _received(request: Request, system: CloudSystem) -> Response:
    if request.method != "POST":
        return _answer(405, error="Only POST is answered here.")
    body = await _body(request)
    if body is None:
        return _answer(413, error=f"More than {_LARGEST} bytes.")
    secret = system.source_settings.webhook_secret
    if not secret or not _is_signed(body, request.headers.get("X-Hub-Signature-256", ""), secret):
        log("WARNING", "a request without a valid signature was refused")
        return _answer(401, error="The signature is missing or wrong.")
    match request.headers.get("X-GitHub-Event"):
        case "ping":
            return _answer(200, pong=True)
        case "push":
            return await _pushed(request, body, system)
    return _answer(200, ignored="the event")


async def _body(request: Request) -> bytes | None:
    """The body, or None as soon as it turns out too large."""
    length = request.headers.get("Content-Length", "")
    if length.isdecimal() and int(length) > _LARGEST:
        return None
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > _LARGEST:
            return None
    return bytes(data)


def _is_signed(body: bytes, signature: str, secret: str) -> bool:
    """Whether a signature is that of exactly these bytes; takes equally long wherever it differs."""
    expected = f"sha256={hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()}"
    return hmac.compare_digest(expected.encode(), signature.encode())


async def _pushed(request: Request, body: bytes, system: CloudSystem) -> Response:
    id_ = request.headers.get("X-GitHub-Delivery", "")
    try:
        event = _Event.model_validate_json(body)
    except ValidationError:
        return _answer(400, error="This is no push.")
    if not _DELIVERY.fullmatch(id_):
        return _answer(400, error="There is no delivery id.")
    reason = _why_not(event, system.source_settings)
    if reason:
        return _answer(200, ignored=reason)
    with facts(delivery=id_, commit=event.after):
        return await _queued(id_, event, system)


def _why_not(event: _Event, source: SourceSettings) -> str | None:
    """Why a push is none of ours, if so."""
    if event.repository.full_name.lower() != (source.repository or "").lower():
        return "the repository"
    if event.ref.removeprefix(_BRANCH) not in source.branches or not event.ref.startswith(_BRANCH):
        return "the branch"
    return "the branch was deleted" if _NOWHERE.fullmatch(event.after) else None


async def _queued(id_: str, event: _Event, system: CloudSystem) -> Response:
    """Keep the push and queue it; whether it is a replay is for its fetch to see."""
    await let_in(_push(id_, event, system.services.clock.now()), system.services)
    log("INFO", "push queued")
    return _answer(202, queued=id_)


def _push(id_: str, event: _Event, now: datetime) -> Push:
    paths = (path for commit in event.commits for path in (*commit.added, *commit.modified))
    touched = tuple(dict.fromkeys(path for path in paths if belongs(path)))[:_MOST_TOUCHED]
    return Push(
        delivery=id_,
        received=now,
        branch=event.ref.removeprefix(_BRANCH),
        commit=event.after,
        before=None if _NOWHERE.fullmatch(event.before) else event.before,
        touched=touched,
    )


def _answer(status: int, **content: object) -> Response:
    return JSONResponse(content, status)
