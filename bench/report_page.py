"""How fast the page of a run opens and reacts in headless Chromium: `python -m bench.report_page`."""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from bench.made_result import made_result
from pointwise.reporting.html.page import render_page

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

CHROMIUM = Path("/usr/bin/chromium")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
SIZES = ((40, 25), (200, 100), (2000, 10))


@contextmanager
def chromium() -> Iterator[Browser]:
    """A headless browser that asks nobody for anything."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - pages can be made without it

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=str(CHROMIUM), args=list(FLAGS))
        yield browser
        browser.close()


def main() -> None:
    """A line for each size."""
    if not CHROMIUM.is_file():
        sys.exit(f"{CHROMIUM} is missing: apt-get install chromium")
    with TemporaryDirectory() as folder, chromium() as browser:
        for prompts, models in SIZES:
            _measure(browser, Path(folder) / "report.html", prompts, models)


def _measure(browser: Browser, path: Path, prompts: int, models: int) -> None:
    result = made_result(prompts, models)
    began = time.perf_counter()
    path.write_text(render_page(result))
    made = time.perf_counter() - began
    page = browser.new_page(viewport={"width": 1300, "height": 900})
    began = time.perf_counter()
    page.goto(path.as_uri())
    page.locator("[role=gridcell]").first.wait_for()
    opened = time.perf_counter() - began
    filtered, cell, scrolled, searched = (page.evaluate(_TIMED[what]) for what in _TIMED)
    size = path.stat().st_size / 1e6
    print(
        f"{prompts * models:>6,} cells ({prompts} x {models}): {size:.1f} MB, made in {made:.1f} s, "
        f"opens in {opened:.2f} s, filters in {filtered:.0f} ms, opens a cell in {cell:.0f} ms, "
        f"draws {scrolled:.1f} ms a scroll, finds a text in {searched:.0f} ms"
    )
    page.close()


_TIMED = {
    "filter": """() => {
        const began = performance.now(), select = document.querySelector("form select");
        for (const value of ["missed", "all"]) {
          select.value = value;
          select.dispatchEvent(new Event("change"));
          document.body.offsetHeight;
        }
        return (performance.now() - began) / 2;
    }""",
    "cell": """async () => {
        const began = performance.now();
        document.querySelector("[role=gridcell]").click();
        while (!document.querySelector(".point")) await new Promise((r) => setTimeout(r));
        document.body.offsetHeight;
        const took = performance.now() - began;
        document.querySelector("dialog .close").click();
        return took;
    }""",
    "scroll": """async () => {
        const box = document.querySelector(".box"), began = performance.now(), steps = 40;
        for (let step = 0; step < steps; step += 1) {
          box.scrollTop = (box.scrollHeight / steps) * step;
          await new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r)));
        }
        return (performance.now() - began) / steps;
    }""",
    "search": """async () => {
        const find = document.querySelector("input[type=search]"), began = performance.now();
        const count = document.querySelector("#matrix [role=status]"), before = count.textContent;
        find.value = "no such words anywhere";
        find.dispatchEvent(new Event("input"));
        while (count.textContent === before) await new Promise((r) => setTimeout(r, 5));
        return performance.now() - began;
    }""",
}

if __name__ == "__main__":
    main()
