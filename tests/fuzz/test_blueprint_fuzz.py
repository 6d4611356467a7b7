"""Blueprints made of anything: only the project's own errors come out.

POINTWISE_FUZZ_EXAMPLES sets how many inputs each test tries; a hundred if unset.
"""

from __future__ import annotations

import json
import os
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pointwise.blueprint.authoring.header import Header
from pointwise.blueprint.authoring.points import Point
from pointwise.blueprint.authoring.prompt import Prompt
from pointwise.blueprint.authoring.written import known_names
from pointwise.blueprint.catalog import spellings
from pointwise.blueprint.model import Blueprint
from pointwise.blueprint.normal import normal_form
from pointwise.blueprint.parse import Parsed, parse
from pointwise.blueprint.text.canonical import json_text
from pointwise.reporting.problem_formats import problems_github, problems_json, problems_sarif
from pointwise.reporting.problem_listing import list_problems

if TYPE_CHECKING:
    from collections.abc import Callable

EXAMPLES = int(os.environ.get("POINTWISE_FUZZ_EXAMPLES", "100"))
FUZZ = settings(
    max_examples=EXAMPLES,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
PAGE = Path(__file__).parents[2] / "docs" / "blueprint.md"
PUBLIC = Path(os.environ.get("POINTWISE_CONFORMANCE", "/nowhere")) / "corpus"
LONGEST = 6_000
"""Characters of an example that is mutated; longer ones only take longer."""

WORDS = sorted(
    {
        "prompts",
        "role",
        "user",
        "assistant",
        "ai",
        "$ref",
        "<<",
        "name",
        "url",
        "model",
        "judges",
        "llm-coverage",
    }
    | known_names(Header)
    | known_names(Prompt)
    | known_names(Point)
    | {f"${name}" for name in spellings()}
    | spellings()
)
SIGNS = [
    "---\n", "...\n", "- ", ": ", "? ", "&a ", "*a", "<<: *a", "|\n", ">-\n", "!!int ", "!x ", "# ", "{", "}",
    "[", "]", ",", "'", '"', "\\", "\t", "\r\n", "\u2028", "\ufeff", "\x85", "\x00", "null", "~", "1e999",
    ".nan", "0o7", "%TAG ! x\n", "$icontains: 'x'", "{{x}}", "\ud800", "\U0001f600",
]  # fmt: skip
ATOMS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=12)
    | st.sampled_from(WORDS)
    | st.sampled_from(["a:b", "CORE", "$icontains: 'x'", "trace-only", "html", "https://x", ""])
)
VALUES = st.recursive(
    ATOMS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(WORDS) | st.text(max_size=6), inner, max_size=5)
    ),
    max_leaves=25,
)
POINTS = st.lists(VALUES | st.tuples(st.sampled_from(WORDS), VALUES).map(list), max_size=6)
PROMPTS = st.fixed_dictionaries(
    {"prompt": st.just("q") | VALUES},
    optional={
        "id": VALUES,
        "messages": st.lists(
            st.dictionaries(st.sampled_from(["user", "ai", "role", "content"]), VALUES, max_size=2)
        ),
        "should": POINTS,
        "should_not": POINTS,
        "weight": VALUES,
        "noCache": VALUES,
    },
)
BLUEPRINTS = st.fixed_dictionaries(
    {"prompts": st.lists(PROMPTS, max_size=4) | VALUES},
    optional=dict.fromkeys(sorted(known_names(Header)), VALUES),
)

TEXTS = st.text(max_size=12).map("T{}".format)
WEIGHTS = st.floats(0.1, 10) | st.integers(1, 10)
FUNCTIONS = st.sampled_from(sorted(spellings()))
ARGUMENTS = st.lists(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXTS
)
BESIDE = {"weight": WEIGHTS, "citation": TEXTS | st.fixed_dictionaries({"title": TEXTS})}


def _beside(function: str, argument: object, others: dict[str, object], sign: str) -> dict[str, object]:
    return {f"{sign}{function}": argument, **others}


GOOD_POINTS = (
    TEXTS
    | FUNCTIONS.map("${}".format)
    | st.builds("${}: 'x'".format, FUNCTIONS)
    | st.dictionaries(TEXTS, TEXTS, min_size=1, max_size=1)
    | st.fixed_dictionaries({"text": TEXTS} | BESIDE)
    | st.fixed_dictionaries({"fn": FUNCTIONS}, optional={"arg": TEXTS | ARGUMENTS, **BESIDE})
    | st.builds(
        _beside,
        FUNCTIONS,
        TEXTS | ARGUMENTS,
        st.fixed_dictionaries({}, optional=BESIDE),
        st.sampled_from(["$", ""]),
    )
)
GOOD_RUBRICS = st.lists(
    GOOD_POINTS | st.tuples(FUNCTIONS, TEXTS | ARGUMENTS).map(list) | st.lists(GOOD_POINTS, min_size=1),
    max_size=5,
)
TURNS = st.lists(
    st.fixed_dictionaries({"user": TEXTS})
    | st.sampled_from([{"assistant": None}, {"role": "ai", "content": "a"}]),
    max_size=4,
)
GOOD_PROMPTS = st.fixed_dictionaries(
    {"messages": TURNS.map(lambda turns: [*turns, {"user": "last"}])},
    optional={
        "id": TEXTS | st.integers(),
        "should": GOOD_RUBRICS,
        "should_not": GOOD_RUBRICS,
        "weight": WEIGHTS,
        "system": st.none() | TEXTS,
        "ideal": TEXTS,
        "tags": st.lists(TEXTS),
        "noCache": st.booleans(),
    },
)
GOOD_BLUEPRINTS = st.fixed_dictionaries(
    {"prompts": st.lists(GOOD_PROMPTS, min_size=1, max_size=3)},
    optional={
        "configId": TEXTS,
        "title": TEXTS,
        "references": TEXTS | st.lists(st.fixed_dictionaries({"name": TEXTS})),
        "citation": TEXTS,
        "temperatures": st.lists(st.floats(0, 2)),
        "noCache": st.booleans(),
        "render_as": st.sampled_from(["html", None]),
        "context": ARGUMENTS,
        "unknown": st.integers() | TEXTS,
    },
)


@cache
def _examples() -> list[str]:
    """The examples of the documentation, and public blueprints where there are any."""
    own = re.findall(r"^```(?:yaml|json)[^\n]*\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    return own + [file.read_text()[:LONGEST] for file in sorted(PUBLIC.rglob("*.yml"))]


def check(data: str | bytes, file: str) -> Parsed:
    """What holds for every input, however broken."""
    parsed = parse(data, file=file, default_id="d")
    failed = any(problem.severity == "error" for problem in parsed.problems)
    assert (parsed.blueprint is None) == failed
    text = data if isinstance(data, str) else data.decode("utf-8", "replace")
    for problem in parsed.problems:
        assert 0 <= problem.line <= len(re.split("\r\n|\r|\n", text)) + 1
        assert problem.column >= 0
        assert problem.message.isprintable()
        assert problem.fix is None or problem.fix.isprintable()
    list_problems(parsed.problems, {file: text}, files=1)
    json.loads(problems_json(parsed.problems))
    json.loads(problems_sarif(parsed.problems, "1"))
    assert len(problems_github(parsed.problems).split("\n")) == max(1, len(parsed.problems))
    if parsed.blueprint:
        check_blueprint(parsed.blueprint)
    return parsed


def check_blueprint(blueprint: Blueprint) -> None:
    """It can be stored and read back, and its prompts can be told apart."""
    assert (
        Blueprint.model_validate_json(blueprint.model_dump_json(by_alias=True)).prompts == blueprint.prompts
    )
    ids = [prompt.id for prompt in blueprint.prompts]
    assert len(set(ids)) == len(ids)
    assert all(prompt.messages for prompt in blueprint.prompts)
    json.loads(json_text(normal_form(blueprint)).encode())


@given(
    st.binary(max_size=200) | st.text(st.characters(exclude_categories=()), max_size=200),
    st.sampled_from(["f.yml", "f.json"]),
)
@FUZZ
def test_anything_at_all(data: str | bytes, file: str) -> None:
    """Bytes and characters without any sense."""
    check(data, file)


@given(
    st.lists(st.sampled_from(SIGNS + WORDS) | st.text("abc \n:-[]{}'\"#&*!|>%@`,?$", max_size=6), max_size=40)
)
@FUZZ
def test_what_looks_like_yaml(pieces: list[str]) -> None:
    """Names of fields and signs of the language in any order."""
    check("".join(pieces), "f.yml")


@given(BLUEPRINTS | VALUES)
@FUZZ
def test_fields_with_any_values(value: Any) -> None:  # noqa: ANN401 - any JSON value
    """Known names with values of every kind, in JSON and in YAML, which reads most of JSON."""
    text = json.dumps(value)
    check(text, "f.json")
    check(json.dumps(value, ensure_ascii=False, indent=1), "f.yml")


@given(GOOD_BLUEPRINTS)
@FUZZ
def test_the_normal_form_is_its_own_normal_form(value: dict[str, Any]) -> None:
    """A blueprint in order is read in JSON and YAML alike; read again, its normal form does not change."""
    parsed = check(json.dumps(value), "f.json")
    assert parsed.blueprint is not None, [str(problem) for problem in parsed.problems]
    form = normal_form(parsed.blueprint, parsed.derived)
    again = parse(json_text(form), file="f.json", default_id="d")
    assert again.blueprint is not None, [str(problem) for problem in again.problems]
    assert normal_form(again.blueprint, again.derived) == form
    as_yaml = parse(yaml.safe_dump(value, sort_keys=False), file="f.yml", default_id="d")
    assert as_yaml.blueprint is not None, [str(problem) for problem in as_yaml.problems]
    assert normal_form(as_yaml.blueprint, as_yaml.derived) == form


def _mutations(draw: st.DrawFn, text: str) -> str:
    """A text with a few pieces cut out, doubled, moved or replaced."""
    for _ in range(draw(st.integers(1, 6))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 40)))
        piece = draw(
            st.sampled_from(["", text[start:end] * 2, text[end : end + 30]]) | st.sampled_from(SIGNS + WORDS)
        )
        text = text[:start] + piece + text[end:]
    return text


@st.composite
def mutants(draw: st.DrawFn) -> str:
    """Blueprints that somebody has damaged."""
    return _mutations(draw, draw(st.sampled_from(_examples())))


@given(mutants(), st.sampled_from(["f.yml", "f.yml", "f.json"]))
@FUZZ
def test_damaged_blueprints(text: str, file: str) -> None:
    """Each still gives a blueprint or says what is wrong."""
    check(text, file)


@pytest.mark.parametrize("strip", [str.strip, str.rstrip])
def test_undamaged_ones_pass_the_same_checks(strip: Callable[[str], str]) -> None:
    """So the checks are none that only broken input passes."""
    parsed = [check(strip(example), "f.yml") for example in _examples()]
    assert sum(each.blueprint is not None for each in parsed) > 20
    assert click.unstyle(list_problems((), {}, files=1)) == "1 file, no problems."
