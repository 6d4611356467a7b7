"""Buckets, objects, preconditions and lists of the storage emulator, as Google's own client sees them."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest
import requests
from google.api_core import exceptions

if TYPE_CHECKING:
    from collections.abc import Callable

    from google.cloud import storage

    from pointwise.testing.emulators.storage import StorageEmulator

RACERS = 32


def put(bucket: storage.Bucket, name: str, data: bytes = b"data", **options: object) -> storage.Blob:
    """Upload once, without the client's own retries."""
    blob = bucket.blob(name)
    blob.upload_from_string(data, retry=None, **options)
    return blob


def test_buckets_are_made_found_listed_changed_and_deleted(client: storage.Client) -> None:
    """A bucket lives from create to delete, and its settings can be changed."""
    made = client.create_bucket("another", location="EU")
    made.labels = {"team": "eval"}
    made.patch()
    found = client.get_bucket("another")
    assert (found.location, found.labels) == ("EU", {"team": "eval"})
    assert [one.name for one in client.list_buckets()] == ["another", "box"]
    found.delete()
    assert client.lookup_bucket("another") is None


def test_a_bucket_cannot_be_made_twice(client: storage.Client) -> None:
    """The second creator of a bucket gets a conflict."""
    with pytest.raises(exceptions.Conflict):
        client.create_bucket("box")


def test_a_full_bucket_cannot_be_deleted(bucket: storage.Bucket) -> None:
    """Deleting a bucket needs it to be empty."""
    put(bucket, "a")
    with pytest.raises(exceptions.Conflict):
        bucket.delete()


@pytest.mark.parametrize(
    "call",
    [
        lambda absent: put(absent, "a"),
        lambda absent: list(absent.list_blobs()),
        lambda absent: absent.reload(),
    ],
    ids=["write", "list", "read"],
)
def test_an_absent_bucket_is_not_found(
    client: storage.Client, call: Callable[[storage.Bucket], object]
) -> None:
    """Nothing can be done in a bucket that is not there."""
    with pytest.raises(exceptions.NotFound):
        call(client.bucket("absent"))


def test_of_32_concurrent_creators_one_wins(bucket: storage.Bucket) -> None:
    """With ifGenerationMatch=0 one write succeeds, and its bytes are the object's."""
    together = threading.Barrier(RACERS)

    def create(number: int) -> int | None:
        together.wait()
        try:
            put(bucket, "contested", b"%d" % number, if_generation_match=0)
        except exceptions.PreconditionFailed:
            return None
        return number

    with ThreadPoolExecutor(RACERS) as threads:
        winners = [number for number in threads.map(create, range(RACERS)) if number is not None]
    assert len(winners) == 1
    assert bucket.blob("contested").download_as_bytes() == b"%d" % winners[0]


def test_a_write_can_be_bound_to_a_generation(bucket: storage.Bucket) -> None:
    """Only the holder of the present generation replaces it; generations rise."""
    first = put(bucket, "a", b"1").generation
    second = put(bucket, "a", b"2", if_generation_match=first).generation
    assert second > first
    with pytest.raises(exceptions.PreconditionFailed):
        put(bucket, "a", b"3", if_generation_match=first)
    with pytest.raises(exceptions.PreconditionFailed):
        put(bucket, "a", b"3", if_generation_not_match=second)
    with pytest.raises(exceptions.PreconditionFailed):
        put(bucket, "absent", b"3", if_generation_match=second)
    assert bucket.blob("a").download_as_bytes() == b"2"


def test_metadata_changes_raise_the_metageneration_alone(bucket: storage.Bucket) -> None:
    """A patch merges, removes what is null, and can be bound to a metageneration."""
    blob = put(bucket, "a")
    blob.metadata = {"kept": "1", "gone": "2"}
    blob.patch(if_metageneration_match=1)
    blob.metadata = {"gone": None, "new": "3"}
    blob.cache_control = "no-store"
    blob.patch()
    found = bucket.get_blob("a")
    assert (found.metadata, found.cache_control) == ({"kept": "1", "new": "3"}, "no-store")
    assert (found.metageneration, found.generation) == (3, blob.generation)
    with pytest.raises(exceptions.PreconditionFailed):
        blob.patch(if_metageneration_match=1)
    with pytest.raises(exceptions.PreconditionFailed):
        blob.patch(if_metageneration_not_match=3)


def test_a_full_update_forgets_what_it_does_not_name(bucket: storage.Bucket) -> None:
    """PUT replaces all that may be said about an object."""
    blob = put(bucket, "a", content_type="text/x")
    blob.metadata = {"note": "1"}
    blob.patch()
    blob.metadata = None
    blob.update()
    assert bucket.get_blob("a").metadata is None


def test_a_reader_with_the_present_state_gets_no_bytes(
    storage_emulator: StorageEmulator, bucket: storage.Bucket
) -> None:
    """A failed not-match precondition of a read is 304, of a match 412."""
    generation = put(bucket, "a").generation
    url = f"{storage_emulator.url}/storage/v1/b/box/o/a"
    for query, status in (
        (f"ifGenerationNotMatch={generation}", 304),
        ("ifMetagenerationNotMatch=1", 304),
        ("ifGenerationMatch=1", 412),
        (f"ifGenerationMatch={generation}", 200),
        ("ifGenerationMatch=-x", 400),
    ):
        assert requests.get(f"{url}?{query}", timeout=5).status_code == status, query


def test_only_the_present_generation_is_kept(bucket: storage.Bucket) -> None:
    """An old generation is not found once it was replaced."""
    old = put(bucket, "a", b"1").generation
    put(bucket, "a", b"2")
    with pytest.raises(exceptions.NotFound):
        bucket.blob("a", generation=old).download_as_bytes()


def test_a_deleted_object_is_gone_at_once(bucket: storage.Bucket) -> None:
    """After a delete nothing is read or listed, and a second delete finds nothing."""
    blob = put(bucket, "a")
    with pytest.raises(exceptions.PreconditionFailed):
        blob.delete(if_generation_match=blob.generation + 1)
    blob.delete(if_generation_match=blob.generation)
    assert not blob.exists()
    assert list(bucket.list_blobs()) == []
    with pytest.raises(exceptions.NotFound):
        bucket.blob("a").delete()


def test_objects_are_composed_in_order(bucket: storage.Bucket) -> None:
    """A composed object is its parts one after another; it counts them and has no MD5."""
    parts = [put(bucket, name, name.encode()) for name in ("b", "a", "c")]
    whole = bucket.blob("whole")
    whole.content_type = "text/plain"
    whole.compose(parts, if_generation_match=0, if_source_generation_match=[p.generation for p in parts])
    found = bucket.get_blob("whole")
    assert found.download_as_bytes() == b"bac"
    assert (found.component_count, found.md5_hash, found.content_type) == (3, None, "text/plain")
    with pytest.raises(exceptions.PreconditionFailed):
        bucket.blob("other").compose(parts, if_source_generation_match=[1, 1, 1])
    with pytest.raises(exceptions.NotFound):
        bucket.blob("other").compose([*parts, bucket.blob("absent")])
    with pytest.raises(exceptions.BadRequest):
        bucket.blob("other").compose(parts * 11)


def test_a_compose_obeys_what_is_said_of_both_sides(bucket: storage.Bucket) -> None:
    """A target that must not be there is kept; sources are of the generations named, and may be empty."""
    parts = [put(bucket, "a", b"a"), put(bucket, "b", b""), put(bucket, "c", b"c")]
    whole = bucket.blob("whole")
    whole.compose(parts, if_generation_match=0)
    assert whole.download_as_bytes() == b"ac"
    with pytest.raises(exceptions.PreconditionFailed):
        bucket.blob("whole").compose(parts[:1], if_generation_match=0)
    put(bucket, "a", b"new")
    with pytest.raises(exceptions.NotFound):
        bucket.blob("other").compose(parts)
    with pytest.raises(exceptions.MethodNotImplemented):
        bucket.blob("other").compose([bucket.blob("a")], delete_source_objects=True)
    assert bucket.blob("whole").download_as_bytes() == b"ac"
    assert not bucket.blob("other").exists()


def test_objects_are_copied_with_what_is_said_about_them(
    client: storage.Client, bucket: storage.Bucket
) -> None:
    """Copy and rewrite keep bytes and metadata, over buckets too, and obey both sides' preconditions."""
    other = client.create_bucket("other")
    blob = bucket.blob("a")
    blob.metadata = {"note": "1"}
    blob.upload_from_string(b"data", content_type="text/x")
    copy = bucket.copy_blob(blob, other, "copied", if_generation_match=0)
    assert (copy.download_as_bytes(), copy.content_type, copy.metadata) == (b"data", "text/x", {"note": "1"})
    target = other.blob("rewritten")
    assert target.rewrite(blob) == (None, 4, 4)
    assert target.download_as_bytes() == b"data"
    with pytest.raises(exceptions.PreconditionFailed):
        bucket.copy_blob(blob, other, "copied", if_generation_match=0)
    with pytest.raises(exceptions.PreconditionFailed):
        target.rewrite(blob, if_source_generation_match=1)


NAMES = ["B", "a", "a/1", "a/2", "a/b/3", "a0", "b/1", "é", "\U0001f600"]


@pytest.fixture
def full(bucket: storage.Bucket) -> storage.Bucket:
    """The bucket with an object of every name, written in another order."""
    for name in reversed(NAMES):
        put(bucket, name)
    return bucket


@pytest.mark.parametrize("size", [None, 1, 2, 3, 100])
@pytest.mark.parametrize(
    ("options", "names", "prefixes"),
    [
        ({}, NAMES, []),
        ({"prefix": "a/"}, ["a/1", "a/2", "a/b/3"], []),
        ({"prefix": "a"}, ["a", "a/1", "a/2", "a/b/3", "a0"], []),
        ({"prefix": "zz"}, [], []),
        ({"delimiter": "/"}, ["B", "a", "a0", "é", "\U0001f600"], ["a/", "b/"]),
        ({"prefix": "a/", "delimiter": "/"}, ["a/1", "a/2"], ["a/b/"]),
        ({"start_offset": "a/2"}, ["a/2", "a/b/3", "a0", "b/1", "é", "\U0001f600"], []),
        ({"end_offset": "a/2"}, ["B", "a", "a/1"], []),
        ({"start_offset": "a/2", "end_offset": "b", "prefix": "a"}, ["a/2", "a/b/3", "a0"], []),
    ],
    ids=str,
)
def test_lists_are_ordered_and_complete_whatever_the_page_size(
    full: storage.Bucket, options: dict[str, str], names: list[str], prefixes: list[str], size: int | None
) -> None:
    """Names come in the order of their UTF-8 bytes; every name and every prefix comes once."""
    found = full.list_blobs(page_size=size, **options)
    pages = [[blob.name for blob in page] for page in found.pages]
    assert [name for page in pages for name in page] == names
    assert sorted(found.prefixes) == prefixes
    assert size is None or all(len(page) <= size for page in pages)


def test_a_page_has_at_most_1000_names(storage_emulator: StorageEmulator, bucket: storage.Bucket) -> None:
    """The client pages on by itself; each page is one list operation."""
    storage_emulator.fill("box", {f"{number:04}": b"" for number in range(1001)})
    assert len(list(bucket.list_blobs(page_size=5000))) == 1001
    assert storage_emulator.counts() == {"list": 2}


def test_an_answer_can_be_cut_to_some_fields(storage_emulator: StorageEmulator, full: storage.Bucket) -> None:
    """`fields` selects at any depth, and nonsense in it is refused."""
    url = f"{storage_emulator.url}/storage/v1/b/box/o"
    asked = {"fields": "items(name,size),nextPageToken", "maxResults": 1}
    answer = requests.get(url, params=asked, timeout=5).json()
    assert answer == {"items": [{"name": "B", "size": "4"}], "nextPageToken": answer["nextPageToken"]}
    assert requests.get(url, params={"fields": "items/name", "prefix": "a/b"}, timeout=5).json() == {
        "items": [{"name": "a/b/3"}]
    }
    for broken in ("items(", "items(name", "(", "items)", "a,,b", "a b"):
        assert requests.get(url, params={"fields": broken}, timeout=5).status_code == 400, broken


def test_a_batch_answers_each_of_its_calls(client: storage.Client, bucket: storage.Bucket) -> None:
    """One request deletes and changes many objects; what fails fails alone."""
    for name in ("a", "b", "c d"):
        put(bucket, name)
    changed = bucket.blob("c d")
    with client.batch(raise_exception=False) as batch:
        bucket.delete_blob("a")
        bucket.delete_blob("absent")
        bucket.delete_blob("b")
        changed.metadata = {"note": "1"}
        changed.patch()
    assert [answer.status_code for answer in batch._responses] == [204, 404, 204, 200]
    assert [(blob.name, blob.metadata) for blob in bucket.list_blobs()] == [("c d", {"note": "1"})]


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/storage/v1/b/box/o?versions=true", 501),
        ("GET", "/storage/v1/b/box/o?matchGlob=a", 501),
        ("GET", "/storage/v1/b/box/iam", 404),
        ("GET", "/nowhere", 404),
        ("GET", "/storage/v1/b/box/o?pageToken=%25", 400),
        ("POST", "/upload/storage/v1/b/box/o?name=a", 400),
        ("POST", "/upload/storage/v1/b/box/o?name=a%0Ab&uploadType=media", 400),
        ("POST", "/upload/storage/v1/b/box/o?uploadType=media", 400),
        ("POST", "/upload/storage/v1/b/box/o?uploadType=multipart", 400),
        ("POST", "/storage/v1/b", 400),
        ("POST", "/storage/v1/b/box/o/a/compose", 400),
    ],
)
def test_what_is_not_emulated_or_makes_no_sense_is_refused(
    storage_emulator: StorageEmulator, method: str, path: str, status: int
) -> None:
    """Nothing is ignored silently, and nothing breaks the emulator."""
    answer = requests.request(method, f"{storage_emulator.url}{path}", data=b"", timeout=5)
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, status)
