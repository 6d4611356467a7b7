"""`pointwise narrative`: continuations of stories, from instructions to a report."""

from __future__ import annotations

import math
import sys
from typing import TYPE_CHECKING, Any

import click

from pointwise.entrypoints.cli.narrative_batch import Batch
from pointwise.entrypoints.cli.narrative_options import (
    Surroundings,
    carry_out,
    model_id,
    surroundings_options,
)
from pointwise.entrypoints.cli.narrative_report import report
from pointwise.errors import InputError
from pointwise.narrative import columns
from pointwise.narrative.length_bonus import LengthBonus
from pointwise.narrative.rows import read_entry
from pointwise.narrative.rubric import PROMPT_TYPES
from pointwise.narrative.stories import read_story
from pointwise.steps.narrative_judge import JudgeOptions, judge_entry
from pointwise.steps.narrative_prompts import StoryWork, WritingOptions

if TYPE_CHECKING:
    from pointwise.adapters.csv_files import CsvFile, CsvRow
    from pointwise.narrative.rows import Outcome
    from pointwise.services import Services

LOCAL_CANDIDATE = "ollama:deepseek-r1:8b-llama-distill-q4_K_M"
"""DeepSeek-R1-Distill-Llama-8B in 4 bit, under its name in Ollama's library."""

_BONUS = LengthBonus()


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
def narrative() -> None:
    """Evaluate how models continue stories."""


@narrative.command("build-prompts")
@surroundings_options
@click.option(
    "--model", "--openai_model", default="gpt-4.1", show_default=True, help="Writes the instructions."
)
@click.option(
    "--candidate",
    "candidates",
    multiple=True,
    default=[LOCAL_CANDIDATE],
    show_default=True,
    help="Writes the continuations; give it again for a second system.",
)
@click.option(
    "--temperature",
    type=click.FloatRange(0, 2),
    default=0.0,
    show_default=True,
    help="Of the candidates.",
)
def build_prompts(model: str, candidates: tuple[str, ...], temperature: float, **given: Any) -> None:  # noqa: ANN401 - click checked the types
    """Have three instructions written for each story, and have every candidate follow them.

    Reads the columns id, background (the whole story) and reference (its ending); all others are kept. Writes
    one row a candidate and instruction.
    """
    options = WritingOptions(model_id(model), tuple(dict.fromkeys(map(model_id, candidates))), temperature)
    sys.exit(
        carry_out(
            Surroundings(**given), (options.model, *options.candidates), lambda file: _writing(file, options)
        )
    )


def _writing(file: CsvFile, options: WritingOptions) -> Batch:
    places = columns.places_of(file.columns, columns.STORIES, str(file.path))

    async def work(row: CsvRow, services: Services, last_attempt: bool) -> list[Outcome]:  # noqa: FBT001 - called by position
        return await StoryWork(read_story(row.cells, places), options, services, last_attempt).rows()

    return Batch(
        title="instructions and continuations",
        kind="response",
        lane=options.candidates[0].partition(":")[0],
        outcomes=file.count() * len(options.candidates) * len(PROMPT_TYPES),
        rows=file.rows(),
        work=work,
        layout=columns.layout(file.columns, columns.PROMPTS_FIRST, columns.WRITTEN),
    )


@narrative.command()
@surroundings_options
@click.option("--model", "--openai_model", default="gpt-4.1-mini", show_default=True, help="The judge.")
@click.option(
    "--length-bonus-cap",
    "cap",
    type=click.FloatRange(min=0),
    default=_BONUS.cap,
    show_default=True,
    help="The most that length adds to overall_quality of moderate and strict rows.",
)
@click.option(
    "--length-bonus-start",
    "start",
    type=click.FloatRange(min=0),
    default=_BONUS.start,
    show_default=True,
    help="Words up to which it adds nothing.",
)
@click.option(
    "--length-bonus-span",
    "span",
    type=click.FloatRange(min=0, min_open=True),
    default=_BONUS.span,
    show_default=True,
    help="Words beyond that for a whole mark.",
)
def judge(model: str, cap: float, start: float, span: float, **given: Any) -> None:  # noqa: ANN401 - click checked the types
    """Have each continuation marked from 0 to 5 in six dimensions.

    Reads the columns id, prompt_type, beginning, reference and model_answer; all others are kept. A row that
    cannot be marked is written without marks and with the reason in judge_error.
    """
    if not all(map(math.isfinite, (cap, start, span))):
        raise InputError("The numbers of the length bonus have to be finite.")
    options = JudgeOptions(model_id(model), LengthBonus(cap, start, span))
    sys.exit(carry_out(Surroundings(**given), (options.model,), lambda file: _judging(file, options)))


def _judging(file: CsvFile, options: JudgeOptions) -> Batch:
    places = columns.places_of(file.columns, columns.CONTINUATIONS, str(file.path))

    async def work(row: CsvRow, services: Services, last_attempt: bool) -> list[Outcome]:  # noqa: FBT001 - called by position
        entry = read_entry(row.cells, places)
        return [await judge_entry(entry, options, services, last_attempt=last_attempt)]

    return Batch(
        title="judging of continuations",
        kind="judgement",
        lane=options.model.partition(":")[0],
        outcomes=file.count(),
        rows=file.rows(),
        work=work,
        layout=columns.layout(file.columns, columns.SCORES_FIRST, columns.JUDGED),
    )


narrative.add_command(report)
