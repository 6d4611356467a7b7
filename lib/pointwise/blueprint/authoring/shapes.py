"""Shapes that several forms share."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

Name = str | int | float | bool
"""A text; numbers and truth values are taken as texts, because `id: 2024` is hardly a mistake."""
Filled = Annotated[str, Field(min_length=1)]
RenderAs = Literal["markdown", "html", "plaintext"]


def shape(value: object) -> str:
    """Which member of a union a value can only be meant for."""
    if isinstance(value, str):
        return "text"
    return "map" if isinstance(value, dict) else "list" if isinstance(value, list) else "other"
