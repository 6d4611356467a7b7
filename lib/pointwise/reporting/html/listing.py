"""The page of a folder: the leaderboard, and every run of every blueprint."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import quote

from pointwise.reporting.figures import UNKNOWN, money, percent, plural
from pointwise.reporting.html import shell
from pointwise.reporting.html.assets import listing_script
from pointwise.reporting.html.markup import badge, join, table, tag

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pointwise.reporting.html.markup import Child, Markup
    from pointwise.results.leaderboard import Leaderboard, Standing
    from pointwise.results.overview import RunEntry

RUN_TITLES = ("Prompts", "Models", "Best", "Unscored", "Cost")
_BEST = 3
"""Models of a run that are named beside it."""


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A run without a result yet.

    Attributes:
        progress: How far it is, in a sentence.
    """

    run: str
    title: str
    progress: str


@dataclass(frozen=True, slots=True)
class Listing:
    """What lies in a folder of results.

    Attributes:
        place: The folder's name.
        blueprints: Runs of each blueprint, oldest first.
    """

    place: str
    unfinished: tuple[Unfinished, ...] = ()
    blueprints: tuple[tuple[RunEntry, ...], ...] = ()
    leaderboard: Leaderboard | None = None


def render_listing(listing: Listing) -> str:
    """The page; it asks for itself again while runs are unfinished."""
    runs = [runs for runs in listing.blueprints if runs]
    body = join(
        tag("header", tag("span", id="theme"), class_="top"),
        tag("h1", "Runs in ", tag("code", listing.place)),
        tag(
            "main",
            _unfinished(listing.unfinished),
            leaderboard_section(listing.leaderboard) if listing.leaderboard else None,
            [_blueprint(number, entries) for number, entries in enumerate(runs)],
            None if runs or listing.unfinished else tag("p", "There are no runs here yet."),
        ),
    )
    return listing_document(f"Runs in {listing.place}", body)


def listing_document(title: str, body: Markup) -> str:
    """A document without data of its own."""
    script = listing_script()
    return shell.opening(title, script, asks=True) + body + shell.closing(script)


def address_of(run: str) -> str:
    """Where the page of a run is, from the top."""
    return f"/runs/{quote(run)}/"


def _unfinished(runs: Sequence[Unfinished]) -> Markup | None:
    if not runs:
        return None
    items = [tag("li", tag("a", run.title, href=address_of(run.run)), f" {run.progress}") for run in runs]
    return tag("section", tag("h2", "Unfinished"), tag("ul", items, class_="live", id="live"))


def leaderboard_section(found: Leaderboard) -> Markup:
    """Models over all blueprints, and those with too few of them."""
    ranked = [_standing(standing) for tied in found.ranked for standing in tied]
    few = [_standing(standing) for standing in found.too_few]
    titles = ("Model", "Rank", "Group", "Score", "95% interval", "Blueprints")
    return tag(
        "section",
        tag("h2", "Leaderboard"),
        tag(
            "p",
            f"The latest run of each of {plural(len(found.runs), 'blueprint')} counts, all alike. "
            "Models that share a letter cannot be told apart.",
            class_="quiet",
        ),
        table("Models over all blueprints", titles, ranked) if ranked else None,
        table(f"Models with fewer than {found.fewest} blueprints", titles, few) if few else None,
    )


def _standing(found: Standing) -> list[Child]:
    limits = UNKNOWN
    if found.low is not None and found.high is not None:
        limits = f"{found.low * 100:.1f}–{found.high * 100:.1f}"  # noqa: RUF001 - a range
    return [
        found.model_id,
        str(found.rank or UNKNOWN),
        found.group or UNKNOWN,
        percent(found.score),
        limits,
        str(found.blueprints),
    ]


def _blueprint(number: int, runs: Sequence[RunEntry]) -> Markup:
    newest = runs[-1]
    several = len(runs) > 1
    titles = ("Run", *RUN_TITLES, *(("Earlier", "Later") if several else ()))
    rows = [_run(entry, place, runs) for place, entry in reversed(list(enumerate(runs)))]
    listed = table(f"Runs of {newest.config_id}", titles, rows)
    heading = tag("h2", newest.config_title, id=f"blueprint-{number}")
    if several:
        listed = tag("form", listed, tag("button", "Compare the two runs chosen"), action="/compare")
    return tag("section", heading, listed, aria_labelledby=f"blueprint-{number}")


def _run(entry: RunEntry, place: int, runs: Sequence[RunEntry]) -> Iterable[Child]:
    name = entry.run.rpartition("/")[2]
    yield join(run_link(entry, address_of(entry.run)), " ", tag("small", name))
    yield from run_cells(entry)
    if len(runs) > 1:
        yield _radio("earlier", entry.run, name, chosen=place == len(runs) - 2)
        yield _radio("later", entry.run, name, chosen=place == len(runs) - 1)


def run_link(entry: RunEntry, address: str) -> Markup:
    """A run by when it began, as a link to its page."""
    return tag("a", _moment(entry.timestamp), href=address)


def run_cells(entry: RunEntry) -> Iterator[Child]:
    """What a run came to, below `RUN_TITLES`."""
    yield str(entry.prompts)
    yield str(len(entry.models))
    yield join(_best(entry))
    yield f"{sum(model.unscored for model in entry.models):,}"
    yield money(entry.cost)


def _radio(name: str, run: str, label: str, *, chosen: bool) -> Markup:
    said = f"{name}: {label}"
    return tag("input", type="radio", name=name, value=run, checked=chosen, aria_label=said)


def _best(entry: RunEntry) -> Iterator[Markup]:
    scored = sorted((m for m in entry.models if m.score is not None), key=lambda m: -(m.score or 0.0))
    for model in scored[:_BEST]:
        yield join(tag("span", badge(model.score), f" {model.model_id}", class_="vote"), " ")


def _moment(timestamp: str) -> str:
    """`2026-11-21 10:00:00` of a run's timestamp."""
    day, _, time = timestamp[:19].partition("T")
    return f"{day} {time.replace('-', ':')}"
