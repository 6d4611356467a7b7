"""What `evaluationConfig` may say about judges, and how it is told when it is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pointwise.errors import InputError
from pointwise.judging.panel import Judge, Panel, panel_from

if TYPE_CHECKING:
    from pydantic import JsonValue

_A: dict[str, JsonValue] = {"model": "x:a"}
_KNOWN = ("judges", "judgeModels", "judgeMode", "scale", "backup", "combine", "selfJudging")
_B: dict[str, JsonValue] = {"model": "x:b"}


def _judge(name: str, **more: object) -> Judge:
    return Judge.model_validate({"id": name, "model": name, **more})


DEFAULT = Panel(
    judges=(_judge("openrouter:google/gemini-2.5-flash"), _judge("openrouter:openai/gpt-4.1-mini")),
    backup=_judge("openrouter:anthropic/claude-haiku-4.5"),
)
TWO = Panel(judges=(_judge("x:a"), _judge("x:b")))


def test_the_default_panel() -> None:
    """Consensus of two judges, prompt-aware at temperature 0, with a third as backup."""
    assert panel_from({}) == DEFAULT
    assert {judge.approach for judge in DEFAULT.seats} == {"prompt-aware"}
    assert {judge.temperature for judge in DEFAULT.seats} == {0}
    assert DEFAULT.mode == "consensus"


@pytest.mark.parametrize(
    ("evaluation", "panel"),
    [
        ({"llm-coverage": None}, DEFAULT),
        ({"llm-coverage": {}}, DEFAULT),
        ({"llm-coverage": {"judges": []}}, DEFAULT),
        ({"judgeModels": None, "judgeMode": None}, DEFAULT),
        ({"embedding": {"model": "openai:text-embedding-3-small"}, "beta": 0.2}, DEFAULT),
        ({"judgeModels": ["x:a", "x:b"]}, TWO),
        ({"judges": ["x:a", "x:b"]}, TWO),
        ({"judges": [_A, _B]}, TWO),
        ({"llm-coverage": {"judges": [_A, _B]}}, TWO),
        ({"judges": [_A], "llm-coverage": {"judges": [_A, _B]}}, TWO),
        (
            {"judges": [_A, _B], "llm-coverage": {"judgeMode": "failover"}},
            TWO.model_copy(update={"mode": "failover"}),
        ),
        ({"judges": [_A, _B], "scale": "levels-5"}, TWO.model_copy(update={"scale": "levels-5"})),
        ({"judges": [_A, _B], "combine": "median"}, TWO.model_copy(update={"combine": "median"})),
        ({"judges": [_A, _B], "selfJudging": "exclude"}, TWO.model_copy(update={"self_judging": "exclude"})),
        ({"judges": [_A], "backup": "x:b"}, Panel(judges=(_judge("x:a"),), backup=_judge("x:b"))),
        ({"judges": [_A], "backup": _B}, Panel(judges=(_judge("x:a"),), backup=_judge("x:b"))),
        ({"backup": None}, DEFAULT.model_copy(update={"backup": None})),
        ({"backup": "x:b"}, DEFAULT.model_copy(update={"backup": _judge("x:b")})),
        ({"judgeMode": "failover"}, DEFAULT.model_copy(update={"mode": "failover"})),
    ],
)
def test_settings_are_read(evaluation: dict[str, JsonValue], panel: Panel) -> None:
    """Under `llm-coverage`, which wins, or directly; own judges have no backup but the one they name."""
    assert panel_from(evaluation) == panel


def test_every_field_of_a_judge_is_read() -> None:
    """Name, model, approach and temperature."""
    evaluation: dict[str, JsonValue] = {
        "judges": [{"id": "owl", "model": "x:a", "approach": "holistic", "temperature": 0.5}]
    }
    owl = Judge(id="owl", model="x:a", approach="holistic", temperature=0.5)
    assert panel_from(evaluation).judges == (owl,)


def test_a_model_that_sits_twice_gets_two_names() -> None:
    """Judges without an id are called by their model, with the approach where that is not enough."""
    evaluation: dict[str, JsonValue] = {"judges": [_A, {**_A, "approach": "standard"}, _B]}
    names = [judge.id for judge in panel_from(evaluation).judges]
    assert names == ["x:a (prompt-aware)", "x:a (standard)", "x:b"]


@pytest.mark.parametrize(
    ("evaluation", "message"),
    [
        ({"llm-coverage": True}, "llm-coverage is true; it has to be a map of settings."),
        ({"llm-coverage": []}, "llm-coverage is []; it has to be a map of settings."),
        ({"judges": "x:a"}, 'judges is "x:a"; it has to be a list.'),
        ({"judges": False}, "judges is false; it has to be a list."),
        ({"judgeModels": {"a": 1}}, 'judgeModels is {"a": 1}; it has to be a list.'),
        ({"judges": [_A], "judgeModels": ["x:b"]}, "give either judges or judgeModels, not both."),
        ({"judges": [3]}, "judges[0] is 3; it has to be a model as provider:model, or a map with a model."),
        (
            {"judges": [_A, None]},
            "judges[1] is missing; it has to be a model as provider:model, or a map with a model.",
        ),
        ({"judges": [{}]}, "judges[0].model is missing; it has to be written as provider:model."),
        (
            {"judges": [{"model": "gpt-4"}]},
            'judges[0].model is "gpt-4"; it has to be written as provider:model.',
        ),
        ({"judgeModels": ["x:"]}, 'judgeModels[0].model is "x:"; it has to be written as provider:model.'),
        ({"judges": [{**_A, "id": ""}]}, 'judges[0].id is ""; it has to be a name.'),
        ({"judges": [{**_A, "id": 7}]}, "judges[0].id is 7; it has to be a name."),
        (
            {"judges": [{**_A, "temperature": 3}]},
            "judges[0].temperature is 3; it has to be a number from 0 to 2.",
        ),
        (
            {"judges": [{**_A, "temperature": True}]},
            "judges[0].temperature is true; it has to be a number from 0 to 2.",
        ),
        (
            {"judges": [{**_A, "temperature": "0"}]},
            'judges[0].temperature is "0"; it has to be a number from 0 to 2.',
        ),
        (
            {"judges": [{**_A, "approach": "wholistic"}]},
            'judges[0].approach is "wholistic"; it has to be one of prompt-aware, standard, holistic.',
        ),
        ({"judges": [{**_A, "aproach": "standard"}]}, "judges[0].aproach is unknown; did you mean approach?"),
        ({"judges": [{**_A, "x": 1}]}, "judges[0].x is unknown; known are id, model, approach, temperature."),
        ({"judgeMode": "vote"}, 'judgeMode is "vote"; it has to be one of consensus, failover.'),
        ({"scale": 5}, "scale is 5; it has to be one of continuous, levels-5, levels-10."),
        ({"combine": "max"}, 'combine is "max"; it has to be one of mean, median.'),
        ({"selfJudging": "ban"}, 'selfJudging is "ban"; it has to be one of warn, allow, exclude.'),
        ({"backup": 1}, "backup is 1; it has to be a model as provider:model, or a map with a model."),
        ({"judgemodels": []}, "judgemodels is unknown; did you mean judgeModels?"),
        ({"judge_mode": "failover"}, "judge_mode is unknown; did you mean judgeMode?"),
        ({"llm-coverage": {"Judges": []}}, "llm-coverage.Judges is unknown; did you mean judges?"),
        (
            {"llm-coverage": {"prompt": "x"}},
            f"llm-coverage.prompt is unknown; known are {', '.join(_KNOWN)}.",
        ),
        (
            {"judgeModels": ["x:a", "x:a"]},
            "two judges ask x:a in the same way, which would only count its verdict twice; take one out.",
        ),
        (
            {"judges": [_A], "backup": "x:a"},
            "two judges ask x:a in the same way, which would only count its verdict twice; take one out.",
        ),
        (
            {"judges": [{**_A, "id": "owl"}, {**_B, "id": "owl"}]},
            "two judges are called owl; give them an id each.",
        ),
        (
            {"judges": ["x:" + "a" * 100, 5]},
            "judges[1] is 5; it has to be a model as provider:model, or a map with a model.",
        ),
        (
            {"judges": ["a" * 100]},
            f'judges[0].model is "{"a" * 59}…; it has to be written as provider:model.',
        ),
    ],
)
def test_what_cannot_be_used_is_refused(evaluation: dict[str, JsonValue], message: str) -> None:
    """One plain sentence says which setting is wrong and what it has to be."""
    with pytest.raises(InputError) as caught:
        panel_from(evaluation)
    assert caught.value.message == f"evaluationConfig: {message}"
