"""Key points out of an ideal answer."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pointwise.blueprint.model import Message
from pointwise.judging.extent import Unreadable
from pointwise.judging.key_points import (
    MOST_KEY_POINTS,
    extraction_messages,
    read_key_points,
    render_key_points,
)
from tests.unit.judging.attacks import ATTACKS
from tests.unit.judging.faithful_judge import texts_in

_CONVERSATION = (Message(role="user", content="When?"), Message(role="assistant", content=None))


def test_question_and_ideal_answer_are_shown() -> None:
    """The conversation without its open turns, then the ideal answer."""
    messages = extraction_messages("At noon.", _CONVERSATION)
    assert texts_in(messages) == [("USER MESSAGE", "When?"), ("IDEAL ANSWER", "At noon.")]


@pytest.mark.parametrize("ideal", ATTACKS.values(), ids=ATTACKS.keys())
def test_an_ideal_answer_is_material(ideal: str) -> None:
    """It stands between delimiters that it cannot close."""
    assert texts_in(extraction_messages(ideal)) == [("IDEAL ANSWER", ideal)]


def test_the_reply_is_asked_for_in_tags() -> None:
    """Its form is shown, and it is not that of a verdict."""
    rules = extraction_messages("At noon.")[0].content or ""
    assert "<key_points><key_point>" in rules
    assert "coverage_extent" not in rules
    assert "classification" not in rules


@pytest.mark.parametrize(
    "reply",
    [
        "<key_points><key_point>Says noon.</key_point><key_point>Names the day.</key_point></key_points>",
        "<key_points>\n <key_point> Says\n noon. </key_point>\n <key_point>Names the day.\n</key_points>",
        "Sure!\n```xml\n<key_point>Says noon.</key_point>\n<key_point>Names the day.</key_point>\n```",
        "<KEY_POINTS><KEY_POINT>Says noon.</KEY_POINT><KEY_POINT>Names the day.</KEY_POINT></KEY_POINTS>",
        '<key_point id="1">Says noon.</key_point><key_point id="2">Names the day.</key_point>',
        "<key_points><key_point>Says noon.<key_point>Names the day.</key_points>",
        "<key_point>Says noon.</key_point><key_point></key_point><key_point>Names the day.",
        "<key_point>Says noon.</key_point><key_point>Says  noon.</key_point><key_point>Names the day.",
        '["Says noon.", "Names the day."]',
        '{"key_points": ["Says noon.", "Names the day."]}',
        '```json\n{"key_points": ["Says noon.", "Names the day."]}\n```',
    ],
)
def test_key_points_are_read(reply: str) -> None:
    """In order, each once, on one line; tags or a JSON list."""
    assert read_key_points(reply) == ("Says noon.", "Names the day.")


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        ("", "empty"),
        (" \n", "empty"),
        ("1. Says noon.\n2. Names the day.", "unparsable"),
        ("<key_points></key_points>", "unparsable"),
        ("<key_point> </key_point>", "unparsable"),
        ("[]", "unparsable"),
        ("[1, 2]", "unparsable"),
        ('"Says noon."', "unparsable"),
        ('{"points": ["Says noon."]}', "unparsable"),
        ("[" * 100_000, "unparsable"),
        (render_key_points([f"Point {i}." for i in range(MOST_KEY_POINTS + 1)]), "off_scale"),
    ],
)
def test_other_replies_are_refused(reply: str, reason: str) -> None:
    """Nothing is taken for a key point that was not given as one, and none is dropped."""
    unreadable = read_key_points(reply)
    assert isinstance(unreadable, Unreadable)
    assert unreadable.reason == reason


_POINT = st.text(st.characters(exclude_characters="<", exclude_categories=["C", "Z"]), min_size=1)


@given(st.lists(_POINT, min_size=1, max_size=MOST_KEY_POINTS, unique=True))
def test_what_is_rendered_is_read(points: list[str]) -> None:
    """A reply made of points gives these points."""
    assert read_key_points(render_key_points(points)) == tuple(points)


@given(st.text())
def test_reading_never_raises(text: str) -> None:
    """Any text is points or a refusal."""
    read_key_points(text)
