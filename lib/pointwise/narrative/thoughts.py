"""What reasoning models say before they answer, and what they answer."""

from __future__ import annotations

_OPEN, _CLOSE = "<think>", "</think>"


def split_thoughts(text: str) -> tuple[str, str]:
    """Thoughts and answer of a model's output, both stripped.

    DeepSeek's chat template writes the opening tag itself, so output often has the closing one alone. A
    block that never closes was cut off: all of it is thought.
    """
    opened = text.lstrip().startswith(_OPEN)
    thought, closed, answer = text.partition(_CLOSE)
    if not opened and not closed:
        return "", text.strip()
    return thought.strip().removeprefix(_OPEN).strip(), answer.strip()
