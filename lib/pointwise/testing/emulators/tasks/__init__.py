"""An emulator of Cloud Tasks: queues over gRPC, deliveries over HTTP."""

from pointwise.testing.emulators.tasks.emulator import TasksEmulator

__all__ = ["TasksEmulator"]
