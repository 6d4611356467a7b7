"""What a check needs from the outside, as values, and the two ports that provide it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

from pointwise.checks.verdicts import Unscored, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from pydantic import JsonValue


@dataclass(frozen=True, slots=True)
class PatternTest:
    """Whether a JavaScript regular expression matches anywhere in a text.

    Attributes:
        flags: Of JavaScript's RegExp: any of `i`, `u`.
    """

    pattern: str
    text: str
    flags: str = ""


@dataclass(frozen=True, slots=True)
class Program:
    """JavaScript to evaluate: an expression, a script whose last value counts, or a body with `return`.

    Attributes:
        names: What the program sees, each as a JSON document in ASCII; an empty document is `undefined`.
        wants: `score`: a boolean, a number or `{score, explain}`; `truth`: whatever JavaScript holds true.
    """

    source: str
    names: Mapping[str, str]
    wants: Literal["score", "truth"] = "score"


ScriptJob = PatternTest | Program


@dataclass(frozen=True, slots=True)
class ScriptOutcome:
    """How a job ended: with a value, or with an error that says whose it is.

    Attributes:
        value: Of a pattern or a `truth` program a boolean; of a `score` program what it says.
        error: One sentence, or None.
        blame: `script`: it is wrong or failed; `limit`: it took too much time or memory;
            `engine`: the engine broke down, which says nothing about the script.
    """

    value: bool | float = False
    explanation: str | None = None
    error: str | None = None
    blame: Literal["script", "limit", "engine"] = "script"


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where and how a service is reached. `${NAME}` in `url` and `headers` is an environment variable.

    Attributes:
        timeout: Seconds for one attempt.
        retries: Further attempts after the first.
        backoff: Seconds before the first retry; doubled for each further one.
        cache: Whether an equal request may be answered from an earlier reply.
    """

    url: str
    method: str = "POST"
    headers: tuple[tuple[str, str], ...] = ()
    timeout: float = 30.0
    retries: int = 2
    backoff: float = 1.0
    cache: bool = True


@dataclass(frozen=True, slots=True)
class ServiceRequest:
    """One question to an HTTP service; `body` is a JSON document in ASCII."""

    endpoint: Endpoint
    body: str


@dataclass(frozen=True, slots=True)
class ServiceReply:
    """What a service answered, as JSON; `cached` where an earlier answer was used."""

    content: JsonValue
    cached: bool = False


ServiceOutcome = ServiceReply | Unscored


@dataclass(frozen=True, slots=True)
class NeedsScripts:
    """A check that goes on once these jobs are done."""

    jobs: tuple[ScriptJob, ...]
    conclude: Callable[[Sequence[ScriptOutcome]], Verdict]


@dataclass(frozen=True, slots=True)
class NeedsService:
    """A check that goes on once a service has answered."""

    request: ServiceRequest
    conclude: Callable[[ServiceOutcome], Verdict]


Step = Verdict | NeedsScripts | NeedsService


class ScriptEngine(Protocol):
    """Runs untrusted JavaScript away from everything else."""

    async def run(self, jobs: Sequence[ScriptJob]) -> tuple[ScriptOutcome, ...]:
        """One outcome per job, in order. Jobs cannot reach each other, the host, or the network.

        Each is held to limits of CPU time and memory. Never raises for anything a job does.
        """

    async def close(self) -> None:
        """Release whatever the engine holds."""


class ServiceClient(Protocol):
    """Asks HTTP services named by blueprints."""

    async def ask(self, request: ServiceRequest) -> ServiceOutcome:
        """The service's answer, or why there is none. Never raises; never tells a secret."""

    async def close(self) -> None:
        """Release whatever the client holds."""
