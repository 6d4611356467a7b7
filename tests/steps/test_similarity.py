"""Responses compared by meaning, through the stages of a run."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import pytest

from pointwise.blueprint.model import Blueprint
from pointwise.errors import CallRefused, InputError, SystemInterrupted
from pointwise.planning.plan import Embedding, embedding_of
from pointwise.results.similarity import IDEAL
from pointwise.steps.verify import verify
from tests.steps.driver import World, answer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pointwise.chat import ChatRequest, Origin


def blueprint(embedding: object) -> Blueprint:
    """One prompt with an ideal answer."""
    prompt = {
        "id": "tea",
        "messages": [{"role": "user", "content": "Tea?"}],
        "idealResponse": "yes",
        "points": [{"text": "Says how hot."}],
    }
    evaluation = {"embedding": embedding}
    return Blueprint.model_validate(
        {"id": "b", "title": "B", "prompts": [prompt], "evaluationConfig": evaluation}
    )


class Letters:
    """An Embedder that counts two letters; remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, ...]] = []

    async def embed(self, model: str, texts: Sequence[str]) -> tuple[tuple[float, ...], ...]:
        self.asked.append(tuple(texts))
        return tuple((float(text.count("y")), float(text.count("n"))) for text in texts)


class Locked:
    """An Embedder without a key."""

    async def embed(self, model: str, texts: Sequence[str]) -> tuple[tuple[float, ...], ...]:
        raise CallRefused("auth", "openai needs a key: set OPENAI_API_KEY.")


def say(request: ChatRequest, origin: Origin) -> str:
    """The first model says yes, the second no, the third nothing."""
    if origin.purpose == "candidate":
        return {"m:1": "yyy", "m:2": "n", "m:3": ""}[origin.model]
    return answer(request, origin)


def run(embedding: object, embedder: Any) -> tuple[World, str, Any]:  # noqa: ANN401 - JSON
    """A run of three models, its name, and its evaluation."""
    world = World(answer=say, embedder=embedder)
    name = world.run(world.plan(blueprint(embedding), "m:1", "m:2", "m:3"))
    return world, name, json.loads(world.result())["evaluationResults"]


def test_matrices_and_hybrid_scores_are_in_the_result() -> None:
    """Cosines by pair, the ideal among them; an empty response has none; the mix takes beta."""
    embedder = Letters()
    world, name, found = run({"beta": 0.25}, embedder)
    matrix = found["perPromptSimilarities"]["tea"]
    assert (matrix["m:1"][IDEAL], matrix["m:2"][IDEAL], matrix["m:1"]["m:2"]) == (1.0, 0.0, 0.0)
    assert matrix["m:3"][IDEAL] is None
    assert found["similarityMatrix"] == matrix
    first, second, third = found["modelScores"]
    assert first["hybrid"] == pytest.approx(0.25 + 0.75 * first["score"])
    assert second["hybrid"] == pytest.approx(0.75 * second["score"])
    assert (third["similarity"], third["hybrid"]) == (None, None)
    assert embedder.asked == [("yyy", "n", "yes")]
    assert asyncio.run(verify(name, world.services)) == []


def test_without_a_provider_it_is_left_out_and_said_once() -> None:
    """Scores are as ever, and the result says why there is no similarity."""
    _, _, found = run(embedding=True, embedder=Locked())
    _, _, without = run(embedding=False, embedder=None)
    assert found["similarityGap"]["message"] == "openai needs a key: set OPENAI_API_KEY."
    assert [row["score"] for row in found["modelScores"]] == [row["score"] for row in without["modelScores"]]
    assert "similarityGap" not in without


def test_embeddings_that_failed_are_asked_for_again_by_resume() -> None:
    """Nothing else is: no model, no judge. What failed is kept aside; what was had is not asked for twice."""
    world, name, _ = run({"beta": 0.25}, Locked())
    whole, _, _ = run({"beta": 0.25}, Letters())
    calls, embedder = len(world.chat.asked), Letters()
    world.embedder = embedder
    world.resume(name)
    assert world.result() == whole.result()
    assert (len(world.chat.asked), embedder.asked) == (calls, [("yyy", "n", "yes")])
    assert any("/similarity/" in key for key in world.store.objects if key.startswith("superseded/"))
    world.resume(name)
    assert len(embedder.asked) == 1


def test_a_store_that_is_away_is_no_failure_of_embeddings() -> None:
    """The prompt is aggregated again by a later delivery, and nothing says that they could not be had."""

    class Away(Letters):
        async def embed(self, model: str, texts: Sequence[str]) -> tuple[tuple[float, ...], ...]:
            if not self.asked:
                self.asked.append(())
                raise SystemInterrupted("service", "Cloud Storage: 503.")
            return await super().embed(model, texts)

    _, _, found = run({"beta": 0.25}, Away())
    assert found["similarityGap"] is None
    assert found["perPromptSimilarities"]["tea"]["m:1"][IDEAL] == 1.0


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        (None, None),
        (False, None),
        (True, Embedding()),
        ("mine:e5", Embedding(model="mine:e5")),
        ({"model": "mine:e5", "beta": 0.5}, Embedding(model="mine:e5", beta=0.5)),
    ],
)
def test_a_blueprint_asks_for_it_in_a_word_or_a_map(asked: object, expected: Embedding | None) -> None:
    """Not asking is not having it."""
    assert embedding_of(blueprint(asked)) == expected


@pytest.mark.parametrize("asked", [{"beta": 2}, {"modle": "x"}, 3, ["x"]])
def test_anything_else_is_refused(asked: object) -> None:
    """Before a call is made."""
    with pytest.raises(InputError, match=r"evaluationConfig\.embedding"):
        embedding_of(blueprint(asked))
