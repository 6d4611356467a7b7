"""Jobs and outcomes as the frames that go to and come from a child process."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Literal

from pointwise.checks.effects import PatternTest, ScriptOutcome

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pointwise.checks.effects import ScriptJob

_BLAMES: dict[Any, Literal["script", "limit"]] = {"script": "script", "limit": "limit"}


class UnreadableReply(ValueError):  # noqa: N818 - the name says what it is
    """The child answered with something that is no outcome of the jobs it was given."""


def encode_jobs(jobs: Sequence[ScriptJob]) -> bytes:
    """A frame's content. A text that several jobs look at goes over once."""
    places: dict[str, int] = {}
    encoded = [_encoded(job, places) for job in jobs]
    return json.dumps({"documents": list(places), "jobs": encoded}, ensure_ascii=True).encode("ascii")


def _encoded(job: ScriptJob, places: dict[str, int]) -> list[Any]:
    def place(document: str) -> int:
        return places.setdefault(document, len(places))

    if isinstance(job, PatternTest):
        return [job.pattern, job.flags, place(json.dumps(job.text))]
    return [job.source, {name: place(document) for name, document in job.names.items()}, job.wants]


def decode_outcomes(data: bytes, count: int) -> tuple[ScriptOutcome, ...]:
    """The outcomes of `count` jobs.

    Raises:
        UnreadableReply: The bytes are something else.
    """
    try:
        outcomes = tuple(_outcome(item) for item in json.loads(data))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise UnreadableReply from error
    if len(outcomes) != count:
        raise UnreadableReply
    return outcomes


def _outcome(item: dict[str, Any]) -> ScriptOutcome:
    if "error" in item:
        return ScriptOutcome(error=str(item["error"]), blame=_BLAMES[item["blame"]])
    value = float(item["number"]) if "number" in item else item["value"] is True
    explanation = item.get("explanation")
    return ScriptOutcome(value, explanation if isinstance(explanation, str) else None)
