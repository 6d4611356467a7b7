"""Judges with a known bias, noise and failure rate: what a run says of them is what they are."""

from __future__ import annotations

import json
import math
import random
from dataclasses import dataclass
from statistics import fmean, pvariance
from typing import TYPE_CHECKING, Any

import pytest

from bench.standin.process import standin
from tests.e2e.command import environment, pointwise

if TYPE_CHECKING:
    from pathlib import Path

SEEDS = range(20)
PROMPTS, POINTS = 20, 3
NOISE = 0.06
JUDGES = {"lenient": (0.08, 0.1), "strict": (-0.06, 0.2), "fair": (0.0, 0.05)}
"""Name to bias and share of replies without a verdict."""
Z = 1.96


@dataclass(frozen=True)
class Run:
    """What one seed came to, and the truth behind it."""

    truth: list[float]
    result: dict[str, Any]

    def profile(self, judge: str) -> dict[str, Any]:
        profiles: list[dict[str, Any]] = self.result["evaluationResults"]["judgeAgreement"]["judges"]
        return next(each for each in profiles if each["judge"] == judge)


def blueprint(truth: list[float]) -> str:
    """Criteria that carry their own true score, far enough from 0 and 1 that nothing is clipped."""
    numbers = iter(truth)
    prompts = [
        {
            "id": f"p{p}",
            "prompt": f"Question {p}?",
            "should": [f"Says {k}. [truth {next(numbers)}]" for k in range(POINTS)],
        }
        for p in range(PROMPTS)
    ]
    judges = [{"id": name, "model": f"openai:{name}"} for name in JUDGES]
    evaluation = {"llm-coverage": {"judges": judges}}
    return json.dumps(
        {"id": "noisy", "models": ["openai:m"], "evaluationConfig": evaluation, "prompts": prompts}
    )


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> list[Run]:
    """One run a seed."""
    folder = tmp_path_factory.mktemp("noisy")
    leans = {
        name: {"bias": bias, "noise": NOISE, "failure": failure} for name, (bias, failure) in JUDGES.items()
    }
    with standin(judges=leans) as server:
        return [_run(seed, folder / str(seed), server) for seed in SEEDS]


def _run(seed: int, folder: Path, server: Any) -> Run:  # noqa: ANN401 - a Standin
    chance = random.Random(seed)  # noqa: S311 - a truth to be recovered
    truth = [round(chance.uniform(0.3, 0.7), 2) for _ in range(PROMPTS * POINTS)]
    folder.mkdir()
    path = folder / "b.json"
    path.write_text(blueprint(truth))
    server.change(seed=seed)
    ended = pointwise("run", path, f"--out={folder / 'out'}", "--concurrency=50", env=environment(server))
    assert ended.code in {0, 1}, ended.err
    (result,) = (folder / "out").glob("runs/*/*/*_comparison.json")
    return Run(truth, json.loads(result.read_bytes()))


def covered(found: list[bool]) -> None:
    """At least as many of the 95 % intervals hold as 99.5 % of honest ones would."""
    expected = 0.95 * len(found)
    assert sum(found) >= expected - 2.6 * math.sqrt(expected * 0.05), f"{sum(found)} of {len(found)}"


@pytest.mark.chaos
@pytest.mark.parametrize("judge", JUDGES)
def test_a_judges_bias_is_recovered(runs: list[Run], judge: str) -> None:
    """Its mean distance to the other judges is its bias less theirs, within the noise, over 20 seeds."""
    bias = JUDGES[judge][0]
    others = [JUDGES[name][0] for name in JUDGES if name != judge]
    found = []
    for run in runs:
        error = Z * NOISE * math.sqrt(1.5 / (PROMPTS * POINTS * (1 - JUDGES[judge][1])))
        found.append(abs(run.profile(judge)["bias"] - (bias - fmean(others))) <= error)
    covered(found)


@pytest.mark.chaos
def test_means_are_recovered(runs: list[Run]) -> None:
    """The model's score is the true mean plus the panel's bias, within the noise."""
    panel = fmean(bias for bias, _ in JUDGES.values())
    error = Z * NOISE / math.sqrt(3 * PROMPTS * POINTS)
    scores = [run.result["evaluationResults"]["modelScores"][0]["score"] for run in runs]
    covered([abs(score - fmean(run.truth) - panel) <= error for score, run in zip(scores, runs, strict=True)])


@pytest.mark.chaos
def test_agreement_is_recovered(runs: list[Run]) -> None:
    """Alpha's interval holds what bias, noise and truth make of it: 1 - within / total variance."""
    biases = [bias for bias, _ in JUDGES.values()]
    spread = pvariance(biases) * 3 / 2
    found = []
    for run in runs:
        alpha = run.result["evaluationResults"]["judgeAgreement"]["alphaInterval"]
        within = NOISE**2 + spread
        expected = 1 - within / (pvariance(run.truth) + NOISE**2 + pvariance(biases))
        found.append(alpha["low"] <= expected <= alpha["high"])
    covered(found)


@pytest.mark.chaos
def test_failures_are_counted_and_never_scored(runs: list[Run]) -> None:
    """The share of failed verdicts is what repair leaves over; no point carries a score nobody gave."""
    for judge, (_, failure) in JUDGES.items():
        share = fmean(run.profile(judge)["failedShare"] for run in runs)
        assert share == pytest.approx(failure**2, abs=0.02)
    for run in runs:
        by_model = run.result["evaluationResults"]["llmCoverageScores"].values()
        for point in (p for models in by_model for c in models.values() for p in c["pointAssessments"]):
            votes = [
                v["coverageExtent"] for v in point["individualJudgements"] if v["coverageExtent"] is not None
            ]
            assert point["coverageExtent"] == (pytest.approx(fmean(votes)) if votes else None)
