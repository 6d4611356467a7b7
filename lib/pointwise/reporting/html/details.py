"""What the page of a run shows of one prompt when somebody asks: every word that was said."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pointwise.results.answers import coverages, histories, responses

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pydantic import JsonValue

    from pointwise.blueprint.model import Message, Prompt
    from pointwise.records import FailedJudgement, Judgement
    from pointwise.results.document import Comparison
    from pointwise.results.model import CoverageResult, PromptResult

    Json = dict[str, JsonValue]
    Call = Judgement | FailedJudgement


@dataclass(frozen=True, slots=True)
class PromptTexts:
    """What was said about one prompt, each by model."""

    prompt: str
    responses: Mapping[str, str]
    histories: Mapping[str, Sequence[Message]]
    coverages: Mapping[str, CoverageResult]


def texts_in(result: Comparison, prompt: str) -> PromptTexts:
    """The texts of a prompt in the result of a run."""
    return PromptTexts(
        prompt,
        result.all_final_assistant_responses.get(prompt, {}),
        result.full_conversation_histories.get(prompt, {}),
        result.evaluation_results.llm_coverage_scores.get(prompt, {}),
    )


def texts_of(prompt: PromptResult) -> PromptTexts:
    """The texts of a prompt in its own result, where nobody holds those of the whole run."""
    return PromptTexts(prompt.prompt_id, responses(prompt), histories(prompt), coverages(prompt))


def details(texts: PromptTexts, result: Comparison, calls: Mapping[str, Sequence[Call]]) -> Json:
    """One prompt: what was asked, and what each model's response came to.

    Args:
        texts: Of the prompt.
        result: Of the run; its texts are not looked at.
        calls: For the exact prompts of the judges, by model; may lack any.
    """
    written = next((prompt for prompt in result.config.prompts if prompt.id == texts.prompt), None)
    cells = _Cells(texts, result)
    models = [score.model_id for score in result.evaluation_results.model_scores]
    return {
        "messages": [_message(message) for message in cells.asked],
        **(_written(written) if written else {}),
        "keyPoints": list(result.extracted_key_points.get(texts.prompt, ())),
        "cells": {model: cells.cell(model, calls.get(model, ())) for model in models},
    }


def _written(prompt: Prompt) -> Json:
    return {
        "description": prompt.description,
        "ideal": prompt.ideal,
        "citation": prompt.citation,
        "system": prompt.system,
        "renderAs": prompt.render_as,
    }


@dataclass(frozen=True, slots=True)
class _Cells:
    texts: PromptTexts
    result: Comparison

    @property
    def asked(self) -> Sequence[Message]:
        return self.result.prompt_contexts.get(self.texts.prompt, ())

    def cell(self, model: str, calls: Sequence[Call]) -> Json:
        coverage = self.texts.coverages.get(model)
        error = self.result.errors.get(self.texts.prompt, {}).get(model)
        known: Json = {
            "response": self.texts.responses.get(model),
            "history": self._history(model),
            "error": error.model_dump(mode="json", by_alias=True) if error else None,
            "coverage": _coverage(coverage) if coverage else None,
        }
        return {**known, "calls": [_call(call) for call in calls]} if calls else known

    def _history(self, model: str) -> JsonValue:
        """The conversation, where it is more than the prompt and one answer."""
        said = self.texts.histories.get(model, ())
        generated = sum(1 for message in self.asked if message.content is None)
        if not said or (len(said) == len(self.asked) + 1 and not generated):
            return None
        return [_message(message) for message in said]


def _coverage(coverage: CoverageResult) -> JsonValue:
    dumped: Json = coverage.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    return dumped


def _message(message: Message) -> Json:
    return {"role": message.role, "content": message.content}


def _call(call: Call) -> Json:
    reply, failure = call.reply, getattr(call, "failure", None)
    return {
        "point": call.point,
        "judge": call.judge,
        "prompt": [_message(message) for message in call.prompt],
        "reply": reply.text if reply else None,
        "failure": failure.message if failure else None,
    }
