"""The style and the script of a page, as they lie in the package."""

from __future__ import annotations

import base64
import hashlib
import pkgutil
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

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
    "similarity",
    "page",
)
"""In order: later parts use what earlier ones define."""
_LISTING = ("elements", "listing")
_RUNS = ("elements", "data", "plots", "listing", "runs")
_STYLES = ("page", "matrix", "plots", "response", "paper")


@cache
def style() -> str:
    """The style sheet of every page."""
    return "\n".join(_asset(f"{name}.css") for name in _STYLES)


@cache
def script() -> str:
    """The script of the page of a run."""
    return _joined(_SCRIPTS)


@cache
def listing_script() -> str:
    """The script of pages that are markup: light or dark, and another look at runs that go on."""
    return _joined(_LISTING)


@cache
def runs_script() -> str:
    """The script of the page of a blueprint's runs: scores over time besides."""
    return _joined(_RUNS)


def source_hash(text: str) -> str:
    """The source expression that lets a policy admit exactly this inline text.

    https://www.w3.org/TR/CSP3/#grammardef-hash-source
    """
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def _joined(names: Iterable[str]) -> str:
    """Parts in one scope, so that nothing leaks into the page."""
    parts = "\n".join(_asset(f"{name}.js") for name in names)
    return f'(() => {{\n"use strict";\n{parts}\n}})();'


def _asset(name: str) -> str:
    data = pkgutil.get_data(__package__, f"assets/{name}")
    if data is None:
        raise FileNotFoundError(name)
    return data.decode()
