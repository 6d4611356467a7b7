"""Checks and the engine under anything at all."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pointwise.adapters.quickjs import QuickJs
from pointwise.blueprint.catalog import spellings
from pointwise.blueprint.model import FunctionPoint, Message
from pointwise.checks.context import CheckContext
from pointwise.checks.effects import PatternTest, Program, ScriptOutcome
from pointwise.steps.checking import evaluate_checks
from pointwise.testing.memory import MemoryScripts, MemoryServices

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pydantic import JsonValue

    from pointwise.checks.effects import ScriptJob

ANY_TEXT = st.text(st.characters(exclude_categories=())) | st.sampled_from(
    ["", "TOOL_CALL {}", "{response}", "[1]"]
)
KEYS = st.sampled_from(["name", "where", "url", "service", "headers", "method", "a"]) | st.text(max_size=3)
ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | ANY_TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)
LISTS = st.lists(ANY_TEXT, max_size=4)
ARGUMENTS = ANY_JSON | LISTS | st.tuples(st.integers(-2, 9) | st.floats(), LISTS).map(list)
PATTERNS = st.text("ab(|)*+?[]{}^$.\\,1:=!<>-dwsSpLuk", max_size=24) | ANY_TEXT
SOURCES = st.text("r()[]{}.;=>+-1'`$/*\n ", max_size=24) | ANY_TEXT


@st.composite
def contexts(draw: st.DrawFn) -> CheckContext:
    calls = draw(st.none() | st.lists(ANY_JSON, max_size=4))
    return CheckContext(
        prompt=draw(ANY_TEXT),
        messages=tuple(Message(role="user", content=text) for text in draw(LISTS)),
        tool_calls=None if calls is None else tuple(calls),
        services=draw(st.dictionaries(KEYS | st.just("factcheck"), ANY_JSON, max_size=3)),
    )


@given(st.sampled_from(sorted(spellings())), st.none() | ANY_TEXT, ARGUMENTS, contexts())
@settings(max_examples=400, deadline=None)
def test_a_check_always_has_an_outcome(
    name: str, response: str | None, argument: JsonValue, context: CheckContext
) -> None:
    """A score from 0 to 1, or none and a reason; never an exception, always a sentence that can be stored."""
    points = [FunctionPoint.model_construct(fn=name, argument=argument)]
    pending = evaluate_checks(points, response, context, MemoryScripts(), MemoryServices())
    (outcome,) = asyncio.run(pending)
    assert outcome.explanation.encode()
    if outcome.score is None:
        assert outcome.unscored
    else:
        assert 0 <= outcome.score <= 1
        assert outcome.score == 0 or outcome.error is None


@pytest.fixture(scope="module")
def ask() -> Iterator[Runner]:
    """An engine that lives as long as the tests of this module."""
    runner = Runner()
    yield runner
    runner.close()


class Runner:
    """An engine and the event loop it belongs to."""

    def __init__(self) -> None:
        self._loop = asyncio.Runner()
        self._engine = QuickJs(children=1)

    def __call__(self, jobs: Sequence[ScriptJob]) -> tuple[ScriptOutcome, ...]:
        return self._loop.run(self._engine.run(jobs))

    def close(self) -> None:
        self._loop.run(self._engine.close())
        self._loop.close()


@given(st.lists(st.tuples(PATTERNS, ANY_TEXT, st.sampled_from(["", "i", "u", "iu"])), min_size=1, max_size=8))
@settings(max_examples=150, deadline=None)
def test_the_engine_survives_any_pattern(ask: Runner, tests: list[tuple[str, str, str]]) -> None:
    """A boolean or an error each, and the engine still finds an a in a cat."""
    outcomes = ask([*(PatternTest(*each) for each in tests), PatternTest("a", "cat")])
    assert len(outcomes) == len(tests) + 1
    assert all(outcome.error or isinstance(outcome.value, bool) for outcome in outcomes)
    assert all(outcome.blame != "engine" for outcome in outcomes)
    assert outcomes[-1] == ScriptOutcome(value=True)


@given(st.lists(SOURCES, min_size=1, max_size=4))
@settings(max_examples=100, deadline=None)
def test_the_engine_survives_any_program(ask: Runner, sources: list[str]) -> None:
    """A value or an error each, and the engine still counts."""
    jobs = [Program(source, {"r": '"x"'}) for source in [*sources, "r.length"]]
    outcomes = ask(jobs)
    assert all(outcome.blame != "engine" for outcome in outcomes)
    assert outcomes[-1] == ScriptOutcome(1.0)
