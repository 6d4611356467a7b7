"""The example that visitors see first, and the manual of its fixtures, hold what they promise."""

from __future__ import annotations

import asyncio
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pointwise.adapters.fixtures import FixtureChat, Fixtures, load_fixtures
from pointwise.blueprint.model import Blueprint, Message, TextPoint
from pointwise.blueprint.parse import parse
from pointwise.chat import ChatReply, ChatRequest, Origin
from pointwise.judging.panel import panel_from
from pointwise.judging.verdict import Verdict, read_verdict
from pointwise.planning.conversation import opening, turns_to_generate
from pointwise.planning.rubric import rubric_of

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
QUICKSTART = ROOT / "examples/quickstart"


@pytest.fixture
def blueprint() -> Blueprint:
    """The blueprint of the quickstart, which has neither errors nor warnings."""
    parsed = parse((QUICKSTART / "blueprint.yml").read_bytes(), file="blueprint.yml", default_id="?")
    assert parsed.problems == ()
    assert parsed.blueprint is not None
    return parsed.blueprint


@pytest.fixture
def fixtures() -> Fixtures:
    """The fixtures of the quickstart."""
    return load_fixtures((QUICKSTART / "fixtures.yml").read_bytes(), "fixtures.yml")


def ask(fixtures: Fixtures, model: str, origin: Origin) -> ChatReply:
    """What the file answers."""
    request = ChatRequest(model=model, messages=(Message(role="user", content="?"),))
    return asyncio.run(FixtureChat(fixtures).complete(request, origin))


def answers_of(blueprint: Blueprint) -> Iterator[tuple[str, Origin]]:
    """Every answer a run asks for: which model, and for which cell."""
    for prompt, model in product(blueprint.prompts, map(str, blueprint.models)):
        for turn, _ in enumerate(turns_to_generate(opening(prompt, None))):
            yield model, Origin(purpose="candidate", prompt=prompt.id, model=model, turn=turn)


def verdicts_of(blueprint: Blueprint) -> Iterator[tuple[str, Origin]]:
    """Every verdict a run asks for: which judge, and for which cell and point."""
    seats = panel_from(blueprint.evaluation).seats
    for prompt, model in product(blueprint.prompts, map(str, blueprint.models)):
        texts = [planned.point.text for planned in rubric_of(prompt) if isinstance(planned.point, TextPoint)]
        for text, seat in product(texts, seats):
            yield (
                seat.model,
                Origin(purpose="judge", prompt=prompt.id, model=model, point=text, judge=seat.id),
            )


def test_every_answer_is_there(blueprint: Blueprint, fixtures: Fixtures) -> None:
    """Three models answer five prompts, one of them in two turns, without a network."""
    answers = [ask(fixtures, *call).text for call in answers_of(blueprint)]
    assert len(answers) == 3 * (4 + 2)
    assert all(answers)


def test_every_verdict_is_there(blueprint: Blueprint, fixtures: Fixtures) -> None:
    """Each point of each response has a verdict of each judge, with a reason."""
    replies = [ask(fixtures, *call) for call in verdicts_of(blueprint)]
    verdicts = [read_verdict(reply.text, "continuous") for reply in replies]
    assert len(verdicts) == 3 * 19 * 2
    assert all(isinstance(verdict, Verdict) and verdict.reflection for verdict in verdicts)


def test_no_verdict_is_to_spare(blueprint: Blueprint, fixtures: Fixtures) -> None:
    """Each verdict in the file belongs to exactly one point: no misspelt one hides there."""
    points = {(origin.prompt, origin.model, origin.point or "") for _, origin in verdicts_of(blueprint)}
    written = [
        (prompt, model, key.removesuffix("…"))
        for prompt, models in fixtures.verdicts.items()
        for model, verdicts in models.items()
        for key in verdicts
    ]
    fitting = [
        sum(point[:2] == (prompt, model) and point[2].startswith(key) for point in points)
        for prompt, model, key in written
    ]
    assert fitting == [1] * len(points)


def test_nobody_takes_the_samples_for_real(blueprint: Blueprint, fixtures: Fixtures) -> None:
    """The file says that its answers are made up, and no model bears a real provider's name."""
    assert "not the output of real models" in (fixtures.note or "")
    assert all(str(model).startswith("sample:") for model in blueprint.models)


def test_the_manual_s_example_can_be_read() -> None:
    """What the manual shows is a fixtures file, and means what is said beside it."""
    manual = (ROOT / "docs/fixtures.md").read_text(encoding="utf-8")
    file = manual.partition("```yaml\n")[2].partition("```")[0]
    fixtures = load_fixtures(file.encode(), "fixtures.yml")
    models = ("openai:gpt-5.4-mini", "openai:gpt-5.4-mini[temp:1]", "other:model")
    origins = (Origin(purpose="candidate", prompt="greeting", model=model) for model in models)
    texts = [ask(fixtures, origin.model, origin).text for origin in origins]
    assert texts == ["Good morning! How can I help?", "Hey there!", "Hello."]
