"""Answers from a file: what is read, what is refused, which entry answers, and what is said of a gap."""

from __future__ import annotations

import asyncio

import pytest

from pointwise.adapters.fixtures import FixtureChat, load_fixtures
from pointwise.blueprint.model import Message
from pointwise.chat import ChatReply, ChatRequest, Origin, Usage
from pointwise.errors import CallRefused, InputError
from pointwise.judging.key_points import read_key_points
from pointwise.judging.verdict import Verdict, read_verdict

NO_REASON = "No reason is given in the fixtures file."

FILE = """
note: Made up.
answers:
  greet:
    openai:x: exact model
    openai:x[temp:0.5]: exact variant
    "*": any model
    chatty: [first, second]
    thinker: {turns: [one, two], reasoning: hmm}
verdicts:
  greet:
    openai:x:
      Is polite.: 0.8
      Is short.: {score: 1, reflection: Five words.}
      Is warm.:
        heron: 0.25
        "*": {score: 0, reflection: Cold.}
      Names the …: 0.5
      Is garbled.: {reply: no verdict here}
    "*":
      Is polite.: 0
      Is kind.: 0.1
key_points:
  greet: [Says hello, Says goodbye]
"""


class Recorded:
    """A model that gives one reply and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, Origin]] = []

    async def complete(self, request: ChatRequest, origin: Origin) -> ChatReply:
        self.asked.append((request.model, origin))
        return ChatReply(text="live")


def ask(
    origin: Origin, *, file: str = FILE, judge_model: str = "m", fallback: Recorded | None = None
) -> ChatReply:
    """The reply of a FixtureChat over a file."""
    chat = FixtureChat(load_fixtures(file.encode(), "f.yml"), fallback)
    request = ChatRequest(model=judge_model, messages=(Message(role="user", content="hi"),))
    return asyncio.run(chat.complete(request, origin))


def candidate(model: str, turn: int = 0, prompt: str = "greet") -> Origin:
    """A request for an answer."""
    return Origin(purpose="candidate", prompt=prompt, model=model, turn=turn)


def judge(point: str, model: str = "openai:x", judge: str = "owl") -> Origin:
    """A request for a verdict."""
    return Origin(purpose="judge", prompt="greet", model=model, point=point, judge=judge)


@pytest.mark.parametrize(
    ("model", "turn", "text"),
    [
        ("openai:x", 0, "exact model"),
        ("openai:x[temp:0.5]", 0, "exact variant"),
        ("openai:x[temp:0.7]", 0, "exact model"),
        ("openai:x[temp:0.5][sp_idx:1]", 0, "exact variant"),
        ("openai:x[sp_idx:0]", 0, "exact model"),
        ("openai:x[beta]", 0, "any model"),
        ("other:y", 0, "any model"),
        ("chatty", 0, "first"),
        ("chatty", 1, "second"),
    ],
)
def test_the_nearest_name_answers(model: str, turn: int, text: str) -> None:
    """The variant's own entry answers, else the model's, else that of any model."""
    assert ask(candidate(model, turn)).text == text


def test_reasoning_is_kept_aside() -> None:
    """Reasoning goes with the turn it was written for and never into the answer."""
    replies = [ask(candidate("thinker", turn)) for turn in (0, 1)]
    assert [(reply.text, reply.reasoning) for reply in replies] == [("one", "hmm"), ("two", None)]


def test_a_reply_from_the_file_costs_nothing() -> None:
    """No request was sent, so none is counted, timed or priced."""
    reply = ask(candidate("chatty"))
    assert (reply.attempts, reply.cost, reply.latency, reply.usage) == (0, 0.0, 0.0, Usage())


@pytest.mark.parametrize(
    ("origin", "reflection", "score"),
    [
        (judge("Is polite."), NO_REASON, 0.8),
        (judge("Is short."), "Five words.", 1),
        (judge("Is warm.", judge="heron"), NO_REASON, 0.25),
        (judge("Is warm.", judge="owl"), "Cold.", 0),
        (judge("Names the town and its river."), NO_REASON, 0.5),
        (judge("Is polite.\n"), NO_REASON, 0.8),
        (judge("Is polite.", model="openai:x[temp:1]"), NO_REASON, 0.8),
        (judge("Is polite.", model="other:y"), NO_REASON, 0),
        (judge("Is kind."), NO_REASON, 0.1),
    ],
)
def test_a_verdict_is_a_judge_reply(origin: Origin, reflection: str, score: float) -> None:
    """A verdict comes as a judge would write it; the nearest model that has the point decides."""
    assert read_verdict(ask(origin).text, "continuous") == Verdict(score, reflection)


def test_key_points_are_a_judge_reply() -> None:
    """Key points come as a judge would write them."""
    reply = ask(Origin(purpose="extraction", prompt="greet", model="m"))
    assert read_key_points(reply.text) == ("Says hello", "Says goodbye")


def test_a_judge_may_be_named_by_its_model() -> None:
    """Where a judge's id is not in the file, its model's may be."""
    file = "verdicts: {greet: {m: {p: {sample:owl: 1, '*': 0}}}}"
    origin = Origin(purpose="judge", prompt="greet", model="m", point="p", judge="judge-1")
    assert "<coverage_extent>1<" in ask(origin, file=file, judge_model="sample:owl").text


def test_a_raw_reply_is_given_unchanged() -> None:
    """A malformed verdict can be shown as it is."""
    assert ask(judge("Is garbled.")).text == "no verdict here"


def test_the_whole_text_wins_over_a_beginning() -> None:
    """A point that is there in full is not taken for one that only begins like it."""
    file = "verdicts: {greet: {openai:x: {Says…: 0, Says no.: 1}}}"
    assert "<coverage_extent>1<" in ask(judge("Says no."), file=file).text


@pytest.mark.parametrize(
    ("origin", "named"),
    [
        (candidate("a:b", prompt="bye"), ["answer", "'bye'", "'a:b'"]),
        (candidate("chatty", turn=2), ["answer", "'greet'", "'chatty'", "turn 3"]),
        (judge("Is new."), ["verdict", "'greet'", "'openai:x'", "'Is new.'", "'owl'"]),
        (judge("Names th"), ["verdict", "'Names th'"]),
        (Origin(purpose="extraction", prompt="bye", model="a:b"), ["key points", "'bye'"]),
    ],
)
def test_a_gap_is_refused_by_name(origin: Origin, named: list[str]) -> None:
    """What is not in the file is a permanent error that names the file, the entry and the way out."""
    with pytest.raises(CallRefused) as refused:
        ask(origin)
    assert (refused.value.reason, refused.value.attempts) == ("no_fixture", 0)
    assert all(word in refused.value.message for word in ["f.yml", "--fixtures-fallback live", *named])


def test_only_gaps_reach_the_fallback() -> None:
    """With a fallback, what is in the file still comes from the file."""
    live = Recorded()
    texts = [ask(origin, fallback=live).text for origin in (candidate("chatty"), candidate("chatty", turn=2))]
    assert texts == ["first", "live"]
    assert live.asked == [("m", candidate("chatty", turn=2))]


def test_the_note_tells_where_the_texts_come_from() -> None:
    """The author's note is there for whoever shows results."""
    assert load_fixtures(FILE.encode(), "f.yml").note == "Made up."


def digest_of(text: str, file: str = "f.yml") -> str:
    """The digest of a file's content."""
    return load_fixtures(text.encode(), file).digest


def test_the_digest_tells_contents_apart() -> None:
    """Files that answer alike have one digest, whatever they are called, noted and ordered."""
    text = "answers: {p: {m: a, n: b}}"
    assert digest_of(text) == digest_of("answers: {p: {n: b, m: [a]}}\nnote: x # y", "g.yml")
    assert digest_of(text) != digest_of("answers: {p: {m: a, n: c}}")
    assert digest_of("verdicts: {p: {m: {a: 1}}}") != digest_of("verdicts: {p: {m: {a: 0}}}")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("notes: x", ["f.yml:1:1:", "`notes`", "Did you mean `note`?"]),
        ("answers:\n  p: 3", ["f.yml:2:6:", "`answers > p`", "a map, not 3"]),
        ("answers:\n  p:\n    m: 3", ["f.yml:3:8:", "`answers > p > m`", "a text, not 3", "in quotes"]),
        ("answers: {p: {m: }}", ["`answers > p > m`", "not nothing"]),
        ("answers: {p: {m: []}}", ["`answers > p > m`", "empty list"]),
        ("answers: {p: {m: [a, {b: c}]}}", ["`answers > p > m`", "a text, not a map"]),
        ("answers: {p: {m: {reasoning: a}}}", ["`answers > p > m`", "needs `turns`"]),
        ("answers: {p: {m: {turns: a, thought: b}}}", ["`answers > p > m > thought`", "turns, reasoning"]),
        (
            "answers: {p: {m: {turns: a, reasoning: [a, b]}}}",
            ["`answers > p > m > reasoning`", "more entries"],
        ),
        ("answers: {p: {m: a, m: b}}", ["f.yml:1:21:", "`m` stands twice"]),
        ("verdicts: {p: {m: {a: 1.5}}}", ["`verdicts > p > m > a`", "from 0 to 1, not 1.5", "`reply`"]),
        ("verdicts: {p: {m: {a: -0.1}}}", ["`verdicts > p > m > a`", "not -0.1"]),
        ("verdicts: {p: {m: {a: .nan}}}", ["`verdicts > p > m > a`", "not NaN"]),
        ("verdicts: {p: {m: {a: true}}}", ["`verdicts > p > m > a`", "not true"]),
        ("verdicts: {p: {m: {a: '1'}}}", ["`verdicts > p > m > a`", "not a text"]),
        ("verdicts: {p: {m: {a: [1]}}}", ["`verdicts > p > m > a`", "not a list"]),
        ("verdicts: {p: {m: {a: {reflection: r}}}}", ["`verdicts > p > m > a`", "needs a `score`"]),
        ("verdicts: {p: {m: {a: {score: 1, why: r}}}}", ["`verdicts > p > m > a > why`", "no known key"]),
        ("verdicts: {p: {m: {a: {score: 1, reply: r}}}}", ["`verdicts > p > m > a`", "beside other keys"]),
        ("verdicts: {p: {m: {a: {heron: {scor: 1}}}}}", ["`verdicts > p > m > a > heron > scor`", "`score`"]),
        ("verdicts: {p: {m: {A…: 1, A b…: 0}}}", ["`verdicts > p > m > A…`", "`A b…`", "Write more"]),
        ("key_points: {p: {a: b}}", ["`key_points > p`", "a text, not a map"]),
        ("", ["one map", "note, answers, verdicts, key_points"]),
        ("- a", ["f.yml:1:1:", "one map"]),
        ("note: a\n---\nnote: b", ["f.yml:3:1:", "one map"]),
        ("note: [", ["f.yml:2:1:", "[yaml-syntax]"]),
        ("[" * 100_000, ["f.yml:1:65:", "[too-deep]"]),
    ],
)
def test_a_bad_file_is_refused_with_its_place(text: str, found: list[str]) -> None:
    """Unknown keys, wrong types and broken YAML are named with file, line and key."""
    with pytest.raises(InputError) as refused:
        load_fixtures(text.encode(), "f.yml")
    assert [part for part in ["f.yml:", *found] if part not in refused.value.message] == []


def test_all_problems_are_told_at_once() -> None:
    """A file with three mistakes is refused once, with three lines."""
    with pytest.raises(InputError) as refused:
        load_fixtures(b"answer: x\nanswers: [a]\nverdicts: {p: {m: {a: 7}}}", "f.yml")
    places = [line.split(" ")[0] for line in refused.value.message.splitlines()]
    assert places == ["f.yml:1:1:", "f.yml:2:10:", "f.yml:3:23:"]
