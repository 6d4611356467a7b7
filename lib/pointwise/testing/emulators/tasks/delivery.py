"""One attempt to deliver a task: an HTTP request with the headers of Cloud Tasks."""

from __future__ import annotations

import asyncio
import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import aiohttp
import httpx
from httpx_aiohttp import HttpxAiohttpClient

if TYPE_CHECKING:
    from google.cloud.tasks_v2 import Task

    from pointwise.testing.emulators.control import Control
    from pointwise.testing.emulators.faults import Mishap
    from pointwise.testing.emulators.tasks.identity import IdentityProvider
    from pointwise.testing.emulators.tasks.queues import EmulatedQueue, Entry

_CONNECTIONS = 5000  # as many as one queue may dispatch at a time
_RESERVED = ("x-cloudtasks-", "x-google-", "x-appengine-")
_COMPUTED = frozenset({"host", "content-length", "user-agent"})


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an attempt came to.

    Attributes:
        status: Of HTTP; None where there was no answer.
        is_late: Whether that was because the deadline passed.
        retry_after: Seconds the target asked to wait.
    """

    status: int | None = None
    is_late: bool = False
    retry_after: float = 0.0

    @property
    def is_done(self) -> bool:
        return self.status is not None and 200 <= self.status < 300

    @property
    def is_overload(self) -> bool:
        return self.status in {429, 503}


class Delivery:
    """Sends tasks to where they go. Lives on one event loop."""

    def __init__(self, control: Control, identity: IdentityProvider, pace: float) -> None:
        self._control = control
        self._identity = identity
        self._pace = pace
        limits = httpx.Limits(max_connections=_CONNECTIONS, keepalive_expiry=4.0)
        self._client = HttpxAiohttpClient(limits=limits, timeout=None, trust_env=False)

    async def close(self) -> None:
        await self._client.aclose()

    async def attempt(self, queue: EmulatedQueue, entry: Entry) -> Outcome:
        """Deliver a task once, or as often and as badly as the faults that are on say."""
        mishap = self._control.enter("dispatch", content_of(entry.task))
        if mishap.delay:
            await asyncio.sleep(mishap.delay)
        if mishap.refusal is not None:
            return Outcome(mishap.refusal)
        outcome = await self._send_as(mishap, queue, entry)
        return Outcome() if mishap.loss else outcome

    async def _send_as(self, mishap: Mishap, queue: EmulatedQueue, entry: Entry) -> Outcome:
        if not mishap.doubled:
            return await self._send(queue, entry)
        first = asyncio.ensure_future(self._send(queue, entry))
        await asyncio.sleep(self._control.faults.apart)
        self._control.count("dispatch")
        outcome, _ = await asyncio.gather(first, self._send(queue, entry))
        return outcome

    async def _send(self, queue: EmulatedQueue, entry: Entry) -> Outcome:
        asked = entry.task.http_request
        headers = {
            **_own_headers(entry.task),
            **_task_headers(queue, entry),
            **self._authorization(entry.task),
        }
        try:
            async with asyncio.timeout(entry.task.dispatch_deadline.total_seconds() / self._pace):
                reply = await self._client.request(
                    asked.http_method.name, asked.url, headers=headers, content=asked.body or None
                )
        except TimeoutError:
            return Outcome(is_late=True)
        except (httpx.HTTPError, httpx.InvalidURL, aiohttp.ClientError, OSError):
            return Outcome()
        return Outcome(reply.status_code, retry_after=_seconds(reply.headers.get("retry-after")))

    def _authorization(self, task: Task) -> dict[str, str]:
        token = task.http_request.oidc_token
        if not token.service_account_email:
            return {}
        signed = self._identity.token(token.service_account_email, token.audience or task.http_request.url)
        return {"Authorization": f"Bearer {signed}"}


def content_of(task: Task) -> str:
    """What a task does, whatever it is called and on whatever port: a repeated run meets the same faults."""
    content = f"{urlsplit(task.http_request.url).path}\n".encode() + task.http_request.body
    return hashlib.sha256(content).hexdigest()


def _own_headers(task: Task) -> dict[str, str]:
    own = {name: text for name, text in task.http_request.headers.items() if name.lower() not in _COMPUTED}
    kept = {name: text for name, text in own.items() if not name.lower().startswith(_RESERVED)}
    return {"User-Agent": "Google-Cloud-Tasks", **kept}


def _task_headers(queue: EmulatedQueue, entry: Entry) -> dict[str, str]:
    previous = {} if entry.previous is None else {"X-CloudTasks-TaskPreviousResponse": str(entry.previous)}
    return {
        "X-CloudTasks-QueueName": queue.id,
        "X-CloudTasks-TaskName": entry.id,
        "X-CloudTasks-TaskRetryCount": str(entry.attempts),
        "X-CloudTasks-TaskExecutionCount": str(entry.executions),
        "X-CloudTasks-TaskETA": f"{entry.task.schedule_time.timestamp():.6f}",
        **previous,
    }


def _seconds(text: str | None) -> float:
    """Retry-After in seconds; a date, which RFC 9110 allows as well, is not read."""
    return float(text) if text and text.isascii() and text.isdecimal() else 0.0
