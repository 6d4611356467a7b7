"""Whether a JSON value contains another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pointwise.checks.arguments import is_number, kind_of
from pointwise.checks.javascript import without_whitespace
from pointwise.checks.verdicts import CheckError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pydantic import JsonValue


@dataclass(frozen=True, slots=True)
class Expectation:
    """What a value has to contain: maps and lists in part, everything else exactly.

    Attributes:
        ignore_whitespace: Compare texts without their whitespace.
    """

    value: JsonValue
    ignore_whitespace: bool = False

    def met_by_any(self, candidates: Iterable[JsonValue]) -> bool | CheckError:
        """Whether one of the candidates meets it; the first that cannot be looked into is an error."""
        for candidate in candidates:
            met = self._met(self.value, candidate)
            if met:  # true, or an error
                return met
        return False

    def _met(self, wanted: JsonValue, actual: JsonValue) -> bool | CheckError:
        if isinstance(wanted, dict | list):
            return self._contained(wanted, actual)
        if self.ignore_whitespace and isinstance(wanted, str) and isinstance(actual, str):
            return without_whitespace(wanted) == without_whitespace(actual)
        return _identical(wanted, actual)

    def _contained(
        self, wanted: dict[str, JsonValue] | list[JsonValue], actual: JsonValue
    ) -> bool | CheckError:
        """Every key of a map, every place of a list, with a value that meets what is wanted there."""
        parts = _parts(wanted)
        if not isinstance(actual, dict | list):
            return not parts or CheckError(
                f"`where` looks for a part of an argument that is {kind_of(actual)}."
            )
        there = _parts(actual)
        for key, part in parts.items():
            met = self._met(part, there[key]) if key in there else False
            if met is not True:
                return met
        return True


def _parts(value: dict[str, JsonValue] | list[JsonValue]) -> dict[str, JsonValue]:
    """A list is a map of its places, as in JavaScript."""
    return value if isinstance(value, dict) else {str(place): part for place, part in enumerate(value)}


def _identical(wanted: JsonValue, actual: JsonValue) -> bool:
    """Equal and of one kind: 1 is neither true nor `1`, but it is 1.0."""
    if is_number(wanted) and is_number(actual):
        return wanted == actual
    return type(wanted) is type(actual) and wanted == actual
