"""Spaces that only look like spaces, as they come along from web pages and word processors."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from pointwise.blueprint.text.nodes import Spot

if TYPE_CHECKING:
    from pointwise.blueprint.findings import Findings

_NO_BREAK = re.compile("^(?:[ -]*|[ -]*[\\w$]+:)\u00a0", re.MULTILINE)
_MOST = 10


def warn_of_spaces(text: str, findings: Findings) -> None:
    """Warn of no-break spaces in the indentation and after keys, where YAML takes them for letters.

    In a text they are in order: this is for files that cannot be read as they are.
    """
    for match in islice(_NO_BREAK.finditer(text), _MOST):
        findings.warn(
            Spot(text.count("\n", 0, match.start()) + 1, len(match[0])),
            "no-break-space",
            "Here stands a no-break space, which YAML takes for a letter.",
            "Type a space instead.",
        )
