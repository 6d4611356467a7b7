"""Requests to GitHub's REST API: bounded, retried, errors translated."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

import aiohttp
import httpx
from httpx_aiohttp import HttpxAiohttpClient

from pointwise.adapters.retrying import RetryPolicy, retrying
from pointwise.errors import CallInterrupted, CallRefused

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pointwise.errors import CallError

_LARGEST = 128 * 2**20  # bytes of an answer, as it comes
_POLICY = RetryPolicy(attempts=4, seconds=120.0, first_wait=1.0, longest_wait=10.0, longest_retry_after=30.0)
_VERSION = "2022-11-28"  # of the API: https://docs.github.com/rest/about-the-rest-api/api-versions


@dataclass(frozen=True, slots=True)
class GitHubAnswer:
    """An answer that is no refusal: 200, 201 or 304."""

    status: int
    body: bytes
    tag: str | None


class GitHubClient:
    """Asks about one repository.

    Args:
        base: URL of the repository in the API.
        token: Sent to the API alone; what it redirects to elsewhere gets none.
    """

    def __init__(self, base: str, token: str | None) -> None:
        self._base = base
        self._token = token

    @property
    def has_token(self) -> bool:
        return self._token is not None

    async def get(
        self, path: str, *, accept: str = "application/vnd.github+json", tag: str | None = None
    ) -> GitHubAnswer:
        """Ask for something, or with the tag of an earlier answer whether it is still that.

        Raises:
            CallRefused: It is not there (`invalid_request`), or may not be seen (`auth`).
            CallInterrupted: A later request may succeed.
        """
        conditions = {"If-None-Match": tag} if tag else {}
        return await self._persist("GET", path, {"Accept": accept, **conditions}, None)

    async def post(self, path: str, content: Mapping[str, str]) -> GitHubAnswer:
        """Send something; raises as `get` does."""
        return await self._persist("POST", path, {"Accept": "application/vnd.github+json"}, content)

    async def _persist(
        self, method: str, path: str, headers: Mapping[str, str], content: Mapping[str, str] | None
    ) -> GitHubAnswer:
        async def once(seconds: float) -> GitHubAnswer:
            async with asyncio.timeout(seconds), self._opened() as client:
                request = client.build_request(method, f"{self._base}/{path}", headers=headers, json=content)
                return await _answer(client, request)

        async def attempt(seconds: float) -> GitHubAnswer:
            try:
                return await once(seconds)
            except TimeoutError:
                failure: CallError = CallInterrupted("timeout", "GitHub did not answer in time.")
            except (httpx.HTTPError, aiohttp.ClientError, OSError) as exc:
                failure = CallInterrupted("unreachable", f"GitHub cannot be reached: {type(exc).__name__}.")
            raise failure

        return await retrying(attempt, _POLICY, lambda _error, _wait: None)

    def _opened(self) -> httpx.AsyncClient:
        """A client for one request: requests are few, and far between."""
        authorization = {"Authorization": f"Bearer {self._token}"} if self._token else {}
        return HttpxAiohttpClient(
            timeout=httpx.Timeout(30.0),
            follow_redirects=True,
            max_redirects=3,
            headers={"User-Agent": "pointwise", "X-GitHub-Api-Version": _VERSION, **authorization},
        )


async def _answer(client: httpx.AsyncClient, request: httpx.Request) -> GitHubAnswer:
    reply = await client.send(request, stream=True)
    try:
        body = await _body(reply)
    finally:
        await reply.aclose()
    if reply.status_code not in {200, 201, 304}:
        raise _failure(reply)
    return GitHubAnswer(reply.status_code, body, reply.headers.get("etag"))


async def _body(reply: httpx.Response) -> bytes:
    data = bytearray()
    async for chunk in reply.aiter_bytes():
        data += chunk
        if len(data) > _LARGEST:
            raise CallRefused("provider", f"GitHub's answer is larger than {_LARGEST} bytes.")
    return bytes(data)


def _failure(reply: httpx.Response) -> CallError:
    """What a refusal means. An exhausted quota is a 403 that names the time until which it is."""
    status, wait = reply.status_code, reply.headers.get("retry-after", "")
    seconds = float(wait) if wait.isdecimal() else None
    if status == 429 or (status == 403 and (seconds or reply.headers.get("x-ratelimit-remaining") == "0")):
        return CallInterrupted(
            "rate_limit", "GitHub's quota is used up; a token raises it.", retry_after=seconds
        )
    if status >= 500:
        return CallInterrupted("provider", f"GitHub answered {status}.", retry_after=seconds)
    if status in {401, 403}:
        return CallRefused("auth", f"GitHub answered {status}: the repository may not be read.")
    return CallRefused("invalid_request", f"GitHub answered {status}: there is no such thing.")
