"""Blueprints that come in by themselves: which are run, which are refused, and when again."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from pointwise import keys, records
from pointwise.errors import CallInterrupted, InputError
from pointwise.planning.admission import SourceLimits
from pointwise.planning.snapshot import Snapshot, git_digest
from pointwise.steps import deliveries
from pointwise.steps.deliveries import Push
from pointwise.steps.fetch import Fetched, Intake, Problems, fetch
from pointwise.steps.perform import perform
from pointwise.tasks import Fetch
from tests.steps.driver import World

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pointwise.tasks import Task

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
    let_in(world)
    assert names(look(world, shelf, Fetch(trigger="push", delivery="d"))) == ["b"]
    assert shelf.announced == [("c" * 40, True, "1 blueprint started")]


def let_in(world: World, received: datetime = NOW) -> None:
    """Have the webhook's step take a push in, without the task that it queues."""
    push = Push(delivery="d", received=received, branch="main", commit="c" * 40, before="b" * 40)
    asyncio.run(deliveries.let_in(push, world.services))
    assert world.queue.waiting.pop() == Fetch(trigger="push", delivery="d")


class Outage(Shelf):
    """A source that is away for its first so many snapshots."""

    def __init__(self, files: dict[str, bytes], times: int) -> None:
        super().__init__(files, before={})
        self.times = times

    async def snapshot(self, revision: str | None) -> Snapshot:
        if self.times and revision is not None:
            self.times -= 1
            raise CallInterrupted("unreachable", "GitHub cannot be reached.")
        return await super().snapshot(revision)


def at(world: World, moment: datetime) -> None:
    """Have the world's clock stand still at a moment."""
    world.services = replace(world.services, clock=StoppedClock(moment))


@dataclass(frozen=True)
class StoppedClock:
    """A Clock that stands still."""

    moment: datetime

    def now(self) -> datetime:
        return self.moment


def pushed(world: World, shelf: Shelf) -> Fetched:
    """The fetch of the push, at its one delivery."""
    return look(world, shelf, Fetch(trigger="push", delivery="d"))


def test_a_push_whose_fetch_was_lost_is_found_by_the_cron_and_fetched() -> None:
    """GitHub is away for all attempts: an hour later the cron queues the push again, and it runs once."""
    world, shelf = World(), Outage({"blueprints/a.yml": blueprint("A?", "[]")}, times=2)
    let_in(world)
    for _ in range(2):
        with pytest.raises(CallInterrupted):
            pushed(world, shelf)
    at(world, NOW + timedelta(minutes=30))
    assert queued_by_the_cron(world, shelf) == []
    at(world, NOW + timedelta(hours=1))
    assert queued_by_the_cron(world, shelf) == [Fetch(trigger="push", delivery="d")]
    first = pushed(world, shelf)
    assert names(first) == ["a"]
    assert queued_by_the_cron(world, shelf) == []
    assert pushed(world, shelf) == Fetched()
    assert sum(key.endswith("plan.json") for key in world.store.objects) == 1


def queued_by_the_cron(world: World, shelf: Shelf) -> list[Task]:
    """What a look of the cron queues, undelivered."""
    asyncio.run(fetch(Fetch(trigger="cron"), Intake(shelf, SourceLimits(), 7.0), world.services))
    queued = list(world.queue.waiting)
    world.queue.waiting.clear()
    return queued


def test_a_push_that_cannot_be_fetched_for_days_is_no_longer_tried() -> None:
    """Bounded in age; what was received stays there, and whoever sends it again has it fetched."""
    world, shelf = World(), Shelf({"blueprints/a.yml": blueprint("A?", "[]")}, before={})
    let_in(world)
    at(world, NOW + timedelta(days=3))
    assert queued_by_the_cron(world, shelf) == [Fetch(trigger="push", delivery="d")]
    at(world, NOW + timedelta(days=3, seconds=1))
    assert queued_by_the_cron(world, shelf) == []
    let_in(world)
    assert names(pushed(world, shelf)) == ["a"]


def test_a_redelivery_is_let_in_until_the_push_was_fetched_and_starts_nothing_twice() -> None:
    """An unfinished one goes on under its first moment; a finished one is a replay."""
    world, shelf = World(), Outage({"blueprints/a.yml": blueprint("A?", "[]")}, times=1)
    let_in(world)
    with pytest.raises(CallInterrupted):
        pushed(world, shelf)
    let_in(world, received=NOW + timedelta(hours=5))
    (run,) = pushed(world, shelf).runs
    assert f"_{NOW:%Y-%m-%dT%H-%M}" in run
    let_in(world, received=NOW + timedelta(hours=6))
    assert pushed(world, shelf) == Fetched()
    assert keys.pending("d") not in world.store.objects


def test_a_worker_that_dies_while_it_settles_a_push_leaves_no_second_fetch() -> None:
    """Noted as fetched, still listed as pending: the next delivery only cleans up."""
    world, shelf = World(), Shelf({"blueprints/a.yml": blueprint("A?", "[]")}, before={})
    let_in(world)
    kept = world.store.objects[keys.pending("d")]
    pushed(world, shelf)
    world.store.objects[keys.pending("d")] = kept
    assert pushed(world, shelf) == Fetched()
    assert keys.pending("d") not in world.store.objects


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
        (
            {"allowed_models": ("x:*",)},
            HEADER.replace("{llm-coverage", '{embedding: "y:e", llm-coverage'),
        ),
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
