"""Checks as tests ask them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pointwise.checks.context import CheckContext
from pointwise.checks.effects import NeedsScripts, NeedsService, ScriptOutcome
from pointwise.checks.registry import begin

if TYPE_CHECKING:
    from pydantic import JsonValue

    from pointwise.checks.effects import ServiceOutcome, ServiceRequest
    from pointwise.checks.verdicts import Verdict

NOWHERE = CheckContext()


def verdict(
    name: str, response: str | None, argument: JsonValue = None, context: CheckContext = NOWHERE
) -> Verdict:
    """The verdict of a check that needs nothing from outside."""
    step = begin(name, response, argument, context)
    assert not isinstance(step, NeedsScripts | NeedsService)
    return step


def scripted(
    name: str, response: str | None, argument: JsonValue, context: CheckContext = NOWHERE
) -> NeedsScripts:
    """The jobs of a check, and how it goes on."""
    step = begin(name, response, argument, context)
    assert isinstance(step, NeedsScripts)
    return step


def asked(
    name: str, response: str | None, argument: JsonValue, context: CheckContext = NOWHERE
) -> tuple[ServiceRequest, NeedsService]:
    """What a check asks a service, and how it goes on."""
    step = begin(name, response, argument, context)
    assert isinstance(step, NeedsService)
    return step.request, step


def after(step: NeedsService, outcome: ServiceOutcome) -> Verdict:
    return step.conclude(outcome)


TRUE = ScriptOutcome(value=True)
FALSE = ScriptOutcome(value=False)
WRONG = ScriptOutcome(error="SyntaxError: no", blame="script")
STUMBLED = ScriptOutcome(error="TypeError: nothing there", blame="script")
STOPPED = ScriptOutcome(error="It took too long.", blame="limit")
BROKEN = ScriptOutcome(error="No engine.", blame="engine")
