"""The stand-in server as a judge."""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING

import pytest

from pointwise.judging.key_points import extraction_messages, read_key_points
from pointwise.judging.prompt import JudgeBrief, judge_messages
from pointwise.judging.verdict import Verdict, read_verdict
from tests.unit.standin.asking import JUDGE, said, score

if TYPE_CHECKING:
    from bench.standin import Standin
    from pointwise.judging.scales import LevelOrder, Scale


def test_a_judge_gives_a_steady_verdict(server: Standin) -> None:
    """Between 0 and 1, the same for all judges, whatever random mark the prompt carries."""
    question = JUDGE.format("The sky is blue.", "Says the colour.")
    one = said(server, question + " mark-0f3a9b7c2d11", "judge-1")
    assert one.startswith("<reflection>")
    assert 0 <= score(one) <= 1
    assert score(said(server, question + " mark-77aa00bb99ee", "judge-2")) == score(one)
    assert score(said(server, JUDGE.format("The sky is blue.", "Names a source."))) != score(one)


@pytest.mark.parametrize(
    "classes", ["CLASS_UNMET, CLASS_MODERATE, CLASS_EXACT", "CLASS_EXACT, CLASS_MODERATE"]
)
def test_a_class_is_named_where_classes_are_asked_for(server: Standin, classes: str) -> None:
    """The nearest to the true score of those that the prompt lists, in whatever order."""
    text = said(server, f"[truth 0.61] One of {classes} in <classification>.")
    assert text.endswith("<classification>CLASS_MODERATE</classification>")


@pytest.mark.parametrize("scale", ["continuous", "levels-5", "levels-10"])
@pytest.mark.parametrize("order", ["ascending", "descending"])
def test_real_judge_prompts_get_readable_verdicts(server: Standin, scale: Scale, order: LevelOrder) -> None:
    """What Pointwise asks of judges is recognised, and what is answered can be read."""
    brief = JudgeBrief("It rains.", "Says the weather. [truth 0.76]", scale=scale, level_order=order)
    system, user = judge_messages(brief)
    verdict = read_verdict(said(server, str(user.content), system=system.content), scale)
    assert isinstance(verdict, Verdict)
    assert verdict.score == pytest.approx(0.76 if scale == "continuous" else 0.75)


def test_real_requests_for_key_points_get_some(server: Standin) -> None:
    """The same for key points."""
    system, user = extraction_messages("It rains, and it is cold.")
    points = read_key_points(said(server, str(user.content), system=system.content))
    assert isinstance(points, tuple)
    assert len(points) == 3


def test_a_truth_can_be_written_into_the_text(server: Standin) -> None:
    """`[truth 0.73]` is what a perfect judge says; the last one counts."""
    assert score(said(server, JUDGE.format("x [truth 0.10]", "y [truth 0.73]"))) == 0.73


def test_judges_err_as_they_are_told_to(server: Standin) -> None:
    """Bias shifts, noise scatters around the truth, failure leaves the score out."""
    server.change(judges={"high": {"bias": 0.2}, "noisy": {"noise": 0.1}, "weak": {"failure": 1.0}})
    questions = [JUDGE.format(f"response {number}", "y [truth 0.50]") for number in range(60)]
    assert score(said(server, questions[0], "high")) == 0.7
    noisy = [score(said(server, question, "noisy")) for question in questions]
    assert noisy == [score(said(server, question, "noisy")) for question in questions]
    assert abs(statistics.mean(noisy) - 0.5) < 0.05
    assert 0.06 < statistics.stdev(noisy) < 0.14
    assert "rather a lot" in said(server, questions[0], "weak")


@pytest.mark.parametrize(
    ("text", "mark"),
    [
        ("List <key_points> of this.", "<key_points>"),
        ("Give prompt_loose. Beginning: It rained.", "prompt_strict"),
        ("Rate information_completeness.", "overall_quality"),
    ],
)
def test_other_askers_are_recognised(server: Standin, text: str, mark: str) -> None:
    """Key points and the two narrative tasks get replies of their form."""
    assert mark in said(server, text)
