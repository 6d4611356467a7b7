"""Whether the records of one response follow from each other: text from replies, verdicts from words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pointwise import records
from pointwise.errors import DamagedObject
from pointwise.judging.prompt import judge_messages
from pointwise.judging.verdict import Verdict, read_verdict
from pointwise.keys import RunKeys
from pointwise.planning.briefing import brief_for
from pointwise.planning.conversation import TURN_SEPARATOR, opening, turns_to_generate
from pointwise.planning.progress import is_checks, place_of
from pointwise.planning.variants import system_for
from pointwise.records import Checks, FailedJudgement, Judgement, Response
from pointwise.results.discrepancy import Discrepancy
from pointwise.steps.judge_point import judge_request
from pointwise.steps.reading import read_rubric
from pointwise.tasks import JudgePoint

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pointwise.planning.plan import Plan
    from pointwise.planning.progress import Place
    from pointwise.planning.rubric import PlannedPoint
    from pointwise.services import Services
    from pointwise.tasks import Cell


async def cell_discrepancies(plan: Plan, cell: Cell, services: Services) -> list[Discrepancy]:
    """What does not fit together among everything stored of one response."""
    keys, segment = RunKeys(plan.run), plan.cell_segment(cell)
    key = keys.response(segment)
    data = await services.store.read(key)
    if data is None:
        return []
    try:
        response = records.read(Response, data, key)
    except DamagedObject as exc:
        return [Discrepancy(key=key, where="", message=exc.message)]
    found = [
        Discrepancy(key=key, where=place, message=text) for place, text in _response(plan, cell, response)
    ]
    rubric = await read_rubric(plan, cell.prompt, services)
    case = _Records(plan, cell, rubric, response)
    for name, judged in (await services.store.read_all(keys.judgements_of(segment))).items():
        found += case.judgement(name, judged)
    return found


def _response(plan: Plan, cell: Cell, response: Response) -> Iterator[tuple[str, str]]:
    prompt, variant = plan.prompt(cell), plan.variant(cell)
    if (response.prompt, response.model, response.repeat) != (prompt.id, variant.id, cell.repeat):
        yield "", f"It is the answer of {response.model} to {response.prompt}, not what its name says."
    texts = [reply.text for reply in response.replies]
    if response.text != TURN_SEPARATOR.join(texts):
        yield "text", "It is not what the model replied."
    messages = list(opening(prompt, system_for(variant, prompt)))
    places = turns_to_generate(messages)
    if len(places) != len(texts):
        yield "replies", f"There are {len(texts)} replies for {len(places)} turns."
        return
    for place, text in zip(places, texts, strict=True):
        messages[place] = messages[place].model_copy(update={"content": text})
    if tuple(messages) != response.messages:
        yield "messages", "They are not the conversation of the plan with the replies in it."


class _Records:
    """The records of one response, and what they have to follow from."""

    def __init__(self, plan: Plan, cell: Cell, rubric: tuple[PlannedPoint, ...], response: Response) -> None:
        self._plan, self._cell, self._response = plan, cell, response
        self._rubric = rubric
        self._places = {point.id: index for index, point in enumerate(rubric)}

    def judgement(self, key: str, data: bytes) -> list[Discrepancy]:
        """What does not fit in what is stored under a name."""
        name = key.rpartition("/")[2]
        place = place_of(name, self._plan.panel)
        try:
            if is_checks(name):
                texts = list(self._checks(records.read(Checks, data, key)))
            elif place is None or place.point not in self._places:
                texts = [("", "No point of the rubric and no judge has this name.")]
            elif place.failed:
                records.read(FailedJudgement, data, key)
                texts = []
            else:
                texts = list(self._verdict(place, records.read(Judgement, data, key)))
        except DamagedObject as exc:
            texts = [("", exc.message)]
        return [Discrepancy(key=key, where=where, message=text) for where, text in texts]

    def _checks(self, checks: Checks) -> Iterator[tuple[str, str]]:
        expected = {point.id for point in self._rubric if not point.is_judged}
        if {result.point for result in checks.results} != expected:
            yield "results", "They are not those of the functions of the rubric."

    def _verdict(self, place: Place, given: Judgement) -> Iterator[tuple[str, str]]:
        judge = self._plan.panel.seats[place.seat]
        if (given.point, given.judge) != (place.point, judge.id):
            yield "", f"It is {given.judge}'s verdict on {given.point}, not what its name says."
            return
        if given.reply is None:
            if self._response.text.strip() or given.score:
                yield "reply", "It is missing, though the response is not empty."
            return
        verdict = read_verdict(given.reply.text, self._plan.panel.scale)
        if not isinstance(verdict, Verdict) or verdict.score != given.score:
            yield "score", "It is not what the judge replied."
        elif verdict.reflection != given.reflection:
            yield "reflection", "It is not what the judge replied."
        task = JudgePoint(
            run=self._plan.run, cell=self._cell, point=self._places[place.point], judge=place.seat
        )
        asked = judge_messages(brief_for(self._plan, task, self._rubric, self._response.text))
        if given.prompt[: len(asked)] != asked:
            yield "prompt", "It is not what the judge is asked about this response."
        if given.digest != judge_request(self._plan, judge, given.prompt).digest:
            yield "digest", "It is not that of the request."
