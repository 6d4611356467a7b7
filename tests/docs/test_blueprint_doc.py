"""Every example of the page on blueprints does what the page says."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner

from pointwise.blueprint.authoring.header import Header
from pointwise.blueprint.authoring.prompt import Prompt
from pointwise.blueprint.authoring.written import known_names
from pointwise.blueprint.catalog import FUNCTIONS
from pointwise.entrypoints.cli.validate import validate

PAGE = Path(__file__).parents[2] / "docs" / "blueprint.md"
TEXT = PAGE.read_text()
_FENCE = re.compile(r"^```(yaml|json)(?: problem=(\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
_LINK = re.compile(r"\]\(#([^)]+)\)")
_OTHER_PAGE = re.compile(r"\]\(([\w./-]+\.md)\)")
EXPECTED = frozenset({"no-prompt-id"})
"""Short examples do without ids."""


@dataclass(frozen=True, slots=True)
class Example:
    """A block of the page, and the code of the problem it shows."""

    language: str
    problem: str | None
    text: str
    line: int


EXAMPLES = [
    Example(match[1], match[2], match[3], TEXT.count("\n", 0, match.start()) + 1)
    for match in _FENCE.finditer(TEXT)
]


def test_there_are_examples() -> None:
    """The page is made of them."""
    assert len(EXAMPLES) > 20


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: f"line {example.line}")
def test_an_example_shows_what_it_says(example: Example, tmp_path: Path) -> None:
    """`pointwise validate` finds the one problem it shows, or none."""
    file = tmp_path / f"example.{example.language}"
    file.write_text(example.text)
    ended = CliRunner().invoke(validate, [str(file), "--format", "json"])
    codes = {problem["code"] for problem in json.loads(ended.output)} - EXPECTED
    assert codes == ({example.problem} if example.problem else set())


@pytest.mark.parametrize("form", [Header, Prompt])
def test_every_field_is_on_the_page(form: type[Header | Prompt]) -> None:
    """Under every name it may have."""
    missing = [name for name in known_names(form) if f"`{name}`" not in TEXT]
    assert missing == []


def test_every_function_is_on_the_page() -> None:
    """At least in its plain form; the prefixes are explained."""
    plain = {re.sub("^(not_)?(i(?=contains|matches|starts|ends))?", "", name) for name in FUNCTIONS}
    assert [name for name in sorted(plain) if f"${name}" not in TEXT] == []


def test_the_output_shown_is_what_is_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """To the letter."""
    shown = re.search(r"^```\n(first-aid\.yml\n.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    assert shown
    example = next(each for each in EXAMPLES if each.problem == "unknown-function")
    monkeypatch.chdir(tmp_path)
    Path("first-aid.yml").write_text(example.text)
    assert shown[1] in CliRunner().invoke(validate, ["first-aid.yml"]).output


def test_every_link_leads_somewhere() -> None:
    """Within the page and to its neighbours."""
    anchors = {
        re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in _HEADING.findall(TEXT)
    }
    assert [link for link in _LINK.findall(TEXT) if link not in anchors] == []
    assert [page for page in _OTHER_PAGE.findall(TEXT) if not (PAGE.parent / page).exists()] == []
