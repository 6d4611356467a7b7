"""The page of two runs of one blueprint beside each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote

from pointwise.reporting.drift import change_sentences
from pointwise.reporting.figures import UNKNOWN, percent
from pointwise.reporting.html.listing import address_of, listing_document
from pointwise.reporting.html.markup import badge, join, table, tag

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pointwise.reporting.html.markup import Child, Markup
    from pointwise.results.changes import ModelChange, RunChanges
    from pointwise.results.document import Comparison

_MOVES = 50
"""Responses that are listed; the rest moved less."""


class NamedRun(NamedTuple):
    """A run by the name that commands take."""

    name: str
    result: Comparison


def render_comparison(earlier: NamedRun, later: NamedRun, found: RunChanges) -> str:
    """What moved beyond noise, every model, and the responses whose scores moved most."""
    title = f"{later.result.config_title}: two runs"
    first, *others = change_sentences(found)
    body = join(
        tag("header", tag("a", "All runs", href="/"), tag("span", id="theme"), class_="top"),
        tag("h1", title),
        tag("p", first, class_="verdict"),
        tag("p", "Earlier: ", _link(earlier), ", later: ", _link(later)),
        tag(
            "main",
            tag("ul", [tag("li", each) for each in others]),
            _models(earlier, later, found),
            _moves(earlier, later),
        ),
    )
    return listing_document(title, body)


def _link(run: NamedRun) -> Markup:
    return tag("a", run.name, href=address_of(run.name))


def _models(earlier: NamedRun, later: NamedRun, found: RunChanges) -> Markup | None:
    if not found.models:
        return None
    before, after = _scores(earlier.result), _scores(later.result)
    rows = [
        [m.model_id, percent_or(before.get(m.model_id)), percent_or(after.get(m.model_id)), *_change(m)]
        for m in found.models
    ]
    titles = ("Model", "Earlier", "Later", "Change", "95% interval", "p (Holm)", "Prompts", "Verdict")
    caption = "Models; changes are over the prompts and points that both runs share"
    return tag("section", tag("h2", "Models"), table(caption, titles, rows))


def _scores(result: Comparison) -> dict[str, float | None]:
    return {score.model_id: score.score for score in result.evaluation_results.model_scores}


def percent_or(share: float | None) -> str:
    """`87.3%`, or a dash."""
    return UNKNOWN if share is None else percent(share)


def _change(model: ModelChange) -> Iterator[str]:
    yield UNKNOWN if model.difference is None else f"{model.difference * 100:+.1f}"
    limits = model.interval
    yield UNKNOWN if limits is None else f"{limits.low * 100:+.1f} to {limits.high * 100:+.1f}"
    yield UNKNOWN if model.adjusted_p is None else f"{model.adjusted_p:.3f}"
    yield str(model.prompts)
    yield model.verdict


class _Move(NamedTuple):
    prompt: str
    model: str
    before: float
    after: float


def _moves(earlier: NamedRun, later: NamedRun) -> Markup | None:
    moved = sorted(_moved(earlier.result, later.result), key=lambda m: (-abs(m.after - m.before), m))
    if not moved:
        return None
    rows: list[list[Child]] = [
        [
            tag("a", f"{m.prompt}, {m.model}", href=_response(later.name, m)),
            tag(
                "a",
                badge(m.before),
                href=_response(earlier.name, m),
                aria_label=f"earlier {percent(m.before)}",
            ),
            badge(m.after),
            f"{(m.after - m.before) * 100:+.1f}",
        ]
        for m in moved[:_MOVES]
    ]
    return tag(
        "section",
        tag("h2", "Responses"),
        table("Scores that moved most", ("Response", "Earlier", "Later", "Change"), rows),
    )


def _moved(earlier: Comparison, later: Comparison) -> Iterator[_Move]:
    before = earlier.evaluation_results.llm_coverage_scores
    for prompt, models in later.evaluation_results.llm_coverage_scores.items():
        for model, found in models.items():
            old = before.get(prompt, {}).get(model)
            scores = (old.avg_coverage_extent if old else None, found.avg_coverage_extent)
            if scores[0] is not None and scores[1] is not None and scores[0] != scores[1]:
                yield _Move(prompt, model, scores[0], scores[1])


def _response(run: str, move: _Move) -> str:
    return f"{address_of(run)}#prompt={quote(move.prompt, safe='')}&model={quote(move.model, safe='')}"
