"""What changed between two runs, in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pointwise.reporting.figures import plural
from pointwise.reporting.verdict import points

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pointwise.results.changes import ModelChange, RunChanges

_NAMED = 5


def change_sentences(found: RunChanges) -> tuple[str, ...]:
    """One sentence on the models, then one for each kind of thing that was left out."""
    return (f"Since {found.earlier}: {_models(found.models)}", *_left_out(found))


def _models(models: Sequence[ModelChange]) -> str:
    moved = [model for model in models if model.verdict != "cannot tell"]
    compared = [model for model in models if model.difference is not None]
    if not compared:
        return "no model has scores for the same prompts in both runs."
    if not moved:
        reach = max(model.detectable or 0.0 for model in compared)
        seen = f"; {points(reach)} would have shown" if reach else ""
        return f"no model changed beyond noise{seen}."
    named = ", ".join(f"{m.model_id} is {m.verdict} by {points(m.difference or 0.0)}" for m in moved)
    steady = len(compared) - len(moved)
    return f"{named}{f'; {steady} unchanged beyond noise' if steady else ''}."


def _left_out(found: RunChanges) -> Iterator[str]:
    if found.judges_changed:
        yield "The judges differ between the runs, so scores may differ for that reason alone."
    lists = (
        ("Prompts that were changed, left out", found.changed_prompts),
        ("Prompts that are new, left out", found.added_prompts),
        ("Prompts that are gone", found.removed_prompts),
        ("Models that are new", found.added_models),
        ("Models that are gone", found.removed_models),
        (
            "Points that changed, left out",
            [f"{p.prompt_id}: {p.key_point_text}" for p in found.changed_points],
        ),
    )
    for label, names in lists:
        if names:
            more = f" and {plural(len(names) - _NAMED, 'more')}" if len(names) > _NAMED else ""
            yield f"{label}: {', '.join(names[:_NAMED])}{more.removesuffix('s')}."
