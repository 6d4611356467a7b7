"""The second door of an emulator: counts of operations, and faults switched on and off at run time."""

from __future__ import annotations

import threading
from collections import Counter
from typing import TYPE_CHECKING

from pointwise.testing.emulators.faults import Faults, Mishaps
from pointwise.testing.emulators.listener import Answer

if TYPE_CHECKING:
    from pointwise.testing.emulators.faults import Mishap
    from pointwise.testing.emulators.listener import Request

ROOT = "/_emulator/"
COUNTS = f"{ROOT}counts"
FAULTS = f"{ROOT}faults"


class Control:
    """Counts operations by kind and decides which go wrong. Thread-safe."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()
        self._lock = threading.Lock()
        self._mishaps = Mishaps()

    def enter(self, kind: str, name: str) -> Mishap:
        """Note that an operation arrived, and say what goes wrong with it."""
        self.count(kind)
        return self._mishaps.next(kind, name)

    def count(self, kind: str) -> None:
        with self._lock:
            self._counts[kind] += 1

    def counts(self) -> dict[str, int]:
        """Operations by kind since the start or the last reset, failed ones included."""
        with self._lock:
            return dict(self._counts)

    def reset(self) -> None:
        """Count from zero."""
        with self._lock:
            self._counts.clear()

    @property
    def faults(self) -> Faults:
        return self._mishaps.faults

    def inject(self, faults: Faults) -> None:
        """Go wrong like this from now on; `Faults()` ends it."""
        self._mishaps.inject(faults)

    def answer(self, request: Request) -> Answer:
        """Serve GET and DELETE of the counts, GET, PUT and DELETE of the faults."""
        match request.method, request.path:
            case "GET", path if path == COUNTS:
                return Answer.json(dict(sorted(self.counts().items())))
            case "DELETE", path if path == COUNTS:
                self.reset()
                return Answer(204)
            case "GET" | "PUT" | "DELETE", path if path == FAULTS:
                return self._answer_faults(request)
        return Answer(404, body=f"{request.method} {request.path}: there is no such control.\n".encode())

    def _answer_faults(self, request: Request) -> Answer:
        try:
            if request.method == "PUT":
                self.inject(Faults.model_validate_json(request.body))
        except ValueError as exc:
            return Answer(400, body=f"These are no faults: {exc}\n".encode())
        if request.method == "DELETE":
            self.inject(Faults())
        return Answer.json(self.faults.model_dump(mode="json"))
