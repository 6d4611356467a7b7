"""What a person or a program is told at the end of a job, and the exit code."""

from __future__ import annotations

import json
import os
import shlex
import sys
from collections import Counter
from typing import TYPE_CHECKING

import click

from pointwise.entrypoints.cli.progress import screen_of
from pointwise.errors import NothingToRun
from pointwise.reporting.terminal import ModelRow, RunSummary, render_job
from pointwise.results.comparison import total

if TYPE_CHECKING:
    from pathlib import Path

    from pointwise.entrypoints.cli.execution import Execution, Outcome
    from pointwise.results.document import Comparison
    from pointwise.results.model import ModelScore, Spending

DONE = 0
UNSCORED = 1
INTERRUPTED = 130
_REASONS_SHOWN = 5


def conclude(execution: Execution, out: Path, output: str) -> int:
    """Print the results of a job and return the exit code.

    Raises:
        NothingToRun: Not one response could be had.
    """
    if output == "json":
        click.echo(json.dumps(_report(execution, out), indent=2, ensure_ascii=False))
    else:
        _print_tables(execution, out)
    if execution.interrupted:
        return INTERRUPTED
    _refuse_emptiness(execution)
    return UNSCORED if any(_has_gaps(o.result) for o in execution.outcomes) else DONE


def _print_tables(execution: Execution, out: Path) -> None:
    screen = screen_of(sys.stdout, os.environ)
    summaries = [summary(outcome, out, execution.wall) for outcome in execution.outcomes if outcome.result]
    if summaries:
        click.echo(render_job(summaries, screen.width, color=screen.color, encoding=screen.encoding))
    for outcome in execution.outcomes:
        if outcome.result is None:
            click.echo(f"Unfinished: {outcome.run}. To go on: {resumption(outcome.run, out)}")


def resumption(run: str, out: Path) -> str:
    """The command that goes on with a run."""
    return shlex.join(["pointwise", "resume", run, "--out", str(out)])


def summary(outcome: Outcome, out: Path, wall: float) -> RunSummary:
    """A finished run as a terminal shows it."""
    result = _finished(outcome)
    scores = result.evaluation_results.model_scores
    return RunSummary(
        title=result.config_title,
        run=outcome.run,
        prompts=len(result.prompt_ids),
        models=tuple(_row(score) for score in scores),
        judging_cost=_cost(
            total([*(score.judging for score in scores), result.evaluation_results.extraction])
        ),
        wall=wall,
        written=(str(out / outcome.path),),
        note=result.note,
        warnings=_failures(result),
        resumption=resumption(outcome.run, out),
    )


def _failures(result: Comparison) -> tuple[str, ...]:
    """What went wrong, each sentence once, the most frequent first."""
    failed = (error.message for by_model in result.errors.values() for error in by_model.values())
    unscored = (
        point.unscored.message
        for by_model in result.evaluation_results.llm_coverage_scores.values()
        for coverage in by_model.values()
        for point in coverage.point_assessments
        if point.unscored
    )
    return tuple(message for message, _ in Counter((*failed, *unscored)).most_common(_REASONS_SHOWN))


def _finished(outcome: Outcome) -> Comparison:
    if outcome.result is None:
        raise NothingToRun(f"The run {outcome.run} has no result yet.")
    return outcome.result


def _row(score: ModelScore) -> ModelRow:
    return ModelRow(
        model=score.model_id,
        score=score.score,
        prompts=score.prompts,
        points=score.points,
        unscored=score.unscored,
        failed=score.failed,
        cost=_cost(score.generation),
        tokens_in=score.generation.input_tokens,
        tokens_out=score.generation.output_tokens,
    )


def _cost(spending: Spending) -> float | None:
    return None if spending.unpriced else spending.cost


def _has_gaps(result: Comparison | None) -> bool:
    if result is None:
        return True
    return any(score.unscored or score.failed for score in result.evaluation_results.model_scores)


def _refuse_emptiness(execution: Execution) -> None:
    results = [outcome.result for outcome in execution.outcomes if outcome.result]
    if not results or any(_has_answers(result) for result in results):
        return
    errors = (by_model.values() for result in results for by_model in result.errors.values())
    reasons = list(dict.fromkeys(error.message for some in errors for error in some))
    raise NothingToRun("\n".join(["Not one response could be had.", *reasons[:_REASONS_SHOWN]]))


def _has_answers(result: Comparison) -> bool:
    return any(result.all_final_assistant_responses.values())


def _report(execution: Execution, out: Path) -> dict[str, object]:
    return {
        "interrupted": execution.interrupted,
        "wall_seconds": round(execution.wall, 3),
        "runs": [_run_report(outcome, out) for outcome in execution.outcomes],
    }


def _run_report(outcome: Outcome, out: Path) -> dict[str, object]:
    if outcome.result is None:
        return {"run": outcome.run, "finished": False}
    scores = outcome.result.evaluation_results.model_scores
    return {
        "run": outcome.run,
        "finished": True,
        "title": outcome.result.config_title,
        "result": str(out / outcome.path),
        "models": [score.model_dump(mode="json", by_alias=True) for score in scores],
    }
