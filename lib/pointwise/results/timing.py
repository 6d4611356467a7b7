"""How long a run's calls took. Kept apart from the result, which equal runs share to the byte."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal

from pointwise.results.model import Document

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class ModelTiming(Document):
    """Seconds that calls to one model took; those that used no network are left out.

    Attributes:
        p50, p95: Of calls measured, by nearest rank; None where there are none.
    """

    model_id: str
    calls: int
    p50: float | None
    p95: float | None


class Timing(Document):
    """How long a run's calls for responses took: `timing.json`."""

    schema_version: Literal[1] = 1
    models: tuple[ModelTiming, ...]


def timing(latencies: Mapping[str, Sequence[float]]) -> Timing:
    """Latencies in seconds, by model."""
    return Timing(schema_version=1, models=tuple(_model(name, each) for name, each in latencies.items()))


def _model(name: str, latencies: Sequence[float]) -> ModelTiming:
    known = sorted(seconds for seconds in latencies if seconds > 0)
    return ModelTiming(model_id=name, calls=len(known), p50=_rank(known, 0.5), p95=_rank(known, 0.95))


def _rank(ordered: Sequence[float], share: float) -> float | None:
    return ordered[math.ceil(share * len(ordered)) - 1] if ordered else None
