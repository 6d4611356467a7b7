"""Blueprint sources: GitHub's API as the stand-in speaks it, and any object store."""

from __future__ import annotations

import asyncio
import gzip
import io
import tarfile
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

from bench.cloud_demo.github import GitHub, Repository
from pointwise.adapters import archive
from pointwise.adapters.archive import DamagedArchive, files_of
from pointwise.adapters.directory import DirectoryStore
from pointwise.adapters.github import GitHubSource
from pointwise.adapters.stored_source import StoredSource
from pointwise.errors import CallRefused
from pointwise.settings import SourceSettings
from pointwise.testing.memory import MemoryStore

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FILES = {
    "blueprints/a.yml": "- prompt: A?\n",
    "blueprints/deep/b.yaml": "- prompt: B?\n",
    "models/MINE.json": '["x:y"]',
    "models/BROKEN.json": "{",
    "README.md": "no blueprint",
    ".github/workflow.yml": "hidden",
}


@pytest.fixture
def repository() -> Iterator[tuple[Repository, str]]:
    """A served repository with one commit, and where it is served."""
    repository = Repository("o/r", "secret", "token")
    repository.commit(FILES)
    with GitHub(repository) as serving:
        yield repository, serving.url


def source(url: str, store: MemoryStore, token: str | None = None) -> GitHubSource:
    return GitHubSource("o/r", store, SourceSettings("github:o/r", api=url, token=token))


def test_a_revision_is_one_archive_and_an_unchanged_one_none_at_all(
    repository: tuple[Repository, str],
) -> None:
    """However many files; the second look, by any instance, asks only whether anything is new."""
    served, url = repository
    store = MemoryStore()
    first = asyncio.run(source(url, store).snapshot(None))
    assert first.blueprints() == ("blueprints/a.yml", "blueprints/deep/b.yaml")
    assert first.collections() == {"MINE": ("x:y",)}
    assert asyncio.run(source(url, store).snapshot(None)) == first
    assert (served.counts["tarball"], served.counts["not modified"], served.counts["git"]) == (1, 1, 0)
    served.commit({"blueprints/a.yml": "- prompt: New?\n"})
    assert asyncio.run(source(url, store).snapshot(None)).revision == served.branches["main"]
    assert served.counts["tarball"] == 2


def test_what_changed_is_told_by_gits_own_digests(repository: tuple[Repository, str]) -> None:
    """One request for the list of the old revision; None where that revision is gone."""
    served, url = repository
    old = served.branches["main"]
    new = served.commit({**FILES, "blueprints/a.yml": "- prompt: Other?\n"})
    hub = source(url, MemoryStore())
    digests = asyncio.run(hub.digests(old))
    assert digests is not None
    assert asyncio.run(hub.snapshot(new)).changed_since(digests) == {"blueprints/a.yml"}
    assert asyncio.run(hub.digests("f" * 40)) is None


def test_a_status_is_set_where_a_token_may_and_is_no_reason_to_fail_where_not(
    repository: tuple[Repository, str],
) -> None:
    """Long sentences are cut to what GitHub takes."""
    served, url = repository
    sha = served.branches["main"]
    for token in (None, "wrong", "token"):
        asyncio.run(source(url, MemoryStore(), token).announce(sha, accepted=True, sentence="x" * 500))
    assert [(at, len(status["description"])) for at, status in served.statuses] == [(sha, 140)]


@pytest.mark.parametrize("revision", ["main", "../../x", "a" * 39, ""])
def test_what_is_no_commit_never_gets_into_an_address(
    repository: tuple[Repository, str], revision: str
) -> None:
    """Only a SHA is asked for."""
    _, url = repository
    hub = source(url, MemoryStore())
    with pytest.raises(CallRefused):
        asyncio.run(hub.digests(revision))


def packed(*members: tuple[tarfile.TarInfo, bytes]) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as tar:
        for member, data in members:
            member.size = len(data) if member.isreg() else 0
            tar.addfile(member, io.BytesIO(data))
    return gzip.compress(out.getvalue())


def test_links_and_paths_that_lead_out_are_passed_over() -> None:
    """Only plain files with plain paths are taken."""
    link = tarfile.TarInfo("top/blueprints/link.yml")
    link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
    names = ("top/blueprints/ok.yml", "top/../../etc/cron.yml", "top/blueprints/.hidden.yml")
    data = packed((link, b""), *((tarfile.TarInfo(name), b"x") for name in names))
    assert files_of(data) == {"blueprints/ok.yml": b"x"}


def test_an_archive_that_unpacks_without_end_is_refused_in_bounded_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A bomb is told by what it has unpacked to, wherever it hides."""
    monkeypatch.setattr(archive, "_LARGEST_ARCHIVE", 2**20)
    bomb = packed((tarfile.TarInfo("top/image.bin"), b"\0" * 2**22))
    assert len(bomb) < 2**14
    with pytest.raises(DamagedArchive, match="unpacks to more"):
        files_of(bomb)


@pytest.mark.parametrize("data", [b"", b"no gzip", gzip.compress(b"no tar" * 1000), packed()[:-4]])
def test_a_damaged_archive_is_told_or_empty(data: bytes) -> None:
    """Never an error of another kind, never files that are not in it."""
    with suppress(DamagedArchive):
        assert files_of(data) == {}


def test_a_folder_is_a_source_without_history(tmp_path: Path) -> None:
    """Any object store serves, a bucket's prefix as well."""
    for path, text in FILES.items():
        (tmp_path / "prefix" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "prefix" / path).write_text(text)
    shelf = StoredSource(DirectoryStore(tmp_path), "prefix/")
    snapshot = asyncio.run(shelf.snapshot(None))
    assert snapshot.revision is None
    assert snapshot.blueprints() == ("blueprints/a.yml", "blueprints/deep/b.yaml")
    assert asyncio.run(shelf.digests("a" * 40)) is None
