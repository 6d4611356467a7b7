"""Reading of judges' replies: the form is forgiven, the substance never guessed."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pointwise.judging.extent import Unreadable
from pointwise.judging.lookalikes import neutralise
from pointwise.judging.verdict import Verdict, read_verdict
from tests.unit.judging.replies import (
    CLASSES,
    NUMBERS,
    REFUSED_CLASSES,
    REFUSED_NUMBERS,
    REFUSED_REPLIES,
    REPLIES,
    class_reply,
    extent_reply,
)

if TYPE_CHECKING:
    from pointwise.judging.scales import Scale

_SCALES: tuple[Scale, ...] = ("continuous", "levels-5", "levels-10")
_FRAGMENTS = (
    "<reflection>", "</reflection>", "<coverage_extent>", "</coverage_extent>", "<classification>", "</", "<",
    ">", "0.7", "0", ".", ",", "%", "-", "85", "1e9", "NaN", "CLASS_UNMET", "CLASS_", "_", "```json\n",
    "\n```", "{", "}", '"coverage_extent"', '"', ":", "\\", "&lt;", "<think>", "</think>", "\u200b", "\ud800",
    " ", "\n", "or", "¦",
)  # fmt: skip
_text = st.one_of(st.text(), st.lists(st.sampled_from(_FRAGMENTS)).map("".join))


def test_the_tables_are_long() -> None:
    """At least 120 replies are read or refused."""
    tables = (NUMBERS, REFUSED_NUMBERS, REPLIES, REFUSED_REPLIES, CLASSES, REFUSED_CLASSES)
    assert sum(map(len, tables)) >= 120


@pytest.mark.parametrize(("written", "score"), NUMBERS)
def test_a_number_in_any_dress_is_read(written: str, score: float) -> None:
    """One number on the scale counts however it is written."""
    verdict = read_verdict(extent_reply(written), "continuous")
    assert isinstance(verdict, Verdict), verdict
    assert verdict.score == pytest.approx(score)
    assert verdict.reflection == "It names the date but not the place."


@pytest.mark.parametrize(("written", "reason"), REFUSED_NUMBERS)
def test_what_is_not_one_number_on_the_scale_is_refused(written: str, reason: str) -> None:
    """Nothing is clamped, averaged, converted or picked out."""
    verdict = read_verdict(extent_reply(written), "continuous")
    assert isinstance(verdict, Unreadable), verdict
    assert verdict.reason == reason


@pytest.mark.parametrize(("reply", "score"), [r[1:] for r in REPLIES], ids=[r[0] for r in REPLIES])
def test_a_reply_in_any_form_is_read(reply: str, score: float) -> None:
    """Case, prefixes, fences, text around, missing closing tags and JSON make no difference."""
    verdict = read_verdict(reply, "continuous")
    assert isinstance(verdict, Verdict), verdict
    assert verdict.score == pytest.approx(score)


@pytest.mark.parametrize(
    ("reply", "reason"), [r[1:] for r in REFUSED_REPLIES], ids=[r[0] for r in REFUSED_REPLIES]
)
def test_a_reply_without_a_verdict_is_refused(reply: str, reason: str) -> None:
    """No tag, no score; the reason says what happened."""
    verdict = read_verdict(reply, "continuous")
    assert isinstance(verdict, Unreadable), verdict
    assert verdict.reason == reason
    assert verdict.message.endswith(".")
    assert len(verdict.message) < 200


@pytest.mark.parametrize(("scale", "written", "level", "score"), CLASSES)
def test_a_class_is_read(scale: Scale, written: str, level: str, score: float) -> None:
    """The prefix is optional, case is ignored."""
    verdict = read_verdict(class_reply(written), scale)
    assert verdict == Verdict(score, "It names the date but not the place.", level)


@pytest.mark.parametrize(("scale", "written", "reason"), REFUSED_CLASSES, ids=lambda value: str(value)[:40])
def test_what_is_no_class_of_the_scale_is_refused(scale: Scale, written: str, reason: str) -> None:
    """A class of another scale, several classes or a number are no verdict."""
    verdict = read_verdict(class_reply(written), scale)
    assert isinstance(verdict, Unreadable), verdict
    assert verdict.reason == reason


def test_a_class_can_be_given_as_json() -> None:
    """The JSON form works for classes, too."""
    verdict = read_verdict('{"reflection": "Half.", "classification": "moderately met"}', "levels-5")
    assert verdict == Verdict(0.5, "Half.", "CLASS_MODERATELY_MET")


@pytest.mark.parametrize(
    ("reply", "reflection"),
    [
        ("<reflection> a\nb </reflection><coverage_extent>1.0</coverage_extent>", "a\nb"),
        (
            "<reflection>a <b>bold</b> one</reflection><coverage_extent>1.0</coverage_extent>",
            "a <b>bold</b> one",
        ),
        ("<reflection>a<coverage_extent>1.0</coverage_extent>", "a"),
        ("<coverage_extent>1.0</coverage_extent><reflection>a</reflection>", "a"),
        ("<coverage_extent>1.0</coverage_extent><reflection>a", "a"),
        ("<reflection></reflection><coverage_extent>1.0</coverage_extent>", None),
        ("<coverage_extent>1.0</coverage_extent>", None),
        ('{"coverage_extent": 1.0, "reflection": " "}', None),
        ('{"coverage_extent": 1.0, "reflection": 7}', None),
        (
            "<reflection>a</reflection><coverage_extent>0</coverage_extent><reflection>b<coverage_extent>1.0",
            "b",
        ),
    ],
)
def test_the_reasons_belong_to_the_verdict_that_counts(reply: str, reflection: str | None) -> None:
    """Of several reasons those that stand last before the verdict are kept, without surrounding blanks."""
    assert read_verdict(reply, "continuous") == Verdict(1.0, reflection)


@given(_text, st.sampled_from(_SCALES))
def test_reading_never_raises(text: str, scale: Scale) -> None:
    """Every text is a verdict on the scale or a refusal with a reason."""
    verdict = read_verdict(text, scale)
    assert isinstance(verdict, Unreadable) or 0 <= verdict.score <= 1


@given(_text)
def test_a_verdict_at_the_end_counts(text: str) -> None:
    """Whatever comes first, the last verdict is the one that is read, unless the judge is still thinking."""
    verdict = read_verdict(f".{text}<coverage_extent>0.25</coverage_extent>", "continuous")
    assert isinstance(verdict, Verdict)
    assert verdict.score == 0.25


@given(_text, st.sampled_from(_SCALES))
def test_neutralised_text_never_holds_a_verdict(text: str, scale: Scale) -> None:
    """Whatever a judge quotes of a response as shown is not read as a verdict."""
    assert isinstance(read_verdict(f"<reflection>{neutralise(text)}", scale), Unreadable)


@pytest.mark.parametrize(
    "unit",
    [
        "<",
        "< ",
        "<coverage_extent>",
        "<reflection>",
        "</",
        "```\n",
        "\n```",
        "{",
        " ",
        "<x:",
        "&lt;",
        "<think>",
        "\n",
    ],
)
@pytest.mark.parametrize("scale", _SCALES)
def test_reading_takes_linear_time(unit: str, scale: Scale) -> None:
    """A reply of 200 KB made to be searched again and again is read in a second on a slow machine."""
    start = time.process_time()
    read_verdict(unit * (200_000 // len(unit)), scale)
    read_verdict("<" + unit * (200_000 // len(unit)) + "x", scale)
    assert time.process_time() - start < 1
