"""Ask a variant for its response, turn by turn, and queue what judges it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pointwise import records
from pointwise.blueprint.model import Message
from pointwise.chat import ChatRequest, Origin
from pointwise.errors import CallRefused
from pointwise.events import UnitSettled
from pointwise.keys import RunKeys
from pointwise.planning.conversation import TURN_SEPARATOR, opening, turns_to_generate
from pointwise.planning.variants import system_for, temperature_for
from pointwise.records import FailedResponse, Failure, Response
from pointwise.steps import completion
from pointwise.steps.reading import read_plan, read_response

if TYPE_CHECKING:
    from pointwise.chat import ChatReply
    from pointwise.errors import CallError
    from pointwise.planning.plan import Plan
    from pointwise.services import Services
    from pointwise.tasks import Cell, Generate


async def generate(task: Generate, services: Services) -> None:
    """Store the response of a cell unless it is there, then queue its judgements.

    A call that can never succeed is stored as a failed response.

    Raises:
        CallInterrupted: The provider may answer later.
        StorageError: The store refused.
    """
    plan = await read_plan(task.run, services)
    if await _is_there(plan, task.cell, services):
        await completion.go_on(plan, task.cell, services)
        return
    if await _has_failed(plan, task.cell, services):
        await completion.settle(plan, task.cell, services)
        return
    try:
        response = await _converse(plan, task.cell, services)
    except CallRefused as exc:
        await give_up(task, exc, services)
        return
    await _store(plan, task.cell, response, services)


async def give_up(task: Generate, error: CallError, services: Services) -> None:
    """Store that the response cannot be had, unless another delivery had it."""
    plan = await read_plan(task.run, services)
    if await read_response(plan, task.cell, services):
        await completion.go_on(plan, task.cell, services)
        return
    failure = Failure(reason=error.reason, message=error.message, attempts=error.attempts)
    failed = FailedResponse(
        prompt=plan.prompt(task.cell).id,
        model=plan.variant(task.cell).id,
        repeat=task.cell.repeat,
        failure=failure,
    )
    key = RunKeys(plan.run).failed_response(plan.cell_segment(task.cell))
    is_new = await _create(plan, task.cell, key, failed, services)
    if is_new:
        services.observer.notify(UnitSettled(plan.run, "response", task.cell, error.reason))
    await completion.settle(plan, task.cell, services, standing="new" if is_new else "found")


async def _is_there(plan: Plan, cell: Cell, services: Services) -> bool:
    key = RunKeys(plan.run).response(plan.cell_segment(cell))
    listed = await _is_listed(plan, cell, key, services)
    return listed and await read_response(plan, cell, services) is not None


async def _has_failed(plan: Plan, cell: Cell, services: Services) -> bool:
    key = RunKeys(plan.run).failed_response(plan.cell_segment(cell))
    return await _is_listed(plan, cell, key, services) and await services.store.read(key) is not None


async def _is_listed(plan: Plan, cell: Cell, key: str, services: Services) -> bool:
    """Whether a key seems to be there: one list for all responses to a prompt, nearly all of them new."""
    prefix = RunKeys(plan.run).responses_to(plan.prompt_segment(cell.prompt))
    return await services.listings.has(prefix, key, services.store)


async def _create(
    plan: Plan, cell: Cell, key: str, record: Response | FailedResponse, services: Services
) -> bool:
    prefix = RunKeys(plan.run).responses_to(plan.prompt_segment(cell.prompt))
    is_new = await services.store.create(key, records.write(record))
    services.listings.note(prefix, key)
    return is_new


async def _store(plan: Plan, cell: Cell, response: Response, services: Services) -> None:
    key = RunKeys(plan.run).response(plan.cell_segment(cell))
    if await _create(plan, cell, key, response, services):
        services.responses.keep(key, response)
        services.observer.notify(UnitSettled(plan.run, "response", cell))
        await completion.begin(plan, cell, services)
    else:
        await completion.go_on(plan, cell, services)


async def _converse(plan: Plan, cell: Cell, services: Services) -> Response:
    prompt, variant = plan.prompt(cell), plan.variant(cell)
    messages = list(opening(prompt, system_for(variant, prompt)))
    replies: list[ChatReply] = []
    for turn, place in enumerate(turns_to_generate(messages)):
        request = _request(plan, cell, tuple(messages[:place]))
        origin = Origin(
            purpose="candidate", prompt=prompt.id, model=variant.id, turn=turn, repeat=cell.repeat
        )
        reply = await services.chat.complete(request, origin)
        replies.append(reply)
        messages[place : place + 1] = [Message(role="assistant", content=reply.text)]
    return Response(
        prompt=prompt.id,
        model=variant.id,
        repeat=cell.repeat,
        messages=tuple(messages),
        text=TURN_SEPARATOR.join(reply.text for reply in replies),
        replies=tuple(replies),
    )


def _request(plan: Plan, cell: Cell, messages: tuple[Message, ...]) -> ChatRequest:
    prompt, variant = plan.prompt(cell), plan.variant(cell)
    fresh = plan.fresh or prompt.no_cache
    return ChatRequest(
        model=variant.model,
        messages=messages,
        temperature=temperature_for(variant, prompt, plan.blueprint),
        custom=variant.custom,
        repeat=cell.repeat,
        scope=plan.run if fresh else None,
    )
