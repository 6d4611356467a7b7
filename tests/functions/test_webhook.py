"""The public door, as GitHub and others knock at it."""

from __future__ import annotations

import socket
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from bench.cloud_demo.system import REPOSITORY

if TYPE_CHECKING:
    from bench.cloud_demo.github import Webhook
    from tests.functions.conftest import Observed

BLUEPRINT = """
models: [{model}]
evaluationConfig: {{llm-coverage: {{judges: [{{model: "openai:judge"}}]}}}}
---
- id: p
  prompt: {question}
  should: [Says why.]
"""


def blueprint(question: str, model: str = "openai:m") -> str:
    return BLUEPRINT.format(question=question, model=model)


def fetched(observed: Observed, webhook: Webhook) -> dict[str, Any]:
    """What became of a push that has to be let in."""
    status, answer = observed.deployment.receive(webhook)
    assert (status, list(answer)) == (202, ["queued"]), answer
    return observed.line("fetch_and_schedule", delivery=answer["queued"], done="fetch")


def names(line: dict[str, Any]) -> list[str]:
    """The blueprints of the runs that a fetch started."""
    return sorted(run.partition("/")[0] for run in line["runs"])


def test_a_signed_push_starts_what_changed_and_sets_the_commits_status(observed: Observed) -> None:
    """Of three blueprints the new and the changed one run, the invalid one is refused, none stops another."""
    repository = observed.deployment.repository
    fetched(
        observed, repository.push({"blueprints/same.yml": blueprint("Same?"), "blueprints/a.yml": "x: ["})
    )
    line = fetched(
        observed,
        repository.push(
            {
                "blueprints/same.yml": blueprint("Same?"),
                "blueprints/a.yml": blueprint("Now valid?"),
                "blueprints/b.yml": "- prompt: Why?\n  should: [{$nothing: 1}]\n",
                "README.md": "no blueprint",
            }
        ),
    )
    assert names(line) == ["a"]
    assert line["refused"] == ["blueprints/b.yml"]
    sha, status = repository.statuses[-1]
    assert sha == repository.branches["main"]
    assert (status["state"], status["description"]) == ("failure", "1 blueprint started, 1 refused")
    assert observed.ended(line["runs"][0])["state"] == "finished"


def test_a_changed_collection_runs_what_uses_it(observed: Observed) -> None:
    """Blueprints that name it, changed or not, and no others."""
    files = {
        "blueprints/uses.yml": blueprint("Uses?", "MINE"),
        "blueprints/other.yml": blueprint("Other?"),
        "models/MINE.json": '["openai:one"]',
    }
    repository = observed.deployment.repository
    fetched(observed, repository.push(files))
    line = fetched(observed, repository.push({**files, "models/MINE.json": '["openai:one", "openai:two"]'}))
    assert names(line) == ["uses"]


def test_deleted_and_renamed_files(observed: Observed) -> None:
    """A deleted blueprint runs nothing; a renamed one runs under its new name, for that is its id."""
    repository = observed.deployment.repository
    kept = {"blueprints/kept.yml": blueprint("Kept?")}
    fetched(observed, repository.push({**kept, "blueprints/old.yml": blueprint("Moved?")}))
    assert names(fetched(observed, repository.push({**kept, "blueprints/new.yml": blueprint("Moved?")}))) == [
        "new"
    ]
    assert names(fetched(observed, repository.push(kept))) == []


def test_a_force_push_is_compared_with_what_was_there(observed: Observed) -> None:
    """The event names commits of the new history only; files that the old one had otherwise run as well."""
    repository = observed.deployment.repository
    base = {"blueprints/x.yml": blueprint("First x?"), "blueprints/y.yml": blueprint("First y?")}
    fetched(observed, repository.push(base))
    fetched(observed, repository.push({**base, "blueprints/x.yml": blueprint("Second x?")}))
    line = fetched(
        observed,
        repository.push({**base, "blueprints/y.yml": blueprint("Forced y?")}, forced=True, commits=[]),
    )
    assert names(line) == ["x", "y"]


def test_a_force_push_over_commits_that_are_gone_falls_back_to_what_the_event_names(
    observed: Observed,
) -> None:
    """Nothing to compare with must not mean that everything is run, nor nothing."""
    files = {"blueprints/g.yml": blueprint("Gone?"), "blueprints/h.yml": blueprint("Here?")}
    webhook = observed.deployment.repository.push(
        files, before="1" * 40, commits=[{"added": ["blueprints/g.yml"], "modified": [], "removed": []}]
    )
    assert names(fetched(observed, webhook)) == ["g"]


def test_a_replay_of_what_was_fetched_does_nothing(observed: Observed) -> None:
    """The same delivery again, whoever sends it: GitHub is not asked, no run is started, nothing is kept."""
    repository = observed.deployment.repository
    webhook = repository.push({"blueprints/once.yml": blueprint("Once?")})
    assert names(fetched(observed, webhook)) == ["once"]
    asked = repository.counts.copy()
    assert observed.deployment.receive(webhook)[0] == 202
    assert lines_of(observed, webhook, 2)[1]["runs"] == []
    assert repository.counts == asked


def lines_of(observed: Observed, webhook: Webhook, count: int) -> list[dict[str, Any]]:
    """The first so many lines of fetches of a push that came to their end."""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        lines = observed.deployment.lines("fetch_and_schedule")
        ended = [line for line in lines if line.get("done") == "fetch"]
        found = [line for line in ended if line.get("delivery") == webhook.headers["X-GitHub-Delivery"]]
        if len(found) >= count:
            return found[:count]
        time.sleep(0.05)
    raise AssertionError(f"fewer than {count} fetches ended")


def test_a_redelivery_of_what_could_not_be_fetched_yet_is_let_in(observed: Observed) -> None:
    """While GitHub's API is away the push is neither fetched nor forgotten; then it runs once."""
    repository = observed.deployment.repository
    webhook = repository.push({"blueprints/away.yml": blueprint("Away?")})
    delivery = webhook.headers["X-GitHub-Delivery"]
    repository.away = True
    try:
        assert observed.deployment.receive(webhook) == (202, {"queued": delivery})
        observed.line("fetch_and_schedule", delivery=delivery, severity="WARNING")
        assert observed.deployment.receive(webhook) == (202, {"queued": delivery})
    finally:
        repository.away = False
    first, second = lines_of(observed, webhook, 2)
    assert names(first) == ["away"]
    assert second["runs"] in ([], first["runs"])  # the second delivery may have begun before the first ended


def _signed_as(webhook: Webhook, signature: str | None) -> Webhook:
    headers = {k: v for k, v in webhook.headers.items() if k != "X-Hub-Signature-256"}
    return replace(
        webhook, headers=headers if signature is None else {**headers, "X-Hub-Signature-256": signature}
    )


@pytest.mark.parametrize("signature", [None, "", "sha256=", "sha256=" + "0" * 64, "sha1=abc", "öäü"])
def test_without_a_right_signature_nothing_is_looked_at(observed: Observed, signature: str | None) -> None:
    """401, whatever the body says."""
    webhook = observed.deployment.repository.push({"blueprints/w.yml": blueprint("Signed?")})
    assert observed.deployment.receive(_signed_as(webhook, signature))[0] == 401


def test_a_signature_holds_for_exactly_these_bytes(observed: Observed) -> None:
    """One space more is another body, though it is the same JSON."""
    webhook = observed.deployment.repository.push({"blueprints/w.yml": blueprint("Bytes?")})
    assert observed.deployment.receive(replace(webhook, body=webhook.body + b" "))[0] == 401


def _status_of(observed: Observed, head: dict[str, str], body: bytes) -> bytes:
    """The status line of an answer that may come before all of the body was sent."""
    lines = [f"{name}: {value}" for name, value in {"Host": "localhost", **head}.items()]
    address = ("127.0.0.1", observed.deployment.functions["github_webhook"].port)
    with socket.create_connection(address, timeout=10) as connection:
        connection.sendall("\r\n".join(["POST / HTTP/1.1", *lines, "", ""]).encode() + body)
        return connection.makefile("rb").readline()


def test_an_oversized_body_is_refused(observed: Observed) -> None:
    """413 beyond 1 MiB though its signature is right: at once where its size is told, else at that point."""
    webhook = observed.deployment.repository.webhook("push", {"padding": "x" * 2**20})
    told = {**webhook.headers, "Content-Length": str(len(webhook.body))}
    assert b" 413 " in _status_of(observed, told, b"")
    chunked = {**webhook.headers, "Transfer-Encoding": "chunked"}
    chunk = webhook.body[: 2**20 + 1]
    assert b" 413 " in _status_of(observed, chunked, b"%x\r\n%s\r\n" % (len(chunk), chunk))


def test_what_is_no_business_of_ours_is_answered_and_ignored(observed: Observed) -> None:
    """Ping, other events, other branches, tags, other repositories, deleted branches."""
    repository, receive = observed.deployment.repository, observed.deployment.receive
    assert receive(repository.webhook("ping", {"zen": "…"})) == (200, {"pong": True})
    assert receive(repository.webhook("issues", {})) == (200, {"ignored": "the event"})
    other = repository.push({"blueprints/w.yml": blueprint("Branch?")}, branch="feature")
    assert receive(other) == (200, {"ignored": "the branch"})
    event = {"before": "1" * 40, "after": "2" * 40, "commits": []}
    ours = {"full_name": REPOSITORY}
    cases = [
        ({**event, "ref": "refs/tags/main", "repository": ours}, "the branch"),
        ({**event, "ref": "refs/heads/main", "repository": {"full_name": "x/y"}}, "the repository"),
        (
            {**event, "ref": "refs/heads/main", "repository": ours, "after": "0" * 40},
            "the branch was deleted",
        ),
    ]
    for content, reason in cases:
        assert receive(repository.webhook("push", content)) == (200, {"ignored": reason})


@pytest.mark.parametrize("content", [{}, [], {"ref": "refs/heads/main", "before": "../..", "after": "x"}])
def test_a_signed_push_that_is_none_is_refused(observed: Observed, content: object) -> None:
    """400; a commit that is no SHA never gets into a path or a request."""
    assert observed.deployment.receive(observed.deployment.repository.webhook("push", content))[0] == 400


def test_a_delivery_without_a_usable_id_is_refused(observed: Observed) -> None:
    """400: without it nobody could tell a replay."""
    webhook = observed.deployment.repository.push({"blueprints/w.yml": blueprint("Id?")})
    for id_ in ("", "../../plan", "x" * 65):
        broken = replace(webhook, headers={**webhook.headers, "X-GitHub-Delivery": id_})
        assert observed.deployment.receive(broken)[0] == 400


def test_other_methods_are_not_answered(observed: Observed) -> None:
    """A browser that finds the address gets 405."""
    assert observed.deployment.call("github_webhook", None)[0] == 405
