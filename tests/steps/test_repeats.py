"""Several answers of each model to each prompt, through all stages."""

from __future__ import annotations

import asyncio
import json

from pointwise.steps.verify import verify
from tests.steps.driver import World, answer
from tests.steps.test_pipeline import blueprint


def test_every_repeat_is_asked_for_judged_and_averaged() -> None:
    """Three answers have requests of their own; the score of a prompt is their mean."""
    world = World(answer=lambda request, origin: f"{answer(request, origin)} ({origin.repeat})")
    run = world.run(world.plan(blueprint(), repeats=3))
    asked = [request.digest for request, origin in world.chat.asked if origin.purpose == "candidate"]
    assert len(asked) == len(set(asked)) == 3 * 2 * 3
    result = json.loads(world.result())
    for models in result["evaluationResults"]["llmCoverageScores"].values():
        for coverage in models.values():
            scores = [each["avgCoverageExtent"] for each in coverage["repeats"]]
            assert len(scores) == 3
            assert abs(coverage["avgCoverageExtent"] - sum(scores) / 3) < 1e-12
    assert asyncio.run(verify(run, world.services)) == []


def test_one_answer_is_labelled_as_ever_and_several_are_not() -> None:
    """Runs with other repeats have other labels: their numbers are no repetition of each other."""
    world = World()
    labels = [world.plan(blueprint(), repeats=number).label for number in (1, 2, 3)]
    assert len(set(labels)) == 3
    assert labels[0] == world.plan(blueprint()).label
