"""What lies in the bucket, through Google's own client, and how it gets into a folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pointwise.adapters.directory import DirectoryStore
from pointwise.keys import RunKeys
from pointwise.results.overview import run_entry
from pointwise.services import Services
from pointwise.steps.pages import write_site
from pointwise.steps.summaries import enter_run
from pointwise.testing.memory import (
    FixedClock,
    MemoryQueue,
    MemoryScripts,
    MemoryServices,
    RecordingObserver,
    ScriptedChat,
)

if TYPE_CHECKING:
    from pathlib import Path

    from google.cloud import storage

    from pointwise.results.document import Comparison


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


async def enter(run: str, result: Comparison, folder: Path) -> None:
    """Have a copied run among those of a folder, and on the pages that lead to them."""
    store, chat = DirectoryStore(folder), ScriptedChat(lambda *_: "")
    fakes = (MemoryQueue(), chat, MemoryScripts(), MemoryServices(), FixedClock(), RecordingObserver())
    services = Services(store, *fakes)
    store.open()
    await enter_run(run_entry(run, result), services)
    await write_site(result.config_id, services)
    store.close()
