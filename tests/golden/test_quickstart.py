"""The quickstart's plan and scores, number by number: what its README and the first visitor see."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.e2e.command import ROOT, pointwise

if TYPE_CHECKING:
    from pathlib import Path

EXAMPLE = ROOT / "examples" / "quickstart"
SCORES = {"sample:aspen": 0.953, "sample:birch": 0.713, "sample:cedar": 0.765}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The run's folder."""
    out = tmp_path_factory.mktemp("quickstart")
    words = ("run", EXAMPLE / "blueprint.yml", "--fixtures", EXAMPLE / "fixtures.yml", "--out", out)
    assert pointwise(*words).code == 0
    (run,) = out.glob("runs/quickstart/*/")
    return run


def _read(folder: Path, pattern: str) -> Any:  # noqa: ANN401 - JSON
    (path,) = folder.glob(pattern)
    return json.loads(path.read_bytes())


def test_the_plan_is_five_prompts_for_three_models_before_two_judges(folder: Path) -> None:
    """What is asked of whom."""
    plan = _read(folder, "plan.json")
    assert [variant["id"] for variant in plan["variants"]] == list(SCORES)
    assert len(plan["blueprint"]["prompts"]) == 5
    assert len(plan["panel"]["judges"]) == 2


def test_scores_are_those_the_readme_tells(folder: Path) -> None:
    """One model clearly ahead, two close to each other."""
    rows = _read(folder, "*_comparison.json")["evaluationResults"]["modelScores"]
    assert {row["modelId"]: round(row["score"], 3) for row in rows} == SCORES


def test_one_prompt_has_two_generated_turns(folder: Path) -> None:
    """Both turns are judged together, joined by a blank line."""
    histories = _read(folder, "*_comparison.json")["fullConversationHistories"]
    turns = {p: sum(m["role"] == "assistant" for m in by["sample:aspen"]) for p, by in histories.items()}
    assert sorted(turns.values()) == [1, 1, 1, 1, 2]
