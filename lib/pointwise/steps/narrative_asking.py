"""Ask a model for something that can be read, and once more where it cannot."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from pointwise import keys
from pointwise.judging.extent import Unreadable
from pointwise.judging.repair import repair_messages
from pointwise.records import Failure

if TYPE_CHECKING:
    from collections.abc import Callable

    from pointwise.chat import ChatRequest, Origin
    from pointwise.errors import CallError
    from pointwise.services import Services

T = TypeVar("T")


async def ask_readably(
    request: ChatRequest, origin: Origin, read: Callable[[str], T | Unreadable], services: Services
) -> T | Failure:
    """What `read` finds in the reply, or in a second one. Replies that stay unreadable are forgotten.

    Raises:
        CallError: There is no reply.
    """
    reply = await services.chat.complete(request, origin)
    found = read(reply.text)
    if not isinstance(found, Unreadable):
        return found
    repair = request.model_copy(update={"messages": repair_messages(request.messages, reply.text, found)})
    second = await services.chat.complete(repair, origin)
    found = read(second.text)
    if not isinstance(found, Unreadable):
        return found
    # Not to be served from the cache: the next try is to ask again.
    await services.store.delete(keys.cache(request.digest))
    await services.store.delete(keys.cache(repair.digest))
    return Failure(reason=found.reason, message=found.message, attempts=2)


def failure_of(error: CallError) -> Failure:
    """A call that brought nothing, as a value."""
    return Failure(reason=error.reason, message=error.message, attempts=error.attempts)
