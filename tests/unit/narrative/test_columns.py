"""The columns of output tables."""

from __future__ import annotations

import pytest

from pointwise.errors import InputError
from pointwise.narrative.columns import (
    CONTINUATIONS,
    JUDGED,
    PROMPTS_FIRST,
    SCORES_FIRST,
    WRITTEN,
    layout,
    places_of,
)

PUBLISHED = (
    "id,prompt_type,information_completeness,factual_accuracy,relevance,logical_coherence,"
    "creativity_expression,overall_quality,overall_raw,answer_length_words,judge_comments,"
    "prompt_text,beginning,reference,background,model_answer"
)
"""The published scores table begins with these columns."""


def test_scores_have_the_published_order_then_everything_else() -> None:
    """Columns that are nobody's but the author's come after it in their order, and ours last."""
    given = (
        "note",
        "model_answer",
        "id",
        "background",
        "prompt_type",
        "prompt_text",
        "beginning",
        "reference",
        "x",
    )
    columns = layout(given, SCORES_FIRST, JUDGED).columns
    assert columns == (*PUBLISHED.split(","), "note", "x", "judge_model", "judge_error")


def test_optional_columns_that_are_missing_stay_missing() -> None:
    """Nothing is made up for a table without prompt_text and background."""
    columns = layout(CONTINUATIONS, SCORES_FIRST, JUDGED).columns
    expected = [name for name in PUBLISHED.split(",") if name not in {"prompt_text", "background"}]
    assert columns == (*expected, "judge_model", "judge_error")


def test_cells_go_where_their_columns_went() -> None:
    """Given cells are copied unchanged, even under equal names; computed ones replace what had their name."""
    made = layout(("b", "", "overall_raw", "", "id"), ("id", "overall_raw"), ("overall_raw", "new"))
    assert made.columns == ("id", "overall_raw", "b", "", "", "new")
    assert made.cells(("1", " 2 ", "old", "3", "4"), {"overall_raw": "5"}) == ["4", "5", "1", " 2 ", "3", ""]


def test_prompts_keep_every_column_of_the_stories() -> None:
    """The story's own columns stay; a beginning that was given is in its place."""
    columns = layout(("id", "title", "background", "reference", "beginning"), PROMPTS_FIRST, WRITTEN).columns
    assert columns == (
        *(
            "id",
            "prompt_type",
            "beginning",
            "reference",
            "background",
            "prompt_text",
            "model_answer",
            "system",
        ),
        *("title", "model_reasoning", "answer_error"),
    )


def test_a_missing_column_is_named_with_the_columns_found() -> None:
    """Both are in the sentence, and the file."""
    with pytest.raises(
        InputError, match=r"rows\.csv lacks the column model_answer\. Columns found: id, text\."
    ):
        places_of(("id", "text"), ("id", "model_answer"), "rows.csv")


def test_a_needed_column_that_is_there_twice_is_refused() -> None:
    """Nobody could say which one counts."""
    with pytest.raises(InputError, match="has the column id more than once"):
        places_of(("id", "id"), ("id",), "rows.csv")
