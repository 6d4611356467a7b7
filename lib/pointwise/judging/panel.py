"""Who judges: the panel of a blueprint, whom to ask next, and what their votes come to."""

from __future__ import annotations

from collections import Counter
from statistics import fmean, median
from typing import TYPE_CHECKING, Annotated, get_args

from pydantic import Field

from pointwise.errors import InputError
from pointwise.frozen import Frozen
from pointwise.judging.families import family
from pointwise.judging.scales import Scale
from pointwise.judging.settings import (
    Approach,
    Combination,
    Mode,
    SelfJudging,
    read_choice,
    read_judge,
    read_judges,
    read_settings,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pydantic import JsonValue

_DEFAULT_JUDGES = ("openrouter:google/gemini-2.5-flash", "openrouter:openai/gpt-4.1-mini")
_DEFAULT_BACKUP = "openrouter:anthropic/claude-haiku-4.5"
"""Three makers, so that no model is judged by its own kind alone."""


class Judge(Frozen):
    """One model that is asked for verdicts.

    Attributes:
        id: Its name in results, unique within a panel.
        model: `provider:name`.
        approach: What it sees: `standard` the response and the criterion, `prompt-aware` also the
            conversation, `holistic` also all other criteria and the description of the blueprint.
        temperature: 0 to 2.
    """

    id: str
    model: str
    approach: Approach = "prompt-aware"
    temperature: Annotated[float, Field(ge=0, le=2)] = 0.0

    @property
    def provider(self) -> str:
        """Whose limits apply to it."""
        return self.model.partition(":")[0]


class Panel(Frozen):
    """All judges of a run and how their verdicts make one score.

    Attributes:
        mode: `consensus` asks every judge, `failover` one after the other until one answers.
        backup: Asked where a judge fails for good.
        combine: How the verdicts of a consensus become one.
        self_judging: What happens where a judge has the same maker as the model it judges: nothing, a
            mark in the result, or its vote does not count where there are others.
        instructions: How to judge, in place of our own words; what is evidence and how to reply stays.
    """

    judges: Annotated[tuple[Judge, ...], Field(min_length=1)]
    mode: Mode = "consensus"
    backup: Judge | None = None
    scale: Scale = "continuous"
    combine: Combination = "mean"
    self_judging: SelfJudging = "warn"
    instructions: str | None = None

    @property
    def seats(self) -> tuple[Judge, ...]:
        """All judges, the backup last. Tasks and stored judgements carry places in it."""
        return self.judges if self.backup is None else (*self.judges, self.backup)

    @property
    def reads_description(self) -> bool:
        """Whether any judge sees the description of the blueprint."""
        return any(judge.approach == "holistic" for judge in self.seats)


def panel_from(evaluation: Mapping[str, JsonValue]) -> Panel:
    """The panel that a blueprint's `evaluationConfig` asks for; the default one where it names no judges.

    Raises:
        InputError: A setting is unknown or malformed, or two judges would ask the same.
    """
    settings = read_settings(evaluation)
    given = read_judges(settings)
    judges = given or [read_judge(model, "judges") for model in _DEFAULT_JUDGES]
    backup = settings.get("backup", None if given else _DEFAULT_BACKUP)
    seats = _seated(judges if backup is None else [*judges, read_judge(backup, "backup")])
    return Panel(
        judges=seats[: len(judges)],
        backup=None if backup is None else seats[-1],
        mode=read_choice(settings.get("judgeMode"), "judgeMode", get_args(Mode)),
        scale=read_choice(settings.get("scale"), "scale", get_args(Scale)),
        combine=read_choice(settings.get("combine"), "combine", get_args(Combination)),
        self_judging=read_choice(settings.get("selfJudging"), "selfJudging", get_args(SelfJudging)),
    )


def _seated(given: Sequence[Mapping[str, JsonValue]]) -> tuple[Judge, ...]:
    """The judges with a name each: their own, or the model's, with the approach where a model sits twice."""
    models = Counter(str(judge["model"]) for judge in given)
    seats: list[Judge] = []
    for judge in given:
        several = f" ({judge['approach']})" if models[str(judge["model"])] > 1 else ""
        seat = Judge.model_validate({"id": f"{judge['model']}{several}", **judge})
        _refuse_double(seat, seats)
        seats.append(seat)
    return tuple(seats)


def _refuse_double(seat: Judge, seats: Sequence[Judge]) -> None:
    for other in seats:
        if seat.model_copy(update={"id": other.id}) == other:
            raise InputError(
                f"evaluationConfig: two judges ask {seat.model} in the same way, which would only count its "
                "verdict twice; take one out."
            )
        if seat.id == other.id:
            raise InputError(f"evaluationConfig: two judges are called {seat.id}; give them an id each.")


def next_seats(panel: Panel, settled: Mapping[int, bool]) -> tuple[int, ...]:
    """Seats that must still be asked about one point.

    Args:
        panel: Who judges.
        settled: By seat, whether it gave a verdict (True) or failed for good (False); seats that were
            asked and have not answered are not in it.
    """
    waiting = tuple(seat for seat in range(len(panel.seats)) if seat not in settled)
    if panel.mode == "failover":
        return () if any(settled.values()) else waiting[:1]
    regular = range(len(panel.judges))
    needs_backup = any(settled.get(seat) is False for seat in regular)
    return tuple(seat for seat in waiting if seat in regular or needs_backup)


def is_settled(panel: Panel, settled: Mapping[int, bool]) -> bool:
    """Whether nobody is left to be asked about a point."""
    return not next_seats(panel, settled)


def own_family(panel: Panel, candidate: str) -> frozenset[int]:
    """Seats of judges that have the same maker as the model they judge."""
    maker = family(candidate)
    return frozenset(seat for seat, judge in enumerate(panel.seats) if family(judge.model) == maker)


def counted(panel: Panel, given: Iterable[int], candidate: str | None = None) -> tuple[int, ...]:
    """Which of the seats that gave a verdict make the score, in order.

    In failover the first. In a consensus all judges; the backup only where a judge's verdict is missing,
    so that a late verdict leads to the same score as a timely one. With `exclude`, judges of the
    candidate's own family only where there are no others.
    """
    seats = sorted(given)
    regular = [seat for seat in seats if seat < len(panel.judges)]
    if panel.mode == "consensus" and len(regular) == len(panel.judges):
        seats = regular
    if panel.self_judging == "exclude" and candidate is not None:
        kin = own_family(panel, candidate)
        seats = [seat for seat in seats if seat not in kin] or seats
    return tuple(seats[:1] if panel.mode == "failover" else seats)


def combine(panel: Panel, votes: Mapping[int, float], candidate: str | None = None) -> float | None:
    """One score of all verdicts on a point, 0 to 1; None where there is none.

    Args:
        panel: Who judges.
        votes: Verdicts by seat, 0 to 1.
        candidate: The model that is judged; without it nobody counts as judging its own family.
    """
    scores = [votes[seat] for seat in counted(panel, votes, candidate)]
    if not scores:
        return None
    return median(scores) if panel.combine == "median" else fmean(scores)
