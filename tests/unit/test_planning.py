from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pointwise import records, tasks
from pointwise.blueprint.model import Blueprint, FunctionPoint, Message, Prompt, TextPoint
from pointwise.errors import DamagedObject, InputError, UnreadableTask
from pointwise.judging.panel import Judge, Panel
from pointwise.planning.conversation import opening, turns_to_generate
from pointwise.planning.forecast import forecast
from pointwise.planning.plan import Plan, PlanOptions, make_plan
from pointwise.planning.progress import NOTHING, failures_to_retry, outstanding, read_names
from pointwise.planning.rubric import rubric_of
from pointwise.planning.selection import Selection, select
from pointwise.planning.variants import system_for, temperature_for, variants_of
from pointwise.tasks import Cell, Generate

PANEL = Panel(
    judges=(Judge(id="a", model="x:a"), Judge(id="b", model="x:b")), backup=Judge(id="c", model="x:c")
)
NOW = datetime(2026, 11, 21, 10, 0, 0, 5000, tzinfo=UTC)


def _prompt(name: str = "p", **fields: object) -> Prompt:
    defaults = {"id": name, "messages": (Message(role="user", content="Why?"),)}
    return Prompt.model_validate({**defaults, **fields})


def _blueprint(*prompts: Prompt, **fields: object) -> Blueprint:
    return Blueprint.model_validate({"id": "b", "title": "B", "prompts": prompts or (_prompt(),), **fields})


def _plan(blueprint: Blueprint, *models: str, **options: object) -> Plan:
    return make_plan(blueprint, models or ("x:m",), PANEL, NOW, PlanOptions(**options))  # type: ignore[arg-type]


def test_variants_are_models_by_temperatures_by_systems() -> None:
    """Suffixes name what is compared, and only that; 1.0 is written as JavaScript writes it."""
    blueprint = _blueprint(temperatures=(0.5, 1.0), systems=(None, "Be brief."))
    names = [variant.id for variant in variants_of(blueprint, ["x:m"])]
    assert names == [
        "x:m[temp:0.5][sp_idx:0]",
        "x:m[temp:0.5][sp_idx:1]",
        "x:m[temp:1][sp_idx:0]",
        "x:m[temp:1][sp_idx:1]",
    ]
    assert [v.id for v in variants_of(_blueprint(system=("Only one.",)), ["x:m"])] == ["x:m"]


def test_temperature_and_system_come_from_the_nearest_place() -> None:
    """`temperatures`, the prompt's, the header's, 0; a prompt's null system means none."""
    plain, swept = (
        variants_of(_blueprint(system="S"), ["x:m"])[0],
        variants_of(_blueprint(temperatures=(0.9,)), ["x:m"])[0],
    )
    assert temperature_for(plain, _prompt(), _blueprint()) == 0
    assert temperature_for(plain, _prompt(), _blueprint(temperature=0.3)) == 0.3
    assert temperature_for(plain, _prompt(temperature=0.4), _blueprint(temperature=0.3)) == 0.4
    assert temperature_for(swept, _prompt(temperature=0.4), _blueprint(temperature=0.3)) == 0.9
    assert system_for(plain, _prompt()) == "S"
    assert system_for(plain, _prompt(system=None)) is None


def test_a_turn_is_generated_after_a_final_user_message_and_where_left_open() -> None:
    """Open turns and the final one are generated, fixed ones are kept, the system prompt leads."""
    turns = [("user", "a"), ("assistant", None), ("user", "b"), ("assistant", "c"), ("user", "d")]
    messages = opening(_prompt(messages=[{"role": r, "content": c} for r, c in turns]), "S")
    assert messages[0] == Message(role="system", content="S")
    assert turns_to_generate(messages) == (2, 6)


def test_points_have_stable_ids_and_paths_of_both_blocks_stay_apart() -> None:
    """An id depends on place and content; `should_not` paths never share a name with `should` paths."""
    text, check = TextPoint(text="Says why."), FunctionPoint(fn="contains", argument="x")
    rubric = rubric_of(_prompt(points=(text, (check,), (text, check)), should_not=((check,), text)))
    paths = [None, "path_0", "path_1", "path_1", "not_path_0", None]
    assert [point.path for point in rubric] == paths
    assert [point.inverted for point in rubric] == [False] * 4 + [True] * 2
    assert len({point.id for point in rubric}) == len(rubric)
    assert rubric[0].id == rubric_of(_prompt(points=(text,)))[0].id


LABEL_CHANGES = [
    {"temperature": 0.5},
    {"system": "Be brief."},
    {"prompts": (_prompt(points=(TextPoint(text="New."),)),)},
    {"prompts": (_prompt(system=None),)},
    {"prompts": (_prompt(weight=2),)},
    {"prompts": (_prompt(ideal="Because."),)},
    {"tools": [{"name": "t"}]},
]


@pytest.mark.parametrize("change", LABEL_CHANGES)
def test_the_label_changes_with_all_that_can_change_a_result(change: dict[str, object]) -> None:
    """Anything that can change a number changes the label."""
    assert _plan(_blueprint(**change)).label != _plan(_blueprint()).label


def test_the_label_ignores_what_cannot_change_a_result() -> None:
    """Titles, tags, citations and the order of prompts and models cannot."""
    first, second = _prompt("p1", points=(TextPoint(text="t"),)), _prompt("p2")
    cited = _prompt("p1", points=(TextPoint(text="t", citation="c"),), citation="d")
    plain = _plan(_blueprint(first, second), "x:a", "x:b")
    other = _plan(_blueprint(second, cited, title="Other", tags=("t",), description="d"), "x:b", "x:a")
    assert plain.label == other.label
    assert _plan(_blueprint(first), label="nightly").label.startswith("nightly_")
    assert _plan(_blueprint(first), answers="f" * 64).label != _plan(_blueprint(first)).label


def test_a_plan_survives_storage_with_what_was_not_given_still_not_given() -> None:
    """A stored plan reads back equal, and its normal form still lacks what the author left out."""
    plan = _plan(_blueprint(_prompt(points=(FunctionPoint(fn="is_json"),)), foo="kept"))
    back = records.read(Plan, records.write(plan), "plan.json")
    assert back == plan
    assert records.write(back) == records.write(plan)
    assert back.run.endswith("_2026-11-21T10-00-00-005Z")
    dumped = back.blueprint.model_dump(mode="json", by_alias=True, exclude_unset=True)
    assert dumped["foo"] == "kept"
    assert dumped["prompts"][0]["points"] == [{"fn": "is_json"}]


@given(st.binary(max_size=200))
def test_damaged_bytes_are_our_own_errors(data: bytes) -> None:
    """A truncated or foreign object is named as damaged; a foreign message is no task."""
    with pytest.raises(DamagedObject, match=r"plan\.json"):
        records.read(Plan, data, "plan.json")
    with pytest.raises(UnreadableTask):
        tasks.read(data)


def test_a_task_is_small_and_survives_the_queue() -> None:
    """Messages carry places in a plan, never texts: below 1 KiB."""
    task = Generate(run="b/" + "x" * 200, cell=Cell(prompt=49_999, variant=99, repeat=9))
    assert tasks.read(tasks.write(task)) == task
    assert len(tasks.write(task)) < 1024


def test_what_a_response_lacks_is_told_from_names() -> None:
    """All judges at first, the backup once one failed for good, nothing once all are settled."""
    rubric = rubric_of(_prompt(points=(TextPoint(text="t"), FunctionPoint(fn="is_json"))))
    point = rubric[0].id
    assert outstanding(rubric, PANEL, NOTHING).judgements == ((0, 0), (0, 1))
    assert outstanding(rubric, PANEL, NOTHING).checks
    failed = read_names([f"{point}.0-a.failed.json", "checks.json"], PANEL)
    assert outstanding(rubric, PANEL, failed).judgements == ((0, 1), (0, 2))
    names = [
        "checks.failed.json",
        f"{point}.0-a.failed.json",
        f"{point}.1-b.json",
        f"{point}.2-c.failed.json",
    ]
    assert not outstanding(rubric, PANEL, read_names(names, PANEL))


def test_only_failures_that_left_a_gap_are_retried() -> None:
    """A judge that failed where another answered is let be; a point without verdict is asked again."""
    names = [
        "000-a.0-a.failed.json",
        "000-a.1-b.json",
        "001-b.0-a.failed.json",
        "001-b.1-b.failed.json",
        "checks.json",
    ]
    assert failures_to_retry(names, PANEL) == ("001-b.0-a.failed.json", "001-b.1-b.failed.json")
    assert failures_to_retry(["checks.failed.json"], PANEL) == ("checks.failed.json",)


def test_selection_takes_first_prompts_that_match_or_says_that_none_does() -> None:
    """--limit and --filter choose prompts; an empty choice is refused with the words used."""
    blueprint = _blueprint(_prompt("tea"), _prompt("coffee", tags=("Hot",)), _prompt("water"))
    assert [p.id for p in select(blueprint, Selection(limit=2)).prompts] == ["tea", "coffee"]
    assert [p.id for p in select(blueprint, Selection(words="hot")).prompts] == ["coffee"]
    with pytest.raises(InputError, match="'milk'"):
        select(blueprint, Selection(words="milk"))


def test_the_forecast_counts_calls() -> None:
    """Responses are prompts x variants; judgements are judged points x judges x variants."""
    blueprint = _blueprint(
        _prompt("a", points=(TextPoint(text="t"), FunctionPoint(fn="is_json"))), _prompt("b")
    )
    calls = forecast(_plan(blueprint, "x:m", "x:n"))
    assert (calls.responses, calls.judgements) == (4, 4)
