"""Pages of names in order, with prefixes collapsed at a delimiter."""

from __future__ import annotations

import base64
import binascii
from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pointwise.testing.emulators.storage.objects import number
from pointwise.testing.emulators.storage.refusals import invalid

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_LARGEST_PAGE = 1000  # of the JSON API, also where more is asked for


@dataclass(frozen=True, slots=True)
class Selection:
    """Which names to list. `start` is inclusive, `end` exclusive."""

    prefix: str = ""
    delimiter: str = ""
    start: str = ""
    end: str | None = None
    size: int = _LARGEST_PAGE

    @classmethod
    def of(cls, query: Mapping[str, str]) -> Selection:
        """The selection in a query, page token included.

        Raises:
            Refusal: The token or a number cannot be read.
        """
        prefix = query.get("prefix", "")
        token = query.get("pageToken", "")
        return cls(
            prefix=prefix,
            delimiter=query.get("delimiter", ""),
            start=_from_token(token) if token else max(prefix, query.get("startOffset", "")),
            end=query.get("endOffset") or None,
            size=min(number(query, "maxResults") or _LARGEST_PAGE, _LARGEST_PAGE),
        )


@dataclass(frozen=True, slots=True)
class Page:
    """Names and collapsed prefixes, each in order; `token` asks for the next page."""

    names: tuple[str, ...]
    prefixes: tuple[str, ...]
    token: str | None


def page(names: Sequence[str], selection: Selection) -> Page:
    """The first page of a selection from sorted names; items and prefixes together fill it."""
    found: list[str] = []
    prefixes: list[str] = []
    place = bisect_left(names, selection.start)
    while place < len(names) and _belongs(names[place], selection):
        if len(found) + len(prefixes) == selection.size:
            return Page(tuple(found), tuple(prefixes), _token(names[place]))
        folder = _collapsed(names[place], selection)
        if folder is None:
            found.append(names[place])
            place += 1
        else:
            prefixes.append(folder)
            place = bisect_left(names, folder[:-1] + chr(ord(folder[-1]) + 1))
    return Page(tuple(found), tuple(prefixes), None)


def _belongs(name: str, selection: Selection) -> bool:
    return name.startswith(selection.prefix) and (selection.end is None or name < selection.end)


def _collapsed(name: str, selection: Selection) -> str | None:
    if not selection.delimiter:
        return None
    head, delimiter, _ = name[len(selection.prefix) :].partition(selection.delimiter)
    return f"{selection.prefix}{head}{delimiter}" if delimiter else None


def _token(name: str) -> str:
    return base64.urlsafe_b64encode(name.encode()).decode()


def _from_token(token: str) -> str:
    try:
        return base64.b64decode(token, altchars=b"-_", validate=True).decode()
    except (binascii.Error, UnicodeDecodeError) as exc:
        raise invalid(f"Invalid page token: {token!r}") from exc
