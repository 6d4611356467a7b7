"""The deterministic functions of a blueprint. Pure: what they need run elsewhere, they ask for as a value."""
