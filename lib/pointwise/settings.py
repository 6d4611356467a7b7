"""The environment, read once, as one typed value. Nothing else looks at `os.environ`."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pointwise.adapters.providers import ProviderSettings, provider_settings
from pointwise.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping

DEFAULT_FOLDER = "pointwise-results"


@dataclass(frozen=True, slots=True)
class Settings:
    """What the surroundings decide.

    Attributes:
        providers: Where models are and the keys to them.
        variables: What blueprints may refer to as `${NAME}` in services.
        folder: Where results go unless a person says otherwise.
        call_seconds: Longest time one request to a model may take.
        call_attempts: Requests for one call, the first included, before the queue takes over.
    """

    providers: ProviderSettings
    variables: Mapping[str, str]
    folder: str = DEFAULT_FOLDER
    call_seconds: float = 600.0
    call_attempts: int = 5

    def __repr__(self) -> str:
        return f"Settings(folder={self.folder!r})"


def read_settings(env: Mapping[str, str] = os.environ) -> Settings:
    """The settings in environment variables.

    Raises:
        InputError: A value is not what its variable needs.
    """
    providers = provider_settings(env)
    return Settings(
        providers=providers,
        variables=providers.variables,
        folder=env.get("POINTWISE_OUT", DEFAULT_FOLDER),
        call_seconds=_number(env, "POINTWISE_CALL_SECONDS", 600.0, 86_400),
        call_attempts=int(_number(env, "POINTWISE_CALL_ATTEMPTS", 5, 100)),
    )


def _number(env: Mapping[str, str], name: str, default: float, most: float) -> float:
    text = env.get(name, "").strip()
    if not text:
        return default
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number <= most:
        raise InputError(f"{name} is {text!r}; it must be a number above 0, at most {most:g}.")
    return number
