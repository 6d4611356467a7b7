"""Blueprints against public ones and their published normal form."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from pointwise.adapters.folder_source import default_id
from pointwise.blueprint.normal import normal_form
from pointwise.blueprint.parse import parse
from tests.e2e.command import pointwise

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pointwise.blueprint.parse import Parsed

DIFFERENCES = Path(__file__).parent / "differences.yaml"


def _listed(vectors: str) -> dict[Any, str]:
    """Rows that differ, each with how: `error` or `config`, or a place."""
    groups = yaml.safe_load(DIFFERENCES.read_text())[vectors]
    return {row: group["differs"] for group in groups for row in group["rows"]}


def _rows(file: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    return ((number, json.loads(line)) for number, line in enumerate(file.read_text().splitlines(), 1))


def _read(row: dict[str, Any]) -> Parsed:
    return parse(row["content"], file=f"b.{row['fileType']}", default_id="b")


def _config(parsed: Parsed) -> dict[str, Any] | None:
    """The normal form as other readers of JSON see it."""
    if parsed.blueprint is None:
        return None
    form: dict[str, Any] = json.loads(json.dumps(normal_form(parsed.blueprint, parsed.derived)))
    return form


def _differing(expected: dict[str, Any], found: dict[str, Any]) -> Iterator[str]:
    """The places at which two normal forms differ: a field of the header, or `prompts.<field>`."""
    yield from (
        key
        for key in expected.keys() | found.keys() - {"prompts"}
        if key != "prompts" and expected.get(key) != found.get(key)
    )
    for one, other in zip(expected["prompts"], found["prompts"], strict=True):
        yield from (f"prompts.{key}" for key in one.keys() | other.keys() if one.get(key) != other.get(key))


def test_public_blueprints_have_their_published_normal_form(conformance: Path) -> None:
    """All of them through one call of `pointwise normalize`, but for the places that are listed."""
    corpus = conformance / "corpus"
    ended = pointwise("normalize", corpus)
    found: dict[str, str] = {}
    for line in ended.out.splitlines():
        printed = json.loads(line)
        path = Path(printed["path"]).relative_to(corpus)
        published = json.loads((conformance / "expected" / f"{default_id(path)}.yml.json").read_text())
        if ("error" in published) or ("error" in printed):
            if ("error" in published) != ("error" in printed):
                found[str(path)] = "error"
            continue
        for place in _differing(published["config"], printed["config"]):
            found[f"{path} {place}"] = "config"
    assert len(ended.out.splitlines()) == len(list(corpus.rglob("*.yml")))
    assert found == _listed("corpus")


def test_edge_cases_are_read_as_published(conformance: Path) -> None:
    """A blueprint or an error, and the same blueprint, in every row that is not listed."""
    found: dict[int, str] = {}
    for number, row in _rows(conformance / "parser_edge_vectors.jsonl"):
        config = _config(_read(row))
        published = None if row.get("error") or row.get("loadError") else row["config"]
        if (config is None) != (published is None):
            found[number] = "error" if config is None else "no error"
        elif config != published:
            found[number] = "config"
    assert found == _listed("parser_edge_vectors")


def test_prompts_have_their_published_ids(conformance: Path) -> None:
    """Which are hashes over exactly the published text."""
    found: dict[int, str] = {}
    for number, row in _rows(conformance / "promptid_vectors.jsonl"):
        config = _config(_read(row))
        if config is None:
            found[number] = "error"
        elif [prompt["id"] for prompt in config["prompts"]] != [prompt["id"] for prompt in row["prompts"]]:
            found[number] = "config"
    assert found == _listed("promptid_vectors")
