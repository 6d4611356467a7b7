"""One HTTP exchange with a service, bounded in time, size and destination."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

import aiohttp
import httpx
from httpx_aiohttp import AiohttpTransport
from yarl import URL

from pointwise.adapters.service_addresses import CheckedResolver

if TYPE_CHECKING:
    from pointwise.adapters.service_addresses import Reach

_LARGEST_REPLY = 256 * 2**10
"""Bytes; a score and some sentences need one thousandth of it."""
_MOST_REDIRECTS = 3
_EXTENSIONS = {"timeout": {"connect": 10.0}}
"""Seconds to open a connection."""
_PER_HOST = 16
"""Connections to one service at a time."""
_HEADERS = {"content-type": "application/json", "accept-encoding": "identity", "user-agent": "pointwise"}


class BrokenExchange(Exception):  # noqa: N818 - the name says what it is
    """The service could not be reached, or stopped in the middle. A later attempt may succeed."""


class UselessReply(Exception):  # noqa: N818 - the name says what it is
    """The service answered in a way that will not change."""


@dataclass(frozen=True, slots=True)
class Outgoing:
    """What is sent, variables filled in.

    Attributes:
        headers: The blueprint's own; they may hold keys, so only the service's own host gets them.
    """

    method: str
    url: str
    headers: tuple[tuple[str, str], ...]
    body: bytes


@dataclass(frozen=True, slots=True)
class Incoming:
    """What came back, whatever the status."""

    status: int
    body: bytes


class Exchanger:
    """Sends requests to places within reach. Belongs to one event loop."""

    def __init__(self, reach: Reach) -> None:
        self._reach = reach
        self._transport: httpx.AsyncBaseTransport | None = None

    async def exchange(self, outgoing: Outgoing, seconds: float) -> Incoming:
        """Send once and follow redirects that keep the request as it is.

        Raises:
            ForbiddenAddress: The service, or where it redirects to, is out of reach.
            TimeoutError: There was no whole answer in time.
            BrokenExchange: There was no whole answer at all.
            UselessReply: The answer is too large, packed, or redirects too often.
        """
        try:
            async with asyncio.timeout(seconds):
                return await self._follow(outgoing)
        except (httpx.InvalidURL, httpx.UnsupportedProtocol, ValueError) as error:
            raise UselessReply("The url or a header of the service is invalid.") from error
        except TimeoutError:
            raise
        except (httpx.HTTPError, aiohttp.ClientError, OSError) as error:
            raise BrokenExchange("The service cannot be reached.") from error

    async def close(self) -> None:
        """Close all connections; a later exchange opens new ones."""
        transport, self._transport = self._transport, None
        if transport is not None:
            await transport.aclose()

    async def _follow(self, outgoing: Outgoing) -> Incoming:
        first = url = _as_connected(outgoing.url)
        self._reach.check(first)
        for _ in range(_MOST_REDIRECTS + 1):
            own = outgoing.headers if url.origin() == first.origin() else ()
            incoming, location = await self._send(outgoing, url, dict(own))
            if location is None:
                return incoming
            url = _as_connected(str(url.join(URL(location))))
            self._reach.check(url, came_from=first)
        raise UselessReply("The service redirects too often.")

    async def _send(self, outgoing: Outgoing, url: URL, own: dict[str, str]) -> tuple[Incoming, str | None]:
        """The answer, and where it sends us instead if it does."""
        headers = {**_HEADERS, **own}
        request = httpx.Request(
            outgoing.method, str(url), headers=headers, content=outgoing.body, extensions=_EXTENSIONS
        )
        reply = await self._opened().handle_async_request(request)
        try:
            location = reply.headers.get("location") if reply.status_code in (307, 308) else None
            return Incoming(reply.status_code, await _read(reply)), location
        finally:
            await reply.aclose()

    def _opened(self) -> httpx.AsyncBaseTransport:
        """The transport itself: a client around it would log URLs, and those may hold keys."""
        if self._transport is None:
            self._transport = _transport(self._reach)
        return self._transport


def _as_connected(url: str) -> URL:
    """A URL as the transport will read it, so that what is checked is what is connected to."""
    return URL(str(httpx.URL(url)))


def _transport(reach: Reach) -> httpx.AsyncBaseTransport:
    """Connections to checked addresses only; no cookies, no proxies."""
    context = httpx.create_ssl_context(trust_env=False)

    def session() -> aiohttp.ClientSession:
        connector = aiohttp.TCPConnector(
            resolver=CheckedResolver(reach), use_dns_cache=False, ssl=context, limit_per_host=_PER_HOST
        )
        return aiohttp.ClientSession(connector=connector, cookie_jar=aiohttp.DummyCookieJar())

    return AiohttpTransport(verify=context, client=session)


async def _read(reply: httpx.Response) -> bytes:
    """The whole body; a packed one is refused, for it may unpack to anything."""
    if reply.headers.get("content-encoding", "identity") != "identity":
        raise UselessReply("The service packs its answer although it was asked not to.")
    body = bytearray()
    async for chunk in reply.aiter_raw():
        body += chunk
        if len(body) > _LARGEST_REPLY:
            raise UselessReply(f"The answer of the service is larger than {_LARGEST_REPLY} bytes.")
    return bytes(body)
