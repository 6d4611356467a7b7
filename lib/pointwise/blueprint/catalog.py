"""The functions a point can name, their other spellings, and what each takes. Data only."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

ArgumentKind = Literal[
    "none",
    "text",
    "texts",
    "count and texts",
    "pattern",
    "patterns",
    "count and patterns",
    "word range",
    "call range",
    "script",
    "tool name",
    "tool names",
    "tool arguments",
    "service call",
    "instruction",
]
"""What a function takes, by meaning; `FunctionSpec.argument` says how each is written."""

_ARGUMENTS: Mapping[ArgumentKind, str] = {
    "none": "nothing",
    "text": "a text",
    "texts": "a list of texts",
    "count and texts": "[n, [text, ...]]",
    "pattern": "a JavaScript regular expression",
    "patterns": "a list of JavaScript regular expressions",
    "count and patterns": "[n, [regular expression, ...]]",
    "word range": "[min, max], in words",
    "call range": "[min, max] or [min, max, name], in calls; null leaves an end open",
    "script": "a JavaScript expression or program",
    "tool name": "the name of a tool",
    "tool names": "a list of names of tools",
    "tool arguments": "{name, where, normalizeWhitespace}",
    "service call": "{service, ...} or {url, ...}",
    "instruction": "nothing, a text with instructions, or {instruction, ...}",
}


@dataclass(frozen=True, slots=True)
class FunctionSpec:
    """A function as authors of blueprints see it.

    Attributes:
        name: The canonical spelling, without `$`.
        aliases: Every other spelling, without `$`.
        summary: One line: what has to hold for a score of 1.
    """

    name: str
    takes: ArgumentKind
    summary: str
    aliases: tuple[str, ...] = ()

    @property
    def argument(self) -> str:
        """How the argument is written, as a phrase for messages and documents."""
        return _ARGUMENTS[self.takes]


_SINGULAR = (
    ("contains", "contain"),
    ("starts_with", "start_with"),
    ("ends_with", "end_with"),
    ("matches", "match"),
)
"""Families whose verb may also be written without its s."""

_OTHER = (
    FunctionSpec("is_json", "none", "the response is valid JSON"),
    FunctionSpec("word_count_between", "word range", "the number of words lies in the range"),
    FunctionSpec("js", "script", "the value of the script, from 0 to 1", ("expr",)),
    FunctionSpec("tool_called", "tool name", "the tool was called"),
    FunctionSpec("tool_args_match", "tool arguments", "a call of the tool has these arguments"),
    FunctionSpec("tool_call_count_between", "call range", "the number of tool calls lies in the range"),
    FunctionSpec("tool_call_order", "tool names", "the tools were called in this order"),
    FunctionSpec("call", "service call", "the score an external service gives", ("external",)),
    FunctionSpec("factcheck", "instruction", "the score the configured fact-checking service gives"),
)


def _family(
    name: str, takes: ArgumentKind, summary: str, negation: str | None = None
) -> Iterator[FunctionSpec]:
    """The case-sensitive and `i` forms of a function and, where there is a `negation`, their `not_` forms."""
    for form, case in ((name, ""), (f"i{name}", ", ignoring case")):
        yield FunctionSpec(form, takes, summary + case, _singular(form))
        if negation:
            negated = f"not_{form}"
            yield FunctionSpec(negated, takes, negation + case, _singular(negated))


def _singular(name: str) -> tuple[str, ...]:
    return tuple(name.replace(verb, bare) for verb, bare in _SINGULAR if verb in name)


def _all() -> Iterator[FunctionSpec]:
    yield from _family(
        "contains", "text", "the response contains the text", "the response does not contain the text"
    )
    yield from _family(
        "starts_with",
        "text",
        "the response starts with the text",
        "the response does not start with the text",
    )
    yield from _family(
        "ends_with", "text", "the response ends with the text", "the response does not end with the text"
    )
    yield from _family(
        "contains_word",
        "text",
        "the response contains the text as a whole word",
        "the response does not contain the text as a whole word",
    )
    yield from _family(
        "contains_any_of",
        "texts",
        "at least one of the texts is in the response",
        "none of the texts is in the response",
    )
    yield from _family(
        "contains_all_of",
        "texts",
        "all texts are in the response (graded)",
        "all texts are absent from the response (graded)",
    )
    yield from _family(
        "contains_at_least_n_of", "count and texts", "at least n of the texts are in the response (graded)"
    )
    yield from _family("matches", "pattern", "the pattern matches somewhere", "the pattern matches nowhere")
    yield from _family("matches_all_of", "patterns", "all patterns match somewhere (graded)")
    yield from _family(
        "matches_at_least_n_of", "count and patterns", "at least n of the patterns match somewhere (graded)"
    )
    yield from _OTHER


FUNCTIONS: Mapping[str, FunctionSpec] = MappingProxyType({spec.name: spec for spec in _all()})
"""Every function by its canonical name."""

_CANONICAL: Mapping[str, str] = MappingProxyType(
    {spelling: spec.name for spec in FUNCTIONS.values() for spelling in (spec.name, *spec.aliases)}
)


def canonical(name: str) -> str | None:
    """The canonical spelling of a function's name given without `$`; None for an unknown name."""
    return _CANONICAL.get(name)


def spellings() -> frozenset[str]:
    """Every name a function can be called by, without `$`."""
    return frozenset(_CANONICAL)
