"""Runs that are cancelled, watched, and found standing still."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from pointwise.events import RunStoodStill
from pointwise.keys import RunKeys
from pointwise.steps.cancel import Cancellations, cancel, uncancel
from pointwise.steps.fetch import start_run
from pointwise.steps.perform import perform
from pointwise.steps.start import scheduling
from pointwise.steps.status import run_status
from pointwise.steps.sweep import MOST_TRIES, Swept, active_runs, mark_active, sweep
from pointwise.tasks import Fetch, Schedule
from tests.steps.driver import World
from tests.steps.test_pipeline import IDEAL, blueprint, drawing, undisturbed

if TYPE_CHECKING:
    from collections.abc import Callable

    from pointwise.tasks import RunTask


async def perform_some(world: World, most: int | None = None) -> int:
    """Perform waiting tasks in order, at most so many; how many there were."""
    done = 0
    while world.queue.waiting and (most is None or done < most):
        task = world.queue.waiting.popleft()
        assert not isinstance(task, Fetch)
        await perform(task, world.services, last_attempt=True)
        done += 1
    return done


def started(world: World) -> str:
    return asyncio.run(start_run(world.plan(blueprint()), world.services))


def test_a_run_whose_tasks_were_lost_is_found_at_the_second_look_and_completed() -> None:
    """Wherever its tasks were lost; only what is missing is asked, and the result is the undisturbed one."""
    whole = World()
    started(whole)
    asyncio.run(perform_some(whole))
    calls = len(whole.chat.asked)
    for lost_after in range(0, 30, 3):
        world = World()
        run = started(world)
        asyncio.run(perform_some(world, lost_after))
        world.queue.waiting.clear()
        assert asyncio.run(sweep(world.services)) == Swept()
        assert run_state(world, run) == "finished" or asyncio.run(sweep(world.services)) == Swept(
            stalled=(run,)
        )
        asyncio.run(perform_some(world))
        assert world.result() == whole.result()
        assert len(world.chat.asked) == calls


def run_state(world: World, run: str) -> str:
    return asyncio.run(run_status(run, world.services)).state


def test_the_sweeper_queues_exactly_what_is_missing() -> None:
    """Where one response of four is settled, the other three are queued and nothing else."""
    world = World()
    run = started(world)
    asyncio.run(perform_some(world))
    keys = RunKeys(run)
    marker = next(key for key in world.store.objects if key.startswith(keys.done))
    for key in [k for k in world.store.objects if k.startswith(keys.done) and k != marker] + [keys.result]:
        del world.store.objects[key]
    world.queue.waiting.clear()
    asyncio.run(sweep(world.services))
    assert asyncio.run(sweep(world.services)) == Swept(stalled=(run,))
    assert list(world.queue.waiting) == [Schedule(run=run)]
    world.queue.taken.clear()
    asyncio.run(perform_some(world, 1))
    assert [queued.task.task for queued in world.queue.taken] == ["generate"] * 3


def test_a_run_that_goes_on_or_is_over_is_left_alone() -> None:
    """Progress between two looks is enough; a finished one is no longer looked at."""
    world = World()
    run = started(world)
    asyncio.run(sweep(world.services))
    asyncio.run(perform_some(world, 3))
    assert asyncio.run(sweep(world.services)) == Swept()
    asyncio.run(perform_some(world))
    assert asyncio.run(sweep(world.services)) == Swept()
    assert RunKeys(run).active not in world.store.objects


class HourlyClock:
    """A Clock on which an hour passes between two looks, or less where a test says so."""

    def __init__(self) -> None:
        self.time = datetime(2026, 11, 21, 10, tzinfo=UTC)
        self.step = timedelta(hours=1)

    def now(self) -> datetime:
        self.time += self.step
        return self.time


async def perform_in_vain(world: World, crashes: Callable[[RunTask], bool]) -> None:
    """Perform waiting tasks; those that crash fail every delivery and are dropped in the end."""
    while world.queue.waiting:
        task = world.queue.waiting.popleft()
        assert not isinstance(task, Fetch)
        if not crashes(task):
            await perform(task, world.services, last_attempt=True)


def swept_until(world: World, crashes: Callable[[RunTask], bool], most: int) -> list[Swept]:
    """What each look of the cron came to, tasks performed between them, until nothing is looked after."""
    swept: list[Swept] = []
    while asyncio.run(active_runs(world.services)) and len(swept) < most:
        swept.append(asyncio.run(sweep(world.services)))
        asyncio.run(perform_in_vain(world, crashes))
    return swept


def stuck(crashes: Callable[[RunTask], bool]) -> tuple[World, str]:
    """A run of which some tasks crash at every delivery, on a clock that is looked at every hour."""
    world = World()
    world.services = replace(world.services, clock=HourlyClock())
    run = started(world)
    asyncio.run(perform_in_vain(world, crashes))
    return world, run


@pytest.mark.parametrize(
    ("kind", "unscored"),
    [("generate", {"given_up": 6}), ("judge-point", {"given_up": 4}), ("run-checks", {"given_up": 2})],
)
def test_a_task_that_always_crashes_is_given_up_and_the_run_ends_with_its_gaps_named(
    kind: str, unscored: dict[str, int]
) -> None:
    """Queued anew a bounded number of times, then each missing unit is a stored failure; resume heals it."""
    world, run = stuck(lambda task: task.task == kind)
    swept = swept_until(world, lambda task: task.task == kind, 3 * MOST_TRIES)
    assert sum(run in look.stalled for look in swept) == MOST_TRIES
    assert sum(run in look.given_up for look in swept) == 1
    assert not any(look.let_go for look in swept)
    assert run_state(world, run) == "finished"
    rows = json.loads(world.result())["evaluationResults"]["modelScores"]
    assert [row["unscored"] for row in rows] == [unscored, unscored]
    asyncio.run(world.queue.enqueue([scheduling(run, retry=True)]))
    asyncio.run(perform_some(world))
    assert world.result() == undisturbed()


def test_key_points_that_cannot_be_drawn_are_given_up_by_themselves() -> None:
    """The responses are had all the same, as where every judge refuses."""

    def crashes(task: RunTask) -> bool:
        return task.task == "extract-points"

    world = World(answer=drawing)
    world.services = replace(world.services, clock=HourlyClock())
    run = asyncio.run(start_run(world.plan(blueprint(prompts=[IDEAL])), world.services))
    asyncio.run(perform_in_vain(world, crashes))
    swept_until(world, crashes, 2 * MOST_TRIES)
    assert run_state(world, run) == "finished"
    row = json.loads(world.result())["evaluationResults"]["modelScores"][0]
    assert (row["failed"], row["unscored"]) == (0, {"given_up": 1})


def test_a_run_that_cannot_even_be_given_up_is_let_go_and_says_so() -> None:
    """Where aggregation itself crashes nothing is left to fail: looks end, and the status is `stalled`."""
    world, run = stuck(lambda task: task.task == "aggregate")
    swept = swept_until(world, lambda task: task.task == "aggregate", 3 * MOST_TRIES)
    assert [look.let_go for look in swept if look.let_go] == [(run,)]
    told = [event.deed for event in world.observer.events if isinstance(event, RunStoodStill)]
    assert told == ["queued"] * MOST_TRIES + ["given_up", "let_go"]
    assert len(swept) == MOST_TRIES + 3
    assert run_state(world, run) == "stalled"
    asyncio.run(mark_active(run, world.services))
    asyncio.run(world.queue.enqueue([scheduling(run)]))
    asyncio.run(perform_some(world))
    assert world.result() == undisturbed()


def test_looks_in_quick_succession_are_one_try() -> None:
    """A cron that fails is called again within seconds; that must not use up the patience with a run."""
    world, run = stuck(lambda task: task.task == "generate")
    clock = world.services.clock
    assert isinstance(clock, HourlyClock)
    clock.step = timedelta(seconds=10)
    for _ in range(3 * MOST_TRIES):
        asyncio.run(sweep(world.services))
    assert asyncio.run(sweep(world.services)) == Swept(stalled=(run,))


def test_what_moves_again_is_met_with_new_patience() -> None:
    """Tries count in a row only: a unit stored in between starts them anew."""
    world, run = stuck(lambda task: task.task == "generate")
    for _ in range(MOST_TRIES):
        asyncio.run(sweep(world.services))
    asyncio.run(perform_some(world, MOST_TRIES + 1))  # the schedulings, and some responses
    world.queue.waiting.clear()
    assert asyncio.run(sweep(world.services)) == Swept()
    assert asyncio.run(sweep(world.services)) == Swept(stalled=(run,))


def test_a_run_without_a_plan_is_forgotten() -> None:
    """Its worker died before it stored one; whoever delivers the trigger again starts it anew."""
    world = World()
    run = started(world)
    del world.store.objects[RunKeys(run).plan]
    for _ in range(3):
        world.queue.waiting.clear()
        asyncio.run(sweep(world.services))
    assert RunKeys(run).active not in world.store.objects


def test_a_cancelled_run_stays_as_it_is_and_starting_it_again_goes_on() -> None:
    """The sweeper lets it go; the same blueprint again is the same run, with the marker gone."""
    world = World()
    plan = world.plan(blueprint())
    run = asyncio.run(start_run(plan, world.services))
    asyncio.run(perform_some(world, 4))
    assert asyncio.run(cancel(run, world.services))
    assert run_state(world, run) == "cancelled"
    assert asyncio.run(sweep(world.services)) == Swept()
    assert RunKeys(run).active not in world.store.objects
    assert asyncio.run(start_run(plan, world.services)) == run
    asyncio.run(perform_some(world))
    assert run_state(world, run) == "finished"
    assert not asyncio.run(cancel(run, world.services))


def test_looking_for_the_marker_costs_a_read_every_two_seconds_and_is_believed_no_longer() -> None:
    """Thousands of deliveries share a read; a cancelled run is seen in two seconds, a resumed one at once."""
    world, now = World(), [0.0]
    run = started(world)
    cancellations = Cancellations(world.store, lambda: now[0])
    reads = world.store.reads
    for _ in range(1000):
        assert not asyncio.run(cancellations.hold(run))
    assert world.store.reads == reads + 1
    asyncio.run(cancel(run, world.services))
    now[0] = 1.9
    assert not asyncio.run(cancellations.hold(run))
    now[0] = 2.0
    assert asyncio.run(cancellations.hold(run))
    assert asyncio.run(cancellations.hold(run))
    asyncio.run(uncancel(run, world.services))
    assert not asyncio.run(cancellations.hold(run))


def test_a_status_counts_what_is_stored() -> None:
    """Done, failed and forecast of each kind; no result before there is one."""
    world = World()
    run = started(world)
    asyncio.run(perform_some(world, 3))
    status = asyncio.run(run_status(run, world.services))
    assert (status.state, status.responses.total, status.result) == ("running", 4, None)
    asyncio.run(perform_some(world))
    status = asyncio.run(run_status(run, world.services))
    assert (status.responses.done, status.prompts.done, status.state) == (4, 2, "finished")
    assert status.judgements.done == status.judgements.total
