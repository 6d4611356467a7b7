"""Where the outside comes in. Only translates: bytes or arguments to a message, an outcome to a status."""
