"""Blueprints in a repository on GitHub: `BlueprintSource` over its REST API.

A revision is read with one request for its archive, whatever it holds, and kept in the store. Which one is
the newest is asked with the tag of the last answer; while it still holds, that costs nothing of the quota.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import quote

from pydantic import TypeAdapter, ValidationError

from pointwise import keys, records
from pointwise.adapters.archive import DamagedArchive, files_of
from pointwise.adapters.github_client import GitHubClient
from pointwise.errors import CallError, CallInterrupted, CallRefused
from pointwise.frozen import Frozen
from pointwise.planning.snapshot import Snapshot

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pointwise.ports import ObjectStore
    from pointwise.settings import SourceSettings

_SHA = re.compile(r"[0-9a-f]{40,64}")
_CONTEXT = "pointwise"
_LONGEST_SENTENCE = 140  # characters of a commit status (REST API, "Create a commit status")


class Head(Frozen):
    """The newest revision of a branch, as it was last seen, and the tag of that answer."""

    revision: str
    tag: str | None


class _Entry(Frozen, extra="ignore"):
    path: str
    type: str
    sha: str


class _Tree(Frozen, extra="ignore"):
    tree: tuple[_Entry, ...]
    truncated: bool = False


_TREE: TypeAdapter[_Tree] = TypeAdapter(_Tree)


class GitHubSource:
    """A repository.

    Args:
        repository: `OWNER/NAME`.
        store: Keeps what was read.
        settings: Branches, token, and where the API is.
    """

    def __init__(self, repository: str, store: ObjectStore, settings: SourceSettings) -> None:
        self._repository = repository
        self._store = store
        self._branch = settings.branches[0]
        self._client = GitHubClient(f"{settings.api}/repos/{repository}", settings.token)

    async def snapshot(self, revision: str | None) -> Snapshot:
        sha = _checked(revision or await self._newest())
        key = keys.snapshot_of(self._repository, sha)
        kept = await self._store.read(key)
        if kept is not None:
            return records.read(Snapshot, kept, key)
        answer = await self._client.get(f"tarball/{sha}")
        try:
            files = files_of(answer.body)
        except DamagedArchive as exc:
            raise CallInterrupted("provider", f"GitHub's archive of {sha} cannot be read: {exc}.") from exc
        snapshot = Snapshot(revision=sha, files=files)
        await self._store.create(key, records.write(snapshot))
        return snapshot

    async def digests(self, revision: str) -> Mapping[str, str] | None:
        path = f"git/trees/{_checked(revision)}?recursive=1"
        try:
            answer = await self._client.get(path)
        except CallRefused as exc:
            if exc.reason == "invalid_request":  # gone with the branch that was overwritten
                return None
            raise
        try:
            tree = _TREE.validate_json(answer.body)
        except ValidationError as exc:
            raise CallInterrupted("provider", "GitHub's list of files cannot be read.") from exc
        if tree.truncated:
            return None
        return {entry.path: entry.sha for entry in tree.tree if entry.type == "blob"}

    async def announce(self, revision: str, *, accepted: bool, sentence: str) -> None:
        """Set the commit's status, where there is a token that may."""
        if not self._client.has_token:
            return
        state = "success" if accepted else "failure"
        status = {"state": state, "context": _CONTEXT, "description": sentence[:_LONGEST_SENTENCE]}
        try:
            await self._client.post(f"statuses/{_checked(revision)}", status)
        except CallError:
            return  # the problems are stored; a mark beside the commit is a courtesy

    async def _newest(self) -> str:
        key = keys.head_of(self._repository, self._branch)
        data = await self._store.read(key)
        known = records.read(Head, data, key) if data else None
        path = f"commits/{quote(self._branch, safe='')}"
        answer = await self._client.get(
            path, accept="application/vnd.github.sha", tag=known.tag if known else None
        )
        if answer.status == 304 and known is not None:
            return known.revision
        head = Head(revision=_checked(answer.body.decode("ascii", "replace").strip()), tag=answer.tag)
        await self._store.replace(key, records.write(head))
        return head.revision


def _checked(revision: str) -> str:
    if not _SHA.fullmatch(revision):
        raise CallRefused("invalid_request", f"{revision[:80]!r} is no commit.")
    return revision
