"""Patterns and scripts, tried before they are used."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from pointwise.adapters.quickjs import QuickJs
from pointwise.steps.code_trial import try_code
from tests.unit.blueprint.authored import read, rubric

if TYPE_CHECKING:
    from pointwise.blueprint.problems import Problem


def tried(*lines: str) -> list[Problem]:
    """What the engine makes of a rubric."""

    async def run() -> tuple[Problem, ...]:
        async with QuickJs() as engine:
            return await try_code("f", read(rubric(*lines)).loose_ends.code, engine)

    return list(asyncio.run(run()))


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("- $matches: '([a'", "wrong-pattern"),
        ("- $matches: '(?P<name>a)'", "wrong-pattern"),
        ("- $imatches_all_of: [a, '*']", "wrong-pattern"),
        ("- $matches_at_least_n_of: [1, ['(?<=a']]", "wrong-pattern"),
        ("- $matches: '(a+)+$'", "runaway-pattern"),
        ("- $matches: '^(\\w+\\s?)*$'", "runaway-pattern"),
        ("- $imatches: '^(hello|h.*o)*$'", "runaway-pattern"),
        ("- $js: 'r.length >'", "wrong-script"),
        ("- $js: 'if ('", "wrong-script"),
        ("- $js: '}, {'", "wrong-script"),
    ],
)
def test_code_that_cannot_work_is_named(line: str, code: str) -> None:
    """What does not compile is an error, what can run away a warning."""
    (problem,) = tried(line)
    assert (problem.line, problem.code) == (3, code)
    assert problem.severity == ("warning" if code == "runaway-pattern" else "error")


def test_code_in_order_is_left_alone() -> None:
    """Also what is slow on paper only, or fails on an empty answer."""
    assert tried(
        "- $matches: '(?i)^.*\\bParis\\b.*France.*$'",
        "- $matches: '(?<year>\\d{4})-\\k<year>'",
        "- $matches: '.*\"\\d+\": \\[\\d+,\\d+\\].*'",
        "- $js: 'r.match(/x/)[0].length > 3'",
        "- $js: 'return context.messages.length > 1'",
        "- $js: 'missing.thing'",
        "- $js: 'JSON.parse(r).length > 3'",
        "- $js: 'new RegExp(r + \"(\").test(r)'",
        "- $contains: '([a'",
    ) == []  # fmt: skip


def test_a_definition_is_named_where_it_stands() -> None:
    """Once, however often it is used."""
    text = "point_defs:\n  s: 'r.('\n---\n- prompt: q\n  should: [{$ref: s}, {$ref: s}]\n"

    async def run() -> tuple[Problem, ...]:
        async with QuickJs() as engine:
            return await try_code("f", read(text).loose_ends.code, engine)

    assert {(each.line, each.code) for each in asyncio.run(run())} == {(2, "wrong-script")}
