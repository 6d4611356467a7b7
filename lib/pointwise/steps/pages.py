"""Write what people open in a browser: the page of a run, and those that lead to it.

Pages are made of what is stored and can be made again from it at any time.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from pointwise import keys
from pointwise.keys import RunKeys
from pointwise.reporting.condensing import Surroundings
from pointwise.reporting.html.details import texts_of
from pointwise.reporting.html.page import PageOptions, page_closing, page_opening, prompt_block
from pointwise.reporting.html.shell import SIGNATURE
from pointwise.reporting.html.site import ALL_RUNS, render_index, render_runs
from pointwise.results.leaderboard import Leaderboard
from pointwise.results.overview import BlueprintSummary
from pointwise.results.timing import Timing
from pointwise.steps.reading import read_needed
from pointwise.steps.results import in_parts, read_prompt
from pointwise.steps.summaries import until_written

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from pointwise.planning.plan import Plan
    from pointwise.results.document import Comparison
    from pointwise.services import Services


async def write_report(plan: Plan, skeleton: Comparison, services: Services) -> None:
    """Write the page of a run, from its records and nothing else: not from what other runs came to.

    Args:
        plan: Of the run.
        skeleton: Its result; texts in it are not looked at.
        services: Where it is stored.

    Raises:
        StorageError: The store refused, or something the run counts on is gone.
    """
    names = RunKeys(plan.run)
    timing = await read_needed(Timing, names.timing, services)
    options = PageOptions(around=Surroundings(run=plan.run, timing=timing), above=ALL_RUNS)
    await services.store.assemble(names.report, in_parts(_pieces(plan, skeleton, options, services)))


async def _pieces(
    plan: Plan, skeleton: Comparison, options: PageOptions, services: Services
) -> AsyncIterator[bytes]:
    yield page_opening(skeleton, options).encode()
    for number in range(len(plan.blueprint.prompts)):
        texts = texts_of(await read_prompt(plan, number, services))
        yield prompt_block(number, texts, skeleton).encode()
    yield page_closing().encode()


async def write_site(blueprint: str, services: Services) -> None:
    """Write the page of a blueprint's runs and the index of everything, as far as runs have ended by now.

    Raises:
        CallInterrupted: Others were faster every time; a later try may succeed.
        StorageError: The store refused, or a document is damaged or gone.
    """

    async def runs() -> str:
        return render_runs(await read_needed(BlueprintSummary, keys.summary_of(blueprint), services))

    async def index() -> str:
        return render_index(await read_needed(Leaderboard, keys.LEADERBOARD, services))

    for key, page in ((keys.index_of(blueprint), runs), (keys.INDEX, index)):
        await until_written(key, partial(_try_write, key, page, services))


async def _try_write(key: str, page: Callable[[], Awaitable[str]], services: Services) -> bool:
    """Write a page unless somebody else has meanwhile, perhaps from newer documents.

    The page is looked at before what it is made of: whoever wrote it before that had read nothing newer. A
    page that is not ours is left alone: the folder may be that of a person's own site.
    """
    present = await services.store.read_versioned(key)
    if present and SIGNATURE.encode() not in present.data:
        return True
    data = (await page()).encode("utf-8", "backslashreplace")
    if present and present.data == data:
        return True
    return await services.store.replace_if(key, data, present.version if present else None)
