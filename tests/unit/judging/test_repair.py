"""The one request for a readable reply."""

from __future__ import annotations

import pytest

from pointwise.judging.extent import Unreadable
from pointwise.judging.prompt import JudgeBrief, judge_messages
from pointwise.judging.repair import repair_messages
from pointwise.judging.verdict import read_verdict

_ASKED = judge_messages(JudgeBrief("Hello.", "Says hello."))


@pytest.mark.parametrize(
    "reply", ["The extent is 0.7.", "<coverage_extent>7/10</coverage_extent>", "", " \n", "x" * 99_999]
)
def test_the_judge_is_told_what_is_wrong(reply: str) -> None:
    """Same question, its own reply, and the reason; what was asked first stays as it was, for caches."""
    unreadable = read_verdict(reply, "continuous")
    assert isinstance(unreadable, Unreadable)
    messages = repair_messages(_ASKED, reply, unreadable)
    assert messages[:2] == _ASKED
    assert [message.role for message in messages] == ["system", "user", "assistant", "user"]
    assert unreadable.message in (messages[-1].content or "")
    assert all((message.content or "").strip() for message in messages)
    assert len(messages[2].content or "") <= 4000


def test_the_end_of_a_long_reply_is_shown() -> None:
    """That is where the verdict should have been."""
    messages = repair_messages(_ASKED, "a" * 10_000 + "b", Unreadable("unparsable", "No tag."))
    assert (messages[2].content or "").endswith("b")


def test_the_judge_is_not_asked_to_judge_anew() -> None:
    """A slip of form is no reason for another verdict."""
    request = repair_messages(_ASKED, "0.7", Unreadable("unparsable", "No tag."))[-1].content or ""
    assert "Stay with your judgement" in request
