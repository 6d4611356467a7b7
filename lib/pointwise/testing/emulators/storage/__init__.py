"""An emulator of Cloud Storage: its JSON API over HTTP."""

from pointwise.testing.emulators.storage.emulator import StorageEmulator

__all__ = ["StorageEmulator"]
