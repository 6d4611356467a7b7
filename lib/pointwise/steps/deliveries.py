"""Pushes, from the webhook that lets them in to the end of the fetch that reads them.

A push is kept under `pending/` until its fetch has ended, and under `deliveries/` from then on. So one whose
fetch was lost is found and fetched again, and one that was fetched is known as a replay. The webhook itself
cannot tell: it may create objects and nothing else, and asking for one that is not there takes more.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from pointwise import keys, records
from pointwise.errors import InputError
from pointwise.frozen import Frozen
from pointwise.steps.reading import read_record
from pointwise.tasks import Fetch, Lane, Queued

if TYPE_CHECKING:
    from pointwise.services import Services

_PATIENCE = timedelta(hours=1)
"""A queue goes on trying for some 40 minutes; what is older than that waits in none any more."""
_LONGEST = timedelta(days=3)
"""GitHub is never away so long, and a token that expired over a weekend has been renewed."""


class Push(Frozen):
    """What a webhook was told: new commits of a branch.

    Attributes:
        delivery: The id that the sender gave it.
        received: When it first came in. It names the runs, so that another fetch starts none twice.
        before: The branch's last commit until then; None where it is new.
        touched: Paths that the commits name, for want of anything to compare with.
    """

    delivery: str
    received: datetime
    branch: str
    commit: str
    before: str | None
    touched: tuple[str, ...] = ()


async def let_in(push: Push, services: Services) -> None:
    """Keep a push and queue its fetch, which finds out whether it is a replay.

    After an error it is kept all the same, if the store took it: the cron finds it.

    Raises:
        StorageError, SystemInterrupted, CallRefused: Store or queue refused, or may answer later.
    """
    await services.store.create(keys.pending(push.delivery), records.write(push))
    await services.queue.enqueue([fetching(push.delivery)])


async def waiting(delivery: str, services: Services) -> Push | None:
    """A push that is to be fetched; None where it has been.

    Raises:
        InputError: There was no such push.
    """
    # In this order: what is no longer pending is found delivered, whoever settles it meanwhile.
    push = await read_record(Push, keys.pending(delivery), services)
    if await services.store.read(keys.delivery(delivery)) is None:
        if push is None:
            raise InputError(f"There is no delivery {delivery}.")
        return push
    if push is not None:
        await services.store.delete(keys.pending(delivery))
    return None


async def settle(push: Push, services: Services) -> None:
    """Note that a push has been fetched."""
    await services.store.create(keys.delivery(push.delivery), records.write(push))
    await services.store.delete(keys.pending(push.delivery))


async def overdue(services: Services) -> list[str]:
    """Pushes that were received too long ago to be waiting in a queue, and not so long that they are lost."""
    now = services.clock.now()
    found = [await read_record(Push, key, services) for key in await services.store.keys(keys.PENDING)]
    return [push.delivery for push in found if push and _PATIENCE <= now - push.received <= _LONGEST]


def fetching(delivery: str) -> Queued:
    """The task that fetches a push."""
    return Queued(lane=Lane(kind="schedule"), task=Fetch(trigger="push", delivery=delivery))
