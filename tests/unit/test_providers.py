"""Providers as environment variables describe them."""

from __future__ import annotations

import pytest

from pointwise.adapters.providers import PROVIDERS, provider_settings

EVERY_BASE_URL = [
    (name, f"{prefix}{name.upper()}_BASE_URL") for name in PROVIDERS for prefix in ("", "POINTWISE_")
]


@pytest.mark.parametrize(("name", "variable"), EVERY_BASE_URL)
def test_every_provider_can_be_moved(name: str, variable: str) -> None:
    """A base URL from the environment wins; a slash at its end makes no difference."""
    settings = provider_settings({variable: "http://127.0.0.1:8000/v1/"})
    assert settings.providers[name].base_url == "http://127.0.0.1:8000/v1"
    others = {each: settings.providers[each] for each in PROVIDERS if each != name}
    assert others == {each: PROVIDERS[each] for each in others}


def test_our_own_variable_comes_first() -> None:
    """A variable of Pointwise beats one that other programs read as well."""
    env = {"OPENAI_BASE_URL": "http://theirs", "POINTWISE_OPENAI_BASE_URL": "http://ours"}
    assert provider_settings(env).providers["openai"].base_url == "http://ours"


def test_an_empty_variable_is_not_set() -> None:
    """Neither moves a provider, nor counts as a key, nor adds a provider."""
    env = {"OPENAI_BASE_URL": "", "OPENAI_API_KEY": " ", "POINTWISE_LAB_BASE_URL": ""}
    settings = provider_settings(env)
    assert dict(settings.providers) == dict(PROVIDERS)
    assert dict(settings.keys) == {}


def test_a_new_provider_needs_only_a_url() -> None:
    """Any server that speaks OpenAI's format is one variable away, with or without a key."""
    env = {
        "POINTWISE_MY_LAB_BASE_URL": "http://gpu:8000/v1",
        "POINTWISE_VLLM_BASE_URL": "http://x",
        "VLLM_API_KEY": "k",
    }
    settings = provider_settings(env)
    assert settings.providers["my_lab"].base_url == "http://gpu:8000/v1"
    assert settings.providers["my_lab"].wire == "openai"
    assert settings.missing_keys(["my_lab:m", "vllm:m"]) == ()
    assert settings.keys["vllm"] == "k"
    assert settings.unknown_providers(["my_lab:m", "your_lab:m", "none"]) == ("none", "your_lab")


def test_gemini_takes_either_of_its_variables() -> None:
    """Both names that Google's own clients read hold the key; the first wins."""
    assert provider_settings({"GOOGLE_API_KEY": "a"}).keys["google"] == "a"
    assert provider_settings({"GOOGLE_API_KEY": "a", "GEMINI_API_KEY": "b"}).keys["google"] == "b"


def test_blueprints_may_use_no_variable_unless_it_is_listed() -> None:
    """A stranger's blueprint cannot send what is in the environment to a URL of its choice."""
    assert provider_settings({"MINE": "1", "AWS_SECRET_ACCESS_KEY": "2"}).variables == {}


@pytest.mark.parametrize(
    ("listed", "allowed"),
    [("", set()), ("MINE", {"MINE"}), (" MINE , OPENAI_API_KEY,NONE", {"MINE", "OPENAI_API_KEY"})],
)
def test_a_list_of_variables_is_closed(listed: str, allowed: set[str]) -> None:
    """Blueprints may use what the list names and nothing else."""
    env = {"MINE": "1", "HIS": "2", "OPENAI_API_KEY": "3", "POINTWISE_VARIABLES": listed}
    assert set(provider_settings(env).variables) == allowed


def test_settings_show_no_secret() -> None:
    """Neither repr nor str holds a value of the environment."""
    settings = provider_settings({"OPENAI_API_KEY": "sk-0123456789", "MINE": "of-mine-0123"})
    shown = f"{settings}{settings!r}"
    assert "sk-0123456789" not in shown
    assert "of-mine-0123" not in shown


def test_a_missing_key_is_one_sentence() -> None:
    """What a person reads names the provider and the variable to set."""
    (missing,) = provider_settings({}).missing_keys(["anthropic:a", "anthropic:b"])
    assert str(missing) == "anthropic needs a key: set ANTHROPIC_API_KEY."
