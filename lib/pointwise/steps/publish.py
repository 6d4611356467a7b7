"""Put a finished run's page beside its result, for browsers that read the bucket."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pointwise.keys import RunKeys
from pointwise.results.document import Comparison
from pointwise.steps.reading import read_record

if TYPE_CHECKING:
    from pointwise.services import Services


async def publish(run: str, services: Services) -> bool:
    """Write the page of a run; False where it has no result yet. The same result makes the same bytes.

    Raises:
        StorageError: The store refused.
    """
    keys = RunKeys(run)
    result = await read_record(Comparison, keys.result, services)
    if result is None:
        return False
    # Only the last task of a run needs what makes pages.
    from pointwise.reporting.condensing import Surroundings  # noqa: PLC0415
    from pointwise.reporting.html.page import PageOptions, render_page  # noqa: PLC0415

    page = render_page(result, PageOptions(around=Surroundings(run=run)))
    await services.store.replace(keys.report, page.encode())
    return True
