"""The environment, read once, as one typed value. Nothing else looks at `os.environ`."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pointwise.adapters.cloud_tasks import unqueueable
from pointwise.adapters.providers import ProviderSettings, provider_settings
from pointwise.errors import InputError
from pointwise.planning.admission import SourceLimits

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


@dataclass(frozen=True, slots=True)
class CloudSettings:
    """Where the parts of a deployed system are.

    Attributes:
        bucket: Name of the bucket that is the store.
        location: `projects/…/locations/…` of all queues.
        functions: URL by name of function: `fetch-and-schedule`, `generate`, `judge-point`, `aggregate`.
        providers: Those that have queues, `generate-<provider>` and `judge-<provider>`.
        invoker: E-mail address of the service account that functions are called as, if any.
        attempts: Deliveries of a task, as its queue has it.
        call_attempts: Requests for one call within a delivery. Beyond it the queue repeats, which alone
            can hold all workers together to a provider's rate.
        storage: URL of an emulator of Cloud Storage, if that is used.
        tasks: `host:port` of an emulator of Cloud Tasks, if that is used.
        logs: URL of a stand-in for Cloud Logging, if that is used.
    """

    bucket: str
    location: str
    functions: Mapping[str, str]
    providers: frozenset[str]
    invoker: str | None = None
    attempts: int = 10
    call_attempts: int = 1
    storage: str | None = None
    tasks: str | None = None
    logs: str | None = None

    @property
    def project(self) -> str:
        """The id of the project."""
        return self.location.split("/")[1]


@dataclass(frozen=True, slots=True)
class SourceSettings:
    """Where blueprints come from by themselves, and what they may ask for.

    Attributes:
        place: `github:OWNER/NAME`, `gs://BUCKET/PREFIX`, or a folder; None where there is no source.
        branches: Of a repository, those whose pushes count; the first is the one the cron reads.
        max_age: Days after which a periodic blueprint is run again.
        api: Base URL of GitHub's REST API.
    """

    place: str | None = None
    branches: tuple[str, ...] = ("main",)
    max_age: float = 7.0
    limits: SourceLimits = field(default_factory=SourceLimits)
    api: str = "https://api.github.com"
    token: str | None = field(default=None, repr=False)
    webhook_secret: str | None = field(default=None, repr=False)

    @property
    def repository(self) -> str | None:
        """`OWNER/NAME` on GitHub, if that is where blueprints are."""
        place = self.place or ""
        return place.removeprefix("github:") if place.startswith("github:") else None


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


def read_cloud_settings(env: Mapping[str, str] = os.environ) -> CloudSettings:
    """The settings of a deployed system.

    Raises:
        InputError: A value is missing, or not what its variable needs.
    """
    location = _needed(env, "POINTWISE_QUEUES", "projects/PROJECT/locations/LOCATION")
    if len(location.split("/")) != 4:
        raise InputError(f"POINTWISE_QUEUES is {location!r}; it must be projects/PROJECT/locations/LOCATION.")
    return CloudSettings(
        bucket=_needed(env, "POINTWISE_BUCKET", "the name of the bucket of results"),
        location=location,
        functions=_functions(env),
        providers=_providers(env),
        invoker=env.get("POINTWISE_INVOKER") or None,
        attempts=int(_number(env, "POINTWISE_ATTEMPTS", 10, 100)),
        call_attempts=int(_number(env, "POINTWISE_CALL_ATTEMPTS", 1, 100)),
        storage=env.get("STORAGE_EMULATOR_HOST") or None,
        tasks=env.get("CLOUD_TASKS_EMULATOR_HOST") or None,
        logs=env.get("POINTWISE_LOGGING_URL") or None,
    )


def read_source_settings(env: Mapping[str, str] = os.environ) -> SourceSettings:
    """The settings of the source of blueprints.

    Raises:
        InputError: A value is not what its variable needs.
    """
    return SourceSettings(
        place=env.get("POINTWISE_SOURCE") or None,
        branches=_listed(env, "POINTWISE_BRANCHES") or ("main",),
        max_age=_number(env, "POINTWISE_MAX_AGE_DAYS", 7.0, 3650),
        limits=_limits(env),
        api=env.get("POINTWISE_GITHUB_API", "https://api.github.com").rstrip("/"),
        token=env.get("GITHUB_TOKEN") or None,
        webhook_secret=env.get("POINTWISE_WEBHOOK_SECRET") or None,
    )


def _limits(env: Mapping[str, str]) -> SourceLimits:
    default = SourceLimits()

    def most(name: str, otherwise: int) -> int:
        return int(_number(env, f"POINTWISE_MAX_{name}", otherwise, 1e9))

    return SourceLimits(
        size=most("BYTES", default.size),
        prompts=most("PROMPTS", default.prompts),
        models=most("MODELS", default.models),
        variants=most("VARIANTS", default.variants),
        calls=most("CALLS", default.calls),
        calls_at_once=most("CALLS_AT_ONCE", default.calls_at_once),
        allowed_models=_listed(env, "POINTWISE_ALLOWED_MODELS") or default.allowed_models,
        providers=_providers(env),
        urls=env.get("POINTWISE_ALLOW_URLS") == "true",
        services=env.get("POINTWISE_ALLOW_SERVICES") == "true",
    )


def _providers(env: Mapping[str, str]) -> frozenset[str]:
    providers = frozenset(_listed(env, "POINTWISE_PROVIDERS") or ("openrouter",))
    if refused := unqueueable(providers):
        raise InputError(
            f"POINTWISE_PROVIDERS has {', '.join(refused)}: queues are named after providers, which takes "
            "lower case letters, digits, _ and -, at most 91, and names that differ in more than _ and -."
        )
    return providers


def _functions(env: Mapping[str, str]) -> dict[str, str]:
    pairs = [each.partition("=") for each in _listed(env, "POINTWISE_FUNCTIONS")]
    if not pairs or not all(name and url for name, _, url in pairs):
        raise InputError("POINTWISE_FUNCTIONS must list the functions as NAME=URL, separated by commas.")
    return {name: url for name, _, url in pairs}


def _listed(env: Mapping[str, str], name: str) -> tuple[str, ...]:
    return tuple(part for each in env.get(name, "").split(",") if (part := each.strip()))


def _needed(env: Mapping[str, str], name: str, what: str) -> str:
    value = env.get(name, "").strip()
    if not value:
        raise InputError(f"Set {name}: {what}.")
    return value


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
