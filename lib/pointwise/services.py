"""What every step is given: the outside world behind ports, and what this instance remembers."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from pointwise.planning.plan import Plan
    from pointwise.planning.rubric import PlannedPoint
    from pointwise.ports import (
        ChatModel,
        Clock,
        Embedder,
        ObjectStore,
        Observer,
        ScriptEngine,
        ServiceClient,
        TaskQueue,
    )
    from pointwise.records import Response

T = TypeVar("T")

_RESPONSES_KEPT = 256
"""Judge tasks of one response come close together; 256 responses of 20 KB are 5 MB."""
_PLANS_KEPT = 16
_RUBRICS_KEPT = 1024


class Recent(Generic[T]):
    """The last few values by key. For values that never change once stored."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._values: OrderedDict[str, T] = OrderedDict()
        self._loading: dict[str, asyncio.Future[T | None]] = {}

    def get(self, key: str) -> T | None:
        if key in self._values:
            self._values.move_to_end(key)
        return self._values.get(key)

    async def once(self, key: str, load: Callable[[], Awaitable[T | None]]) -> T | None:
        """The value of a key, loaded once however many ask for it at a time; None is not remembered."""
        if (known := self.get(key)) is not None:
            return known
        loading = self._loading.get(key)
        if loading is None:
            loading = self._loading[key] = asyncio.ensure_future(load())
            loading.add_done_callback(lambda _: self._loading.pop(key, None))
        # Shielded: whoever shares the read must not lose it when another one is cancelled.
        value = await asyncio.shield(loading)
        return None if value is None else self.keep(key, value)

    def keep(self, key: str, value: T) -> T:
        """Remember a value and return it."""
        self._values[key] = value
        while len(self._values) > self._size:
            self._values.popitem(last=False)
        return value


@dataclass(frozen=True, slots=True)
class Services:
    """All that a step may touch."""

    store: ObjectStore
    queue: TaskQueue
    chat: ChatModel
    scripts: ScriptEngine
    remote: ServiceClient
    clock: Clock
    observer: Observer
    embedder: Embedder | None = None
    plans: Recent[Plan] = field(default_factory=lambda: Recent(_PLANS_KEPT))
    rubrics: Recent[tuple[PlannedPoint, ...]] = field(default_factory=lambda: Recent(_RUBRICS_KEPT))
    responses: Recent[Response] = field(default_factory=lambda: Recent(_RESPONSES_KEPT))
