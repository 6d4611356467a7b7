"""How the server behaves: one frozen value, changed whole at run time."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

_BYTES_A_DRAW = 4
_DRAWS = 2.0**32


@dataclass(frozen=True, slots=True)
class Lean:
    """How a judge model errs against the truth.

    Attributes:
        bias: Added to every true score.
        noise: Standard deviation of what is added to a single score.
        failure: Share of replies without a usable verdict.
    """

    bias: float = 0.0
    noise: float = 0.0
    failure: float = 0.0


@dataclass(frozen=True, slots=True)
class Behaviour:
    """What a request meets. Shares are 0 to 1; times are seconds.

    Attributes:
        seed: Other draws for the same requests.
        latency: Before every answer.
        jitter: Up to this much is added, evenly spread.
        errors: HTTP status to the share of requests answered with it.
        retry_after: Sent as `Retry-After` with 429 and 503.
        hang: Share of requests that are never answered.
        malformed: Share of answers that are cut JSON.
        malformed_judge: Share of verdicts without a usable score.
        empty: Share of answers without text.
        models: Model to the status that all its requests get, such as 401 or 404.
        unsupported: Model to the parameters it refuses with 400.
        key: The only key that is let in; any, or none, where None.
        words: Length of an ordinary answer.
        judges: Model to how it errs as a judge.
        script: Steps for the next requests in order of arrival, each used once: `status`, `headers`, `delay`,
            and one of `body` (JSON value or text), `base64` (a body of any bytes), `text` (an ordinary answer
            of this text), `raw` (instead of HTTP; `keep` leaves the connection open), `hang`, `drop`.
    """

    seed: int = 0
    latency: float = 0.0
    jitter: float = 0.0
    errors: dict[str, float] = field(default_factory=dict)
    retry_after: str | None = None
    hang: float = 0.0
    malformed: float = 0.0
    malformed_judge: float = 0.0
    empty: float = 0.0
    models: dict[str, int] = field(default_factory=dict)
    unsupported: dict[str, list[str]] = field(default_factory=dict)
    key: str | None = None
    words: int = 40
    judges: dict[str, dict[str, float]] = field(default_factory=dict)
    script: tuple[dict[str, Any], ...] = ()

    def changed(self, patch: Mapping[str, Any]) -> Behaviour:
        """This behaviour with some fields replaced.

        Raises:
            ValueError: A name is not a field.
        """
        unknown = set(patch) - {each.name for each in fields(self)}
        if unknown:
            raise ValueError(f"no such behaviour: {', '.join(sorted(unknown))}")
        return replace(self, **patch)

    def lean(self, model: str) -> Lean:
        return Lean(**self.judges.get(model, {}))

    def as_json(self) -> dict[str, Any]:
        return {each.name: getattr(self, each.name) for each in fields(self)}


class Draws:
    """Independent numbers from 0 to 1 that follow from a seed, a request and how often it was seen."""

    def __init__(self, *source: object) -> None:
        self._bytes = hashlib.sha256("|".join(map(str, source)).encode()).digest()

    def __getitem__(self, index: int) -> float:
        """Number `index`, 0 to 7."""
        start = index * _BYTES_A_DRAW
        return int.from_bytes(self._bytes[start : start + _BYTES_A_DRAW]) / _DRAWS
