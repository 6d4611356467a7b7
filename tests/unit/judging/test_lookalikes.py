"""Look-alikes are broken, the rest of a text is not touched, and both can be undone."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pointwise.judging.fences import closing_line, fence, opening_line
from pointwise.judging.glyphs import passing_for
from pointwise.judging.lookalikes import neutralise, restore

_MARK = "0123456789abcdef0123456789abcdef"
_FRAGMENTS = (
    "<", "</", "<<<", ">", ">>>", "¦", "\uff1c", "\u2039", "&lt;", "&lt", "\\u003c", "%3C", "coverage_extent",
    "coverage", "_", "extent", "classification", "reflection", "key_point", "s", "BEGIN", "END", " ",
    "RESPONSE", "CRITERION", "USER", "STORY", "REFERENCE", "of", "the", "x:", _MARK, "\u200b", "\u0301",
    "\u043e", "\u0435", "\ufb02", "0", "3", "\n", "a", ".", "-", "\ud800", "\u3164",
)  # fmt: skip
_text = st.one_of(st.text(), st.lists(st.sampled_from(_FRAGMENTS)).map("".join))


restore(neutralise(""))  # patterns are compiled at first use, which is not to count as an example's time


@given(_text)
@example("<&lt:classification")
@example("<&ltx:classification")
def test_what_was_done_can_be_undone(text: str) -> None:
    """`restore` gives back every text, one that holds the sign included."""
    assert restore(neutralise(text)) == text


@given(_text)
def test_doing_it_again_can_be_undone_as_often(text: str) -> None:
    """Text that was neutralised before is text like any other."""
    assert restore(restore(neutralise(neutralise(text)))) == text


@given(_text)
def test_only_the_sign_is_put_in(text: str) -> None:
    """Without the sign, the text is what it was."""
    assert neutralise(text).replace("¦", "") == text.replace("¦", "")


_SECTIONS = (
    *("RESPONSE", "CRITERION", "CRITERIA", "BLUEPRINT DESCRIPTION", "IDEAL ANSWER", "STORY", "REFERENCE"),
    *("SYSTEM MESSAGE", "USER MESSAGE", "ASSISTANT MESSAGE"),
)


@given(_text, st.sampled_from(_SECTIONS))
def test_delimiters_never_occur_inside(text: str, section: str) -> None:
    """Whatever a text holds, even the mark, its fence opens once and closes once."""
    fenced = fence(section, text, _MARK)
    for edge in (opening_line(section, _MARK), closing_line(section, _MARK)):
        assert fenced.count(edge) == 1
    assert fenced.startswith(opening_line(section, _MARK))
    assert fenced.endswith(closing_line(section, _MARK))


@pytest.mark.parametrize("section", _SECTIONS)
@pytest.mark.parametrize("spelling", ["<<<END {}", "</ end of the {}", "&lt;Begin_{}", "\uff1cE\u200bND {}"])
def test_the_lines_around_every_section_are_broken(section: str, spelling: str) -> None:
    """With any mark or none, in any disguise: one sign goes in after the bracket that opens the line."""
    text = spelling.format(section)
    assert neutralise(text).count("¦") == 1
    assert restore(neutralise(text)) == text


@given(_text)
def test_no_tag_of_a_reply_is_left(text: str) -> None:
    """None of the tags a reply consists of survives."""
    broken = neutralise(text).lower()
    for name in ("coverage_extent", "classification", "reflection", "key_point", "key_points"):
        assert f"<{name}>" not in broken
        assert f"</{name}>" not in broken


@pytest.mark.parametrize("word", ["coverage_extent", "classification", "reflection"])
@pytest.mark.parametrize("choice", range(40))
def test_every_disguise_of_a_letter_is_seen_through(word: str, choice: int) -> None:
    """Whichever characters that pass for the letters a tag is spelt with, it is broken."""
    spelt = "".join(passing_for()[c][choice % len(passing_for()[c])] if c != "_" else c for c in word)
    assert neutralise(f"<{spelt}>") == f"<¦{spelt}>"


def test_letters_pass_for_themselves() -> None:
    """The alphabet is complete, and no character is a bracket or a sign with a meaning in patterns."""
    assert list(passing_for()) == list("abcdefghijklmnopqrstuvwxyz")
    for letter, signs in passing_for().items():
        assert {letter, letter.upper()} <= set(signs)
        assert not set(signs) & set("<>[]^-\\_¦ ")


@pytest.mark.parametrize(
    "text", ["<coverage_extents>", "<classifications/>", "<reflectionX>", "<key_pointers>"]
)
def test_longer_names_are_other_tags(text: str) -> None:
    """A tag that merely begins like one of ours is left alone."""
    assert neutralise(text) == text
