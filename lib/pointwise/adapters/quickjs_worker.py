"""The child process in which untrusted JavaScript runs; a script of its own that imports nothing of ours.

Frames go over standard input and output: 4 bytes of length, big-endian, then JSON in ASCII.
In: `{"documents": [JSON text, ...], "jobs": [...]}`, a job being `[pattern, flags, document]` or
`[source, {name: document, ...}, wants]` with documents given by their place. Out: a list of outcomes, one a
job: `{"value": bool}`, `{"number": text, "explanation": text?}` or `{"error": text, "blame": text}`.

Three fences around every job: QuickJS has its own limits of time and memory; a timer of the kernel ends the
process where native code outruns the first; address space, files and further processes are limited for good.
"""

from __future__ import annotations

import json
import resource
import signal
import struct
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any, BinaryIO

if TYPE_CHECKING:
    from _quickjs import Context  # type: ignore[import-not-found]

CPU_SECONDS = 0.1
"""Of one job, by QuickJS's own clock, which counts the time of this process only."""
HARD_CPU_SECONDS = 0.3
"""Of one job with all that surrounds it; loops inside native functions never look at the first limit."""
MEMORY = 64 * 2**20
_ADDRESS_SPACE = 512 * 2**20
"""Above `MEMORY` by what Python and a frame of the largest size take."""
_STACK = 512 * 2**10
_FORBIDDEN = (resource.RLIMIT_CORE, resource.RLIMIT_FSIZE, resource.RLIMIT_NOFILE, resource.RLIMIT_NPROC)
LARGEST_FRAME = 64 * 2**20
LENGTH = struct.Struct(">I")

_LONGEST_TEXT = 2000
"""Characters of an error or explanation that are sent back."""
_LONGEST_OUTCOME = 8 * _LONGEST_TEXT
"""Room for an explanation of escapes only."""

_TOO_MUCH_MEMORY = f"It takes more than {MEMORY // 2**20} MiB."
_EXCEEDED = {
    "InternalError: interrupted": f"It takes more than {CPU_SECONDS} s.",
    "InternalError: out of memory": _TOO_MUCH_MEMORY,
    "RangeError: Maximum call stack size exceeded": "It calls itself too deeply.",
}
"""How QuickJS says that a limit was reached, and how a person is told."""

_SETUP = """
delete globalThis.performance;
for (const name of Object.keys(globalThis)) {
  const document = globalThis[name];
  globalThis[name] = document === "" ? undefined : JSON.parse(document);
}
{
  const silent = () => undefined;
  const console = { log: silent, info: silent, warn: silent, error: silent, debug: silent };
  Object.defineProperty(globalThis, "console", { value: console, writable: true, configurable: true });
}
"""
"""Turns the documents set as globals into values and adds a console that says nothing."""

_RUN = """
((source, wantsTruth, longest) => {
  const evaluate = eval, write = JSON.stringify, text = String, own = Object.hasOwn, Syntax = SyntaxError;
  let value;
  try {
    value = evaluate(source);
  } catch (error) {
    if (!(error instanceof Syntax) || error.message !== "return not in a function") throw error;
    value = evaluate(`(() => {\\n${source}\\n})()`);
  }
  if (wantsTruth) return write({ value: !!value });
  const scored = (score, explanation) => {
    if (typeof score === "boolean") return write({ value: score, explanation });
    if (typeof score === "number") return write({ number: text(score), explanation });
    return write({ error: "It is neither a boolean, nor a number, nor {score, explain}." });
  };
  if (value === undefined || value === null) return scored(false);
  if (typeof value !== "object" || !own(value, "score")) return scored(value);
  const { score, explain } = value;
  return scored(score === true ? 1 : score === false ? 0 : score,
    typeof explain === "string" ? explain.slice(0, longest) : undefined);
})
"""
"""Evaluates a source and writes its value down. What it uses is taken before the source can change it."""


def main(extension_folder: str) -> None:
    """Serve frames until standard input ends."""
    sys.path.append(extension_folder)
    import _quickjs  # noqa: PLC0415 - the package around it would start a thread, whose time counts as ours

    _fence_in()
    worker = Worker(_quickjs.Context)
    while (frame := _read(sys.stdin.buffer)) is not None:
        _write(sys.stdout.buffer, worker.outcomes(frame))


def _fence_in() -> None:
    """Nothing may be opened, started, written or grow from here on."""
    limits = dict.fromkeys(_FORBIDDEN, 0) | {resource.RLIMIT_AS: _ADDRESS_SPACE}
    for kind, most in limits.items():
        with suppress(OSError, ValueError):  # a sandbox that knows no such limit has fences of its own
            resource.setrlimit(kind, (most, most))


def _read(stream: BinaryIO) -> bytes | None:
    head = stream.read(LENGTH.size)
    return stream.read(*LENGTH.unpack(head)) if len(head) == LENGTH.size else None


def _write(stream: BinaryIO, data: bytes) -> None:
    stream.write(LENGTH.pack(len(data)) + data)
    stream.flush()


class Worker:
    """Runs jobs one after the other, each program in a context of its own."""

    def __init__(self, new_context: type[Context]) -> None:
        self._new_context = new_context
        self._patterns = self._context()
        self._text: str | None = None

    def outcomes(self, frame: bytes) -> bytes:
        """The outcomes of all jobs of a frame, as a frame."""
        request = json.loads(frame)
        outcomes = [self._outcome(job, request["documents"]) for job in request["jobs"]]
        return f"[{','.join(outcomes)}]".encode("ascii")

    def _outcome(self, job: list[Any], documents: list[str]) -> str:
        signal.setitimer(signal.ITIMER_PROF, HARD_CPU_SECONDS)
        try:
            first, second, third = job
            if isinstance(second, str):
                return self._test(first, second, documents[third])
            return self._run(first, {name: documents[at] for name, at in second.items()}, third)
        except MemoryError:
            return _failure(_TOO_MUCH_MEMORY, "limit")
        except Exception as error:  # noqa: BLE001 - whatever a job does is its own outcome
            return _failure_of(error)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)

    def _context(self) -> Context:
        context = self._new_context()
        context.set_memory_limit(MEMORY)
        context.set_max_stack_size(_STACK)
        context.set_time_limit(CPU_SECONDS)
        return context

    def _test(self, pattern: str, flags: str, document: str) -> str:
        """Patterns share a context: a test leaves nothing behind. One that fails takes the context along."""
        try:
            if document is not self._text:
                self._patterns.set("text", document)
                self._patterns.eval("text = JSON.parse(text); 0")
                self._text = document
            source = f"new RegExp({json.dumps(pattern)}, {json.dumps(flags)}).test(text)"
            return '{"value":true}' if self._patterns.eval(source) else '{"value":false}'
        except Exception:
            self._patterns, self._text = self._context(), None
            raise

    def _run(self, source: str, documents: dict[str, str], wants: str) -> str:
        context = self._context()
        for name, document in documents.items():
            context.set(name, document)
        context.eval(_SETUP)
        truth = "true" if wants == "truth" else "false"
        outcome = context.eval(f"{_RUN}({json.dumps(source)}, {truth}, {_LONGEST_TEXT})")
        if len(outcome) > _LONGEST_OUTCOME:
            return _failure("It says more than it may.", "script")
        return _trusted(json.loads(outcome))


def _trusted(outcome: dict[str, Any]) -> str:
    """An outcome as it is sent. A script can get at how its own is written, but not here."""
    if "error" in outcome:
        return _failure(str(outcome["error"]), "script")
    explanation = outcome.get("explanation")
    said = {"explanation": explanation} if isinstance(explanation, str) else {}
    if "number" in outcome:
        return json.dumps({"number": repr(float(outcome["number"])), **said})
    return json.dumps({"value": outcome["value"] is True, **said})


def _failure_of(error: Exception) -> str:
    if isinstance(error, UnicodeError):
        return _failure("It failed with a message that is no text.", "script")
    message = str(error).partition("\n")[0]
    exceeded = next((limit for sign, limit in _EXCEEDED.items() if message.startswith(sign)), None)
    return _failure(exceeded or message, "limit" if exceeded else "script")


def _failure(message: str, blame: str) -> str:
    return json.dumps({"error": message[:_LONGEST_TEXT], "blame": blame})


if __name__ == "__main__":
    main(sys.argv[1])
