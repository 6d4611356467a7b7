"""Markup that is safe by its type: every text in it was escaped on the way in."""

from __future__ import annotations

import html
from collections.abc import Iterable

from pointwise.reporting.figures import UNKNOWN

_VOID = {"input", "br"}


class Markup(str):
    """Text that is markup already."""

    __slots__ = ()


Child = str | Iterable["Child"] | None


def tag(name: str, /, *children: Child, **attributes: str | bool | None) -> Markup:
    """An element. Attributes are named as Python can: `class_`, `aria_label`. None and False are left out."""
    given = "".join(_attribute(key, value) for key, value in attributes.items())
    if name in _VOID:
        return Markup(f"<{name}{given}>")
    return Markup(f"<{name}{given}>{join(*children)}</{name}>")


def join(*children: Child) -> Markup:
    """Children one after the other; whatever is no markup is escaped."""
    return Markup("".join(_text(child) for child in children))


def badge(share: float | None) -> Markup:
    """A score as a colour and a number."""
    if share is None:
        return tag("span", UNKNOWN, class_="badge none")
    level = round(min(1.0, max(0.0, share)) * 10)
    return tag("span", f"{share * 100:.0f}", class_=f"badge s{level}")


def table(label: str, titles: Iterable[str], rows: Iterable[Iterable[Child]]) -> Markup:
    """A table that scrolls by itself; the first cell of a row names it."""
    head = tag("thead", tag("tr", [tag("th", title, scope="col") for title in titles]))
    body = tag("tbody", [_row(*row) for row in rows])
    caption = tag("caption", label)
    whole = tag("table", caption, head, body)
    return tag("div", whole, class_="scroll", role="region", tabindex="0", aria_label=label)


def _row(first: Child, *rest: Child) -> Markup:
    return tag("tr", tag("th", first, scope="row"), [tag("td", cell, class_="number") for cell in rest])


def _attribute(key: str, value: str | bool | None) -> str:  # noqa: FBT001 - a value like the others
    name = key.rstrip("_").replace("_", "-")
    if value is None or value is False:
        return ""
    return f" {name}" if value is True else f' {name}="{html.escape(value)}"'


def _text(child: Child) -> str:
    if child is None or isinstance(child, Markup):
        return child or ""
    return html.escape(child) if isinstance(child, str) else join(*child)
