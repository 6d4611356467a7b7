"""Every check by its canonical name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pointwise.blueprint.catalog import canonical
from pointwise.checks import containment, patterns, remote, scripts, structure, tools
from pointwise.checks.verdicts import CheckError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic import JsonValue

    from pointwise.checks.composition import Check
    from pointwise.checks.context import CheckContext
    from pointwise.checks.effects import Step

REGISTRY: Mapping[str, Check] = {
    **containment.CHECKS,
    **patterns.CHECKS,
    **structure.CHECKS,
    **scripts.CHECKS,
    **tools.CHECKS,
    **remote.CHECKS,
}


def begin(name: str, response: str | None, argument: JsonValue, context: CheckContext) -> Step:
    """The verdict of a check, or what it needs to reach one. Never raises.

    Args:
        name: Any spelling of a function.
        response: The text judged; None where there is none.
        argument: As the blueprint has it; None where none was given.
        context: What surrounds the response.
    """
    known = canonical(name)
    if known is None:
        return CheckError(f"There is no function {name!r}.")
    try:
        return REGISTRY[known](response, argument, context)
    except RecursionError:
        return CheckError("Its argument, or the response, is nested too deeply.")
