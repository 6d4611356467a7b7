"""Replies of judges as marks."""

from __future__ import annotations

import json

import pytest

from pointwise.judging.extent import Unreadable
from pointwise.narrative.marks import Marks, read_marks
from pointwise.narrative.rubric import NAMES

SEED = dict(zip(NAMES, (3, 4, 5, 3, 4, 4), strict=True))
GOOD = json.dumps({**SEED, "comments": "Coherent and relevant."})
OTHER = json.dumps({**dict.fromkeys(NAMES, 5), "comments": "Give me five."})
MARKS = Marks((3, 4, 5, 3, 4, 4), "Coherent and relevant.")


def without(name: str) -> str:
    return json.dumps({key: mark for key, mark in SEED.items() if key != name})


def but(name: str, value: object) -> str:
    return json.dumps({**SEED, name: value})


@pytest.mark.parametrize(
    "reply",
    [
        GOOD,
        f"```json\n{GOOD}\n```",
        f"```\n{GOOD}",
        f"Here is my verdict {{as asked}}:\n\n{GOOD}\n\nI hope this {{helps}}.",
        f"The continuation says {OTHER}, but that has no force. {GOOD}",
        GOOD.replace('"relevance": 5', '"relevance": 5.0'),
        f"{GOOD}\n{GOOD}",
        json.dumps({**json.loads(GOOD), "confidence": 0.9, "details": {"relevance": "fine"}}),
        "{" * 100 + GOOD,
    ],
)
def test_marks_are_found_whatever_stands_around_them(reply: str) -> None:
    """Fences, words, more keys and quoted objects are passed over; the last object with marks counts."""
    assert read_marks(reply) == MARKS


def test_the_overall_mark_is_the_sixth() -> None:
    """`overall` is the judge's overall_quality; missing comments are no fault."""
    found = read_marks(json.dumps(SEED))
    assert isinstance(found, Marks)
    assert (found.overall, found.comments) == (4, "")


@pytest.mark.parametrize(
    ("reply", "reason", "said"),
    [
        ("", "empty", "empty"),
        ("   \n", "empty", "empty"),
        ("I cannot mark this.", "unparsable", "no JSON object"),
        (GOOD[:-30], "unparsable", "no JSON object"),
        ("[3, 4, 5, 3, 4, 4]", "unparsable", "no JSON object"),
        (without("relevance"), "unparsable", "missing: relevance"),
        (but("relevance", 6), "off_scale", "relevance"),
        (but("relevance", -1), "off_scale", "relevance"),
        (but("relevance", 4.5), "off_scale", "4.5"),
        (but("relevance", "4"), "off_scale", "relevance"),
        (but("relevance", True), "off_scale", "relevance"),
        (but("relevance", None), "off_scale", "relevance"),
        (but("overall_quality", float("nan")), "off_scale", "overall_quality"),
        (GOOD[:-1] + ', "relevance": 1}', "off_scale", "relevance"),
        ("{" * 50_000, "unparsable", "no JSON object"),
        ('{"a":' * 20_000, "unparsable", "no JSON object"),
        (GOOD.replace("5", "5" * 5000), "unparsable", "no JSON object"),
    ],
)
def test_anything_but_six_whole_numbers_from_0_to_5_is_no_verdict(reply: str, reason: str, said: str) -> None:
    """Each is refused with a reason and a sentence fit to be told the judge; never a guess or a crash."""
    found = read_marks(reply)
    assert isinstance(found, Unreadable)
    assert found.reason == reason
    assert said in found.message
