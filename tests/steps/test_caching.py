"""Replies that are stored are not paid for again, and looking for them costs little."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from pointwise import keys
from pointwise.adapters.caching import CachedChat
from pointwise.blueprint.model import Message
from pointwise.chat import ChatReply, ChatRequest, Origin
from pointwise.errors import SystemInterrupted
from pointwise.services import Listings
from pointwise.testing.memory import MemoryStore, ScriptedChat

if TYPE_CHECKING:
    from collections.abc import Iterable

SUBJECT = "ab" * 16
ORIGIN = Origin(purpose="judge", prompt="p", model="m:1")


def request(number: int, subject: str | None = SUBJECT) -> ChatRequest:
    messages = (Message(role="user", content=f"Point {number}?"),)
    return ChatRequest(model="j:1", messages=messages, subject=subject)


@dataclass
class Watch:
    """A clock that stands still until it is told otherwise."""

    now: float = 0.0

    def __call__(self) -> float:
        return self.now


class FailingStore(MemoryStore):
    """A store whose first list is refused."""

    async def keys(self, prefix: str) -> list[str]:
        found = await super().keys(prefix)
        if self.lists == 1:
            raise SystemInterrupted("service", "503")
        return found


@dataclass
class World:
    """One store and any number of instances before one model."""

    store: MemoryStore = field(default_factory=MemoryStore)
    watch: Watch = field(default_factory=Watch)
    model: ScriptedChat = field(
        default_factory=lambda: ScriptedChat(lambda asked, _: str(asked.messages[0].content))
    )

    def instance(self) -> CachedChat:
        return CachedChat(self.model, self.store, Listings(self.watch))

    @property
    def cost(self) -> tuple[int, int, int]:
        """Lists, reads and calls so far."""
        return self.store.lists, self.store.reads, len(self.model.asked)


async def asked(chat: CachedChat, requests: Iterable[ChatRequest]) -> list[str]:
    replies = await asyncio.gather(*(chat.complete(each, ORIGIN) for each in requests))
    return [reply.text for reply in replies]


ALL = tuple(map(request, range(20)))
TEXTS = [f"Point {number}?" for number in range(20)]


def test_twenty_requests_about_one_thing_are_looked_up_by_one_list() -> None:
    """Nothing is read where nothing is; another instance reads what is there and asks for nothing."""
    world = World()

    async def run() -> None:
        assert await asked(world.instance(), ALL) == TEXTS
        assert world.cost == (1, 0, 20)
        assert await asked(world.instance(), ALL) == TEXTS
        assert world.cost == (2, 20, 20)

    asyncio.run(run())
    assert {key.rpartition("/")[0] for key in world.store.objects} == {f"cache/ab/{SUBJECT}"}


def test_what_an_instance_stored_itself_it_finds_without_another_list() -> None:
    """Within the seconds that a list is believed and after them."""
    world = World()

    async def run() -> None:
        chat = world.instance()
        await asked(chat, ALL)
        assert await asked(chat, ALL) == TEXTS
        assert world.cost == (1, 20, 20)
        world.watch.now = 60.0
        assert await asked(chat, ALL) == TEXTS
        assert world.cost == (2, 40, 20)

    asyncio.run(run())


def test_a_list_is_believed_for_less_than_a_queue_waits_to_deliver_again() -> None:
    """What another instance stores just after a list is missed for five seconds, and found before ten."""
    world = World()

    async def run(later: float) -> int:
        early, other = world.instance(), world.instance()
        await asked(early, [request(100)])
        before = len(world.model.asked)
        await asked(other, [request(int(later))])
        world.watch.now += later
        await asked(early, [request(int(later))])
        return len(world.model.asked) - before

    assert asyncio.run(run(4.0)) == 2
    assert asyncio.run(run(5.0)) == 1


def test_a_reply_that_was_thrown_away_is_asked_for_again() -> None:
    """Also where the instance that stored it still remembers it."""
    world = World()

    async def run() -> None:
        chat = world.instance()
        await asked(chat, ALL[:1])
        await world.store.delete(keys.cache(ALL[0].digest, SUBJECT))
        assert await asked(chat, ALL[:1]) == TEXTS[:1]

    asyncio.run(run())
    assert len(world.model.asked) == 2


@pytest.mark.parametrize("left", [b"", b'{"text": "Poi'])
def test_half_a_reply_is_asked_for_again_and_made_whole(left: bytes) -> None:
    """A machine that loses its power may leave one; it costs one call, not the run."""
    world = World()
    key = keys.cache(ALL[0].digest, SUBJECT)

    async def run() -> None:
        await world.store.create(key, left)
        assert await asked(world.instance(), ALL[:1]) == TEXTS[:1]
        assert await asked(world.instance(), ALL[:1]) == TEXTS[:1]

    asyncio.run(run())
    assert len(world.model.asked) == 1


def test_two_that_paid_for_the_same_go_on_with_one_reply() -> None:
    """The one that was stored first, so that every record of it says the same."""
    world = World()
    texts = iter(("other", "first", "second"))
    world.model = ScriptedChat(lambda _asked, _: next(texts))

    async def run() -> list[str]:
        early, late = world.instance(), world.instance()
        await asked(early, [request(100)])
        await asked(late, ALL[:1])
        return await asked(early, ALL[:1])

    assert asyncio.run(run()) == ["first"]
    assert len(world.model.asked) == 3


def test_a_list_that_was_refused_is_not_believed() -> None:
    """Whoever shared it fails, nothing is asked; the next one lists again."""
    world = World(FailingStore())

    async def run() -> None:
        chat = world.instance()
        both = await asyncio.gather(
            *(chat.complete(each, ORIGIN) for each in ALL[:2]), return_exceptions=True
        )
        assert [type(each) for each in both] == [SystemInterrupted] * 2
        assert await asked(chat, ALL) == TEXTS

    asyncio.run(run())
    assert (world.store.lists, len(world.model.asked)) == (2, 20)


def test_a_request_about_nothing_is_looked_up_by_itself() -> None:
    """One read, under a key that its digest alone makes."""
    world, plain = World(), request(1, None)
    asyncio.run(asked(world.instance(), [plain]))
    assert world.cost == (0, 1, 1)
    assert list(world.store.objects) == [keys.cache(plain.digest)]


def test_equal_requests_at_a_time_are_one_call() -> None:
    """All get its reply; one that is cancelled takes it from nobody."""
    world = World()

    async def run() -> list[ChatReply]:
        chat = world.instance()
        tasks = [asyncio.create_task(chat.complete(ALL[0], ORIGIN)) for _ in range(5)]
        await asyncio.sleep(0)
        tasks[0].cancel()
        return await asyncio.gather(*tasks[1:])

    assert [reply.text for reply in asyncio.run(run())] == TEXTS[:1] * 4
    assert len(world.model.asked) == 1


@pytest.mark.parametrize("subject", [None, SUBJECT, "cd" * 16])
def test_the_subject_is_no_part_of_what_is_asked(subject: str | None) -> None:
    """The same digest, and nothing of it in the request as it is written."""
    assert request(1, subject).digest == request(1, None).digest
    assert "subject" not in request(1, subject).model_dump(mode="json")
