"""Text in cells of a terminal: harmless, measured, cut."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pointwise.reporting.cells import (
    FINE,
    PLAIN,
    bar,
    cells,
    encodable,
    glyphs_for,
    pad,
    paint,
    printable,
    shorten,
    truncate,
)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain text, ünïcödé, 日本", "plain text, ünïcödé, 日本"),
        ("\x1b[2Jgone", "\ufffd[2Jgone"),
        ("\x9b31mred", "\ufffd31mred"),
        ("\x1b]0;title\x07", "\ufffd]0;title\ufffd"),
        ("two\r\nlines\tand\u2028more", "two  lines and more"),
        ("\u202egnp.exe\u200b", "gnp.exe"),
        ("half \ud83d of a pair", "half \ufffd of a pair"),
        ("bell\x07 back\x08 delete\x7f", "bell\ufffd back\ufffd delete\ufffd"),
    ],
)
def test_nothing_a_terminal_would_obey_stays(text: str, shown: str) -> None:
    """Escape sequences, line breaks and direction marks come from blueprints and model names."""
    assert printable(text) == shown


@given(st.text(st.characters()))
def test_harmless_text_is_printable_and_encodable(text: str) -> None:
    """Whatever the input, what is left can be written to any stream."""
    assert printable(text).isprintable()
    printable(text).encode()
    encodable(text, "latin-1").encode("latin-1")


@pytest.mark.parametrize(("text", "width"), [("abc", 3), ("日本", 4), ("e\u0301", 1), ("", 0), ("ﬁ", 1)])
def test_width_is_counted_in_cells(text: str, width: int) -> None:
    """Wide characters take two cells, combining marks none."""
    assert cells(text) == width


@pytest.mark.parametrize(
    ("width", "shown"),
    [(30, "openai:gpt-4.1-mini[temp:0.5]"), (15, "openai:…mp:0.5]"), (2, "o…"), (1, "…"), (0, "")],
)
def test_ids_are_cut_in_the_middle(width: int, shown: str) -> None:
    """The provider in front and the variant behind both stay as long as they can."""
    assert shorten("openai:gpt-4.1-mini[temp:0.5]", width, "…") == shown


@given(
    st.text(st.characters(categories=["L", "M", "N", "P"])), st.integers(0, 30), st.sampled_from(["…", "..."])
)
def test_cut_text_fits(text: str, width: int, ellipsis: str) -> None:
    """However the text is cut, it takes no more cells than there are."""
    assert cells(shorten(text, width, ellipsis)) <= width
    assert cells(truncate(text, width, ellipsis)) <= width


def test_text_is_padded_by_cells() -> None:
    """Columns stand straight under wide characters too."""
    assert pad("日本", 6) == "日本  "
    assert pad("日本", 6, right=True) == "  日本"
    assert pad("too long", 3) == "too long"


@pytest.mark.parametrize(
    ("share", "filled"),
    [(0.0, ""), (0.04, "╸"), (0.5, "━━━━━"), (0.55, "━━━━━╸"), (1.0, "━" * 10), (7.0, "━" * 10), (-1.0, "")],
)
def test_bars_show_halves_and_stay_within_bounds(share: float, filled: str) -> None:
    """A bar is as wide as asked, whatever it shows."""
    drawn, rest = bar(share, 10, FINE)
    assert (drawn, len(drawn) + len(rest)) == (filled, 10)


@pytest.mark.parametrize(
    ("encoding", "glyphs"),
    [("utf-8", FINE), ("ascii", PLAIN), ("latin-1", PLAIN), ("no such encoding", PLAIN)],
)
def test_glyphs_are_those_the_encoding_has(encoding: str, glyphs: object) -> None:
    """A stream that cannot carry box drawing gets ASCII."""
    assert glyphs_for(encoding) is glyphs


def test_an_unknown_encoding_counts_as_ascii() -> None:
    """A name Python does not know is no reason to fail."""
    assert encodable("naïve", "no such encoding") == "na?ve"


def test_no_colour_leaves_text_alone() -> None:
    """Only where colour is wanted does text carry escape sequences."""
    assert paint("x", "bold", color=False) == "x"
    assert paint("x", "bold", color=True) == "\x1b[1mx\x1b[0m"
    assert paint("", "bold", color=True) == ""
