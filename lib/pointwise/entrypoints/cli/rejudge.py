"""`pointwise rejudge`: stored responses before other judges."""

from __future__ import annotations

import asyncio
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pointwise.bootstrap import LocalOptions
from pointwise.entrypoints.cli.conclusion import conclude
from pointwise.entrypoints.cli.execution import Title, execute
from pointwise.entrypoints.cli.job import judges_of, refuse_unreachable
from pointwise.entrypoints.cli.stored_runs import find_run
from pointwise.errors import InputError
from pointwise.judging.panel import panel_from
from pointwise.planning.plan import plan_rejudging
from pointwise.settings import read_settings
from pointwise.steps.rejudge import rejudge as start_rejudging

if TYPE_CHECKING:
    from pydantic import JsonValue

    from pointwise.judging.panel import Panel
    from pointwise.planning.plan import Plan
    from pointwise.services import Services

_PATH = click.Path(path_type=Path)


@click.command()
@click.argument("run")
@click.option("--judges", help="Models to judge instead, with commas.")
@click.option("--point-prompt", type=_PATH, help="File that says how to judge, in place of our own words.")
@click.option("--out", type=_PATH, help="Folder of results. [default: pointwise-results]")
@click.option("--concurrency", type=click.IntRange(1, 1000), help="Calls at a time.")
@click.option("--format", "output", type=click.Choice(["table", "json"]), default="table", show_default=True)
def rejudge(run: str, output: str, out: Path | None, **given: Any) -> None:  # noqa: ANN401 - click checked the types
    """Judge the stored responses of RUN anew, as a run of its own; ask no model for a response.

    The old run with its judgements stays as it is.
    """
    settings = read_settings()
    folder = out or Path(settings.folder)
    old = find_run(run, folder)
    plan = plan_rejudging(old, _panel(old, given["judges"], given["point_prompt"]), datetime.now(UTC))
    if plan.label == old.label:
        raise InputError("These are the judges that the run has already; name others with --judges.")
    refuse_unreachable(judges_of([plan]), settings.providers)
    local = LocalOptions(folder, given["concurrency"] or plan.blueprint.concurrency)

    async def begin(services: Services) -> list[str]:
        return [await start_rejudging(plan, services)]

    execution = asyncio.run(execute(begin, Title(plan.blueprint.title), settings, local))
    sys.exit(conclude(execution, folder, output))


def _panel(old: Plan, judges: str | None, point_prompt: Path | None) -> Panel:
    """The old panel with what was asked for in place of its own."""
    panel = old.panel
    if judges:
        models: list[JsonValue] = [name.strip() for name in judges.split(",") if name.strip()]
        seated = panel_from(
            {**old.blueprint.evaluation, "llm-coverage": {**_block(old), "judgeModels": models}}
        )
        panel = seated.model_copy(update={"instructions": panel.instructions})
    if point_prompt:
        panel = panel.model_copy(update={"instructions": _read(point_prompt)})
    return panel


def _block(old: Plan) -> dict[str, JsonValue]:
    block = old.blueprint.evaluation.get("llm-coverage")
    kept = block if isinstance(block, dict) else {}
    return {name: value for name, value in kept.items() if name not in {"judges", "judgeModels"}}


def _read(path: Path) -> str:
    try:
        text = path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as exc:
        raise InputError(f"{path} cannot be read as text.") from exc
    if not text:
        raise InputError(f"{path} is empty; it has to say how to judge.")
    return text
