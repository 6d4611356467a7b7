"""Ask one judge for its verdict on one point of a response."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pointwise import keys, records
from pointwise.chat import ChatRequest, Origin, digest
from pointwise.errors import CallRefused
from pointwise.events import UnitSettled
from pointwise.judging.fences import mark_for
from pointwise.judging.prompt import judge_messages
from pointwise.judging.repair import repair_messages
from pointwise.judging.verdict import Verdict, read_verdict
from pointwise.keys import RunKeys
from pointwise.planning.briefing import brief_for
from pointwise.planning.progress import seat_segment
from pointwise.records import FailedJudgement, Failure, Judgement
from pointwise.steps import completion
from pointwise.steps.reading import read_plan, read_response, read_rubric

if TYPE_CHECKING:
    from pydantic import JsonValue

    from pointwise.blueprint.model import Message
    from pointwise.chat import ChatReply
    from pointwise.errors import CallError
    from pointwise.judging.extent import Unreadable
    from pointwise.judging.panel import Judge
    from pointwise.judging.prompt import JudgeBrief
    from pointwise.planning.plan import Plan
    from pointwise.planning.rubric import PlannedPoint
    from pointwise.records import Response
    from pointwise.services import Services, Visit
    from pointwise.tasks import Cell, JudgePoint

_REPLY_TOKENS = 8192
"""Two sentences and a number need 100; the rest is room for judges that reason first, which counts too."""


async def judge_point(task: JudgePoint, services: Services) -> None:
    """Store a judge's verdict, and complete the response if it was the last.

    A verdict that is there already costs nothing: its reply is in the cache.

    Raises:
        CallInterrupted: The judge may answer later.
        StorageError: The store refused.
    """
    with completion.visit(task.run, task.cell, services) as own:
        plan = await read_plan(task.run, services)
        response = await read_response(plan, task.cell, services)
        if response is None:  # set aside for a retry since this task was queued
            return
        case = await _case(plan, task, response, services)
        try:
            record = await _judge(case, services)
        except CallRefused as exc:
            record = case.failed(exc)
        await _store(case, record, own, services)


async def give_up(task: JudgePoint, error: CallError, services: Services) -> None:
    """Store that the verdict cannot be had, unless another delivery had it."""
    with completion.visit(task.run, task.cell, services) as own:
        plan = await read_plan(task.run, services)
        response = await read_response(plan, task.cell, services)
        if response is None:
            return
        case = await _case(plan, task, response, services)
        if await _has_verdict(case, services):
            await completion.conclude(plan, task.cell, completion.Deed(is_new=False), own, services)
        else:
            await _store(case, case.failed(error), own, services)


@dataclass(frozen=True, slots=True)
class _Case:
    """One point of one response before one judge."""

    plan: Plan
    task: JudgePoint
    planned: PlannedPoint
    judge: Judge
    brief: JudgeBrief
    subject: str

    @property
    def origin(self) -> Origin:
        return Origin(
            purpose="judge",
            prompt=self.plan.prompt(self.task.cell).id,
            model=self.plan.variant(self.task.cell).id,
            repeat=self.task.cell.repeat,
            point=self.brief.criterion,
            judge=self.judge.id,
        )

    def request(self, messages: tuple[Message, ...]) -> ChatRequest:
        return judge_request(self.plan, self.judge, messages, self.subject)

    def judgement(self, verdict: Verdict, request: ChatRequest, reply: ChatReply) -> Judgement:
        return Judgement(
            point=self.planned.id,
            judge=self.judge.id,
            score=verdict.score,
            reflection=verdict.reflection,
            prompt=request.messages,
            digest=request.digest,
            reply=reply,
            traits=self._traits(verdict),
        )

    def failed(self, error: CallError) -> FailedJudgement:
        failure = Failure(reason=error.reason, message=error.message, attempts=error.attempts)
        return FailedJudgement(point=self.planned.id, judge=self.judge.id, failure=failure)

    def _traits(self, verdict: Verdict) -> dict[str, JsonValue]:
        if self.brief.scale == "continuous":
            return {}
        return {"level": verdict.level, "levelOrder": self.brief.level_order}


def judge_request(
    plan: Plan, judge: Judge, messages: tuple[Message, ...], subject: str | None = None
) -> ChatRequest:
    """What a judge is sent."""
    return ChatRequest(
        model=judge.model,
        messages=messages,
        temperature=judge.temperature,
        max_tokens=_REPLY_TOKENS,
        scope=plan.run if plan.fresh else None,
        subject=subject,
    )


async def _case(plan: Plan, task: JudgePoint, response: Response, services: Services) -> _Case:
    rubric, judge = await read_rubric(plan, task.cell.prompt, services), plan.panel.seats[task.judge]
    brief = brief_for(plan, task, rubric, response.text)
    return _Case(plan, task, rubric[task.point], judge, brief, _subject(plan, task.cell, brief, services))


def _subject(plan: Plan, cell: Cell, brief: JudgeBrief, services: Services) -> str:
    """The response and what led to it: the same for all judges, criteria and runs that share replies.

    Worked out once a response, since a hash of long texts takes as long as all else that a look-up takes.
    """
    key = RunKeys(plan.run).response(plan.cell_segment(cell))
    if (known := services.subjects.get(key)) is not None:
        return known
    texts = mark_for(brief.response, brief.conversation)
    return services.subjects.keep(key, digest([plan.run, texts])[: len(texts)] if plan.fresh else texts)


async def _judge(case: _Case, services: Services) -> Judgement | FailedJudgement:
    """Ask, and once more where the reply cannot be read; a reply that stays unreadable is no verdict."""
    if not case.brief.response.strip():
        return _unmet(case)
    messages = judge_messages(case.brief)
    request = case.request(messages)
    reply = await services.chat.complete(request, case.origin)
    verdict = read_verdict(reply.text, case.brief.scale)
    if isinstance(verdict, Verdict):
        return case.judgement(verdict, request, reply)
    repair = case.request(repair_messages(messages, reply.text, verdict))
    second = await services.chat.complete(repair, case.origin)
    verdict = read_verdict(second.text, case.brief.scale)
    if isinstance(verdict, Verdict):
        return case.judgement(verdict, repair, second)
    # Not to be served from the cache: the next try is to ask again.
    await services.store.delete(keys.cache(request.digest, request.subject))
    await services.store.delete(keys.cache(repair.digest, repair.subject))
    return _unreadable(case, verdict, repair.messages, second)


def _unmet(case: _Case) -> Judgement:
    return Judgement(
        point=case.planned.id,
        judge=case.judge.id,
        score=0.0,
        reflection="The response is empty; no judge was asked.",
    )


def _unreadable(
    case: _Case, verdict: Unreadable, messages: tuple[Message, ...], reply: ChatReply
) -> FailedJudgement:
    return FailedJudgement(
        point=case.planned.id,
        judge=case.judge.id,
        failure=Failure(reason=verdict.reason, message=verdict.message, attempts=2),
        prompt=messages,
        reply=reply,
    )


async def _has_verdict(case: _Case, services: Services) -> bool:
    run, seat = RunKeys(case.plan.run), seat_segment(case.plan.panel, case.task.judge)
    key = run.judgement(case.plan.cell_segment(case.task.cell), case.planned.id, seat)
    return await services.store.read(key) is not None


async def _store(case: _Case, record: Judgement | FailedJudgement, own: Visit, services: Services) -> None:
    plan, task = case.plan, case.task
    run, cell = RunKeys(plan.run), plan.cell_segment(task.cell)
    seat = seat_segment(plan.panel, task.judge)
    failed = isinstance(record, FailedJudgement)
    spell = run.failed_judgement if failed else run.judgement
    is_new = await services.store.create(spell(cell, case.planned.id, seat), records.write(record))
    if is_new:
        reason = record.failure.reason if isinstance(record, FailedJudgement) else None
        services.observer.notify(UnitSettled(plan.run, "judgement", task.cell, reason))
    deed = completion.Deed(is_new, task.point if failed else None)
    await completion.conclude(plan, task.cell, deed, own, services)
