"""Prompts that cannot be judged, compared over time, or that say the same thing twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pointwise.blueprint.findings import shown
from pointwise.blueprint.lint.meaning import meaning, required
from pointwise.blueprint.model import TextPoint
from pointwise.blueprint.reading.drafts import PathDraft
from pointwise.blueprint.text.nodes import Items

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pointwise.blueprint.findings import Findings
    from pointwise.blueprint.model import Point
    from pointwise.blueprint.reading.drafts import Draft, PointDraft, PromptDraft

_BLOCKS = ("should", "should_not")


def lint_rubrics(draft: Draft, findings: Findings) -> None:
    """Ids, criteria, alternatives and repetitions."""
    askable = [prompt for prompt in draft.prompts if prompt.messages]
    if "id" in draft.header.values:
        _lint_ids(askable, findings)
    _lint_criteria(askable, findings)
    for prompt in draft.prompts:
        _lint_alternatives(prompt, findings)
        _lint_repetitions(prompt, findings)


def _lint_ids(prompts: Sequence[PromptDraft], findings: Findings) -> None:
    """Of a blueprint with an id of its own, which is followed over time."""
    nameless = [prompt for prompt in prompts if not prompt.own_id]
    if not nameless:
        return
    others = f", and {len(nameless) - 1} more have none" if len(nameless) > 1 else ""
    findings.warn(
        nameless[0].node,
        "no-prompt-id",
        f"This prompt has no `id`{others}: its results cannot be followed once its text is edited.",
        "Give it a short `id`.",
    )


def _lint_criteria(prompts: Sequence[PromptDraft], findings: Findings) -> None:
    bare = [prompt for prompt in prompts if _has_no_criteria(prompt)]
    if not bare:
        return
    others = f", nor have {len(bare) - 1} more prompts" if len(bare) > 1 else ""
    findings.warn(
        bare[0].node,
        "no-criteria",
        f"This prompt has neither points nor an `ideal`{others}: answers are collected, not scored.",
        "Write what a good answer does under `should:`.",
    )


def _has_no_criteria(prompt: PromptDraft) -> bool:
    """What is no list of points is an error already."""
    given = [prompt.given[block].value for block in _BLOCKS if block in prompt.given]
    return "ideal" not in prompt.given and all(isinstance(node, Items) and not node.items for node in given)


def _lint_alternatives(prompt: PromptDraft, findings: Findings) -> None:
    for block, items in prompt.rubric.items():
        paths = [item for item in items if isinstance(item, PathDraft)]
        if len(paths) == 1:
            findings.warn(
                paths[0].node,
                "single-path",
                f"This list is the only alternative in `{block}`, so there is nothing to choose from.",
                "Alternatives are written as a list each; take the points out of the list if all are needed.",
            )


def _lint_repetitions(prompt: PromptDraft, findings: Findings) -> None:
    first: dict[tuple[str, str], PointDraft] = {}
    for block, draft in required(prompt):
        earlier = first.setdefault((block, meaning(draft.point)), draft)
        if earlier is not draft:
            findings.warn(
                draft.node,
                "repeated-point",
                f"{_named(draft.point)} stands in `{block}` twice, first on line {earlier.node.line}; "
                "it counts twice.",
                "Remove one of them; to make it count more, give it a `weight`.",
            )


def _named(point: Point) -> str:
    if isinstance(point, TextPoint):
        return f"`{shown(' '.join(point.text.split()))}`"
    return f"This `${point.fn}`"
