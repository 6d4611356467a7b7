"""Which addresses a blueprint's services may have.

Blueprints come from many hands, and a server that posts wherever it is told reaches what only it can reach:
its own ports, its neighbours, the metadata server that hands out its identity.
"""

from __future__ import annotations

import ipaddress
import socket
from dataclasses import dataclass
from typing import TYPE_CHECKING

from aiohttp.abc import AbstractResolver
from aiohttp.resolver import ThreadedResolver

if TYPE_CHECKING:
    from aiohttp.abc import ResolveResult
    from yarl import URL

    Address = ipaddress.IPv4Address | ipaddress.IPv6Address

_NAT64 = ipaddress.ip_network("64:ff9b::/96")
"""IPv6 addresses that stand for an IPv4 address (RFC 6052); Python holds them to be public."""


class ForbiddenAddress(Exception):  # noqa: N818 - the name says what it is
    """A service is where services may not be."""


@dataclass(frozen=True, slots=True)
class Reach:
    """Where services may be. Public addresses over https always; more by what is allowed here.

    Attributes:
        loopback: This machine, when a URL says so outright, over http too. Not where this machine serves.
        private: Any address, over http too.
    """

    loopback: bool = True
    private: bool = False

    def check(self, url: URL, came_from: URL | None = None) -> None:
        """Accept a URL as far as it can be judged unresolved; names are judged by `CheckedResolver`.

        A redirect leads to this machine only from this machine.

        Raises:
            ForbiddenAddress: It may not be asked.
        """
        local = self.loopback and _is_local(url) and (came_from is None or _is_local(came_from))
        if url.scheme != "https" and not (url.scheme == "http" and (local or self.private)):
            raise ForbiddenAddress("The url of a service has to start with https://.")
        if local or self.private:
            return
        literal = _literal(url.host or "")
        if literal is not None:
            self.check_address(literal)
        elif _is_local(url):
            raise ForbiddenAddress("The service is on this machine.")

    def check_address(self, address: Address) -> None:
        """Accept an address that a name stands for.

        Raises:
            ForbiddenAddress: It is not public.
        """
        if not (self.private or _is_public(address)):
            raise ForbiddenAddress("The address of the service is not public.")


class CheckedResolver(AbstractResolver):
    """Resolves names to addresses that were checked; the connection is then made to these very addresses."""

    def __init__(self, reach: Reach) -> None:
        self._reach = reach
        self._resolver = ThreadedResolver()

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        """The addresses of a host.

        Raises:
            ForbiddenAddress: One of them may not be asked.
            OSError: There are none.
        """
        found = await self._resolver.resolve(host, port, family)
        if not found:
            raise OSError("The name has no address.")
        for result in found:
            address = ipaddress.ip_address(result["host"].partition("%")[0])
            if not (host == "localhost" and self._reach.loopback and address.is_loopback):
                self._reach.check_address(address)
        return found

    async def close(self) -> None:
        """Nothing is held."""


def _literal(host: str) -> Address | None:
    try:
        return ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return None


def _is_local(url: URL) -> bool:
    literal = _literal(url.host or "")
    return url.host == "localhost" if literal is None else literal.is_loopback


def _is_public(address: Address) -> bool:
    """Whether an address, and the IPv4 address it may wrap, is of the public internet."""
    wrapped = _wrapped(address)
    if wrapped is not None:
        return _is_public(wrapped)
    return address.is_global and not address.is_multicast


def _wrapped(address: Address) -> ipaddress.IPv4Address | None:
    if isinstance(address, ipaddress.IPv4Address):
        return None
    if address in _NAT64:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour or (address.teredo[1] if address.teredo else None)
