"""Collects the problems of one file."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Literal

from pointwise.blueprint.problems import Problem
from pointwise.blueprint.text.nodes import WHOLE_FILE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pointwise.blueprint.text.nodes import Entry, Place

_MOST = 500
"""A file with more problems than this is hardly a blueprint; the rest is only counted."""
_SHOWN = 60
_LONGEST_NAME = 40
_ALIKE = 0.7
"""difflib's ratio from which two names are taken for one mistyped: a letter or two of eight."""


class Findings:
    """The problems found so far, in any order."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._problems: dict[Problem, None] = {}
        self._codes: set[str] = set()
        self._left_off = 0
        self.failed = False

    def error(self, place: Place, code: str, message: str, fix: str | None = None) -> None:
        """Note what makes the blueprint unusable."""
        self.failed = True
        self._note("error", place, code, message, fix)

    def warn(self, place: Place, code: str, message: str, fix: str | None = None) -> None:
        """Note what is usable yet hardly meant."""
        self._note("warning", place, code, message, fix)

    def has(self, code: str) -> bool:
        """Whether a problem with this code was found."""
        return code in self._codes

    def problems(self) -> tuple[Problem, ...]:
        """All problems by place, each once."""
        ordered = sorted(self._problems, key=lambda p: (p.line, p.column, p.severity))
        if self._left_off:
            ordered.append(self._rest())
        return tuple(ordered)

    def _note(
        self, severity: Literal["error", "warning"], place: Place, code: str, message: str, fix: str | None
    ) -> None:
        self._codes.add(code)
        if len(self._problems) >= _MOST:
            self._left_off += 1
            return
        problem = Problem(
            severity=severity,
            file=self._file,
            line=place.line,
            column=place.column,
            code=code,
            message=message,
            fix=fix,
        )
        self._problems[problem] = None

    def _rest(self) -> Problem:
        return Problem(
            severity="error" if self.failed else "warning",
            file=self._file,
            line=WHOLE_FILE.line,
            column=WHOLE_FILE.column,
            code="too-many-problems",
            message=f"{self._left_off} more problems are not shown.",
        )


def note_duplicate_key(findings: Findings, place: Place, first: Entry) -> None:
    """A key stands twice in one map; which of the two was meant, nobody can tell."""
    findings.error(
        place,
        "duplicate-key",
        f"`{shown(first.key)}` stands twice in one map; the first is on line {first.line}.",
        "Remove or rename one of them.",
    )


def shown(text: str) -> str:
    """A text of the author's as it may stand in a message: one short line that no terminal obeys."""
    short = text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"
    return "".join(c if c.isprintable() else "·" for c in short)


def alike(word: str, known: Iterable[str]) -> str | None:
    """The known name that a mistyped one is closest to, or None where none is close."""
    if len(word) > _LONGEST_NAME:
        return None
    folded = {name.lower(): name for name in sorted(known)}
    found = difflib.get_close_matches(word.lower(), folded, n=1, cutoff=_ALIKE)
    return folded[found[0]] if found else None


def did_you_mean(word: str, known: Iterable[str]) -> str | None:
    """A fix that names the closest known name, or None."""
    found = alike(word, known)
    return f"Did you mean `{found}`?" if found else None
