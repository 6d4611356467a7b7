"""Runs that are cancelled, watched, and found standing still."""

from __future__ import annotations

import asyncio

from pointwise.keys import RunKeys
from pointwise.steps.cancel import Cancellations, cancel, uncancel
from pointwise.steps.fetch import start_run
from pointwise.steps.perform import perform
from pointwise.steps.status import run_status
from pointwise.steps.sweep import sweep
from pointwise.tasks import Fetch, Schedule
from tests.steps.driver import World
from tests.steps.test_pipeline import blueprint


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
        assert asyncio.run(sweep(world.services)) == ()
        assert run_state(world, run) == "finished" or asyncio.run(sweep(world.services)) == (run,)
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
    assert asyncio.run(sweep(world.services)) == (run,)
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
    assert asyncio.run(sweep(world.services)) == ()
    asyncio.run(perform_some(world))
    assert asyncio.run(sweep(world.services)) == ()
    assert RunKeys(run).active not in world.store.objects


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
    assert asyncio.run(sweep(world.services)) == ()
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
