"""Requests understood: what kind of operation, on what, and how to perform it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal
from urllib.parse import unquote

from pointwise.testing.emulators.storage.refusals import Refusal, not_emulated
from pointwise.testing.emulators.storage.store import Store
from pointwise.testing.emulators.storage.uploads import Sessions

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pointwise.testing.emulators.listener import Answer, Request

Kind = Literal["list", "read", "write", "delete", "chunk"]
"""As they are billed: list and write are class A, read is class B, delete and chunk are free."""


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation that has not been performed yet. `name` is of its bucket and object."""

    kind: Kind
    name: str
    perform: Callable[[], Answer]


class Site:
    """What all operations work on."""

    def __init__(self) -> None:
        self.store = Store()
        self.sessions = Sessions()


@dataclass(frozen=True, slots=True)
class Call:
    """A request and the decoded names in its path."""

    site: Site
    request: Request
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Route:
    """Paths of a form, where `*` stands for one name, and what is done with a method there."""

    method: str
    form: str
    make: Callable[[Call], Operation]

    def match(self, request: Request) -> tuple[str, ...] | None:
        """The names in the path of a request that takes this route."""
        if request.method != self.method:
            return None
        found = re.fullmatch(self.form.replace("*", "([^/]+)"), request.path)
        return tuple(map(unquote, found.groups())) if found else None


_UNDERSTOOD = frozenset(
    {
        "alt", "delimiter", "endOffset", "fields", "generation", "ifGenerationMatch", "ifGenerationNotMatch",
        "ifMetagenerationMatch", "ifMetagenerationNotMatch", "ifSourceGenerationMatch",
        "ifSourceGenerationNotMatch", "ifSourceMetagenerationMatch", "ifSourceMetagenerationNotMatch",
        "maxResults", "name", "pageToken", "prefix", "sourceGeneration", "startOffset", "uploadType",
        "upload_id",
    }
)  # fmt: skip
_WITHOUT_EFFECT = frozenset({"key", "prettyPrint", "project", "projection", "quotaUser", "userProject"})
"""About billing and the look of an answer only."""


def find_operation(routes: Sequence[Route], site: Site, request: Request) -> Operation:
    """The operation that a request asks for.

    Raises:
        Refusal: It asks for something that is not emulated.
    """
    unknown = sorted(request.query.keys() - _UNDERSTOOD - _WITHOUT_EFFECT)
    for route in routes:
        names = route.match(request)
        if names is not None and unknown:
            raise not_emulated(f"parameter {unknown[0]}")
        if names is not None:
            return route.make(Call(site, request, names))
    raise Refusal(404, "notFound", f"{request.method} {request.path}: there is no such method here.")
