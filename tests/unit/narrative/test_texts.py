"""Beginnings of stories, and answers of models that think aloud."""

from __future__ import annotations

import pytest

from pointwise.narrative.beginning import derive_beginning
from pointwise.narrative.thoughts import split_thoughts

STORY = "The baby shook. His mother turned up the heat. The nurses turned it down. She was angry."


@pytest.mark.parametrize(
    ("story", "ending", "beginning"),
    [
        (
            STORY,
            "The nurses turned it down. She was angry.",
            "The baby shook. His mother turned up the heat.",
        ),
        (
            STORY,
            " The nurses\nturned it  down.\tShe was angry.\n",
            "The baby shook. His mother turned up the heat.",
        ),
        (
            STORY,
            "She was angry.",
            "The baby shook. His mother turned up the heat. The nurses turned it down.",
        ),
        (STORY, "Nothing of the kind.", "The baby shook. His mother turned up the heat."),
        (STORY, "", "The baby shook. His mother turned up the heat."),
        (STORY, STORY, "The baby shook. His mother turned up the heat."),
        ("He ran. He ran. He ran.", "He ran.", "He ran. He ran."),
        ("Mr. B. Lee met Dr. Ito. “Hello!” They sat. Then", "x", "Mr. B. Lee met Dr. Ito. “Hello!”"),
        ("Only one sentence", "x", "Only one sentence"),
        ("What?! No... Yes.", "x", "What?! No..."),
        ("雨が降った。彼は傘を忘れた。濡れた。", "x", "雨が降った。彼は傘を忘れた。"),
        ("", "x", ""),
    ],
)
def test_a_beginning_is_the_story_without_its_ending_or_two_sentences(
    story: str, ending: str, beginning: str
) -> None:
    """The ending is found whatever its white space; else two sentences, titles and initials ending none."""
    assert derive_beginning(story, ending) == beginning


@pytest.mark.parametrize(
    ("text", "thoughts", "answer"),
    [
        ("<think>\nHm.\n</think>\n\nShe left.", "Hm.", "She left."),
        ("Hm.\n</think>\nShe left.", "Hm.", "She left."),
        ("<think>Hm, and then", "Hm, and then", ""),
        ("  She left. ", "", "She left."),
        ("She said <think> aloud.", "", "She said <think> aloud."),
        ("<think></think>", "", ""),
        ("", "", ""),
    ],
)
def test_thoughts_are_kept_aside_from_the_answer(text: str, thoughts: str, answer: str) -> None:
    """Also where the template wrote the opening tag, and where the block was cut off."""
    assert split_thoughts(text) == (thoughts, answer)
