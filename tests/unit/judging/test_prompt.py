"""What judges are shown, and in which order."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

import pytest

from pointwise.blueprint.model import Message
from pointwise.judging.prompt import JudgeBrief, judge_messages
from pointwise.judging.scales import LEVELS
from tests.unit.judging.faithful_judge import texts_in

if TYPE_CHECKING:
    from pointwise.judging.scales import Scale
    from pointwise.judging.settings import Approach

_CONVERSATION = (
    Message(role="system", content="Be brief."),
    Message(role="user", content="Hello?"),
    Message(role="assistant", content=None),
    Message(role="user", content="And now?"),
    Message(role="assistant", content=None),
)
_CRITERIA = ("Says hello.", "Names a time.", "Is rude.", "")
_APPROACHES: tuple[Approach, ...] = ("standard", "prompt-aware", "holistic")
_SCALES: tuple[Scale, ...] = ("continuous", "levels-5", "levels-10")


def _brief(
    criterion: str = "Says hello.", approach: Approach = "holistic", scale: Scale = "continuous"
) -> JudgeBrief:
    return JudgeBrief(
        response="Hello.\n\nNoon.",
        criterion=criterion,
        approach=approach,
        scale=scale,
        conversation=_CONVERSATION,
        criteria=_CRITERIA,
        description="How polite models are.",
    )


def _shared_beginning(*texts: str) -> str:
    alike = takewhile(lambda signs: len(set(signs)) == 1, zip(*texts, strict=False))
    return "".join(signs[0] for signs in alike)


def _whole(brief: JudgeBrief) -> str:
    return "\n".join(f"[{message.role}]\n{message.content}" for message in judge_messages(brief))


@pytest.mark.parametrize("approach", _APPROACHES)
@pytest.mark.parametrize("scale", _SCALES)
def test_everything_before_the_criterion_is_the_same(approach: Approach, scale: Scale) -> None:
    """Over all points of a response the prompts differ from the criterion on, and nowhere before."""
    prompts = [_whole(_brief(criterion, approach, scale)) for criterion in _CRITERIA]
    shared = _shared_beginning(*prompts)
    assert "<<<BEGIN CRITERION " in shared
    assert shared.endswith(">>>\n")
    assert shared.count("<<<END RESPONSE ") == 1


@pytest.mark.parametrize("scale", ["levels-5", "levels-10"])
def test_the_order_of_levels_does_not_touch_what_comes_before(scale: Scale) -> None:
    """Either order follows the criterion, and lists every level once."""
    briefs = [
        JudgeBrief("Hello.", "Says hello.", scale=scale, level_order="ascending"),
        JudgeBrief("Hello.", "Says hello.", scale=scale, level_order="descending"),
    ]
    up, down = map(_whole, briefs)
    assert "<<<END CRITERION " in _shared_beginning(up, down)
    names = [level.name for level in LEVELS[scale]]
    assert [line.partition(":")[0] for line in up.split("\n") if line.startswith("CLASS_")] == names
    assert [line.partition(":")[0] for line in down.split("\n") if line.startswith("CLASS_")] == names[::-1]


@pytest.mark.parametrize(
    ("approach", "sections"),
    [
        ("standard", ["RESPONSE", "CRITERION"]),
        ("prompt-aware", ["SYSTEM MESSAGE", "USER MESSAGE", "USER MESSAGE", "RESPONSE", "CRITERION"]),
        (
            "holistic",
            [
                "BLUEPRINT DESCRIPTION", "CRITERIA", "SYSTEM MESSAGE", "USER MESSAGE", "USER MESSAGE",
                "RESPONSE", "CRITERION",
            ],
        ),
    ],
)  # fmt: skip
def test_each_approach_sees_its_texts(approach: Approach, sections: list[str]) -> None:
    """`standard` sees response and criterion, `prompt-aware` also the conversation, `holistic` everything."""
    texts = texts_in(judge_messages(_brief(approach=approach)))
    assert [section for section, _ in texts] == sections
    assert texts[-2:] == [("RESPONSE", "Hello.\n\nNoon."), ("CRITERION", "Says hello.")]


def test_holistic_lists_the_criteria_in_their_order() -> None:
    """All criteria, the one that is judged included, so that the list is the same for every point."""
    texts = dict(texts_in(judge_messages(_brief())))
    assert texts["CRITERIA"] == "1. Says hello.\n2. Names a time.\n3. Is rude.\n4. "
    assert texts["BLUEPRINT DESCRIPTION"] == "How polite models are."


def test_turns_of_the_response_keep_their_places() -> None:
    """An open turn of the conversation is shown as the place of a turn of the response."""
    asked = judge_messages(_brief(approach="prompt-aware"))[-1].content or ""
    assert asked.count("(Here stands a turn of the response.)") == 2


@pytest.mark.parametrize("approach", ["prompt-aware", "holistic"])
def test_nothing_known_nothing_shown(approach: Approach) -> None:
    """Without conversation, description and list, only response and criterion are shown."""
    texts = texts_in(judge_messages(JudgeBrief("Hello.", "Says hello.", approach=approach)))
    assert texts == [("RESPONSE", "Hello."), ("CRITERION", "Says hello.")]


@pytest.mark.parametrize(
    ("scale", "asked", "unasked"),
    [
        ("continuous", "coverage_extent", "classification"),
        ("levels-5", "classification", "coverage_extent"),
        ("levels-10", "classification", "coverage_extent"),
    ],
)
def test_the_reply_is_asked_for_in_tags(scale: Scale, asked: str, unasked: str) -> None:
    """The rules and the last line name the tags, reflection first, and only those of the scale."""
    messages = judge_messages(_brief(scale=scale))
    last = (messages[-1].content or "").split("\n")[-1]
    for text in (messages[0].content or "", last):
        assert 0 < text.index("<reflection>") < text.index(f"<{asked}>")
    assert unasked not in _whole(_brief(scale=scale))


def test_equal_briefs_give_equal_messages() -> None:
    """Nothing is drawn by lot: replies are kept by the content of their request."""
    assert judge_messages(_brief()) == judge_messages(_brief())


def test_a_system_message_and_a_user_message_are_sent() -> None:
    """Every provider takes one of each."""
    assert [message.role for message in judge_messages(_brief())] == ["system", "user"]


def test_the_rules_are_short() -> None:
    """Each verdict pays for them: fewer than 600 tokens at four characters each."""
    assert len(judge_messages(_brief(scale="continuous"))[0].content or "") < 2400
