"""The settings in `evaluationConfig` that are about judges, as a blueprint gives them."""

from __future__ import annotations

import json
from difflib import get_close_matches
from typing import TYPE_CHECKING, Literal, TypeVar, get_args

from pointwise.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pydantic import JsonValue

Approach = Literal["prompt-aware", "standard", "holistic"]
Mode = Literal["consensus", "failover"]
Combination = Literal["mean", "median"]
SelfJudging = Literal["warn", "allow", "exclude"]
# Of each the first is the default.

ChoiceT = TypeVar("ChoiceT", bound=str)

_SETTINGS = ("judges", "judgeModels", "judgeMode", "scale", "backup", "combine", "selfJudging")
_JUDGE = ("id", "model", "approach", "temperature")
_BLOCK = "llm-coverage"
_SHOWN = 60


def read_settings(evaluation: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """Settings of the `llm-coverage` block, and for those it lacks what stands beside the block.

    Raises:
        InputError: The block is no map, or a name in it is unknown. Beside it, where settings of other
            methods may stand, only names that look like a slip are refused.
    """
    block = evaluation.get(_BLOCK)
    if not isinstance(block, dict | None):
        raise _refusal(_BLOCK, block, "a map of settings")
    _refuse_unknown(block or {}, _SETTINGS, f"{_BLOCK}.")
    _refuse_unknown((name for name in evaluation if _nearest(name, _SETTINGS)), _SETTINGS)
    return {name: value for name, value in {**evaluation, **(block or {})}.items() if name in _SETTINGS}


def read_choice(value: JsonValue, where: str, choices: Sequence[ChoiceT]) -> ChoiceT:
    """One of some words; the first of them where nothing is given.

    Raises:
        InputError: It is none of them.
    """
    found = choices[0] if value is None else next((choice for choice in choices if choice == value), None)
    if found is None:
        raise _refusal(where, value, f"one of {', '.join(choices)}")
    return found


def read_judges(settings: Mapping[str, JsonValue]) -> list[dict[str, JsonValue]]:
    """The judges given, each as `read_judge` gives it; none where there is no list or an empty one.

    Raises:
        InputError: `judges` and `judgeModels` are both given, or one of them is malformed.
    """
    given = [name for name in ("judges", "judgeModels") if settings.get(name) not in (None, [])]
    if len(given) > 1:
        raise InputError("evaluationConfig: give either judges or judgeModels, not both.")
    if not given:
        return []
    listed = settings[given[0]]
    if not isinstance(listed, list):
        raise _refusal(given[0], listed, "a list")
    return [read_judge(item, f"{given[0]}[{place}]") for place, item in enumerate(listed)]


def read_judge(item: JsonValue, where: str) -> dict[str, JsonValue]:
    """One judge, `id` left out where none is given; a bare string is its model.

    Raises:
        InputError: It is neither a string nor a map with a `model`, or one of its values is malformed.
    """
    judge: JsonValue = {"model": item} if isinstance(item, str) else item
    if not isinstance(judge, dict):
        raise _refusal(where, item, "a model as provider:model, or a map with a model")
    _refuse_unknown(judge, _JUDGE, f"{where}.")
    model, name, temperature = judge.get("model"), judge.get("id"), judge.get("temperature")
    if not isinstance(model, str) or not all(part.strip() for part in model.partition(":")):
        raise _refusal(f"{where}.model", model, "written as provider:model")
    if name is not None and not (isinstance(name, str) and name.strip()):
        raise _refusal(f"{where}.id", name, "a name")
    if temperature is not None and not _is_temperature(temperature):
        raise _refusal(f"{where}.temperature", temperature, "a number from 0 to 2")
    approach = read_choice(judge.get("approach"), f"{where}.approach", get_args(Approach))
    known: dict[str, JsonValue] = {"model": model, "approach": approach, "temperature": temperature or 0}
    return {"id": name, **known} if name else known


def _refusal(where: str, value: JsonValue, wanted: str) -> InputError:
    """The error that says what is wrong with a setting and what it has to be."""
    said = "missing" if value is None else json.dumps(value, ensure_ascii=False)
    shown = f"{said[:_SHOWN]}…" if len(said) > _SHOWN else said
    return InputError(f"evaluationConfig: {where} is {shown}; it has to be {wanted}.")


def _is_temperature(value: JsonValue) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 2


def _refuse_unknown(names: Iterable[str], known: Sequence[str], where: str = "") -> None:
    for name in names:
        if name not in known:
            nearest = _nearest(name, known)
            advice = f"did you mean {nearest}?" if nearest else f"known are {', '.join(known)}."
            raise InputError(f"evaluationConfig: {where}{name} is unknown; {advice}")


def _nearest(name: str, known: Sequence[str]) -> str | None:
    by_case = {word.lower(): word for word in known}
    plain = name.lower().replace("_", "").replace("-", "")
    return next((by_case[word] for word in get_close_matches(plain, by_case, n=1, cutoff=0.8)), None)
