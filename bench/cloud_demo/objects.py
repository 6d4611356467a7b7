"""What lies in the bucket, through Google's own client."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pointwise.keys import RunKeys

if TYPE_CHECKING:
    from pathlib import Path

    from google.cloud import storage


def bucket_of(endpoint: str, name: str) -> storage.Bucket:
    """A bucket of an emulator."""
    from google.auth.credentials import AnonymousCredentials  # noqa: PLC0415 - takes a while to import
    from google.cloud import storage  # noqa: PLC0415 - likewise

    options = {"api_endpoint": endpoint}
    client = storage.Client(project="demo", credentials=AnonymousCredentials(), client_options=options)
    return client.bucket(name)


def copy_run(bucket: storage.Bucket, run: str, folder: Path) -> Path:
    """Copy a run into a folder of results, as `pointwise run` leaves them; the path of its result."""
    for blob in bucket.list_blobs(prefix=f"runs/{run}/"):
        path = folder / blob.name
        path.parent.mkdir(parents=True, exist_ok=True)
        # By name, not as it was listed: a run's last task may be delivered twice and write the same anew.
        path.write_bytes(bucket.blob(blob.name).download_as_bytes())
    return folder / RunKeys(run).result
