"""What every step is given: the outside world behind ports, and what this instance remembers."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, Self, TypeVar

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Hashable

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
_SUBJECTS_KEPT = 1024
_LISTINGS_KEPT = 1024
_BELIEVED_SECONDS = 5.0
"""Half of what a queue waits at least before it delivers a task again."""


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
class _Listing:
    """The keys below a prefix as of a moment, and those that this instance stored since."""

    at: float
    keys: asyncio.Task[frozenset[str]]
    noted: set[str] = field(default_factory=set)


class Listings:
    """Whether keys are there, told by one list of their prefix that is believed for five seconds.

    For families that many tasks look into at about the same time, each for another key. A key that is said
    to be there may be gone; one that is said not to be there may have been stored since by another instance,
    never by this one, which notes what it stores. So it is only asked where that costs work, not truth: the
    store refuses to write the key again.

    What another instance stored is looked for here if the queue delivered its task anew. It does so ten
    seconds after a failed delivery at the earliest (`min_backoff` of the queues), when no list is believed
    any more that did not see what was stored before. What two instances ask for within these seconds, each
    may miss of the other, as both would had they looked at the same moment.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._listings: OrderedDict[str, _Listing] = OrderedDict()

    async def has(self, prefix: str, key: str, store: ObjectStore) -> bool:
        """Whether a key, which starts with the prefix, is there. At most one list operation."""
        listing = self._believed(prefix) or self._begin(prefix, store)
        if key in listing.noted:
            return True
        # Shielded: whoever shares the list must not lose it when another one is cancelled.
        keys = listing.keys.result() if listing.keys.done() else await asyncio.shield(listing.keys)
        return key in keys or key in listing.noted

    def note(self, prefix: str, key: str) -> None:
        """Remember that this instance stored a key."""
        if (listing := self._listings.get(prefix)) is not None:
            listing.noted.add(key)

    def _believed(self, prefix: str) -> _Listing | None:
        listing = self._listings.get(prefix)
        if listing is None or self._clock() - listing.at >= _BELIEVED_SECONDS:
            return None
        has_failed = listing.keys.done() and (listing.keys.cancelled() or listing.keys.exception())
        return None if has_failed else listing

    def _begin(self, prefix: str, store: ObjectStore) -> _Listing:
        self._listings.pop(prefix, None)
        # The moment before the list: it sees whatever was stored until then.
        listing = _Listing(self._clock(), asyncio.ensure_future(_listed(prefix, store)))
        self._listings[prefix] = listing
        while len(self._listings) > _LISTINGS_KEPT:
            self._listings.popitem(last=False)
        return listing


async def _listed(prefix: str, store: ObjectStore) -> frozenset[str]:
    return frozenset(await store.keys(prefix))


class Visit:
    """One task's work on something, from its start until it leaves."""

    def __init__(self, counts: Counter[Hashable], name: Hashable) -> None:
        self._counts = counts
        self._name = name
        self._is_over = False

    def __enter__(self) -> Self:
        self._counts[self._name] += 1
        return self

    def __exit__(self, *_: object) -> None:
        if not self._is_over:
            self.leave()

    def leave(self) -> bool:
        """Be no longer under way, once; whether nobody else is."""
        self._is_over = True
        left = self._counts[self._name] - 1
        if left:
            self._counts[self._name] = left
        else:
            del self._counts[self._name]
        return not left


class UnderWay:
    """Which things this instance has tasks of under way, and how many. Shared with no other instance."""

    def __init__(self) -> None:
        self._counts: Counter[Hashable] = Counter()

    def visit(self, name: Hashable) -> Visit:
        """A task's work on the thing of a name, to be entered when the task starts."""
        return Visit(self._counts, name)


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
    subjects: Recent[str] = field(default_factory=lambda: Recent(_SUBJECTS_KEPT))
    listings: Listings = field(default_factory=Listings)
    under_way: UnderWay = field(default_factory=UnderWay)
