"""`call` and `factcheck`: scores from HTTP services."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pointwise.checks.arguments import as_float, is_number, kind_of
from pointwise.checks.composition import taking
from pointwise.checks.effects import NeedsService, ServiceRequest
from pointwise.checks.endpoints import SETTINGS, read_endpoint
from pointwise.checks.javascript import document
from pointwise.checks.templates import fill, placeholders
from pointwise.checks.verdicts import CheckError, Explained, Unscored

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic import JsonValue

    from pointwise.checks.context import CheckContext
    from pointwise.checks.effects import ServiceOutcome, Step
    from pointwise.checks.verdicts import Verdict

FACTCHECK = "factcheck"
"""The name under which externalServices describes the service that `factcheck` asks."""


def _read_call(argument: JsonValue) -> Mapping[str, JsonValue] | CheckError:
    if isinstance(argument, dict):
        return argument
    return CheckError(f"It needs a map with a service or a url and got {kind_of(argument)}.")


def _call(response: str | None, call: Mapping[str, JsonValue], context: CheckContext) -> Step:
    endpoint = read_endpoint(call, context.services)
    if isinstance(endpoint, CheckError):
        return endpoint
    return NeedsService(ServiceRequest(endpoint, _body(response, call, context)), _verdict)


def _body(response: str | None, call: Mapping[str, JsonValue], context: CheckContext) -> str:
    """Response, model and prompt, then the call's own fields, which may replace them."""
    fields = {key: value for key, value in call.items() if key not in SETTINGS}
    values = placeholders(response, context)
    basis: dict[str, JsonValue] = {key: values[key] for key in ("response", "modelId", "promptId")}
    filled = {key: fill(value, values) for key, value in fields.items()}
    return document({**basis, **filled})


def _read_factcheck(argument: JsonValue) -> Mapping[str, JsonValue] | CheckError:
    if argument is None:
        return {}
    if isinstance(argument, str):
        return {"instruction": argument}
    if isinstance(argument, dict):
        return argument
    return CheckError(f"It needs nothing, a text or a map and got {kind_of(argument)}.")


def _factcheck(response: str | None, fields: Mapping[str, JsonValue], context: CheckContext) -> Step:
    """A call of the service `factcheck` with the response as the claim, unless a claim is given."""
    if FACTCHECK not in context.services:
        return Unscored(
            "service",
            "No fact-checking service is configured; describe one as factcheck under externalServices.",
        )
    claim: dict[str, JsonValue] = {"claim": "{response}", "messages": "{messages}"}
    return _call(response, {**claim, **fields, "service": FACTCHECK}, context)


def _verdict(outcome: ServiceOutcome) -> Verdict:
    if isinstance(outcome, Unscored):
        return outcome
    verdict = read_reply(outcome.content)
    if outcome.cached and isinstance(verdict, Explained) and verdict.explanation:
        return Explained(verdict.score, f"{verdict.explanation} (cached)")
    return verdict


def read_reply(content: JsonValue) -> Explained | CheckError | Unscored:
    """The verdict in a service's reply, `{score, explain?}` or `{error}`.

    A service that says neither has not scored anything.
    """
    if not isinstance(content, dict):
        return Unscored("unparsable", f"The service answered with {kind_of(content)} instead of a map.")
    if error := content.get("error"):
        return CheckError(f"The service reports: {error if isinstance(error, str) else document(error)}")
    score, explanation = content.get("score"), content.get("explain")
    if not is_number(score):
        return Unscored("unparsable", f"The service gave {kind_of(score)} where a score should be.")
    return Explained(as_float(score), explanation if isinstance(explanation, str) else None)


CHECKS = {
    "call": taking(_read_call, _call),
    "factcheck": taking(_read_factcheck, _factcheck),
}
