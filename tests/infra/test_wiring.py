"""What Terraform tells the code, and what the code expects to be told."""

from __future__ import annotations

import re
from collections import UserDict
from pathlib import Path

import pytest

from pointwise import keys, tasks
from pointwise.adapters.cloud_tasks import queue_id
from pointwise.adapters.providers import PROVIDERS
from pointwise.settings import read_cloud_settings, read_source_settings
from pointwise.tasks import Fetch, Lane

ROOT = Path(__file__).resolve().parents[2]
SYSTEM = ROOT / "infra" / "modules" / "system"
FUNCTIONS = (SYSTEM / "functions.tf").read_text()


class Asked(UserDict[str, str]):
    """An environment that remembers which variables were looked up."""

    def __init__(self, values: dict[str, str]) -> None:
        super().__init__(values)
        self.names: set[str] = set()

    def get(self, key: str, default: str = "") -> str:  # type: ignore[override]
        self.names.add(key)
        return self.data.get(key, default)


def test_every_variable_that_is_set_is_read() -> None:
    """A variable of another name would be set in vain, and its setting silently be the default."""
    env = Asked(
        {
            "POINTWISE_BUCKET": "b",
            "POINTWISE_QUEUES": "projects/p/locations/l",
            "POINTWISE_FUNCTIONS": "generate=https://g",
        }
    )
    read_cloud_settings(env)
    read_source_settings(env)
    written = FUNCTIONS + (SYSTEM / "settings.tf").read_text()
    told = set(re.findall(r"\b(POINTWISE_[A-Z_]+|GITHUB_TOKEN)\b", written)) - {"POINTWISE_MAX_"}
    assert len(told) > 8
    assert told <= env.names


@pytest.mark.parametrize("environment", ["staging", "production"])
def test_limits_of_an_environment_are_ones_that_are_read(environment: str) -> None:
    """The last part of POINTWISE_MAX_… ."""
    env = Asked({})
    read_source_settings(env)
    text = (ROOT / "infra" / "environments" / environment / "main.tf").read_text()
    limits = re.search(r"limits\s*=\s*\{(.*?)\}", text)
    named = re.findall(r"[A-Z_]+", limits.group(1)) if limits else []
    assert {f"POINTWISE_MAX_{name}" for name in named} <= env.names


@pytest.mark.parametrize("environment", ["staging", "production"])
def test_keys_of_providers_are_mounted_where_the_code_looks(environment: str) -> None:
    """The secret of a provider has the name of the variable that holds its key."""
    text = (ROOT / "infra" / "environments" / environment / "main.tf").read_text()
    pairs = re.findall(r'(\w+) = \{\s+key\s+= "(\w+)"', text)
    assert pairs
    assert pairs == [(name, PROVIDERS[name].key_variable) for name, _ in pairs]


def test_every_function_is_deployed_and_no_other() -> None:
    """The map of functions and the folders of functions are the same."""
    mapped = re.findall(r"^    ([a-z-]+) = \{$", FUNCTIONS, re.MULTILINE)
    folders = [main.parent.name.replace("_", "-") for main in (ROOT / "functions").glob("*/main.py")]
    assert sorted(mapped) == sorted(folders)


def test_the_cron_sends_a_task_that_can_be_read() -> None:
    """What Cloud Scheduler posts is a fetch by the cron."""
    task = tasks.read((SYSTEM / "cron.json").read_bytes())
    assert task == Fetch(trigger="cron")


@pytest.mark.parametrize(
    ("lane", "queue"),
    [
        (Lane(kind="generate", provider="openai"), "generate-openai"),
        (Lane(kind="judge", provider="anthropic"), "judge-anthropic"),
        (Lane(kind="generate", provider="my_lab"), "generate-my-lab"),
        (Lane(kind="schedule"), "schedule"),
        (Lane(kind="checks"), "checks"),
        (Lane(kind="aggregate"), "aggregate"),
    ],
)
def test_queues_have_the_ids_that_tasks_are_sent_to(lane: Lane, queue: str) -> None:
    """The names that queues.tf makes, which the tests of the module pin."""
    assert queue_id(lane) == queue


def test_somebody_may_write_every_folder_of_the_bucket() -> None:
    """A new kind of key needs a word in `objects` of the function that writes it, in functions.tf."""
    spelled = set(re.findall(r"^    (\w+(?:/|\.html))", keys.__doc__ or "", re.MULTILINE))
    granted = set(re.findall(r'"([a-z]+(?:/|\.html))"', "".join(re.findall(r"objects +=.*", FUNCTIONS))))
    assert len(spelled) > 3
    assert spelled <= granted
