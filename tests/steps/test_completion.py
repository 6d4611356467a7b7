"""Who notices that a response is complete: exactly those who can, whatever happens to the others."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pointwise.errors import CallError, CallInterrupted, CallRefused
from pointwise.judging.panel import Panel
from tests.steps.driver import PANEL, World, answer
from tests.steps.fleet import Fleet
from tests.steps.test_pipeline import blueprint

if TYPE_CHECKING:
    from pointwise.chat import ChatRequest, Origin
    from pointwise.planning.plan import Plan

POINTS = [f"Names reason {number}." for number in range(4)]
MODELS = ("m:1", "m:2")
PROMPTS = [
    {
        "id": name,
        "messages": [{"role": "user", "content": f"Why {name}?"}],
        "points": [*({"text": text} for text in POINTS), {"fn": "contains", "fnArgs": "tea"}],
    }
    for name in ("tea", "coffee")
]
SEEDS = st.integers(0, 100_000)


def a_is_refused(request: ChatRequest, origin: Origin) -> str | CallError:
    """The first judge fails for good on every second point."""
    if origin.judge == "a" and (origin.point or "")[-2] in "02":
        return CallRefused("auth", "no key")
    return answer(request, origin)


def b_is_down(request: ChatRequest, origin: Origin) -> str | CallError:
    """The second judge never answers, so that its tasks are given up."""
    return CallInterrupted("timeout", "nothing") if origin.judge == "b" else answer(request, origin)


def plan_of(panel: Panel = PANEL) -> Plan:
    return World(panel=panel).plan(blueprint(prompts=PROMPTS), *MODELS)


def one_by_one(**world: object) -> bytes:
    """The result where tasks are performed one after the other."""
    calm = World(**world)  # type: ignore[arg-type]
    calm.run(calm.plan(blueprint(prompts=PROMPTS), *MODELS))
    return calm.result()


CASES = {
    "all is well": {},
    "a judge fails for good": {"answer": a_is_refused},
    "others stand in for it": {"answer": a_is_refused, "panel": Panel(judges=PANEL.judges, mode="failover")},
    "a judge is given up": {"answer": b_is_down},
}


@cache
def expected(case: str) -> bytes:
    return one_by_one(**CASES[case])


@pytest.mark.parametrize("case", CASES)
@given(seed=SEEDS, workers=st.integers(1, 3), duplicates=st.sampled_from([0.0, 0.3]))
@settings(max_examples=8, deadline=None)
def test_a_run_ends_whoever_comes_last(case: str, seed: int, workers: int, duplicates: float) -> None:
    """Any order, any number of workers, tasks delivered twice at a time: the result is that of one by one."""
    given = {"answer": answer, "panel": PANEL, **CASES[case]}
    fleet = Fleet(seed, workers, duplicates, answer=given["answer"])  # type: ignore[arg-type]
    plan = plan_of(given["panel"])  # type: ignore[arg-type]
    fleet.run(plan)
    assert fleet.result(plan) == expected(case)


@given(seed=SEEDS, workers=st.integers(1, 3))
@settings(max_examples=10, deadline=None)
def test_a_worker_that_dies_takes_no_decision_with_it(seed: int, workers: int) -> None:
    """Others have left the list to its tasks; these come again, and nobody has to sweep."""
    fleet, plan = Fleet(seed, workers, deaths=0.002), plan_of()
    fleet.run(plan)
    assert fleet.result(plan) == expected("all is well")


@given(seed=SEEDS)
@settings(max_examples=10, deadline=None)
def test_deaths_amid_duplicates_leave_nothing_that_the_sweeper_does_not_find(seed: int) -> None:
    """A copy that was left to may die after the other ended the task: what is missing is queued anew."""
    fleet, plan = Fleet(seed, 2, duplicates=0.5, deaths=0.002), plan_of()
    fleet.run(plan)
    if fleet.result(plan) is None:
        fleet.deaths = 0.0
        fleet.sweep(plan)
    assert fleet.result(plan) == expected("all is well")


def test_one_list_a_response_where_its_tasks_are_under_way_together() -> None:
    """Eight judgements and the checks of each response: the last of them lists, and nobody else."""
    fleet, plan = Fleet(), plan_of()
    fleet.run(plan)
    judgements = [key for key in fleet.store.objects if "/judgements/" in key]
    lists = [prefix for prefix in fleet.store.listed if prefix.count("/") > 4 and "/judgements/" in prefix]
    assert len(judgements) == 4 * 9
    assert len(lists) == len(set(lists)) == 4


def test_nothing_is_read_to_learn_that_it_is_not_there() -> None:
    """Responses and verdicts of a new run are looked up by lists: one a prompt, and one a response."""
    fleet, plan = Fleet(), plan_of()
    fleet.run(plan)
    candidates = sum(origin.purpose == "candidate" for _, origin in fleet.chat.asked)
    missed = [key for key in fleet.store.missed if key.startswith("cache/") or "/responses/" in key]
    assert len(missed) == candidates
    assert sum(prefix.startswith("cache/") for prefix in fleet.store.listed) == candidates


def test_an_edited_point_is_all_that_a_second_run_asks_for() -> None:
    """Verdicts on the other points of the same response are found, under whatever rubric they were given."""
    fleet, first = Fleet(), plan_of()
    fleet.run(first)
    asked = len(fleet.chat.asked)
    points = [*PROMPTS[0]["points"][1:], {"text": "Names another reason."}]  # type: ignore[index]
    edited = [{**PROMPTS[0], "points": points}, PROMPTS[1]]
    second = World().plan(blueprint(prompts=edited), *MODELS).model_copy(update={"run": f"{first.run}-2"})
    fleet.run(second)
    again = [origin for _, origin in fleet.chat.asked[asked:]]
    assert {(origin.purpose, origin.point) for origin in again} == {("judge", "Names another reason.")}
    assert len(again) == 2 * 2
