"""Bytes into the storage emulator and out of it, as Google's own client sends and reads them."""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
from typing import TYPE_CHECKING

import pytest
import requests
from google.api_core import exceptions

if TYPE_CHECKING:
    from google.cloud import storage

    from pointwise.testing.emulators.storage import StorageEmulator

CHUNK = 256 * 1024
TIMEOUT = 5


@pytest.mark.parametrize("data", [b"", b"x", b"\x00\xff\r\n--\r\n\r\n", bytes(range(256)) * 5000], ids=len)
def test_an_upload_in_two_parts_keeps_every_byte(bucket: storage.Bucket, data: bytes) -> None:
    """What the client uploads as metadata and media comes back as it was."""
    bucket.blob("a/b c?#ü.bin").upload_from_string(data, content_type="x/y")
    blob = bucket.get_blob("a/b c?#ü.bin")
    assert blob.download_as_bytes() == data
    assert (blob.size, blob.content_type) == (len(data), "x/y")


def test_a_media_upload_keeps_every_byte(storage_emulator: StorageEmulator, bucket: storage.Bucket) -> None:
    """The bytes alone, with the name in the query, make an object, also when they come in HTTP chunks."""
    url = f"{storage_emulator.url}/upload/storage/v1/b/box/o?uploadType=media&name=m%2Fn"
    requests.post(url, data=iter([b"\x00raw", b"\xff"]), headers={"Content-Type": "a/b"}, timeout=TIMEOUT)
    assert bucket.blob("m/n").download_as_bytes() == b"\x00raw\xff"
    assert bucket.get_blob("m/n").content_type == "a/b"


@pytest.mark.parametrize("size", [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK + 7])
def test_a_resumable_upload_in_chunks_keeps_every_byte(bucket: storage.Bucket, size: int) -> None:
    """An object that arrives in chunks of 256 KiB is whole at the end."""
    data = (b"0123456789abcde" * (size // 15 + 1))[:size]
    blob = bucket.blob("big", chunk_size=CHUNK)
    blob.upload_from_file(io.BytesIO(data), content_type="a/b", if_generation_match=0)
    assert bucket.blob("big").download_as_bytes() == data
    assert bucket.get_blob("big").content_type == "a/b"
    with pytest.raises(exceptions.PreconditionFailed):
        blob.upload_from_file(io.BytesIO(data), if_generation_match=0)


def test_a_resumable_upload_of_unknown_size_keeps_every_byte(bucket: storage.Bucket) -> None:
    """A writer that does not know the size beforehand may stream."""
    with bucket.blob("stream").open("wb", chunk_size=CHUNK, ignore_flush=True) as file:
        for number in range(3):
            file.write(bytes([number]) * CHUNK)
        file.write(b"end")
    data = bucket.blob("stream").download_as_bytes()
    assert (len(data), data[-4:]) == (3 * CHUNK + 3, b"\x02end")


def test_an_interrupted_resumable_upload_goes_on_where_it_stopped(storage_emulator: StorageEmulator) -> None:
    """The service says how much it has, ignores repeated bytes, takes the rest, and remembers the end."""
    start = f"{storage_emulator.url}/upload/storage/v1/b/box/o?uploadType=resumable"
    url = requests.post(start, json={"name": "r"}, timeout=TIMEOUT).headers["Location"]
    data = bytes(range(256)) * 1025
    total = len(data)

    def send(said: str, chunk: bytes = b"") -> requests.Response:
        return requests.put(
            url, data=chunk, headers={"Content-Range": f"bytes {said}/{total}"}, timeout=TIMEOUT
        )

    assert "Range" not in send("*").headers
    partial = send(f"0-{CHUNK + 49}", data[: CHUNK + 50])
    assert (partial.status_code, partial.headers["Range"]) == (308, f"bytes=0-{CHUNK - 1}")
    assert send(f"{CHUNK + 50}-{total - 1}", data[CHUNK + 50 :]).status_code == 308
    assert send("*").headers["Range"] == f"bytes=0-{CHUNK - 1}"
    whole = send(f"{CHUNK - 6}-{total - 1}", data[CHUNK - 6 :]).json()
    assert whole["md5Hash"] == base64.b64encode(hashlib.md5(data, usedforsecurity=False).digest()).decode()
    assert send("*").json() == whole


def test_a_cancelled_upload_is_gone(bucket: storage.Bucket) -> None:
    """After its cancellation an upload takes no bytes and leaves no object."""
    url = bucket.blob("c").create_resumable_upload_session(size=3)
    assert requests.delete(url, timeout=TIMEOUT).status_code == 499
    assert requests.put(url, data=b"abc", timeout=TIMEOUT).status_code == 404
    assert not bucket.blob("c").exists()


def test_checksums_are_those_of_the_bytes(bucket: storage.Bucket) -> None:
    """The check value of CRC-32C (RFC 3720, B.4: 32 zero bytes are 8A9136AA) and MD5 come out."""
    bucket.blob("a").upload_from_string(bytes(32))
    blob = bucket.get_blob("a")
    assert base64.b64decode(blob.crc32c) == bytes.fromhex("8A9136AA")
    assert blob.md5_hash == base64.b64encode(hashlib.md5(bytes(32), usedforsecurity=False).digest()).decode()


@pytest.mark.parametrize("claim", [{"md5Hash": "AAAAAAAAAAAAAAAAAAAAAA=="}, {"crc32c": "AAAAAA=="}])
def test_an_upload_with_a_wrong_checksum_is_refused(
    storage_emulator: StorageEmulator, bucket: storage.Bucket, claim: dict[str, str]
) -> None:
    """Bytes that were damaged on the way are not stored, in one request or in chunks."""
    start = f"{storage_emulator.url}/upload/storage/v1/b/box/o?uploadType=resumable"
    url = requests.post(start, json={"name": "a", **claim}, timeout=TIMEOUT).headers["Location"]
    assert requests.put(url, data=b"data", timeout=TIMEOUT).status_code == 400
    hashed = requests.post(start, json={"name": "a"}, timeout=TIMEOUT).headers["Location"]
    sums = ",".join(f"{name.removesuffix('Hash')}={text}" for name, text in claim.items())
    last = requests.put(hashed, data=b"data", headers={"X-Goog-Hash": sums}, timeout=TIMEOUT)
    assert "doesn't match" in last.json()["error"]["message"]
    assert not bucket.blob("a").exists()


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        (0, 0, b"0"),
        (0, 9, b"0123456789"),
        (1, 5, b"12345"),
        (9, 9, b"9"),
        (3, None, b"3456789"),
        (8, 20, b"89"),
    ],
)
def test_a_range_is_read_alone(bucket: storage.Bucket, start: int, end: int | None, expected: bytes) -> None:
    """A download of some bytes, the last one inclusive, brings these and no others."""
    bucket.blob("a").upload_from_string(b"0123456789")
    assert bucket.blob("a").download_as_bytes(start=start, end=end) == expected


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("bytes=-3", (206, b"789", "bytes 7-9/10")),
        ("bytes=-30", (206, b"0123456789", "bytes 0-9/10")),
        ("bytes=10-", (416, b"", "bytes */10")),
        ("bytes=x", (200, b"0123456789", None)),
        ("bytes=-", (200, b"0123456789", None)),
    ],
)
def test_a_range_that_cannot_be_had_says_so(
    storage_emulator: StorageEmulator, asked: str, expected: tuple[int, bytes, str | None]
) -> None:
    """Suffixes work, a range beyond the end is 416, and nonsense asks for everything."""
    storage_emulator.fill("box", {"a": b"0123456789"})
    url = f"{storage_emulator.url}/download/storage/v1/b/box/o/a?alt=media"
    answer = requests.get(url, headers={"Range": asked}, timeout=TIMEOUT)
    assert (answer.status_code, answer.content, answer.headers.get("Content-Range")) == expected


def test_a_large_object_is_read_in_chunks(bucket: storage.Bucket) -> None:
    """A client that reads chunk by chunk gets the whole."""
    data = bytes(range(251)) * 3000
    bucket.blob("a").upload_from_string(data)
    assert bucket.blob("a", chunk_size=CHUNK).download_as_bytes() == data


def test_a_compressed_object_is_unpacked_by_the_client(bucket: storage.Bucket) -> None:
    """An object stored with Content-Encoding gzip is delivered as stored, and says so."""
    blob = bucket.blob("a")
    blob.content_encoding = "gzip"
    blob.upload_from_string(gzip.compress(b"text" * 100))
    assert bucket.blob("a").download_as_bytes() == b"text" * 100
    assert gzip.decompress(bucket.blob("a").download_as_bytes(raw_download=True)) == b"text" * 100
