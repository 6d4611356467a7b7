"""HTTP as the chat adapters use it: one POST, bounded in time and size, errors translated."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.request import getproxies, proxy_bypass

import aiohttp
import httpx
from httpx_aiohttp import AiohttpTransport

from pointwise.errors import CallInterrupted, CallRefused

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pointwise.errors import CallError

_CONNECTIONS = 2000
"""Far above what queues let through; aiohttp would stop at 100 by itself."""
_IDLE_SECONDS = 4.0
"""Below the 5 s after which uvicorn, and so vLLM, hangs up: a request on a dying connection is lost."""
_LONGEST_DETAIL = 200
_HEADERS = {"accept-encoding": "gzip", "user-agent": "pointwise"}


@dataclass(frozen=True, slots=True)
class HttpLimits:
    """Bounds of one request.

    Attributes:
        connect: Seconds to open a connection.
        seconds: From sending to the last byte received; reasoning models take minutes.
        body: Largest reply in bytes, unpacked.
    """

    connect: float = 10.0
    seconds: float = 600.0
    body: int = 16 * 2**20


@dataclass(frozen=True, slots=True)
class HttpReply:
    """An answer, whatever its status. `seconds` from sending to the last byte; header names in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    seconds: float


class HttpClient:
    """Posts over kept-alive connections, through the proxy that the environment names. Follows no redirects.

    Requests go straight to httpx's transport: cookies, redirects and hooks of its client, which no model
    needs, would take a third of the time. Connections belong to the event loop they were made on, so they
    are made anew in each loop.
    """

    def __init__(self, limits: HttpLimits) -> None:
        self._limits = limits
        self._transports: dict[str | None, AiohttpTransport] = {}
        self._loop: asyncio.AbstractEventLoop | None = None

    async def post(self, url: str, headers: Mapping[str, str], body: bytes, seconds: float) -> HttpReply:
        """Send once. `seconds` bounds it further than the limits do.

        Raises:
            CallInterrupted: Nothing usable came back: `timeout`, `unreachable`, or `provider` where the
                reply is broken or too large.
            CallRefused: The URL or a header cannot be sent.
        """
        bound = min(seconds, self._limits.seconds)
        try:
            async with asyncio.timeout(bound):
                return await self._exchange(url, headers, body)
        except TimeoutError:
            failure: CallError = CallInterrupted("timeout", f"There was no whole answer within {bound:g} s.")
        except (httpx.InvalidURL, httpx.UnsupportedProtocol, UnicodeError, ValueError):
            failure = CallRefused("invalid_request", "The URL or a header of the request is invalid.")
        except (httpx.HTTPError, aiohttp.ClientError, OSError) as error:
            failure = _translated(error)
        # Raised out here so that it carries no cause: those of aiohttp show the request with its key.
        raise failure

    async def close(self) -> None:
        """Close all connections; a later post opens new ones."""
        transports, self._transports = self._transports, {}
        if self._loop is asyncio.get_running_loop():
            for transport in transports.values():
                await transport.aclose()

    async def _exchange(self, url: str, headers: Mapping[str, str], body: bytes) -> HttpReply:
        started = time.perf_counter()
        bounds = {"timeout": {"connect": self._limits.connect}}
        sent_to, proxy = _route(url)
        request = httpx.Request(
            "POST", sent_to, headers={**_HEADERS, **headers}, content=body, extensions=bounds
        )
        reply = await self._transport(proxy).handle_async_request(request)
        try:
            data = await self._read(reply)
        finally:
            await reply.aclose()
        return HttpReply(reply.status_code, reply.headers, data, time.perf_counter() - started)

    async def _read(self, reply: httpx.Response) -> bytes:
        data = bytearray()
        async for chunk in reply.aiter_bytes():
            data += chunk
            if len(data) > self._limits.body:
                raise CallInterrupted("provider", f"The answer is larger than {self._limits.body} bytes.")
        return bytes(data)

    def _transport(self, proxy: str | None) -> AiohttpTransport:
        loop = asyncio.get_running_loop()
        if self._loop is not loop:
            self._loop, self._transports = loop, {}
        if proxy not in self._transports:
            self._transports[proxy] = AiohttpTransport(
                limits=httpx.Limits(max_connections=_CONNECTIONS, keepalive_expiry=_IDLE_SECONDS),
                proxy=httpx.Proxy(proxy) if proxy else None,
            )
        return self._transports[proxy]


@lru_cache(maxsize=512)
def _route(url: str) -> tuple[httpx.URL, str | None]:
    """A URL in parts, and the URL of the proxy on the way; finding both takes as long as sending.

    Raises:
        httpx.InvalidURL, httpx.UnsupportedProtocol: Nothing can be sent there.
    """
    parts = httpx.URL(url)
    if parts.scheme not in {"http", "https"} or not parts.host:
        raise httpx.UnsupportedProtocol("The URL has no scheme or no host.")
    return parts, _proxy_to(parts)


def _proxy_to(url: httpx.URL) -> str | None:
    """The proxy that `HTTP_PROXY`, `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY` name for a URL, if any."""
    proxies = getproxies()
    proxy = proxies.get(url.scheme) or proxies.get("all")
    if not proxy or proxy_bypass(f"{url.host}:{url.port}" if url.port else url.host):
        return None
    return proxy if "://" in proxy else f"http://{proxy}"


def _translated(error: Exception) -> CallError:
    """A failure of the transport as one of ours. Names hosts and ports, never headers or bodies."""
    if isinstance(error, httpx.DecodingError | aiohttp.ClientResponseError):
        return CallInterrupted("provider", "The answer is not valid HTTP.")
    # The transport calls every lost connection a ConnectTimeout; only its cause tells them apart.
    if isinstance(error.__cause__, TimeoutError):
        return CallInterrupted("timeout", "The connection could not be opened in time.")
    detail = str(error)[:_LONGEST_DETAIL] or "the connection was lost"
    return CallInterrupted("unreachable", f"There was no connection: {detail}.")
