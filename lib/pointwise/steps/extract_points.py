"""Draw key points from an ideal answer, once for all responses to its prompt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pointwise import keys, records
from pointwise.chat import ChatRequest, Origin
from pointwise.errors import CallRefused
from pointwise.judging.extent import Unreadable
from pointwise.judging.key_points import extraction_messages, read_key_points
from pointwise.judging.repair import repair_messages
from pointwise.keys import RunKeys
from pointwise.records import FailedKeyPoints, Failure, KeyPoints
from pointwise.steps import completion
from pointwise.steps.reading import read_plan
from pointwise.tasks import ExtractPoints, Lane, Queued

if TYPE_CHECKING:
    from pointwise.blueprint.model import Message
    from pointwise.errors import CallError
    from pointwise.judging.panel import Judge
    from pointwise.planning.plan import Plan
    from pointwise.services import Services

_REPLY_TOKENS = 8192


async def extract_points(task: ExtractPoints, services: Services) -> None:
    """Store the key points of a prompt unless they are there, then queue its responses.

    The judges of the panel are asked in their order until one answers. Without key points the responses are
    had all the same and stay unscored.

    Raises:
        CallInterrupted: No judge answered, and one of them may later.
        StorageError: The store refused.
    """
    plan = await read_plan(task.run, services)
    if not await is_settled(plan, task.prompt, services):
        try:
            record = await _extract(plan, task.prompt, services)
        except CallRefused as exc:
            await give_up(task, exc, services)
            return
        key = RunKeys(plan.run).key_points(plan.prompt_segment(task.prompt))
        await services.store.create(key, records.write(record))
    await _queue_responses(plan, task.prompt, services)


async def give_up(task: ExtractPoints, error: CallError, services: Services) -> None:
    """Store that there are no key points, unless another delivery had them, and go on with the responses."""
    plan = await read_plan(task.run, services)
    if not await is_settled(plan, task.prompt, services):
        failure = Failure(reason=error.reason, message=error.message, attempts=error.attempts)
        failed = FailedKeyPoints(prompt=plan.blueprint.prompts[task.prompt].id, failure=failure)
        key = RunKeys(plan.run).failed_key_points(plan.prompt_segment(task.prompt))
        await services.store.create(key, records.write(failed))
    await _queue_responses(plan, task.prompt, services)


def extraction(plan: Plan, prompt: int) -> Queued:
    """The task that draws the key points of a prompt."""
    lane = Lane(kind="judge", provider=plan.panel.seats[0].provider)
    return Queued(lane=lane, task=ExtractPoints(run=plan.run, prompt=prompt))


async def is_settled(plan: Plan, prompt: int, services: Services) -> bool:
    """Whether the key points of a prompt are stored, or that they cannot be had."""
    names, segment = RunKeys(plan.run), plan.prompt_segment(prompt)
    stored = await services.store.read(names.key_points(segment))
    return stored is not None or await services.store.read(names.failed_key_points(segment)) is not None


async def _queue_responses(plan: Plan, prompt: int, services: Services) -> None:
    await services.queue.enqueue([completion.generation(plan, cell) for cell in plan.cells_of(prompt)])


async def _extract(plan: Plan, prompt: int, services: Services) -> KeyPoints:
    last: CallRefused | None = None
    for judge in plan.panel.seats:
        try:
            return await _ask(plan, prompt, judge, services)
        except CallRefused as exc:
            last = exc
    raise last or CallRefused("no_response", "There is no judge to draw up key points.", attempts=0)


async def _ask(plan: Plan, prompt: int, judge: Judge, services: Services) -> KeyPoints:
    """Ask one judge, and once more where its reply cannot be read."""
    asked = plan.blueprint.prompts[prompt]
    origin = Origin(purpose="extraction", prompt=asked.id, model=judge.model, judge=judge.id)
    messages = extraction_messages(asked.ideal or "", asked.messages)
    request = _request(plan, judge, messages)
    reply = await services.chat.complete(request, origin)
    found = read_key_points(reply.text)
    if isinstance(found, Unreadable):
        repair = _request(plan, judge, repair_messages(messages, reply.text, found))
        reply = await services.chat.complete(repair, origin)
        found = read_key_points(reply.text)
        if isinstance(found, Unreadable):
            await services.store.delete(keys.cache(request.digest))
            await services.store.delete(keys.cache(repair.digest))
            raise CallRefused(found.reason, f"{judge.id} gave no key points. {found.message}", attempts=2)
        messages = repair.messages
    return KeyPoints(prompt=asked.id, points=found, judge=judge.id, request=messages, reply=reply)


def _request(plan: Plan, judge: Judge, messages: tuple[Message, ...]) -> ChatRequest:
    return ChatRequest(
        model=judge.model,
        messages=messages,
        temperature=judge.temperature,
        max_tokens=_REPLY_TOKENS,
        scope=plan.run if plan.fresh else None,
    )
