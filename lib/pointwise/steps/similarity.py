"""Have the responses to a prompt placed by meaning, and store how alike they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pointwise import records
from pointwise.errors import CallError, CallRefused, SystemInterrupted
from pointwise.keys import RunKeys
from pointwise.records import Failure, Similarities
from pointwise.results.similarity import IDEAL
from pointwise.scoring.similarity import similarity_matrix
from pointwise.steps.reading import read_record, read_response
from pointwise.tasks import Cell

if TYPE_CHECKING:
    from pointwise.planning.plan import Embedding, Plan
    from pointwise.services import Services

_NO_EMBEDDER = "There is nobody to ask for embeddings, as with answers from a file."


async def compare_responses(plan: Plan, prompt: int, services: Services) -> None:
    """Store how alike the first responses to a prompt and its ideal answer are, unless that is there.

    A provider that is missing or fails is stored as a failure: scores do not depend on it.

    Raises:
        SystemInterrupted: The store may answer later.
        StorageError: It refused.
    """
    if plan.embedding is None or (await _is_settled(plan, prompt, services)):
        return
    texts = await _texts(plan, prompt, services)
    name = plan.blueprint.prompts[prompt].id
    try:
        vectors = await _embed(plan.embedding, texts, services)
        found = Similarities(
            prompt=name, model=plan.embedding.model, matrix=similarity_matrix(vectors), failure=None
        )
    except SystemInterrupted:
        raise
    except CallError as exc:
        failure = Failure(reason=exc.reason, message=exc.message, attempts=exc.attempts)
        found = Similarities(prompt=name, model=plan.embedding.model, matrix=None, failure=failure)
    key = RunKeys(plan.run).similarity(plan.prompt_segment(prompt))
    await services.store.replace(key, records.write(found))


async def read_similarities(plan: Plan, prompt: int, services: Services) -> Similarities | None:
    """What is stored of a prompt, or None."""
    return await read_record(
        Similarities, RunKeys(plan.run).similarity(plan.prompt_segment(prompt)), services
    )


async def _is_settled(plan: Plan, prompt: int, services: Services) -> bool:
    """Whether every response that is there now has its place; what failed, or was missing, is tried again."""
    found = await read_similarities(plan, prompt, services)
    return found is not None and set(found.matrix or ()) >= set(await _texts(plan, prompt, services))


async def _texts(plan: Plan, prompt: int, services: Services) -> dict[str, str]:
    texts: dict[str, str] = {}
    for index, variant in enumerate(plan.variants):
        response = await read_response(plan, Cell(prompt=prompt, variant=index), services)
        if response is not None:
            texts[variant.id] = response.text
    ideal = plan.blueprint.prompts[prompt].ideal
    return {**texts, IDEAL: ideal} if ideal else texts


async def _embed(
    embedding: Embedding, texts: dict[str, str], services: Services
) -> dict[str, tuple[float, ...] | None]:
    """A vector by name; None for a text that says nothing."""
    if services.embedder is None:
        raise CallRefused("unreachable", _NO_EMBEDDER, attempts=0)
    named = {name: text for name, text in texts.items() if text.strip()}
    vectors = await services.embedder.embed(embedding.model, list(named.values())) if named else ()
    found = dict(zip(named, vectors, strict=True))
    return {name: found.get(name) for name in texts}
