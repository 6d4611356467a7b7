"""`pointwise gate`: an exit code that says whether a run is good enough."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pointwise.entrypoints.cli.stored_results import read_result
from pointwise.entrypoints.cli.stored_runs import find_run
from pointwise.errors import InputError, PointwiseError
from pointwise.results.gating import gate_by_baseline, gate_by_minimum, overall
from pointwise.settings import read_settings

if TYPE_CHECKING:
    from pointwise.results.gating import GatedModel

_PATH = click.Path(path_type=Path)
_CODES = {"pass": 0, "fail": 1, "inconclusive": 2}
_ERROR = 3


class _Misuse(click.UsageError):
    exit_code = _ERROR


class _Gate(click.Command):
    """A command whose misuse ends in 3: its 2 means inconclusive."""

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:  # noqa: ANN401 - click's signature
        try:
            return super().make_context(*args, **kwargs)
        except click.UsageError as exc:
            raise _Misuse(exc.message, exc.ctx) from exc


@click.command(cls=_Gate)
@click.argument("run")
@click.option("--min-score", type=click.FloatRange(0, 1), help="Every score must be at least this.")
@click.option("--baseline", metavar="RUN", help="Every model must be as good as in this run.")
@click.option("--margin", type=click.FloatRange(0, 1), default=0.03, show_default=True, help="Loss allowed.")
@click.option("--model", "models", multiple=True, help="Only this model; may be given again.")
@click.option("--out", type=_PATH, help="Folder of results. [default: pointwise-results]")
def gate(run: str, models: tuple[str, ...], out: Path | None, **bounds: Any) -> None:  # noqa: ANN401 - click checked the types
    """Say whether RUN is good enough, as far as its 95 % intervals can tell.

    \b
    Exit code 0: pass, the interval of every model is above the bound.
    1: fail, that of some model is below. 2: inconclusive. 3: error.
    """  # noqa: D301 - \b is for click, which then keeps the lines as they are
    try:
        gated = _gated(run, out or Path(read_settings().folder), bounds)
        chosen = _chosen(gated, models)
    except PointwiseError as exc:
        click.echo(f"Error: {exc.message}", err=True)
        sys.exit(_ERROR)
    for model in chosen:
        click.echo(_line(model))
    outcome = overall(chosen)
    click.echo(outcome)
    sys.exit(_CODES[outcome])


def _gated(run: str, folder: Path, bounds: dict[str, Any]) -> tuple[GatedModel, ...]:
    minimum, baseline = bounds["min_score"], bounds["baseline"]
    if (minimum is None) == (baseline is None):
        raise InputError("Name either --min-score or --baseline.")
    result = read_result(find_run(run, folder).run, folder)
    if minimum is not None:
        return gate_by_minimum(result, minimum)
    before = read_result(find_run(baseline, folder).run, folder)
    if before.config_id != result.config_id:
        raise InputError("The baseline is a run of another blueprint.")
    return gate_by_baseline(result, before, bounds["margin"])


def _chosen(gated: tuple[GatedModel, ...], models: tuple[str, ...]) -> list[GatedModel]:
    unknown = sorted(set(models) - {each.model_id for each in gated})
    if unknown:
        raise InputError(f"The run has no model {', '.join(unknown)}.")
    return [each for each in gated if not models or each.model_id in models]


def _line(model: GatedModel) -> str:
    limits = (
        f"95% {model.interval.low * 100:.1f} to {model.interval.high * 100:.1f}"
        if model.interval
        else "no interval: too few prompts"
    )
    value = "nothing scored" if model.value is None else f"{model.value * 100:.1f}"
    return f"{model.model_id}: {model.outcome}, {value} ({limits}) against {model.bound * 100:.1f}"
