"""The pages that lead to those of runs, in a folder or bucket: files beside files, served by nobody.

Addresses are relative, so that a copy of the folder leads to its own pages.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from pointwise import keys
from pointwise.keys import RunKeys
from pointwise.reporting.html import shell
from pointwise.reporting.html.assets import listing_script, runs_script
from pointwise.reporting.html.core import trend
from pointwise.reporting.html.listing import RUN_TITLES, leaderboard_section, run_cells, run_link
from pointwise.reporting.html.markup import join, table, tag
from pointwise.results.overview import LATEST, age

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pydantic import JsonValue

    from pointwise.reporting.html.markup import Child
    from pointwise.results.leaderboard import Leaderboard
    from pointwise.results.overview import BlueprintSummary, RunEntry

ALL_RUNS = f"../{keys.INDEX}"
"""From the page of a run to that of all runs of its blueprint."""
_TOP = f"../../{keys.INDEX}"


def render_index(board: Leaderboard) -> str:
    """The page at the top: the leaderboard, and every blueprint with its latest run, newest first."""
    rows = [_blueprint(entry) for entry in sorted(board.runs, key=age, reverse=True)]
    blueprints = table("Blueprints and their latest runs", ("Blueprint", "Latest run", *RUN_TITLES), rows)
    body = join(
        tag("header", tag("span", id="theme"), class_="top"),
        tag("h1", "Results"),
        tag("main", leaderboard_section(board), tag("section", tag("h2", "Blueprints"), blueprints)),
    )
    script = listing_script()
    return shell.opening("Results", script) + body + shell.closing(script)


def _blueprint(latest: RunEntry) -> Iterator[Child]:
    yield tag("a", latest.config_title, href=quote(keys.index_of(latest.config_id)))
    yield run_link(latest, quote(RunKeys(latest.run).report))
    yield from run_cells(latest)


def render_runs(summary: BlueprintSummary) -> str:
    """The page of a blueprint: its runs, newest first, and the scores of the last hundred over time."""
    newest_first = summary.runs[::-1]
    title = newest_first[0].config_title
    rows = map(_run, newest_first)
    body = join(
        tag("header", tag("a", "All blueprints", href=_TOP), tag("span", id="theme"), class_="top"),
        tag("h1", title),
        tag(
            "main",
            tag("div", id="trend"),
            tag(
                "section",
                tag("h2", "Runs"),
                table(f"Runs of {summary.config_id}", ("Run", *RUN_TITLES), rows),
            ),
        ),
    )
    script = runs_script()
    data = shell.block("core", _scores(summary.runs[-LATEST:]))
    return shell.opening(title, script) + body + data + shell.closing(script)


def _run(entry: RunEntry) -> Iterator[Child]:
    below = RunKeys(entry.run).report.removeprefix(keys.runs_of(entry.config_id))
    yield join(run_link(entry, quote(below)), " ", tag("small", entry.run.rpartition("/")[2]))
    yield from run_cells(entry)


def _scores(runs: Sequence[RunEntry]) -> dict[str, JsonValue]:
    """What the plot of scores over time is drawn from; each model with the last score it has."""
    last = {each.model_id: each.score for run in runs for each in run.models if each.score is not None}
    models: list[JsonValue] = [{"id": name, "score": score} for name, score in last.items()]
    return {"models": models, "prompts": [], "trend": trend(runs)}
