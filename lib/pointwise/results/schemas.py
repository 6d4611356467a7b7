"""The JSON Schemas of what runs end in, as `docs/schema` publishes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pointwise.results.artefacts import Core, ModelCoverage, ModelHistory, PromptResponses
from pointwise.results.document import SCHEMA_VERSION, Comparison
from pointwise.results.leaderboard import Leaderboard
from pointwise.results.overview import BlueprintSummary, LatestRuns
from pointwise.results.timing import Timing

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic import JsonValue

    from pointwise.results.model import Document

DOCUMENTS: Mapping[str, type[Document]] = {
    "comparison": Comparison,
    "core": Core,
    "responses": PromptResponses,
    "coverage": ModelCoverage,
    "history": ModelHistory,
    "timing": Timing,
    "summary": BlueprintSummary,
    "latest_runs": LatestRuns,
    "leaderboard": Leaderboard,
}
"""By the name of their schema."""


def json_schemas() -> dict[str, dict[str, JsonValue]]:
    """The schema (2020-12) of each document, by name."""
    return {name: _schema(name, kind) for name, kind in DOCUMENTS.items()}


def _schema(name: str, kind: type[Document]) -> dict[str, JsonValue]:
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"pointwise-{name}-{SCHEMA_VERSION}.schema.json",
        **kind.model_json_schema(by_alias=True),
    }
