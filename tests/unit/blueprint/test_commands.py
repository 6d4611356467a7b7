"""`pointwise validate`, `normalize` and `schema` as a person runs them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner, Result

from pointwise.entrypoints.cli.normalize import normalize
from pointwise.entrypoints.cli.schema import schema
from pointwise.entrypoints.cli.validate import validate
from pointwise.errors import InputError

if TYPE_CHECKING:
    import click

EXAMPLES = Path(__file__).parents[3] / "examples"
GOOD = "- id: p\n  prompt: q\n  should: [a]\n"
SUSPECT = "- id: p\n  prompt: q\n  should: [contains: a]\n"
BAD = "- id: p\n  prompt: q\n  should: [$nope: é]\n"


def run(command: click.Command, *words: object) -> Result:
    return CliRunner().invoke(command, [str(word) for word in words], catch_exceptions=False)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A blueprint in order, a suspect one, and one with an error."""
    for name, text in (("good", GOOD), ("suspect", SUSPECT), ("wrong", BAD)):
        (tmp_path / f"{name}.yml").write_text(text)
    return tmp_path


@pytest.mark.parametrize(("name", "code"), [("good.yml", 0), ("suspect.yml", 0), ("wrong.yml", 1), ("", 1)])
def test_validate_fails_on_errors_alone(folder: Path, name: str, code: int) -> None:
    """Warnings do not stop anybody."""
    assert run(validate, folder / name).exit_code == code


def test_validate_shows_the_line(folder: Path) -> None:
    """Of each problem, and counts them."""
    output = run(validate, folder).output
    assert "    3 |   should: [$nope: é]\n" in output
    assert "There is no function `$nope`." in output
    assert output.endswith("1 error and 1 warning in 3 files.\n")


def test_validate_writes_for_programs(folder: Path) -> None:
    """The same problems, in three formats."""
    found = json.loads(run(validate, folder, "--format", "json").output)
    assert [(Path(each["file"]).name, each["code"]) for each in found] == [
        ("suspect.yml", "unmarked-function"),
        ("wrong.yml", "unknown-function"),
    ]
    sarif = json.loads(run(validate, folder, "--format", "sarif").output)
    assert len(sarif["runs"][0]["results"]) == 2
    github = run(validate, folder, "--format", "github").output.splitlines()
    assert [line.partition(" ")[0] for line in github] == ["::warning", "::error"]
    assert run(validate, folder / "good.yml", "--format", "github").output == ""


def test_validate_tries_code_and_looks_names_up(tmp_path: Path) -> None:
    """Patterns, scripts, collections and judges, each at its place."""
    (tmp_path / "models").mkdir()
    (tmp_path / "models/MINE.json").write_text('["a:b"]')
    (tmp_path / "b.yml").write_text(
        "models: [MINE, MIEN]\n"
        "evaluationConfig: {llm-coverage: {judges: ['openai:b', 'openai:b']}}\n"
        "---\n"
        "- prompt: q\n"
        "  should:\n"
        "  - $matches: '(a'\n"
        "  - $js: 'r.('\n"
    )
    found = json.loads(run(validate, tmp_path / "b.yml", "--format", "json").output)
    assert [(each["line"], each["code"]) for each in found] == [
        (1, "unknown-collection"),
        (2, "wrong-evaluation"),
        (6, "wrong-pattern"),
        (7, "wrong-script"),
    ]
    (tmp_path / "other").mkdir()
    (tmp_path / "other/MIEN.json").write_text('["a:b"]')
    found = json.loads(
        run(validate, tmp_path / "b.yml", "--format", "json", "--collections", tmp_path / "other").output
    )
    assert [each["message"] for each in found if each["code"] == "unknown-collection"] == [
        "There is no collection `MINE`, and a model is written `provider:model`. Did you mean `MIEN`?"
    ]


def test_validate_looks_providers_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of candidates and judges, at their places; a provider of one's own is known once it is configured.

    Models whose answers are written by hand need none.
    """
    (tmp_path / "b.yml").write_text(
        "models:\n"
        "- opnai:m\n"
        "- openai:m\n"
        "- Mine:m\n"
        "- CORE\n"
        "- {id: custom, url: 'https://m.example', modelName: m, inherit: openai}\n"
        "- sample:by-hand\n"
        "evaluationConfig: {llm-coverage: {judges: ['theirs:j', {model: antropic:j}]}}\n"
        "---\n"
        "- prompt: q\n"
        "  should: [a]\n"
    )

    def warned() -> list[tuple[int, int, str]]:
        result = run(validate, tmp_path / "b.yml", "--format", "json")
        assert result.exit_code == 0
        found = [each for each in json.loads(result.output) if each["code"] == "unknown-provider"]
        return [(each["line"], each["column"], each["fix"].partition(",")[0]) for each in found]

    mine = (4, 3, "Known are openai")
    others = [(8, 44, "Known are openai"), (8, 64, "Did you mean `anthropic`?")]
    assert warned() == [(2, 3, "Did you mean `openai`?"), mine, *others]
    monkeypatch.setenv("POINTWISE_MINE_BASE_URL", "http://localhost:8000/v1")
    assert warned() == [(2, 3, "Did you mean `openai`?"), *others]


def test_the_examples_are_in_order() -> None:
    """What people copy from has neither errors nor warnings."""
    result = run(validate, EXAMPLES, "--format", "json")
    assert (result.exit_code, json.loads(result.output)) == (0, [])


def test_validate_refuses_an_embedding_that_run_refuses(tmp_path: Path) -> None:
    """At the place of the settings it is among."""
    (tmp_path / "b.yml").write_text(f"title: B\nevaluationConfig: {{embedding: {{modle: x}}}}\n---\n{GOOD}")
    result = run(validate, tmp_path / "b.yml", "--format", "json")
    assert [(each["line"], each["code"]) for each in json.loads(result.output)] == [(2, "wrong-evaluation")]
    assert result.exit_code == 1


def test_a_path_that_is_not_there_is_bad_input(tmp_path: Path) -> None:
    """Which is no problem of a blueprint."""
    for command in (validate, normalize):
        with pytest.raises(InputError, match="There is no file or folder"):
            run(command, tmp_path / "nope.yml")
        assert run(command).exit_code == 2


def test_normalize_prints_one_line_a_file(folder: Path) -> None:
    """The normal form, or what is wrong, in UTF-8."""
    result = run(normalize, folder / "good.yml", folder / "wrong.yml")
    good, wrong = (json.loads(line) for line in result.stdout_bytes.decode().splitlines())
    assert result.exit_code == 0
    assert good == {
        "path": str(folder / "good.yml"),
        "config": {
            "prompts": [
                {
                    "id": "p",
                    "messages": [{"role": "user", "content": "q"}],
                    "points": [{"text": "a", "multiplier": 1}],
                    "render_as": "markdown",
                }
            ]
        },
    }
    assert (
        '"multiplier":1,' in result.stdout.splitlines()[0]
        or '"multiplier":1}' in result.stdout.splitlines()[0]
    )
    assert wrong["path"] == str(folder / "wrong.yml")
    assert "There is no function `$nope`." in wrong["error"]
    assert [problem["code"] for problem in wrong["problems"]] == ["unknown-function"]


def test_schema_prints_a_schema() -> None:
    """For editors."""
    assert json.loads(run(schema).output)["$defs"]["Prompt"]["properties"]["should"]
