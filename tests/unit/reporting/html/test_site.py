"""Pages that lead to those of runs: every address in them, whatever the names."""

from __future__ import annotations

import json
import posixpath
from urllib.parse import unquote, urlsplit

import pytest

from pointwise import keys
from pointwise.keys import RunKeys
from pointwise.reporting.html.site import ALL_RUNS, render_index, render_runs
from pointwise.results.leaderboard import leaderboard_with
from pointwise.results.overview import BlueprintSummary, ModelEntry, RunEntry
from tests.unit.reporting.html.pages import Parsed

HOSTILE = (
    "</title><script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "../../etc/passwd",
    "a b#c?d%2f&e",
    "javascript:alert(1)",
    "//evil.example/x",
    "ünï\u202e\u2028",
)


def entry(name: str, number: int = 1, **scores: float | None) -> RunEntry:
    models = (
        ModelEntry(model_id=model, score=score, low=None, high=None, prompts=5, unscored=0)
        for model, score in (scores or {"m": 0.5}).items()
    )
    return RunEntry(
        run=f"{keys.segment(name)}/{name.replace('/', '_')}_{number:03d}", config_id=name, config_title=name,
        run_label=name, timestamp=f"2026-11-21T10-00-00-{number:03d}Z", note=None, prompts=5, cost=0.0,
        models=tuple(models),
    )  # fmt: skip


def summary(*runs: RunEntry) -> BlueprintSummary:
    return BlueprintSummary(schema_version=1, config_id=runs[0].config_id, runs=runs)


def targets(page: Parsed, at: str) -> list[str]:
    """The keys that the links of a page lead to, as a browser resolves them; `at` is the page's own key."""
    found = []
    for href in page.links:
        parts = urlsplit(href)
        assert (parts.scheme, parts.netloc, parts.query, parts.fragment) == ("", "", "", ""), href
        found.append(posixpath.normpath(posixpath.join(posixpath.dirname(at), unquote(parts.path))))
    return found


@pytest.mark.parametrize("name", HOSTILE)
def test_links_lead_to_objects_whatever_their_names(name: str) -> None:
    """Relative and percent-encoded; nothing in a name becomes another place, a query or markup."""
    run = entry(name)
    index = Parsed(render_index(leaderboard_with(None, run)))
    assert targets(index, keys.INDEX) == [keys.index_of(name), RunKeys(run.run).report]
    runs = Parsed(render_runs(summary(run)))
    assert targets(runs, keys.index_of(name)) == [keys.INDEX, RunKeys(run.run).report]
    for page in (index, runs):
        assert not {"img", "iframe"} & set(page.names)
    assert (index.names.count("script"), runs.names.count("script")) == (1, 2)


def test_the_page_of_a_run_leads_to_all_of_its_blueprint() -> None:
    """From wherever a run lies below its blueprint."""
    report = RunKeys(entry("b").run).report
    assert posixpath.normpath(posixpath.join(posixpath.dirname(report), ALL_RUNS)) == keys.index_of("b")


def test_runs_stand_newest_first_and_scores_in_order_of_time() -> None:
    """The list starts with what is new; the plot ends with it."""
    page = Parsed(render_runs(summary(entry("b", 1, m=0.25), entry("b", 2, m=0.5, n=None))))
    assert [link.partition("/")[0][-3:] for link in page.links[1:]] == ["002", "001"]
    drawn = json.loads(page.scripts["core"])
    assert [each["scores"] for each in drawn["trend"]] == [{"m": [0.25]}, {"m": [0.5]}]
    assert drawn["models"] == [{"id": "m", "score": 0.5}]


def test_the_newest_blueprint_stands_first() -> None:
    """Each blueprint with its latest run alone."""
    board = leaderboard_with(
        leaderboard_with(leaderboard_with(None, entry("a", 3)), entry("b", 4)), entry("a", 2)
    )
    links = Parsed(render_index(board)).links
    assert [link for link in links if "report" in link] == [
        "runs/b/b_004/report.html",
        "runs/a/a_003/report.html",
    ]


def test_pages_ask_nobody_for_anything() -> None:
    """Their policy lets them load nothing, send nothing and run their own script alone."""
    for text in (render_index(leaderboard_with(None, entry("b"))), render_runs(summary(entry("b")))):
        page = Parsed(text)
        assert page.policy["default-src"] == "'none'"
        assert page.policy["connect-src"] == page.policy["form-action"] == "'none'"
        assert not any("src" in attributes for _, attributes in page.elements)


def test_halves_of_surrogate_pairs_do_no_harm() -> None:
    """A page can be written whatever a title holds."""
    broken = entry("b").model_copy(update={"config_title": "half \ud800 of a pair"})
    for text in (render_index(leaderboard_with(None, broken)), render_runs(summary(broken))):
        assert text.encode("utf-8", "backslashreplace")
