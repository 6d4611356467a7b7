"""Parameters that a model refuses: left out or renamed, and remembered.

Reasoning models take no `temperature`, some want `max_completion_tokens` for `max_tokens`. Which ones do
changes every month, so it is learned from the refusals instead of a list of models.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pointwise.adapters.chat_wire import mapping, string

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pointwise.adapters.chat_wire import Body

Place = tuple[str, str, str]
"""Provider, URL and model."""

_REFUSED = re.compile(
    r"unsupported|not\s+support|deprecated|not\s+allowed|not\s+permitted|unknown|unrecogni[sz]ed|no longer|"
    r"only the default",
    re.IGNORECASE,
)
_INSTEAD = re.compile(r"\buse\W+(?P<name>max_tokens|max_completion_tokens)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Habits:
    """What one model makes of parameters.

    Attributes:
        names: A parameter to the name the model wants instead, or to None where it wants none.
    """

    names: Mapping[str, str | None] = field(default_factory=dict)

    def adapted(self, parameters: Body) -> Body:
        """The parameters under the names this model takes."""
        renamed = ((self.names.get(name, name), value) for name, value in parameters.items())
        return {name: value for name, value in renamed if name is not None}

    def after(self, error: Body, parameters: Body) -> Habits | None:
        """These habits and what an error body teaches about the parameters, or None where it is nothing."""
        message = string(error.get("message")) or ""
        if not _REFUSED.search(message):
            return None
        named = string(error.get("param")) or message
        for original in parameters:
            current = self.names.get(original, original)
            if current is not None and _named(current, named):
                return Habits({**self.names, original: self._other(original, current, message)})
        return None

    def _other(self, original: str, current: str, message: str) -> str | None:
        """The name a message proposes instead; None where it proposes none or was followed before."""
        match = _INSTEAD.search(message)
        return match["name"] if match and original == current != match["name"] else None


class Experience:
    """The habits of all models met so far, by where they are."""

    def __init__(self) -> None:
        self._habits: dict[Place, Habits] = {}

    def of(self, place: Place) -> Habits:
        return self._habits.get(place) or Habits()

    def learn(self, place: Place, followed: Habits, error: Body, parameters: Body) -> bool:
        """Whether sending again makes sense, after a refusal of a request that followed some habits.

        Requests are under way side by side: where another one has learned since, nothing is learned twice.
        """
        if self._habits.get(place, followed) is not followed:
            return True
        habits = followed.after(mapping(error.get("error")), parameters)
        if habits is not None:
            self._habits[place] = habits
        return habits is not None


def _named(parameter: str, text: str) -> bool:
    """Whether a text names a parameter, in camel or snake case."""
    snake = re.sub(r"(?<=[a-z])[A-Z]", lambda match: "_" + match[0].lower(), parameter)
    return re.search(rf"\b(?:{re.escape(parameter)}|{re.escape(snake)})\b", text) is not None
