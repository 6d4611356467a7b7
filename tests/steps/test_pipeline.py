"""The stages of a run on the shipped fakes: any order, twice, death at each point, failures as values."""

from __future__ import annotations

import asyncio
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pointwise.blueprint.model import Blueprint
from pointwise.chat import ChatReply, ChatRequest, Origin
from pointwise.errors import CallError, CallInterrupted, CallRefused
from pointwise.judging.panel import Judge, Panel
from tests.steps.driver import PANEL, VERDICT, Died, World, answer, variant_of


def blueprint(**fields: object) -> Blueprint:
    """Two prompts, one with two generated turns, LLM points and checks on both sides."""
    prompts = [
        {
            "id": "tea",
            "messages": [{"role": "user", "content": "Tea?"}],
            "points": [{"text": "Says how hot."}, {"fn": "contains", "fnArgs": "tea"}],
            "should_not": [{"text": "Recommends milk."}, {"fn": "contains", "fnArgs": "coffee"}],
        },
        {
            "id": "talk",
            "messages": [
                {"role": "user", "content": "Hello"},
                {"role": "assistant", "content": None},
                {"role": "user", "content": "And now?"},
            ],
            "points": [[{"text": "Greets."}], [{"text": "Waves."}]],
        },
    ]
    return Blueprint.model_validate({"id": "b", "title": "B", "prompts": prompts, **fields})


def undisturbed(**fields: object) -> bytes:
    """The result of a run in which nothing went wrong."""
    world = World()
    world.run(world.plan(blueprint(**fields)))
    return world.result()


def scores(result: bytes) -> dict[str, float | None]:
    """Score by model."""
    rows = json.loads(result)["evaluationResults"]["modelScores"]
    return {row["modelId"]: row["score"] for row in rows}


def test_every_point_is_judged_by_every_judge_and_the_result_says_so() -> None:
    """Two judgements a text point, their mean as the score, inversion applied once, turns joined."""
    result = json.loads(undisturbed())
    coverage = result["evaluationResults"]["llmCoverageScores"]["tea"]["m:1"]
    hot, tea, milk, coffee = coverage["pointAssessments"]
    assert coverage["keyPointsCount"] == 4
    assert [vote["judgeModelId"] for vote in hot["individualJudgements"]] == ["a", "b"]
    assert hot["coverageExtent"] == pytest.approx(
        sum(v["coverageExtent"] for v in hot["individualJudgements"]) / 2
    )
    assert milk["isInverted"]
    assert milk["coverageExtent"] == pytest.approx(
        1 - sum(v["coverageExtent"] for v in milk["individualJudgements"]) / 2
    )
    assert (tea["keyPointText"], tea["coverageExtent"]) == ('Function: contains("tea")', 1)
    assert (coffee["coverageExtent"], coffee["isInverted"]) == (1, True)
    assert result["allFinalAssistantResponses"]["talk"]["m:1"] == "m:1 on talk, turn 0\n\nm:1 on talk, turn 1"


@given(seed=st.integers(0, 10_000), duplicates=st.sampled_from([0.0, 0.3]))
@settings(max_examples=25, deadline=None)
def test_order_and_duplicates_of_deliveries_change_nothing(seed: int, duplicates: float) -> None:
    """Whatever the order, however often a task is delivered: the same bytes."""
    world = World(seed=seed, duplicates=duplicates)
    world.run(world.plan(blueprint()))
    assert world.result() == undisturbed()


def test_a_worker_may_die_before_any_write() -> None:
    """Killed before each write in turn, started again: the same bytes, and no stored call made again."""
    whole = World()
    whole.run(whole.plan(blueprint()))
    for number in range(1, whole.store.writes + 1):
        world = World()
        world.store.dies_before = number
        with pytest.raises(Died):
            world.run(world.plan(blueprint()))
        stored = [key for key in world.store.objects if "/responses/" in key]
        asked = len([origin for _, origin in world.chat.asked if origin.purpose == "candidate"])
        world.restart()
        world.run(world.plan(blueprint()))
        assert world.result() == whole.result(), f"killed before write {number}"
        again = len([origin for _, origin in world.chat.asked if origin.purpose == "candidate"])
        assert again <= 6 + max(asked - len(stored), 0) + 1


def test_a_finished_run_is_not_continued_but_a_new_one_is_made() -> None:
    """The same command after the end starts a run of its own, beside the first."""
    world = World()
    first = world.run(world.plan(blueprint()))
    second = world.plan(blueprint()).model_copy(update={"run": first.replace("10-00", "11-00")})
    assert world.run(second) != first


def refusing(request: ChatRequest, origin: Origin) -> str | CallError:
    """A model that is unknown to its provider, and one that works."""
    if request.model == "m:2":
        return CallRefused("unknown_model", "model 2 is unknown to provider m")
    return answer(request, origin)


def test_a_refused_response_is_unscored_and_leaves_others_alone() -> None:
    """Its points carry the reason, its score is absent, the other model's is as ever."""
    world = World(answer=refusing)
    world.run(world.plan(blueprint()))
    result = json.loads(world.result())
    assert scores(world.result()) == {"m:1": scores(undisturbed())["m:1"], "m:2": None}
    assert result["errors"]["tea"]["m:2"]["reason"] == "unknown_model"
    row = result["evaluationResults"]["modelScores"][1]
    assert (row["failed"], row["unscored"]) == (2, {"unknown_model": 6})


def test_a_transient_failure_becomes_a_stored_one_on_the_last_attempt_and_resume_retries_it() -> None:
    """Nothing hangs; what failed is told by reason, kept aside, asked again, and nothing else is."""
    broken = {"on": True}

    def judge_b_is_down(request: ChatRequest, origin: Origin) -> str | CallError:
        if broken["on"] and origin.purpose == "judge":
            return CallInterrupted("rate_limit", "busy")
        return answer(request, origin)

    world = World(answer=judge_b_is_down)
    run = world.run(world.plan(blueprint()))
    assert set(scores(world.result())) == {"m:1", "m:2"}
    row = json.loads(world.result())["evaluationResults"]["modelScores"][0]
    assert row["unscored"] == {"rate_limit": 4}
    broken["on"] = False
    asked = len(world.chat.asked)
    world.resume(run)
    assert world.result() == undisturbed()
    assert len(world.chat.asked) - asked == 16
    assert any(key.startswith("superseded/") for key in world.store.objects)


def test_one_judge_that_fails_leaves_the_point_to_the_others() -> None:
    """The verdicts that there are make the score; the failure stays visible beside them."""

    def b_refuses(request: ChatRequest, origin: Origin) -> str | CallError:
        return CallRefused("refusal", "no") if origin.judge == "b" else answer(request, origin)

    world = World(answer=b_refuses)
    world.run(world.plan(blueprint()))
    hot = json.loads(world.result())["evaluationResults"]["llmCoverageScores"]["tea"]["m:1"][
        "pointAssessments"
    ][0]
    assert [vote.get("unscored", {}).get("reason") for vote in hot["individualJudgements"]] == [
        None,
        "refusal",
    ]
    assert hot["coverageExtent"] == hot["individualJudgements"][0]["coverageExtent"]


@pytest.mark.parametrize("mode", ["consensus", "failover"])
def test_a_stand_in_is_asked_where_a_judge_fails_for_good(mode: str) -> None:
    """Consensus asks the backup, failover the next judge; only on the points concerned."""
    backup = {"backup": Judge(id="c", model="z:c")} if mode == "consensus" else {}
    panel = Panel(judges=PANEL.judges, mode=mode, **backup)  # type: ignore[arg-type]

    def a_refuses_once(request: ChatRequest, origin: Origin) -> str | CallError:
        if origin.judge == "a" and origin.point == "Says how hot.":
            return CallRefused("auth", "no key")
        return answer(request, origin)

    world = World(answer=a_refuses_once, panel=panel)
    world.run(world.plan(blueprint()))
    asked = [(o.judge, o.point) for _, o in world.chat.asked if o.purpose == "judge" and o.model == "m:1"]
    stand_in = "c" if mode == "consensus" else "b"
    assert asked.count((stand_in, "Says how hot.")) == 1
    assert asked.count((stand_in, "Greets.")) == 0
    assert None not in scores(world.result()).values()


def test_an_unreadable_verdict_is_repaired_once_and_else_unscored() -> None:
    """A second reply that can be read counts; two that cannot are no score, and are kept."""
    replies = {"Says how hot.": ["Quite hot.", VERDICT.format(0.5)], "Recommends milk.": ["?", "??"]}

    def mumbling(request: ChatRequest, origin: Origin) -> str:
        if origin.judge == "a" and origin.model == "m:1" and replies.get(origin.point or ""):
            return replies[origin.point or ""].pop(0)
        return answer(request, origin)

    world = World(answer=mumbling, panel=Panel(judges=PANEL.judges[:1]))
    world.run(world.plan(blueprint()))
    points = json.loads(world.result())["evaluationResults"]["llmCoverageScores"]["tea"]["m:1"][
        "pointAssessments"
    ]
    assert points[0]["coverageExtent"] == 0.5
    assert points[2]["coverageExtent"] is None
    assert points[2]["unscored"]["reason"] == "unparsable"


def test_an_empty_response_is_unmet_without_a_call() -> None:
    """Silence is a bad answer, not an unscored one; no judge is paid to say so."""
    world = World(answer=lambda _, origin: ChatReply(text=" \n" if origin.purpose == "candidate" else "x"))
    world.run(world.plan(blueprint()))
    assert not [origin for _, origin in world.chat.asked if origin.purpose == "judge"]
    points = json.loads(world.result())["evaluationResults"]["llmCoverageScores"]["tea"]["m:1"][
        "pointAssessments"
    ]
    assert [point["coverageExtent"] for point in points] == [0, 0, 1, 1]


def test_a_prompt_without_points_has_no_score_and_does_not_stop_the_run() -> None:
    """Nothing to judge: the response is there, the score is absent."""
    plain = blueprint(prompts=[{"id": "p", "messages": [{"role": "user", "content": "Hi"}]}])
    world = World()
    world.run(world.plan(plain))
    assert scores(world.result()) == {"m:1": None, "m:2": None}


def test_list_and_read_operations_stay_linear() -> None:
    """One list a judgement, plus one or two a response; the plan is read once."""
    world = variant_of(World())
    world.run(world.plan(blueprint()))
    judgements = sum("/judgements/" in key for key in world.store.objects)
    responses = sum("/responses/" in key for key in world.store.objects)
    assert world.store.lists <= judgements + 2 * responses + 10


def test_a_task_of_an_unknown_run_is_refused_by_name() -> None:
    """A run that is not there is said, not guessed."""
    world = World()
    with pytest.raises(Exception, match="b/none"):
        asyncio.run(world._resume("b/none"))


IDEAL = {"id": "p", "messages": [{"role": "user", "content": "Hi"}], "idealResponse": "Be kind. Be brief."}


def drawing(request: ChatRequest, origin: Origin) -> str | CallError:
    """A judge that draws two key points from any ideal answer."""
    if origin.purpose == "extraction":
        return "<key_points><key_point>Is kind.</key_point><key_point>Is brief.</key_point></key_points>"
    return answer(request, origin)


def test_key_points_are_drawn_once_from_an_ideal_answer_and_judged() -> None:
    """A prompt without points: one extraction for all responses, its points judged like any others."""
    world = World(answer=drawing, duplicates=0.3, seed=3)
    world.run(world.plan(blueprint(prompts=[IDEAL])))
    result = json.loads(world.result())
    assert result["extractedKeyPoints"] == {"p": ["Is kind.", "Is brief."]}
    assert None not in scores(world.result()).values()
    stored = [key for key in world.store.objects if "/key-points/" in key]
    assert len(stored) == 1


def test_without_key_points_responses_are_unscored_until_resume_draws_them() -> None:
    """All judges refuse: responses are kept, each counts as unscored; resume asks for the rubric again."""
    refuses = {"on": True}

    def shy(request: ChatRequest, origin: Origin) -> str | CallError:
        if refuses["on"] and origin.purpose == "extraction":
            return CallRefused("refusal", "no")
        return drawing(request, origin)

    world = World(answer=shy)
    run = world.run(world.plan(blueprint(prompts=[IDEAL])))
    row = json.loads(world.result())["evaluationResults"]["modelScores"][0]
    assert (row["score"], row["unscored"], row["failed"]) == (None, {"refusal": 1}, 0)
    refuses["on"] = False
    world.resume(run)
    assert None not in scores(world.result()).values()
    candidates = [origin for _, origin in world.chat.asked if origin.purpose == "candidate"]
    assert len(candidates) == 2
