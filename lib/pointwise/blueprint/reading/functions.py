"""Names of check functions as authors spell them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pointwise.blueprint.catalog import FUNCTIONS, canonical, spellings
from pointwise.blueprint.findings import alike, shown

if TYPE_CHECKING:
    from pointwise.blueprint.findings import Findings
    from pointwise.blueprint.text.nodes import Place

_MARKED = re.compile(r"\$+[A-Za-z_]\w*", re.ASCII)
_SINGULAR = re.compile(r"(contain|match)(?=_|$)")
_PLURAL = {"contain": "contains", "match": "matches"}


def is_marked(key: str) -> bool:
    """Whether a key or text is a `$` and a name, known or not."""
    return _MARKED.fullmatch(key) is not None


def is_function(name: str) -> bool:
    """Whether a name, with or without `$`, is that of a function."""
    return canonical(name.removeprefix("$")) is not None


def closest_function(name: str) -> str | None:
    """The function a mistyped name was most likely meant to be."""
    return alike(name, FUNCTIONS) or alike(name, spellings())


def public_name(name: str, place: Place, findings: Findings) -> str | None:
    """The name as it stands in the normal form; None, and an error, where there is no such function.

    `contain` and `match` at the start become plural, other spellings stay: published ids of prompts are
    hashes over exactly that.
    """
    bare = name.removeprefix("$")
    if canonical(bare) is None:
        close = closest_function(bare)
        findings.error(
            place,
            "unknown-function",
            f"There is no function `${shown(bare)}`.",
            f"Did you mean `${close}`?" if close else "`$contains`, `$matches` and `$js` are used most.",
        )
        return None
    return _SINGULAR.sub(lambda match: _PLURAL[match[1]], bare) if _SINGULAR.match(bare) else bare
