"""Deterministic functions against public vectors, through the real engine and a real service."""

from __future__ import annotations

import asyncio
import json
import math
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from pointwise.adapters.http_services import HttpServices
from pointwise.adapters.quickjs import QuickJs
from pointwise.checks.outcome import outcome_of
from pointwise.checks.registry import begin
from pointwise.entrypoints.cli.check_rows import read_row
from pointwise.steps.checking import settle
from pointwise.testing.memory import MemoryStore
from tests.service_server import service

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pointwise.checks.outcome import CheckOutcome
    from tests.service_server import Service

DIFFERENCES = Path(__file__).parent / "differences.yaml"
PORT = "127.0.0.1:18765"
"""Where the vectors have their service."""
REMOTE = ("call", "external")
VARIABLES = {"ORACLE_KEY": "k3y"}


def _listed() -> set[int]:
    groups = yaml.safe_load(DIFFERENCES.read_text()).get("point_vectors", [])
    return {row for group in groups for row in group["rows"]}


def _agrees(expected: Any, outcome: CheckOutcome) -> bool:  # noqa: ANN401 - any JSON value
    failed = outcome.error is not None or outcome.unscored is not None
    if not isinstance(expected, dict):
        return not failed and outcome.score == float(expected)
    if "error" in expected:
        return failed
    score = float(expected["$num"]) if "$num" in expected else float(expected["score"])
    explanation = expected.get("explain")
    said = not isinstance(explanation, str) or outcome.explanation.endswith(explanation)
    return not failed and said and outcome.score is not None and math.isclose(outcome.score, score)


def _sent_as_expected(expected: Sequence[dict[str, Any]], sent: Sequence[dict[str, Any]]) -> bool:
    def same(one: dict[str, Any], other: dict[str, Any]) -> bool:
        headers = one["headers"].items() <= other["headers"].items()
        place = (one["method"], one["path"]) == (other["method"], other["path"])
        return headers and place and json.loads(one["body"]) == json.loads(other["body"])

    return len(expected) == len(sent) and all(map(same, expected, sent))


async def _pure_disagreements(lines: dict[int, str]) -> set[int]:
    rows = {number: read_row(line.encode()) for number, line in lines.items()}
    steps = [begin(row.name, row.response, row.argument, row.context) for row in rows.values()]
    services = HttpServices({})
    async with QuickJs() as scripts:
        verdicts = await settle(steps, scripts, services)
    outcomes = map(outcome_of, (row.name for row in rows.values()), verdicts)
    return {
        number
        for number, outcome in zip(rows, outcomes, strict=True)
        if not _agrees(json.loads(lines[number])["result"], outcome)
    }


async def _remote_disagreements(lines: dict[int, str], server: Service) -> set[int]:
    """Row after row: later ones count on what the cache has of earlier ones. A function starts afresh."""
    found: set[int] = set()
    for _, numbers in groupby(lines, key=lambda number: json.loads(lines[number])["fn"]):
        services = HttpServices(VARIABLES, cache=MemoryStore())
        found |= {number for number in numbers if not await _remote_agrees(lines[number], services, server)}
        await services.close()
    return found


async def _remote_agrees(line: str, services: HttpServices, server: Service) -> bool:
    vector = json.loads(line.replace(PORT, server.url.removeprefix("http://")))
    row = read_row(json.dumps(vector).encode())
    server.will(*vector["mock"].get("seq", [vector["mock"]]))
    async with QuickJs() as scripts:
        (verdict,) = await settle(
            [begin(row.name, row.response, row.argument, row.context)], scripts, services
        )
    outcome = outcome_of(row.name, verdict)
    return _agrees(vector["result"], outcome) and _sent_as_expected(vector["requests"], server.requests)


def _numbered(folder: Path) -> Iterator[tuple[int, str]]:
    return enumerate((folder / "point_vectors.jsonl").read_text().splitlines(), 1)


def test_functions_agree_with_the_public_vectors(conformance: Path) -> None:
    """Every row agrees but those listed, and each listed one really differs."""
    lines = dict(_numbered(conformance))
    remote = {number for number, line in lines.items() if json.loads(line)["fn"] in REMOTE}
    found = asyncio.run(_pure_disagreements({n: line for n, line in lines.items() if n not in remote}))
    with service() as server:
        asked = {number: lines[number] for number in sorted(remote)}
        found |= asyncio.run(_remote_disagreements(asked, server))
    assert found == _listed()
