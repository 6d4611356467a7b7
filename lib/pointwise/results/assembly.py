"""The result document in pieces, so that nobody has to hold all texts of a run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pydantic import TypeAdapter
from pydantic_core import to_json

from pointwise.blueprint.model import Message
from pointwise.results.answers import coverages, histories, responses
from pointwise.results.model import CoverageResult

if TYPE_CHECKING:
    from pointwise.results.document import Comparison
    from pointwise.results.model import CellResult, PointAssessment, PromptResult

Section = Literal["responses", "histories", "coverages"]
"""A map by prompt id that is written prompt by prompt."""

_APART = {"all_final_assistant_responses", "full_conversation_histories", "errors", "evaluation_results"}
_RESPONSES = TypeAdapter(dict[str, str])
_HISTORIES = TypeAdapter(dict[str, tuple[Message, ...]])
_COVERAGES = TypeAdapter(dict[str, CoverageResult])


def without_texts(prompt: PromptResult) -> PromptResult:
    """All that scores and statistics need of a prompt, and no text but those of points and failures."""
    return prompt.model_copy(update={"cells": tuple(map(_without_text, prompt.cells))})


def _without_text(cell: CellResult) -> CellResult:
    coverage = cell.coverage
    if coverage is not None:
        points = tuple(map(_without_reflections, coverage.point_assessments))
        coverage = coverage.model_copy(update={"point_assessments": points})
    return cell.model_copy(update={"response": None, "history": (), "coverage": coverage})


def _without_reflections(point: PointAssessment) -> PointAssessment:
    votes = tuple(vote.model_copy(update={"reflection": None}) for vote in point.individual_judgements)
    return point.model_copy(update={"reflection": None, "individual_judgements": votes})


def pieces(skeleton: Comparison) -> tuple[bytes | Section, ...]:
    """The bytes of a result document, with names in the places of its three large maps.

    Args:
        skeleton: The document as made of prompts without texts.
    """
    rest = skeleton.model_dump_json(exclude_unset=True, by_alias=True, exclude=_APART).encode()
    errors = skeleton.model_dump_json(exclude_unset=True, by_alias=True, include={"errors"}).encode()
    found = skeleton.evaluation_results.model_dump_json(
        exclude_unset=True, by_alias=True, exclude={"llm_coverage_scores"}
    ).encode()
    return (
        rest.removesuffix(b"}") + b',"allFinalAssistantResponses":',
        "responses",
        b',"fullConversationHistories":',
        "histories",
        b"," + errors[1:-1] + b',"evaluationResults":{"llmCoverageScores":',
        "coverages",
        b"," + found[1:] + b"}",
    )


def entry(section: Section, prompt: PromptResult) -> bytes:
    """A prompt's part of a section, `"<id>":{…}`."""
    return to_json(prompt.prompt_id) + b":" + _content(section, prompt)


def _content(section: Section, prompt: PromptResult) -> bytes:
    if section == "responses":
        return _RESPONSES.dump_json(responses(prompt))
    if section == "histories":
        return _HISTORIES.dump_json(histories(prompt), exclude_unset=True, by_alias=True)
    return _COVERAGES.dump_json(coverages(prompt), exclude_unset=True, by_alias=True)
