"""Have other judges look at stored responses. Nothing is generated; old judgements stay where they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pointwise.errors import InputError
from pointwise.keys import RunKeys
from pointwise.steps.start import start

if TYPE_CHECKING:
    from pointwise.planning.plan import Plan
    from pointwise.services import Services


async def rejudge(plan: Plan, services: Services) -> str:
    """Start the run of a plan that rejudges another, with that one's responses; return its name.

    Failed responses are carried over as they are: asking models again is what `resume` is for.

    Raises:
        InputError: The other run has no responses.
    """
    old, new = RunKeys(plan.rejudges or ""), RunKeys(plan.run)
    stored = await services.store.keys(old.responses)
    if not stored:
        raise InputError(f"The run {plan.rejudges} has no responses to judge; resume it first.")
    for key in (*stored, *await services.store.keys(old.extractions)):
        data = await services.store.read(key)
        if data is not None:
            await services.store.create(new.root + key.removeprefix(old.root), data)
    return await start(plan, services)
