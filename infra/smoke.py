# ruff: noqa: INP001, T201 - a script, which prints what it found
"""Ask every function of a deployment whether it is there and lets in whom it should. Costs nothing.

    terraform output -json | python3 infra/smoke.py

Without a token the private functions must refuse, and the webhook must want a signature. With one of the
caller's, each private function is given a task of a run that does not exist: it has to start, read its
settings and look into the bucket before it can say so. Needs Python, and gcloud with the right to get tokens
of the caller.
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING
from urllib.error import HTTPError
from urllib.request import Request, urlopen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

WEBHOOK = "github-webhook"
_RUN = "smoke/none"
_CELL = {"prompt": 0, "variant": 0}
TASKS: dict[str, dict[str, object]] = {
    "fetch-and-schedule": {"task": "schedule", "run": _RUN},
    "generate": {"task": "generate", "run": _RUN, "cell": _CELL},
    "judge-point": {"task": "run-checks", "run": _RUN, "cell": _CELL},
    "aggregate": {"task": "aggregate", "run": _RUN},
}
_SECONDS = 60  # a first answer of a new instance took 0.6 s; images that were just built take longer to load


def failures(urls: Mapping[str, str], token: Callable[[str], str]) -> Iterator[str]:
    """What is not as it should be, one sentence each.

    Args:
        urls: By name of function.
        token: An identity token of the caller for a URL.
    """
    status, _ = _post(urls[WEBHOOK], {})
    if status != 401:
        yield f"{WEBHOOK} answered {status} to a request without a signature; it should be 401."
    for name, task in TASKS.items():
        status, _ = _post(urls[name], task)
        if status not in {401, 403}:
            yield f"{name} answered {status} to a request without identity; it should be 401 or 403."
        status, answer = _post(urls[name], task, token(urls[name]))
        if status != 200 or "dropped" not in answer:
            yield f"{name} answered {status} to the caller; it should drop this task: {answer[:300]}"


def _post(url: str, message: Mapping[str, object], token: str | None = None) -> tuple[int, str]:
    identity = {"Authorization": f"Bearer {token}"} if token else {}
    headers = {"Content-Type": "application/json", **identity}
    request = Request(url, json.dumps(message).encode(), headers, method="POST")  # noqa: S310 - Terraform's own output
    try:
        with urlopen(request, timeout=_SECONDS) as reply:  # noqa: S310 - same
            return reply.status, reply.read().decode()
    except HTTPError as exc:
        with exc:
            return exc.code, exc.read().decode(errors="replace")


def _token_of(caller: str, url: str) -> str:
    command = (
        "gcloud",
        "auth",
        "print-identity-token",
        f"--impersonate-service-account={caller}",
        f"--audiences={url}",
    )
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)  # noqa: S603 - from our own outputs
    return done.stdout.strip()


def main() -> int:
    """Read Terraform's outputs from standard input; 1 where something is wrong."""
    outputs = json.load(sys.stdin)
    caller = outputs["caller"]["value"]
    found = list(failures(outputs["urls"]["value"], lambda url: _token_of(caller, url)))
    print("\n".join(found) or "All functions are there and let in whom they should.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
