"""What a person or a program is told at the end of a job, and the exit code."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pointwise.entrypoints.cli.progress import screen_of
from pointwise.entrypoints.cli.stored_results import earlier_run, read_result, read_timing, written
from pointwise.errors import NothingToRun
from pointwise.keys import INDEX, RunKeys
from pointwise.reporting.condensing import Surroundings, condense
from pointwise.reporting.summary import Hint
from pointwise.reporting.terminal import render_job
from pointwise.reporting.verdict import verdict
from pointwise.results.changes import changes

if TYPE_CHECKING:
    from pointwise.entrypoints.cli.execution import Execution, Outcome
    from pointwise.reporting.summary import RunSummary
    from pointwise.results.document import Comparison

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
        summaries[-1] = replace(summaries[-1], written=(*summaries[-1].written, str(out / INDEX)))
        click.echo(render_job(summaries, screen.width, color=screen.color, encoding=screen.encoding))
    for outcome in execution.outcomes:
        if outcome.result is None:
            click.echo(f"Unfinished: {outcome.run}. To go on: {resumption(outcome.run, out)}")


def program() -> str:
    """This command as a person can type it here: its name where that is found, else its path."""
    path = Path(sys.executable).with_name("pointwise")
    if shutil.which("pointwise") or not path.exists():
        return "pointwise"
    return str(path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path)


def resumption(run: str, out: Path) -> str:
    """The command that goes on with a run."""
    return shlex.join([program(), "resume", run, "--out", str(out)])


def _look_closer(out: Path) -> Hint:
    command = shlex.join([program(), "view", str(out)])
    return Hint(command, "shows every answer and every reason in a browser")


def summary(outcome: Outcome, out: Path, wall: float) -> RunSummary:
    """A finished run as a terminal shows it."""
    result = _finished(outcome)
    earlier = earlier_run(outcome.run, result, out)
    around = Surroundings(
        run=outcome.run,
        wall=wall,
        written=written(outcome.run, out),
        resumption=resumption(outcome.run, out),
        hints=(_look_closer(out),),
        timing=read_timing(outcome.run, out),
        changes=changes(read_result(earlier, out), result) if earlier else None,
    )
    return condense(result, around)


def _finished(outcome: Outcome) -> Comparison:
    if outcome.result is None:
        raise NothingToRun(f"The run {outcome.run} has no result yet.")
    return outcome.result


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
        "report": str(out / RunKeys(outcome.run).report),
        "verdict": verdict(scores, outcome.result.evaluation_results.model_comparisons),
        "models": [score.model_dump(mode="json", by_alias=True) for score in scores],
    }
