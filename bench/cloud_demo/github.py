"""A stand-in for GitHub: one repository in memory, the parts of the API that are asked, signed webhooks."""

from __future__ import annotations

import gzip
import hashlib
import hmac
import io
import json
import tarfile
import threading
import uuid
from collections import Counter
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

from pointwise.planning.snapshot import git_digest

if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import TracebackType
    from typing import Self

_NOWHERE = "0" * 40


@dataclass(frozen=True, slots=True)
class Webhook:
    """A delivery as GitHub would send it."""

    headers: dict[str, str]
    body: bytes


@dataclass
class Repository:
    """Commits by SHA, and where branches point.

    Attributes:
        away: Whether the API answers nothing but 503.
    """

    name: str
    secret: str
    token: str | None = None
    away: bool = False
    commits: dict[str, dict[str, bytes]] = field(default_factory=dict)
    branches: dict[str, str] = field(default_factory=dict)
    statuses: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    def commit(self, files: Mapping[str, str | bytes], branch: str = "main") -> str:
        """Make files the content of a branch; the new SHA."""
        content = {path: data.encode() if isinstance(data, str) else data for path, data in files.items()}
        tree = "".join(f"{path} {git_digest(data)}\n" for path, data in sorted(content.items()))
        parent = self.branches.get(branch, _NOWHERE)
        sha = hashlib.sha1(f"{parent}\n{tree}".encode(), usedforsecurity=False).hexdigest()
        self.commits[sha] = content
        self.branches[branch] = sha
        return sha

    def push(self, files: Mapping[str, str | bytes], branch: str = "main", **changes: Any) -> Webhook:  # noqa: ANN401 - any field of the event
        """Commit files and report it; `changes` replace fields of the event."""
        before = self.branches.get(branch, _NOWHERE)
        after = self.commit(files, branch)
        old, new = self.commits.get(before, {}), self.commits[after]
        commit = {
            "id": after,
            "added": sorted(set(new) - set(old)),
            "modified": sorted(path for path in set(new) & set(old) if new[path] != old[path]),
            "removed": sorted(set(old) - set(new)),
        }
        event = {
            "ref": f"refs/heads/{branch}",
            "before": before,
            "after": after,
            "forced": False,
            "repository": {"full_name": self.name},
            "commits": [commit],
            **changes,
        }
        return self.webhook("push", event)

    def webhook(self, event: str, content: object, delivery: str | None = None) -> Webhook:
        """Any event, signed."""
        body = json.dumps(content).encode()
        signature = hmac.new(self.secret.encode(), body, hashlib.sha256).hexdigest()
        headers = {
            "Content-Type": "application/json",
            "X-GitHub-Event": event,
            "X-GitHub-Delivery": delivery or str(uuid.uuid4()),
            "X-Hub-Signature-256": f"sha256={signature}",
        }
        return Webhook(headers, body)

    def archive(self, sha: str) -> bytes:
        """A commit as GitHub packs it: everything below one folder."""
        packed = io.BytesIO()
        with tarfile.open(fileobj=packed, mode="w") as tar:
            for path, data in sorted(self.commits[sha].items()):
                entry = tarfile.TarInfo(f"{self.name.replace('/', '-')}-{sha[:7]}/{path}")
                entry.size = len(data)
                tar.addfile(entry, io.BytesIO(data))
        return gzip.compress(packed.getvalue(), mtime=0)


class GitHub:
    """Serves a repository on a port of this machine, as a context manager."""

    def __init__(self, repository: Repository) -> None:
        self.repository = repository
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(repository))
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)

    @property
    def url(self) -> str:
        """Base URL of the API."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


@dataclass(frozen=True, slots=True)
class _Answer:
    status: int
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)


_MISSING = _Answer(404, b'{"message": "Not Found"}')


def _found(repository: Repository, path: str, tag: str | None) -> _Answer:
    """What the API answers to a GET."""
    if repository.away:
        return _Answer(503)
    kind, _, rest = path.removeprefix(f"/repos/{repository.name}/").partition("/")
    last = rest.rpartition("/")[2]
    if kind == "commits" and last in repository.branches:
        return _head(repository, repository.branches[last], tag)
    if last not in repository.commits:
        return _MISSING
    if kind == "tarball":
        # As GitHub does: the bytes are elsewhere, and are asked for without the token.
        return _Answer(302, headers={"Location": f"/{repository.name}/legacy.tar.gz/{last}"})
    if kind == "git":
        return _Answer(200, json.dumps({"tree": _tree(repository.commits[last])}).encode())
    return _Answer(200, repository.archive(last)) if "legacy.tar.gz" in path else _MISSING


def _head(repository: Repository, sha: str, tag: str | None) -> _Answer:
    current = {"ETag": f'W/"{sha}"'}
    if tag == current["ETag"]:
        repository.counts["not modified"] += 1
        return _Answer(304, headers=current)
    return _Answer(200, sha.encode(), current)


def _tree(files: Mapping[str, bytes]) -> list[dict[str, str]]:
    return [{"path": path, "type": "blob", "sha": git_digest(data)} for path, data in files.items()]


def _handler(repository: Repository) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = self.path.partition("?")[0]
            repository.counts[path.removeprefix("/").split("/")[3 if path.startswith("/repos/") else 2]] += 1
            self._send(_found(repository, path, self.headers.get("If-None-Match")))

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            repository.counts["statuses"] += 1
            if self.headers.get("Authorization") != f"Bearer {repository.token}":
                self._send(_Answer(403, b'{"message": "Resource not accessible"}'))
                return
            repository.statuses.append((self.path.rpartition("/")[2], json.loads(body)))
            self._send(_Answer(201, b"{}"))

        def _send(self, answer: _Answer) -> None:
            self.send_response(answer.status)
            for name, value in answer.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(answer.body)))
            self.end_headers()
            self.wfile.write(answer.body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class named it
            """Counts say what was asked."""

    return Handler
