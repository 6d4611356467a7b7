"""The outside world: one adapter a module, each behind a port."""
