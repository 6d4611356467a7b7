"""Files that were made to do harm."""

from __future__ import annotations

import time

import pytest

from pointwise.blueprint.limits import Limits
from pointwise.blueprint.parse import parse

SIZE = 2_000_000
BOMB = "a: &a [x,x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"{chr(98 + n)}: &{chr(98 + n)} [{','.join(['*' + chr(97 + n)] * 10)}]\n" for n in range(12)
)


def filled(unit: str, before: str = "") -> str:
    return before + unit * ((SIZE - len(before)) // len(unit))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (filled("x") + "x" * 200_000, "too-large"),
        (filled("["), "too-deep"),
        (filled("{a: "), "too-deep"),
        (filled("- "), "too-deep"),
        (filled("? "), "too-deep"),
        (filled("- a\n"), "too-many-values"),
        (filled("[],", before="["), "too-many-values"),
        ("".join(f"k{n}: 1\n" for n in range(150_000)), "too-many-values"),
        (BOMB, "too-much-repeated"),
        ('a: &a "' + "x" * 100_000 + '"\nb: [' + "*a," * 1000 + "]", "too-much-repeated"),
        ("".join(f"%TAG !a{n}! x\n" for n in range(100_000)), "yaml-syntax"),
        (filled("---\na: b: c\n"), "yaml-syntax"),
        (filled("\0"), "forbidden-character"),
        (filled("a: 1\n"), "duplicate-key"),
    ],
    ids=lambda value: value[:12] if isinstance(value, str) else None,
)
def test_a_hostile_file_is_refused_at_once(text: str, code: str) -> None:
    """In seconds at most, even on a slow machine, and with few words."""
    started = time.perf_counter()
    parsed = parse(text, file="b.yml", default_id="b")
    assert time.perf_counter() - started < 10
    assert parsed.blueprint is None
    assert code in {problem.code for problem in parsed.problems}
    assert len(parsed.problems) <= 501


@pytest.mark.parametrize(
    ("text", "code"), [("[" * SIZE, "too-deep"), ("[" + "1," * 500_000, "too-many-values")]
)
def test_json_has_the_same_limits(text: str, code: str) -> None:
    """Depth and number of values."""
    assert [problem.code for problem in parse(text, file="b.json", default_id="b").problems] == [code]


def test_a_rubric_that_contradicts_itself_ten_thousand_times_is_soon_read() -> None:
    """What is compared with each other is bounded."""
    rubric = "should:\n" + "- $contains: aaaa\n" * 8_000 + "should_not:\n" + "- $contains: b\n" * 8_000
    started = time.perf_counter()
    parsed = parse(f"prompt: x\n{rubric}", file="b.yml", default_id="b")
    assert time.perf_counter() - started < 10
    assert parsed.problems[-1].code == "too-many-problems"


def test_limits_are_the_callers_to_set() -> None:
    """A smaller size refuses what the default takes."""
    text = "- prompt: a\n"
    assert parse(text, file="b.yml", default_id="b").blueprint
    refused = parse(text, file="b.yml", default_id="b", limits=Limits(size=5))
    assert [problem.code for problem in refused.problems] == ["too-large"]
