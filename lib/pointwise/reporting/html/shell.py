"""What every page has: its policy, its style, its script, and nothing from elsewhere."""

from __future__ import annotations

import html
import json
from typing import TYPE_CHECKING

from pointwise.reporting.html.assets import source_hash, style

if TYPE_CHECKING:
    from pydantic import JsonValue


SIGNATURE = '<meta name="generator" content="pointwise">'
"""By which a page of ours is known."""


def opening(title: str, script: str, *, asks: bool = False) -> str:
    """A document up to its content.

    Args:
        title: Of the window.
        script: What `closing` will be given.
        asks: The page may ask the server it came from, by script or by form.
    """
    return (
        "<!doctype html>\n"
        '<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"{SIGNATURE}\n"
        f'<meta http-equiv="Content-Security-Policy" content="{policy(script, asks=asks)}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        '<meta name="referrer" content="no-referrer">\n'
        '<link rel="icon" href="data:,">\n'
        f"<title>{html.escape(_encodable(title))}</title>\n<style>{style()}</style>\n</head>\n<body>\n"
    )


def block(name: str, value: JsonValue) -> str:
    """Data for the script, by the id of its element."""
    return f'<script type="application/json" id="{name}">{embedded(value)}</script>\n'


def closing(script: str) -> str:
    """The script, which finds everything before it, and the end of the document."""
    return f"<script>{script}</script>\n</body>\n</html>\n"


def policy(script: str, *, asks: bool) -> str:
    """Admits the style and the script of this page by their digests, and nothing else.

    Trusted types are demanded and none can be made, so not even the page's own script can turn text
    into markup. https://www.w3.org/TR/trusted-types/
    """
    return "; ".join(
        (
            "default-src 'none'",
            f"style-src {source_hash(style())}",
            f"script-src {source_hash(script)}",
            "img-src data:",
            "connect-src 'self'" if asks else "connect-src 'none'",
            "base-uri 'none'",
            "form-action 'self'" if asks else "form-action 'none'",
            "require-trusted-types-for 'script'",
            "trusted-types 'none'",
        )
    )


def embedded(value: JsonValue) -> str:
    r"""JSON that can stand inside a script element: no `<` is left, so nothing ends it or opens a comment.

    Halves of surrogate pairs, which no file can hold, stand as their escapes.
    https://html.spec.whatwg.org/multipage/scripting.html#restrictions-for-contents-of-script-elements
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return _encodable(text.replace("<", "\\u003c"))


def _encodable(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode()
