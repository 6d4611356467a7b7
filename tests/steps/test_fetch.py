"""Blueprints that come in by themselves: which are run, which are refused, and when again."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from pointwise import keys, records
from pointwise.errors import InputError
from pointwise.planning.admission import SourceLimits
from pointwise.planning.snapshot import Snapshot, git_digest
from pointwise.steps.fetch import Fetched, Intake, Problems, Push, fetch
from pointwise.steps.perform import perform
from pointwise.tasks import Fetch
from tests.steps.driver import World

if TYPE_CHECKING:
    from collections.abc import Mapping

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
HEADER = 'models: [x:m]\nevaluationConfig: {llm-coverage: {judges: [{model: "x:j"}]}}\n'


def blueprint(question: str, tags: str = "[_periodic]", header: str = HEADER) -> bytes:
    return f"{header}tags: {tags}\n---\n- prompt: {question}\n  should: [Says why.]\n".encode()


class Shelf:
    """A BlueprintSource in a dict."""

    def __init__(self, files: dict[str, bytes], before: Mapping[str, bytes] | None = None) -> None:
        self.files = files
        self.before = before
        self.announced: list[tuple[str, bool, str]] = []

    async def snapshot(self, revision: str | None) -> Snapshot:
        return Snapshot(revision=revision or "a" * 40, files=self.files)

    async def digests(self, revision: str) -> Mapping[str, str] | None:
        return None if self.before is None else {path: git_digest(data) for path, data in self.before.items()}

    async def announce(self, revision: str, *, accepted: bool, sentence: str) -> None:
        self.announced.append((revision, accepted, sentence))


def look(world: World, shelf: Shelf, task: Fetch, **limits: object) -> Fetched:
    """One fetch, and all tasks that follow from it."""

    async def act() -> Fetched:
        intake = Intake(shelf, SourceLimits(**limits), 7.0)  # type: ignore[arg-type]
        fetched = await fetch(task, intake, world.services)
        while world.queue.waiting:
            task_ = world.queue.waiting.popleft()
            assert not isinstance(task_, Fetch)
            await perform(task_, world.services, last_attempt=True)
        return fetched

    return asyncio.run(act())


def cron(after: timedelta = timedelta()) -> Fetch:
    return Fetch(trigger="cron", at=(NOW + after).isoformat())


def names(fetched: Fetched) -> list[str]:
    return [run.partition("/")[0] for run in fetched.runs]


def test_the_cron_runs_what_is_tagged_and_again_only_after_its_age() -> None:
    """Judged by the run label: what changed is due at once, what did not only when its run is old."""
    world, shelf = (
        World(),
        Shelf({"blueprints/a.yml": blueprint("A?"), "blueprints/b.yml": blueprint("B?", "[]")}),
    )
    assert names(look(world, shelf, cron())) == ["a"]
    assert names(look(world, shelf, cron(timedelta(days=6.9)))) == []
    shelf.files["blueprints/a.yml"] = blueprint("A, really?")
    assert names(look(world, shelf, cron(timedelta(days=6.95)))) == ["a"]
    assert names(look(world, shelf, cron(timedelta(days=7.1)))) == []
    assert names(look(world, shelf, cron(timedelta(days=14)))) == ["a"]


def test_a_delivery_that_comes_twice_starts_nothing_twice() -> None:
    """The moment it was asked for names the run, so that the second delivery finds it."""
    world, shelf = World(), Shelf({"blueprints/a.yml": blueprint("A?")})
    task = Fetch(trigger="demand", name="a", at=NOW.isoformat())
    assert look(world, shelf, task).runs == look(world, shelf, task).runs
    assert sum(key.endswith("plan.json") for key in world.store.objects) == 1


def test_an_invalid_blueprint_stops_no_other_and_its_problems_are_kept() -> None:
    """Each refused file has its problems under the revision."""
    shelf = Shelf(
        {
            "blueprints/bad.yml": b"- prompt: Why?\n  should: [{$nothing: 1}]\n",
            "blueprints/ok.yml": blueprint("Sound?"),
        }
    )
    world = World()
    fetched = look(world, shelf, cron())
    assert (names(fetched), fetched.refused) == (["ok"], ("blueprints/bad.yml",))
    key = keys.problems_of("a" * 40, "blueprints/bad.yml")
    kept = records.read(Problems, world.store.objects[key], key)
    assert kept.problems[0].code == "unknown-function"


def test_a_push_runs_what_changed() -> None:
    """Compared with the branch before the push, and announced at the commit."""
    old = {"blueprints/a.yml": blueprint("A?"), "blueprints/b.yml": blueprint("B?")}
    shelf = Shelf({**old, "blueprints/b.yml": blueprint("B, again?")}, before=old)
    world = World()
    push = Push(branch="main", commit="c" * 40, before="b" * 40)
    world.store.objects[keys.delivery("d")] = records.write(push)
    assert names(look(world, shelf, Fetch(trigger="push", delivery="d", at=NOW.isoformat()))) == ["b"]
    assert shelf.announced == [("c" * 40, True, "1 blueprint started")]


@pytest.mark.parametrize(
    ("limits", "header"),
    [
        ({"prompts": 0}, HEADER),
        ({"models": 0}, HEADER),
        ({"calls": 1}, HEADER),
        ({"calls_at_once": 1}, HEADER),
        ({"size": 10}, HEADER),
        ({"allowed_models": ("y:*",)}, HEADER),
        ({"allowed_models": ("x:m",)}, HEADER),
        ({"providers": frozenset({"y"})}, HEADER),
        ({"variants": 2}, HEADER + "temperatures: [0, 0.5, 1]\n"),
        ({}, "models: [{id: 'custom:c', url: 'https://c.example', modelName: c, inherit: openai}]\n"),
        ({}, HEADER + "externalServices: {s: {url: 'https://s.example'}}\n"),
    ],
)
def test_a_stranger_cannot_spend_without_bound(limits: dict[str, object], header: str) -> None:
    """Each limit by itself refuses the blueprint, judges included; nothing is started."""
    world = World()
    fetched = look(world, Shelf({"blueprints/a.yml": blueprint("A?", header=header)}), cron(), **limits)
    assert (fetched.runs, fetched.refused) == ((), ("blueprints/a.yml",))
    assert world.chat.asked == []


def test_open_turns_and_ideal_answers_count_as_calls() -> None:
    """A prompt that has a hundred turns generated is a hundred calls, not one."""
    turns = "\n".join("    - user: And?\n    - assistant: null" for _ in range(100))
    text = f"{HEADER}tags: [_periodic]\n---\n- messages:\n{turns}\n  should: [Says why.]\n".encode()
    assert look(World(), Shelf({"blueprints/t.yml": text}), cron(), calls=100).refused
    assert look(World(), Shelf({"blueprints/t.yml": text}), cron(), calls=101).runs


def test_several_blueprints_share_what_one_push_may_spend() -> None:
    """Those that fit are run, the first that does not is refused."""
    shelf = Shelf({f"blueprints/{name}.yml": blueprint(f"{name}?") for name in "abc"})
    fetched = look(World(), shelf, cron(), calls_at_once=4)
    assert (names(fetched), fetched.refused) == (["a", "b"], ("blueprints/c.yml",))


def test_without_a_source_the_cron_still_sweeps_and_a_push_is_refused() -> None:
    """A deployment may live by requests alone."""
    world = World()

    async def act(task: Fetch) -> Fetched:
        return await fetch(task, Intake(None, SourceLimits(), 7.0), world.services)

    assert asyncio.run(act(cron())) == Fetched()
    with pytest.raises(InputError, match="POINTWISE_SOURCE"):
        asyncio.run(act(Fetch(trigger="demand", name="a")))
