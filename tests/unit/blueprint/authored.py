"""Blueprints as short texts, and what becomes of them."""

from __future__ import annotations

from textwrap import dedent
from typing import TYPE_CHECKING, Any

from pointwise.blueprint.normal import normal_form
from pointwise.blueprint.parse import Parsed, parse

if TYPE_CHECKING:
    from pointwise.blueprint.problems import Problem

QUIET = frozenset({"no-criteria"})
"""Warnings that short examples cannot help."""


def read(text: str | bytes, file: str = "b.yml") -> Parsed:
    """Parse a text that may be indented for the eye."""
    return parse(dedent(text) if isinstance(text, str) else text, file=file, default_id="b")


def form(text: str, file: str = "b.yml") -> dict[str, Any]:
    """The normal form of a text without errors."""
    parsed = read(text, file)
    assert parsed.blueprint is not None, [str(problem) for problem in parsed.problems]
    return normal_form(parsed.blueprint, parsed.derived)


def prompt(text: str) -> dict[str, Any]:
    """The normal form of the only prompt of a text."""
    (only,) = form(text)["prompts"]
    return dict(only)


def points(*lines: str, block: str = "should", header: str = "") -> list[Any]:
    """The normal form of a rubric."""
    return list(prompt(rubric(*lines, block=block, header=header))["points" if block == "should" else block])


def rubric(*lines: str, block: str = "should", header: str = "") -> str:
    """A blueprint with one prompt whose rubric has these lines, from line 3 on where there is no header."""
    body = "".join(f"  {line}\n" for line in lines)
    return f"{header}- prompt: q\n  {block}:\n{body}"


def problems(text: str, file: str = "b.yml") -> list[Problem]:
    """Everything that is noticed about a text but the usual."""
    return [problem for problem in read(text, file).problems if problem.code not in QUIET]


def codes(text: str, file: str = "b.yml") -> list[str]:
    """`line:column code` of each problem."""
    return [f"{each.line}:{each.column} {each.code}" for each in problems(text, file)]


def errors(text: str, file: str = "b.yml") -> list[str]:
    """`line:column code` of each error."""
    found = problems(text, file)
    return [f"{each.line}:{each.column} {each.code}" for each in found if each.severity == "error"]
