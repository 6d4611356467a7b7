"""Environment variables in the URLs and headers of services, and keeping their values from leaking out."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic import JsonValue

_VARIABLE = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)\}")
_SHORTEST_SECRET = 4
"""Shorter values are no secrets, and would turn up in any text."""


class MissingVariable(LookupError):  # noqa: N818 - the name says what it is
    """A service refers to a variable that is not set, or is empty."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


@dataclass(frozen=True, slots=True)
class Variables:
    """The variables blueprints may refer to as `${NAME}`."""

    values: Mapping[str, str]

    def fill(self, text: str) -> str:
        """The text with the variables' values.

        Raises:
            MissingVariable: One is not set.
        """
        return _VARIABLE.sub(lambda found: self._value(found[1]), text)

    def hide(self, value: JsonValue, mentioned: str) -> JsonValue:
        """A value whose texts show, for the value of every variable in `mentioned`, its name instead."""
        secrets = {
            self.values[name]: f"${{{name}}}"
            for name in _VARIABLE.findall(mentioned)
            if len(self.values.get(name, "")) >= _SHORTEST_SECRET
        }
        return _hidden(value, secrets) if secrets else value

    def _value(self, name: str) -> str:
        value = self.values.get(name)
        if not value:
            raise MissingVariable(name)
        return value


def _hidden(value: JsonValue, secrets: Mapping[str, str]) -> JsonValue:
    if isinstance(value, str):
        for secret, name in secrets.items():
            value = value.replace(secret, name)
        return value
    if isinstance(value, list):
        return [_hidden(item, secrets) for item in value]
    if isinstance(value, dict):
        return {key: _hidden(item, secrets) for key, item in value.items()}
    return value
