"""The stages of a run. Each is `async (task, services) -> None`, may run twice and may die anywhere."""
