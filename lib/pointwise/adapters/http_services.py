"""The client for services of blueprints: variables, cache, retries around single exchanges."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

from pointwise import keys
from pointwise.adapters.providers import ALLOWED_VARIABLES
from pointwise.adapters.service_addresses import ForbiddenAddress, Reach
from pointwise.adapters.service_exchange import BrokenExchange, Exchanger, Outgoing, UselessReply
from pointwise.adapters.service_variables import MissingVariable, Variables
from pointwise.chat import digest
from pointwise.checks.effects import ServiceReply
from pointwise.checks.javascript import document, parse_json
from pointwise.checks.remote import read_reply
from pointwise.checks.verdicts import Explained, Unscored
from pointwise.errors import PointwiseError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic import JsonValue

    from pointwise.adapters.service_exchange import Incoming
    from pointwise.checks.effects import Endpoint, ServiceOutcome, ServiceRequest
    from pointwise.errors import Reason

_UPSTREAM_FAILED = re.compile(rb"HTTP 5\d\d")
"""Gateways answer 400 and name their upstream's status in the text."""

_REASONS: Mapping[int, Reason] = {401: "auth", 403: "auth", 408: "timeout", 429: "rate_limit"}


class ReplyCache(Protocol):
    """Where replies are kept; any object store will do."""

    async def read(self, key: str) -> bytes | None:
        """The bytes under a key, or None."""

    async def create(self, key: str, data: bytes) -> bool:
        """Write bytes under a key that holds nothing; False where it holds something."""

    async def replace(self, key: str, data: bytes) -> None:
        """Write bytes under a key, whatever it holds."""


class HttpServices:
    """Asks services over HTTP. Belongs to one event loop.

    Args:
        variables: What blueprints may refer to as `${NAME}`. A blueprint can send each of them anywhere, so
            only what is meant for services belongs here, never keys of models.
        cache: Keeps usable replies; None asks anew each time.
        reach: Where services may be.
    """

    def __init__(
        self, variables: Mapping[str, str], *, cache: ReplyCache | None = None, reach: Reach | None = None
    ) -> None:
        self._variables = Variables(variables)
        self._cache = cache
        self._exchanger = Exchanger(reach or Reach())

    async def ask(self, request: ServiceRequest) -> ServiceOutcome:
        """The service's answer, or why there is none. Never raises; never tells a variable's value."""
        key = _cache_key(request) if self._cache and request.endpoint.cache else None
        kept = await self._kept(key)
        if kept is not None:
            return ServiceReply(kept, cached=True)
        outcome = await self._ask_service(request)
        if key and isinstance(outcome, ServiceReply) and isinstance(read_reply(outcome.content), Explained):
            await self._keep(key, outcome.content)
        return outcome

    async def close(self) -> None:
        """Close all connections."""
        await self._exchanger.close()

    async def _ask_service(self, request: ServiceRequest) -> ServiceOutcome:
        endpoint = request.endpoint
        try:
            incoming = await self._persist(self._outgoing(request), endpoint)
        except MissingVariable as error:
            return Unscored("auth", _unavailable(error.name))
        except (ForbiddenAddress, UselessReply) as error:
            return Unscored("invalid_request", str(error))
        except TimeoutError:
            return Unscored("timeout", f"The service did not answer within {endpoint.timeout:g} s.")
        except BrokenExchange as error:
            return Unscored("unreachable", str(error))
        return self._outcome(incoming, endpoint)

    def _outgoing(self, request: ServiceRequest) -> Outgoing:
        fill, endpoint = self._variables.fill, request.endpoint
        headers = tuple((name, fill(value)) for name, value in endpoint.headers)
        return Outgoing(endpoint.method, fill(endpoint.url), headers, request.body.encode("ascii"))

    async def _persist(self, outgoing: Outgoing, endpoint: Endpoint) -> Incoming:
        """The first answer that is no failure of the service, or else the last failure."""
        for attempt in range(endpoint.retries):
            with suppress(BrokenExchange, TimeoutError):
                incoming = await self._exchanger.exchange(outgoing, endpoint.timeout)
                if not _is_failure(incoming):
                    return incoming
            await asyncio.sleep(endpoint.backoff * 2**attempt)
        return await self._exchanger.exchange(outgoing, endpoint.timeout)

    def _outcome(self, incoming: Incoming, endpoint: Endpoint) -> ServiceOutcome:
        status = incoming.status
        if not 200 <= status < 300:
            return Unscored(_REASONS.get(status, "service"), f"The service answered with status {status}.")
        try:
            content = parse_json(incoming.body.decode("utf-8"))
        except (ValueError, RecursionError):
            return Unscored("unparsable", "The service answered with something that is no JSON.")
        mentioned = " ".join((endpoint.url, *(value for _, value in endpoint.headers)))
        return ServiceReply(self._variables.hide(content, mentioned))

    async def _kept(self, key: str | None) -> JsonValue:
        """A kept reply; a cache that fails, or holds something else, is a cache that holds nothing."""
        if self._cache is None or key is None:
            return None
        with suppress(PointwiseError, ValueError):
            data = await self._cache.read(key)
            return parse_json(data.decode()) if data else None
        return None

    async def _keep(self, key: str, content: JsonValue) -> None:
        if self._cache is None:
            return
        data = document(content).encode()
        with suppress(PointwiseError):
            if not await self._cache.create(key, data) and await self._kept(key) is None:
                await self._cache.replace(key, data)


def _is_failure(incoming: Incoming) -> bool:
    return incoming.status >= 500 or (
        incoming.status >= 400 and _UPSTREAM_FAILED.search(incoming.body) is not None
    )


def _cache_key(request: ServiceRequest) -> str:
    """By what is asked of whom. Headers carry keys, not questions."""
    endpoint = request.endpoint
    return keys.cache(digest(["service", endpoint.method, endpoint.url, request.body]))


def _unavailable(variable: str) -> str:
    return (
        f"The service needs the environment variable {variable}: set it, and allow blueprints to use it "
        f"with {ALLOWED_VARIABLES}={variable}."
    )
