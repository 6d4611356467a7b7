"""The page of a run."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pointwise.reporting.condensing import Surroundings
from pointwise.reporting.html import shell
from pointwise.reporting.html.assets import script
from pointwise.reporting.html.core import core
from pointwise.reporting.html.details import details, texts_in

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pointwise.records import FailedJudgement, Judgement
    from pointwise.reporting.html.details import PromptTexts
    from pointwise.results.document import Comparison
    from pointwise.results.overview import RunEntry

    Calls = Mapping[str, Sequence[Judgement | FailedJudgement]]


@dataclass(frozen=True, slots=True)
class PageOptions:
    """What a page shows beside the result.

    Attributes:
        around: What the result does not say of itself.
        history: Runs of the same blueprint up to this one, oldest first, for scores over time.
        calls: What judges were asked, by prompt and model; makes a page several times as large.
        served: The page comes from a server that has the details and knows whether the run goes on.
        unfinished: How far the run is, in a sentence, where it has not ended.
        above: Where the page of all runs is, as seen from this one.
    """

    around: Surroundings | None = None
    history: tuple[RunEntry, ...] = ()
    calls: Mapping[str, Calls] = field(default_factory=dict)
    served: bool = False
    unfinished: str | None = None
    above: str | None = None


def render_page(result: Comparison, options: PageOptions | None = None) -> str:
    """One HTML document with everything in it: it asks for nothing, from a file or from anywhere.

    Texts lie in it as data, one block for each prompt, and are read when somebody looks at them; so a page
    with 20,000 responses opens as fast as its scores can be read.
    """
    options = options or PageOptions()
    embedded = () if options.served else enumerate(result.prompt_ids)
    blocks = (
        prompt_block(number, texts_in(result, name), result, options.calls.get(name))
        for number, name in embedded
    )
    return "".join((page_opening(result, options), *blocks, page_closing()))


def page_opening(result: Comparison, options: PageOptions | None = None) -> str:
    """The page up to its texts; those of `result` are not looked at."""
    options = options or PageOptions()
    around = options.around or Surroundings(run=f"{result.run_label}_{result.timestamp}")
    head = core(result, around, options.history)
    head |= {"served": options.served, "unfinished": options.unfinished, "above": options.above}
    return (
        shell.opening(result.config_title, script(), asks=options.served) + _BODY + shell.block("core", head)
    )


def prompt_block(number: int, texts: PromptTexts, result: Comparison, calls: Calls | None = None) -> str:
    """The texts of one prompt, its number from 0; one block for each prompt, in order."""
    return shell.block(f"details-{number}", details(texts, result, calls or {}))


def page_closing() -> str:
    """What comes after the texts."""
    return shell.closing(script())


_BODY = (
    '<a class="skip" href="#matrix">Skip to the table of prompts and models</a>\n'
    '<div id="page"><noscript>This page draws itself with a script that is part of it. '
    "Allow scripts to see it; it asks for nothing from elsewhere.</noscript></div>\n"
)
