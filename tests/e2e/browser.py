"""A headless browser, and the folder and pages that it is shown."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

import pytest

from bench.report_page import CHROMIUM

if TYPE_CHECKING:
    from playwright.sync_api import Page, Request

MISSING = (
    "playwright and axe-playwright-python are not installed (the dev group has them)"
    if not (find_spec("playwright") and find_spec("axe_playwright_python"))
    else f"{CHROMIUM} is missing: apt-get install chromium"
    if not CHROMIUM.is_file()
    else ""
)
needs_browser = pytest.mark.skipif(bool(MISSING), reason=MISSING)


class Watched:
    """A page, and everything that went wrong on it or left it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.complaints: list[str] = []
        self.requests: list[str] = []
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("dialog", lambda dialog: self.complaints.append(f"dialog: {dialog.message}"))
        page.on("request", self._note)

    def _note(self, request: Request) -> None:
        self.requests.append(request.url)

    def open(self, address: str) -> Page:
        self.page.goto(address)
        self.page.locator("h1").wait_for()
        return self.page


def serious(page: Page) -> list[str]:
    """What axe-core finds that is serious or critical."""
    from axe_playwright_python.sync_playwright import Axe  # noqa: PLC0415 - skipped where it is missing

    found = Axe().run(page).response["violations"]
    return [
        f"{v['id']}: {n['html']}" for v in found if v["impact"] in {"serious", "critical"} for n in v["nodes"]
    ]
