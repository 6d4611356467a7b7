"""The style and the script of a page, as they lie in the package."""

from __future__ import annotations

import base64
import hashlib
import pkgutil
from functools import cache

_SCRIPTS = (
    "elements",
    "markdown",
    "data",
    "state",
    "models",
    "plots",
    "search",
    "controls",
    "matrix",
    "cell",
    "judges",
    "page",
)
"""In order: later parts use what earlier ones define."""
_STYLES = ("page", "matrix", "plots", "response", "paper")


@cache
def style() -> str:
    """The style sheet of every page."""
    return "\n".join(_asset(f"{name}.css") for name in _STYLES)


@cache
def script() -> str:
    """The script of the page of a run: its parts in one scope, so that nothing leaks into the page."""
    parts = "\n".join(_asset(f"{name}.js") for name in _SCRIPTS)
    return f'(() => {{\n"use strict";\n{parts}\n}})();'


@cache
def listing_script() -> str:
    """The script of pages that are markup: light or dark, and another look at runs that go on."""
    return f'(() => {{\n"use strict";\n{_asset("elements.js")}\n{_asset("listing.js")}\n}})();'


def source_hash(text: str) -> str:
    """The source expression that lets a policy admit exactly this inline text.

    https://www.w3.org/TR/CSP3/#grammardef-hash-source
    """
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def _asset(name: str) -> str:
    data = pkgutil.get_data(__package__, f"assets/{name}")
    if data is None:
        raise FileNotFoundError(name)
    return data.decode()
