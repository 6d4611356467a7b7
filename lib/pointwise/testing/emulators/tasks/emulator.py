"""The tasks emulator as a whole."""

from __future__ import annotations

import asyncio
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Self, TypeVar

import grpc  # type: ignore[import-untyped]
from google.cloud import tasks_v2
from google.longrunning import operations_pb2  # type: ignore[import-untyped]

from pointwise.testing.emulators.control import Control
from pointwise.testing.emulators.listener import Answer, Listener, Request
from pointwise.testing.emulators.tasks.batch_service import Batches
from pointwise.testing.emulators.tasks.delivery import Delivery
from pointwise.testing.emulators.tasks.dispatcher import Dispatcher
from pointwise.testing.emulators.tasks.identity import IdentityProvider
from pointwise.testing.emulators.tasks.methods import Method, write
from pointwise.testing.emulators.tasks.pacing import PacedClock
from pointwise.testing.emulators.tasks.queue_service import Queues
from pointwise.testing.emulators.tasks.refusals import Refusal, injected
from pointwise.testing.emulators.tasks.task_service import Tasks

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from types import TracebackType

    from pointwise.testing.emulators.faults import Faults

    T = TypeVar("T")

_THREADS = 32  # calls answered at a time; slow answers hold one each
_CERTIFICATES = "/certs"


class TasksEmulator:
    """Cloud Tasks on a port of this machine, in threads of this process, in memory.

    Use it as a context manager. Google's own clients reach it through a transport over
    `grpc.insecure_channel(address)` or `grpc.aio.insecure_channel(address)`.

    Args:
        port: For gRPC; 0 takes a free one.
        control_port: For counts, faults and certificates over HTTP; 0 takes a free one.
        pace: How many emulated seconds pass in a real one: shortens schedules, backoff, deadlines, rates'
            seconds, and the hour for which names are refused.
        batch_seconds: How long the operation of a batch takes, in real seconds.
    """

    def __init__(
        self, port: int = 0, *, control_port: int = 0, pace: float = 1.0, batch_seconds: float = 0.0
    ) -> None:
        self._control = Control()
        self._identity = IdentityProvider()
        self._clock = PacedClock(pace)
        self._batch_seconds = batch_seconds
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._listener = Listener(self._answer, control_port)
        self._workers = ThreadPoolExecutor(_THREADS)
        self._server = grpc.server(self._workers, options=[("grpc.so_reuseport", 0)])
        self._port = self._server.add_insecure_port(f"127.0.0.1:{port}")

    def __enter__(self) -> Self:
        self._thread.start()
        self._on_loop(self._build())
        self._server.start()
        self._listener.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._listener.close()
        self._server.stop(0).wait()
        self._workers.shutdown()
        self._on_loop(self._dispatcher.shut_down())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    @property
    def address(self) -> str:
        """`host:port` for gRPC."""
        return f"127.0.0.1:{self._port}"

    @property
    def control_url(self) -> str:
        """Where counts and faults are, without a slash at the end."""
        return self._listener.url

    @property
    def certs_url(self) -> str:
        """Where the keys are that identity tokens are verified with."""
        return f"{self._listener.url}{_CERTIFICATES}"

    def create_queue(self, name: str, **settings: object) -> None:
        """Make a queue without any client; `settings` are fields of tasks_v2.Queue.

        Raises:
            Refusal: There is one, or a setting is out of its range.
        """
        queue = tasks_v2.Queue(name=name, **settings)
        self._on_loop(_as_coroutine(lambda: self._queues.open(queue)))

    def counts(self) -> dict[str, int]:
        """What was done since the start.

        Calls by kind (`create`: one a task, also within a `batch`; `manage`: all others), `dispatch`
        (attempts, doubled ones twice), and what came of attempts: `completed`, `failed`, `abandoned`.
        """
        return self._control.counts()

    def reset_counts(self) -> None:
        self._control.reset()

    def inject(self, faults: Faults) -> None:
        """Go wrong like this from now on; `Faults()` ends it."""
        self._control.inject(faults)

    async def _build(self) -> None:
        delivery = Delivery(self._control, self._identity, self._clock.pace)
        self._dispatcher = Dispatcher(self._clock, self._control, delivery)
        self._queues = Queues(self._clock, self._dispatcher)
        tasks = Tasks(self._queues, self._dispatcher)
        batches = Batches(tasks, self._control, self._batch_seconds)
        table = {**self._queues.methods(), **tasks.methods(), **batches.methods()}
        find = Method(
            "manage", batches.find, operations_pb2.GetOperationRequest, lambda asked: str(asked.name)
        )
        self._register("google.cloud.tasks.v2.CloudTasks", table)
        self._register("google.longrunning.Operations", {"GetOperation": find})

    def _register(self, service: str, methods: dict[str, Method]) -> None:
        handlers = {
            name: grpc.unary_unary_rpc_method_handler(
                lambda request, context, method=method: self._perform(method, request, context),
                request_deserializer=method.read,
            )
            for name, method in methods.items()
        }
        self._server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(service, handlers),))

    def _perform(self, method: Method, request: object, context: grpc.ServicerContext) -> bytes:
        mishap = self._control.enter(method.kind, method.name(request))
        try:
            if mishap.refusal is not None:
                raise injected(mishap.refusal)
            response = self._on_loop(_as_coroutine(lambda: write(method.perform(request))))
        except Refusal as refusal:
            context.abort(refusal.code, refusal.message)
        if mishap.delay:
            time.sleep(mishap.delay)
        if mishap.loss:
            context.abort(
                grpc.StatusCode.UNAVAILABLE, f"Injected fault: this took effect, the answer was {mishap.loss}"
            )
        return response

    def _on_loop(self, coroutine: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result()

    def _answer(self, request: Request) -> Answer:
        if request.path == _CERTIFICATES:
            return Answer.json({**self._identity.certificates()})
        return self._control.answer(request)


async def _as_coroutine(function: Callable[[], T]) -> T:
    return function()
