"""The environment of a deployed system, read once."""

from __future__ import annotations

import pytest

from pointwise.adapters.cloud_tasks import queue_id
from pointwise.errors import InputError
from pointwise.settings import read_cloud_settings, read_source_settings
from pointwise.tasks import Lane

ENV = {
    "POINTWISE_BUCKET": "b",
    "POINTWISE_QUEUES": "projects/p/locations/l",
    "POINTWISE_FUNCTIONS": "generate=https://g, judge-point=https://j",
}


def test_what_a_deployment_sets_is_read() -> None:
    """Lists are separated by commas; spaces do not matter; what is not set has its default."""
    settings = read_cloud_settings({**ENV, "POINTWISE_PROVIDERS": "openai, google"})
    assert settings.functions == {"generate": "https://g", "judge-point": "https://j"}
    assert settings.providers == {"openai", "google"}
    assert (settings.project, settings.attempts, settings.call_attempts) == ("p", 10, 1)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("POINTWISE_BUCKET", ""),
        ("POINTWISE_QUEUES", "projects/p"),
        ("POINTWISE_FUNCTIONS", "generate"),
        ("POINTWISE_FUNCTIONS", ""),
        ("POINTWISE_ATTEMPTS", "none"),
    ],
)
def test_what_is_missing_or_malformed_is_named(name: str, value: str) -> None:
    """The sentence names the variable."""
    with pytest.raises(InputError, match=name):
        read_cloud_settings({**ENV, name: value})


def test_a_source_keeps_its_secrets_to_itself() -> None:
    """Neither token nor webhook secret shows in the value's text."""
    env = {"GITHUB_TOKEN": "t0ken", "POINTWISE_WEBHOOK_SECRET": "s3cret", "POINTWISE_SOURCE": "github:o/r"}
    settings = read_source_settings(env)
    assert settings.repository == "o/r"
    assert (settings.token, settings.webhook_secret) == ("t0ken", "s3cret")
    assert "t0ken" not in repr(settings)
    assert "s3cret" not in repr(settings)


def test_limits_have_defaults_that_bound_what_strangers_spend() -> None:
    """Nothing set, yet no door is open; single limits can be set by themselves."""
    limits = read_source_settings({"POINTWISE_MAX_CALLS": "7"}).limits
    assert (limits.calls, limits.prompts, limits.urls, limits.services) == (7, 200, False, False)


def test_a_lane_has_a_queue_of_its_own_by_kind_and_provider() -> None:
    """So a provider's rate holds over all workers."""
    assert queue_id(Lane(kind="judge", provider="openai")) == "judge-openai"
    assert queue_id(Lane(kind="aggregate")) == "aggregate"
    assert queue_id(Lane(kind="judge", provider="my_lab")) == "judge-my-lab"


@pytest.mark.parametrize(
    ("providers", "named"),
    [
        ("openai,my_lab,my-lab", "my-lab, my_lab:"),
        ("openai,My.Lab", "My.Lab:"),
        ("my/lab", "my/lab:"),
        ("o" * 92, f"{'o' * 92}:"),
    ],
)
def test_providers_that_cannot_have_a_queue_of_their_own_are_refused(providers: str, named: str) -> None:
    """Before a task is sent to a queue that cannot be there, or to one of another provider's rate."""
    for read in (read_cloud_settings, read_source_settings):
        with pytest.raises(InputError) as caught:
            read({**ENV, "POINTWISE_PROVIDERS": providers})
        assert f"POINTWISE_PROVIDERS has {named}" in str(caught.value)
    assert read_cloud_settings({**ENV, "POINTWISE_PROVIDERS": "o" * 91}).providers == {"o" * 91}
