"""Explicit YAML tags: those of the core schema, no others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pointwise.blueprint.findings import shown
from pointwise.blueprint.text.meter import Unreadable
from pointwise.blueprint.text.scalars import atom

if TYPE_CHECKING:
    from pointwise.blueprint.text.nodes import Atom, Spot

_CORE = "tag:yaml.org,2002:"
_NON_SPECIFIC = "!"
_SCALARS: dict[str, tuple[type, ...]] = {
    "null": (type(None),),
    "bool": (bool,),
    "int": (int,),
    "float": (int, float),
}
_COLLECTIONS = frozenset({f"{_CORE}map", f"{_CORE}seq", _NON_SPECIFIC})


def tagged(tag: str, text: str, spot: Spot) -> Atom:
    """The value of a scalar with an explicit tag.

    Raises:
        Unreadable: The tag is not of the core schema, or the text does not fit it.
    """
    if tag in {_NON_SPECIFIC, f"{_CORE}str"}:
        return text
    value = atom(text)
    expected = _SCALARS.get(tag.removeprefix(_CORE))
    if expected is None:
        raise _unknown(tag, spot)
    if type(value) not in expected:
        raise Unreadable(spot, "tag-mismatch", f"`{shown(text)}` is not what its tag says it is.")
    return value


def check_collection(tag: str | None, spot: Spot) -> None:
    """Refuse a list or map with a tag that would make it something else.

    Raises:
        Unreadable: It has one.
    """
    if tag and tag not in _COLLECTIONS:
        raise _unknown(tag, spot)


def _unknown(tag: str, spot: Spot) -> Unreadable:
    name = tag.replace(_CORE, "!!", 1)
    return Unreadable(
        spot,
        "unknown-tag",
        f"The tag `{shown(name)}` has no meaning in a blueprint.",
        "Remove it; if the text begins with an exclamation mark, put it in quotes.",
    )
