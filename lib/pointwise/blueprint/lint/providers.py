"""Models of providers that nobody knows. Which are known depends on where a blueprint is run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pointwise.blueprint.findings import did_you_mean, shown
from pointwise.blueprint.model_ids import is_model, mended
from pointwise.blueprint.problems import Problem

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from pointwise.blueprint.loose_ends import LocatedName


_SAMPLE = "sample"
"""The provider of models whose answers are written by hand, in fixtures."""


def provider_problems(file: str, names: Iterable[LocatedName], known: Collection[str]) -> tuple[Problem, ...]:
    """A warning for each candidate or judge whose provider is not among the `known`; elsewhere it may be."""
    return tuple(
        Problem(
            severity="warning",
            file=file,
            line=each.line,
            column=each.column,
            code="unknown-provider",
            message=f"No provider is called `{shown(provider)}` here.",
            fix=did_you_mean(provider, known)
            or f"Known are {', '.join(known)}; POINTWISE_<PROVIDER>_BASE_URL adds one.",
        )
        for each in names
        if is_model(mended(each.name))
        and (provider := mended(each.name).partition(":")[0]) not in {*known, _SAMPLE}
    )
