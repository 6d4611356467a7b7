"""Checks of one prompt that no answer can pass together."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from pointwise.blueprint.findings import shown
from pointwise.blueprint.lint.meaning import affirmed, meaning, required
from pointwise.blueprint.model import FunctionPoint, TextPoint

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pydantic import JsonValue

    from pointwise.blueprint.findings import Findings
    from pointwise.blueprint.model import Point
    from pointwise.blueprint.reading.drafts import Draft, PointDraft, PromptDraft
    from pointwise.blueprint.text.nodes import Node

_DEMANDING = frozenset({"contains", "starts_with", "ends_with", "contains_word", "contains_all_of"})
_FORBIDDING = frozenset({"contains", "contains_any_of"})
_WORDS = "word_count_between"
_MOST = 300
"""Texts compared on either side: a rubric has a dozen, and each is looked for in each."""
_ADVICE = "Remove one of them, or write them as alternatives."


@dataclass(frozen=True, slots=True)
class _Text:
    """A text that must or must not be in the answer."""

    text: str
    ignores_case: bool
    node: Node


def lint_contradictions(draft: Draft, findings: Findings) -> None:
    """Texts asked for and forbidden at once, points on both sides, word counts that exclude each other."""
    for prompt in draft.prompts:
        _lint_texts(prompt, findings)
        _lint_sides(prompt, findings)
        _lint_lengths(prompt, findings)


def _lint_texts(prompt: PromptDraft, findings: Findings) -> None:
    demanded = list(islice(_texts(prompt, _DEMANDING, demanded=True), _MOST))
    for no in islice(_texts(prompt, _FORBIDDING, demanded=False), _MOST):
        yes = next((each for each in demanded if _excludes(each, no)), None)
        if yes:
            findings.warn(
                no.node,
                "contradiction",
                f"`{shown(no.text)}` is forbidden here, though line {yes.node.line} asks for "
                f"`{shown(yes.text)}`: no answer can pass both.",
                _ADVICE,
            )


def _texts(prompt: PromptDraft, functions: frozenset[str], *, demanded: bool) -> Iterator[_Text]:
    """The texts that the named functions demand or forbid, whether by `not_` or by `should_not`."""
    for block, draft in required(prompt):
        if not isinstance(draft.point, FunctionPoint):
            continue
        name, negated = affirmed(draft.point)
        plain_name = name.removeprefix("i")
        if plain_name in functions and (negated == (block == "should_not")) == demanded:
            for text in _strings(draft.point.argument):
                yield _Text(text, plain_name != name, draft.argument or draft.node)


def _strings(argument: JsonValue) -> Iterator[str]:
    for item in argument if isinstance(argument, list) else [argument]:
        if isinstance(item, str) and item:
            yield item


def _excludes(demanded: _Text, forbidden: _Text) -> bool:
    """Whether every answer with the one text has the other, which what is asked for in any case need not."""
    if forbidden.ignores_case:
        return forbidden.text.lower() in demanded.text.lower()
    return not demanded.ignores_case and forbidden.text in demanded.text


def _lint_sides(prompt: PromptDraft, findings: Findings) -> None:
    """The same criterion under `should` and `should_not`."""
    wanted: dict[str, PointDraft] = {}
    for block, draft in required(prompt):
        if _is_text_check(draft.point):
            continue
        if block == "should":
            wanted.setdefault(meaning(draft.point), draft)
        elif meaning(draft.point) in wanted:
            line = wanted[meaning(draft.point)].node.line
            what = "This criterion" if isinstance(draft.point, TextPoint) else f"This `${draft.point.fn}`"
            findings.warn(
                draft.node,
                "contradiction",
                f"{what} stands under `should` too, on line {line}: no answer can pass both.",
                _ADVICE,
            )


def _is_text_check(point: Point) -> bool:
    return isinstance(point, FunctionPoint) and affirmed(point)[0].removeprefix("i") in _DEMANDING


def _lint_lengths(prompt: PromptDraft, findings: Findings) -> None:
    ranges = [
        (low, high, draft.node.line, draft.node)
        for block, draft in required(prompt)
        if block == "should" and isinstance(draft.point, FunctionPoint) and affirmed(draft.point)[0] == _WORDS
        for low, high in _limits(draft.point.argument)
    ]
    if not ranges:
        return
    longest = max(ranges, key=lambda each: each[0])
    shortest = min(ranges, key=lambda each: each[1])
    if longest[0] > shortest[1]:
        earlier, later = sorted((longest, shortest), key=lambda each: each[2])
        findings.warn(
            later[3],
            "contradiction",
            f"No answer has both this many words and as many as line {earlier[2]} asks for.",
            _ADVICE,
        )


def _limits(argument: JsonValue) -> Iterator[tuple[float, float]]:
    if isinstance(argument, list) and len(argument) == 2:
        low, high = argument
        if isinstance(low, int | float) and isinstance(high, int | float):
            yield low, high
