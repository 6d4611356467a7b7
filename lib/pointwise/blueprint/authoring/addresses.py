"""URLs of external services, as browsers read them (https://url.spec.whatwg.org)."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_WITH_HOST = frozenset({"http", "https", "ws", "wss", "ftp"})


def check_url(text: str) -> str:
    """A URL with a scheme; `${NAME}` may stand behind it.

    Raises:
        ValueError: It has none, or its host or port cannot be read.
    """
    if not _SCHEME.match(text):
        raise ValueError("a URL that begins with https:// or another scheme")
    parts = urlsplit(text)
    if parts.scheme in _WITH_HOST and not parts.hostname:
        raise ValueError("a URL with a host")
    if parts.port is not None and parts.port < 0:
        raise ValueError("a URL with a port from 0 to 65535")
    return text
