"""Judging a row and writing continuations, on fakes."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from pointwise import keys
from pointwise.errors import CallError, CallInterrupted, CallRefused
from pointwise.narrative.length_bonus import LengthBonus
from pointwise.narrative.rows import read_entry
from pointwise.narrative.rubric import NAMES
from pointwise.narrative.stories import Story
from pointwise.services import Services
from pointwise.steps.narrative_judge import JudgeOptions, judge_entry
from pointwise.steps.narrative_prompts import StoryWork, WritingOptions
from pointwise.testing.memory import (
    FixedClock,
    MemoryQueue,
    MemoryScripts,
    MemoryServices,
    MemoryStore,
    RecordingObserver,
    ScriptedChat,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pointwise.chat import ChatRequest, Origin
    from pointwise.narrative.rows import Outcome

GOOD = json.dumps({**dict.fromkeys(NAMES, 4), "comments": "Fine."})
COLUMNS = ("id", "prompt_type", "beginning", "reference", "model_answer", "system", "answer_error")
PLACES = {name: place for place, name in enumerate(COLUMNS)}
OPTIONS = JudgeOptions("openai:gpt-4.1-mini", LengthBonus())
PROMPTS = json.dumps(
    {f"prompt_{kind}": f"Go on, {kind}. It rained." for kind in ("loose", "moderate", "strict")}
)


@dataclass(slots=True)
class World:
    """A chat that answers by a function, and a store."""

    answer: Callable[[ChatRequest, Origin], str | CallError]
    store: MemoryStore = field(default_factory=MemoryStore)

    def __post_init__(self) -> None:
        self.chat = ScriptedChat(self.answer)

    chat: ScriptedChat = field(init=False)

    @property
    def services(self) -> Services:
        return Services(
            self.store,
            MemoryQueue(),
            self.chat,
            MemoryScripts(),
            MemoryServices(),
            FixedClock(),
            RecordingObserver(),
        )

    def judge(self, *, last_attempt: bool = False, **cells: str) -> Outcome:
        given = {
            "id": "1",
            "prompt_type": "strict",
            "beginning": "It rained.",
            "model_answer": "Then it stopped.",
        }
        row = [{**given, **cells}.get(name, "") for name in COLUMNS]
        entry = read_entry(row, PLACES)
        return asyncio.run(judge_entry(entry, OPTIONS, self.services, last_attempt=last_attempt))

    def write(self, *, last_attempt: bool = False) -> list[Mapping[str, str]]:
        work = StoryWork(
            Story("1", "It rained."),
            WritingOptions("openai:writer", ("a:x", "b:y")),
            self.services,
            last_attempt=last_attempt,
        )
        return [outcome.computed for outcome in asyncio.run(work.rows())]


def saying(*texts: str | CallError) -> World:
    """Answers one after the other."""
    left = list(texts)
    return World(lambda _request, _origin: left.pop(0))


def test_the_published_row_comes_out_as_published() -> None:
    """112 words, strict, raw 4: final 4.25; a whole mark is written without a point."""
    reply = json.dumps({**dict(zip(NAMES, (3, 4, 5, 3, 4, 4), strict=True)), "comments": "Coherent."})
    computed = saying(reply).judge(model_answer="word " * 112).computed
    assert [computed[name] for name in NAMES] == ["3", "4", "5", "3", "4", "4.25"]
    assert (computed["overall_raw"], computed["answer_length_words"]) == ("4", "112")
    assert (computed["judge_comments"], computed.get("judge_error")) == ("Coherent.", None)
    assert saying(reply).judge(prompt_type=" Loose ").computed["overall_quality"] == "4"


def test_an_unreadable_reply_is_repaired_once() -> None:
    """The second question holds the first reply and what is wrong with it."""
    world = saying("Rather good!", GOOD)
    assert world.judge().computed["overall_quality"] == "4"
    asked = [message.content or "" for message in world.chat.asked[1][0].messages]
    assert asked[2] == "Rather good!"
    assert "no JSON object" in asked[3]


def test_two_unreadable_replies_leave_the_row_unscored_and_are_forgotten() -> None:
    """No mark, the reason, and nothing in the cache that would answer the next try."""
    world = saying("Good.", "Very good.")

    async def keep() -> None:
        for request, _ in world.chat.asked:
            await world.store.create(keys.cache(request.digest), b"-")

    world.judge()
    asyncio.run(keep())
    world = World(lambda _request, _origin: "Good.", world.store)
    outcome = world.judge()
    assert outcome.failure is not None
    assert outcome.failure.reason == "unparsable"
    assert not any(outcome.computed.get(name) for name in (*NAMES, "overall_raw"))
    assert outcome.computed["judge_error"].startswith("unparsable: ")
    first = world.chat.asked[0][0].digest
    assert keys.cache(first) not in world.store.objects


def test_a_refused_call_is_the_rows_reason() -> None:
    """The row keeps its length and says why it has no marks."""
    outcome = saying(CallRefused("auth", "openai refused the key.")).judge()
    assert outcome.computed["judge_error"] == "auth: openai refused the key."
    assert outcome.computed["answer_length_words"] == "3"


def test_an_interrupted_call_is_the_queues_until_the_last_attempt() -> None:
    """Before it, the row is delivered again; at it, the row is written with the reason."""
    error = CallInterrupted("rate_limit", "Slow down.")
    with pytest.raises(CallInterrupted):
        saying(error).judge()
    outcome = saying(error).judge(last_attempt=True)
    assert outcome.failure is not None
    assert outcome.failure.reason == "rate_limit"


@pytest.mark.parametrize(
    ("cells", "marks", "said"),
    [
        ({"model_answer": " \n"}, "0", "no judge was asked"),
        ({"model_answer": "<think>so long"}, "0", "no judge was asked"),
        (
            {"model_answer": "", "answer_error": "timeout: Too slow."},
            "",
            "no_response: There is no answer: timeout",
        ),
        ({"prompt_type": "medium"}, "", "loose, moderate, strict"),
        ({"beginning": " "}, "", "beginning is empty"),
    ],
)
def test_some_rows_need_no_judge(cells: dict[str, str], marks: str, said: str) -> None:
    """An empty answer is 0; an answer that could not be had is unscored, and so is a row nobody can read."""
    world = saying()
    computed = world.judge(**cells).computed
    assert {computed.get(name, "") for name in NAMES} == {marks}
    assert said in computed.get("judge_comments", "") + computed.get("judge_error", "")
    assert world.chat.asked == []


def test_the_judge_sees_the_answer_without_thoughts() -> None:
    """Neither the question nor the length has them."""
    world = saying(GOOD)
    computed = world.judge(model_answer="<think>secret plan</think>Then it stopped.").computed
    assert computed["answer_length_words"] == "3"
    assert "secret plan" not in (world.chat.asked[0][0].messages[1].content or "")


def _answers(request: ChatRequest, origin: Origin) -> str | CallError:
    if request.model == "openai:writer":
        return PROMPTS
    if origin.prompt == "1/moderate" and request.model == "a:x":
        return CallInterrupted("timeout", "Too slow.")
    return f"<think>hm</think>{request.model} goes on."


def test_every_system_follows_every_instruction() -> None:
    """One row each, system by system; thoughts aside; a failed answer leaves a reason and the other rows."""
    rows = World(_answers).write(last_attempt=True)
    assert [(row["system"], row["prompt_type"]) for row in rows] == [
        (system, kind) for system in ("a:x", "b:y") for kind in ("loose", "moderate", "strict")
    ]
    assert rows[0]["model_answer"] == "a:x goes on."
    assert rows[0]["model_reasoning"] == "hm"
    assert rows[1] == {
        "prompt_type": "moderate",
        "beginning": "It rained.",
        "system": "a:x",
        "prompt_text": "Go on, moderate. It rained.",
        "answer_error": "timeout: Too slow.",
    }


def test_a_story_is_delivered_again_while_that_may_help() -> None:
    """What was answered before comes from the cache then."""
    with pytest.raises(CallInterrupted):
        World(_answers).write()


def test_without_instructions_every_row_says_why() -> None:
    """No candidate is asked."""
    world = World(lambda _request, _origin: CallRefused("quota", "All spent."))
    rows = world.write()
    assert {row["answer_error"] for row in rows} == {"quota: All spent."}
    assert len(rows) == 6
    assert len(world.chat.asked) == 1
