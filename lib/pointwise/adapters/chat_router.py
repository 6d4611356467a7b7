"""All models behind one door: `ChatModel` over HTTP."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import ValidationError

from pointwise.adapters import prices
from pointwise.adapters.chat_custom import custom_endpoint
from pointwise.adapters.chat_endpoint import provider_endpoint
from pointwise.adapters.chat_failures import error_body, failure
from pointwise.adapters.chat_parameters import Experience
from pointwise.adapters.chat_wire import InnerError, read, unreadable, written
from pointwise.adapters.http_client import HttpClient, HttpLimits
from pointwise.adapters.retrying import RetryPolicy, retrying
from pointwise.errors import CallError, CallInterrupted, CallRefused
from pointwise.events import CallEnded, CallRetried, CallStarted

if TYPE_CHECKING:
    from pointwise.adapters.chat_endpoint import Endpoint
    from pointwise.adapters.chat_wire import Body
    from pointwise.adapters.http_client import HttpReply
    from pointwise.adapters.providers import ProviderSettings
    from pointwise.chat import ChatReply, ChatRequest, Origin
    from pointwise.ports import Observer

_WITHHELD = frozenset(
    {
        "content_filter",  # OpenAI and most others
        "refusal",  # Anthropic
        *(
            "SAFETY",
            "RECITATION",
            "BLOCKLIST",
            "PROHIBITED_CONTENT",
            "SPII",
            "OTHER",
            "IMAGE_SAFETY",
            "LANGUAGE",
        ),
    }
)
"""Finish reasons of providers that keep an answer back; the last line is Gemini's."""
_CUT = frozenset({"length", "max_tokens", "MAX_TOKENS", "model_context_window_exceeded"})
"""Finish reasons of answers that reached their bound on tokens."""
_EMPTY_ANSWERS = 2
"""Some providers send nothing while a model is loading; a second empty answer is taken at its word."""
_PATIENCE = 1.5
"""Time for all attempts, as a multiple of what one may take: a timeout is tried again, for half as long."""


@dataclass(slots=True)
class _Tally:
    """What happened during one call."""

    sent: int = 0
    empty: int = 0


class ChatRouter:
    """Finds the provider of a model, asks it, tries again where that may help, and tells the observer.

    A reply without text and tool calls is `refusal` where the provider says that it kept the answer back,
    and `empty` where the bound on tokens was reached. Otherwise it is asked for once more; a model that then
    says nothing again, like one that declines in words, has answered.
    """

    def __init__(
        self,
        settings: ProviderSettings,
        observer: Observer,
        policy: RetryPolicy | None = None,
        limits: HttpLimits | None = None,
    ) -> None:
        self._settings = settings
        self._observer = observer
        limits = limits or HttpLimits()
        self._policy = policy or RetryPolicy(seconds=_PATIENCE * limits.seconds)
        self._http = HttpClient(limits)
        self._experience = Experience()

    async def complete(self, request: ChatRequest, origin: Origin) -> ChatReply:
        """Ask for one completion.

        Raises:
            CallRefused: It can never succeed as it is.
            CallInterrupted: Bounded retries did not help; a later call may.
        """
        provider, tally = request.provider, _Tally()
        self._observer.notify(CallStarted(provider))
        try:
            reply = await self._persist(request, tally)
        except CallError as error:
            error.attempts = tally.sent
            self._observer.notify(CallEnded(provider, origin, None, error.reason, error.message))
            raise
        self._observer.notify(CallEnded(provider, origin, reply))
        return reply

    async def close(self) -> None:
        """Close the connections."""
        await self._http.close()

    async def _persist(self, request: ChatRequest, tally: _Tally) -> ChatReply:
        endpoint = self._endpoint(request)

        def notice(error: CallInterrupted, wait: float) -> None:
            self._observer.notify(CallRetried(request.provider, error.reason, wait))

        async def once(seconds: float) -> ChatReply:
            return await self._ask(request, endpoint, seconds, tally)

        return await retrying(once, self._policy, notice)

    def _endpoint(self, request: ChatRequest) -> Endpoint:
        if request.custom is not None:
            return custom_endpoint(request.custom, self._settings)
        return provider_endpoint(request.model, self._settings)

    async def _ask(
        self, request: ChatRequest, endpoint: Endpoint, seconds: float, tally: _Tally
    ) -> ChatReply:
        """One attempt; sent again at once, under other parameters, where the model refuses those."""
        parameters = endpoint.wire.parameters(request)
        place = (endpoint.provider, endpoint.url, endpoint.model)
        while True:
            habits = self._experience.of(place)
            body = endpoint.wire.body(request, endpoint.model, habits.adapted(parameters))
            answer = await self._post(endpoint, body, seconds, tally)
            if answer.status not in {400, 422}:
                return self._settled(request.provider, endpoint, answer, tally)
            error = error_body(endpoint.cleaned(answer.body))
            if not self._experience.learn(place, habits, error, parameters):
                raise failure(endpoint, answer.status, answer.headers, error)
            self._observer.notify(CallRetried(request.provider, "invalid_request", 0.0))

    async def _post(self, endpoint: Endpoint, body: Body, seconds: float, tally: _Tally) -> HttpReply:
        tally.sent += 1
        try:
            return await self._http.post(endpoint.url, endpoint.headers, written(body), seconds)
        except CallError as error:
            raise _named(error, endpoint.provider) from error

    def _settled(self, provider: str, endpoint: Endpoint, answer: HttpReply, tally: _Tally) -> ChatReply:
        """The reply in an answer, with its price and what only the transport knows."""
        data = endpoint.cleaned(answer.body)
        if not 200 <= answer.status < 300:
            raise failure(endpoint, answer.status, answer.headers, error_body(data))
        try:
            reply = endpoint.wire.reply(read(data))
        except InnerError as error:
            raise failure(endpoint, error.status, answer.headers, error.body) from error
        except CallError as error:
            raise _named(error, endpoint.provider) from error
        except ValidationError as error:  # nested deeper than can be stored
            raise _named(unreadable("cannot be stored"), endpoint.provider) from error
        if not reply.text.strip() and not reply.tool_calls:
            _insist(endpoint, reply, tally)
        cost = prices.cost(provider, endpoint.model, reply.usage) if reply.cost is None else reply.cost
        return reply.model_copy(update={"cost": cost, "latency": answer.seconds, "attempts": tally.sent})


def _named(error: CallError, provider: str) -> CallError:
    """An error that says whose it is."""
    return type(error)(error.reason, f"{provider}: {error.message}")


def _insist(endpoint: Endpoint, reply: ChatReply, tally: _Tally) -> None:
    """Take a reply without text at its word only when it comes twice and nothing else explains it."""
    name = f"{endpoint.provider}: {endpoint.model}"
    if reply.finish in _WITHHELD:
        raise CallRefused("refusal", f"{name} gave no answer ({reply.finish}).")
    if reply.finish in _CUT:
        raise CallRefused("empty", f"{name} used up its tokens before it wrote an answer; raise the limit.")
    tally.empty += 1
    if tally.empty < _EMPTY_ANSWERS:
        raise CallInterrupted("empty", f"{name} sent an empty answer.")
