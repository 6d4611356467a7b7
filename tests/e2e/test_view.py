"""`pointwise view`: a folder of runs in a headless browser, and what the server refuses."""

from __future__ import annotations

import http.client
import json
import shutil
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest

from bench.report_page import chromium
from pointwise.entrypoints.cli.stored_results import read_result
from pointwise.entrypoints.cli.view_runs import StoredRuns
from pointwise.entrypoints.cli.view_server import open_server
from pointwise.errors import InputError
from pointwise.reporting.html.details import texts_of
from pointwise.reporting.html.page import page_closing, page_opening, prompt_block, render_page
from pointwise.results.assembly import without_texts
from pointwise.results.comparison import comparison
from tests.e2e.browser import Watched, needs_browser, serious
from tests.e2e.command import ROOT, pointwise

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

EXAMPLE = ROOT / "examples" / "quickstart"
WORDS = ("run", EXAMPLE / "blueprint.yml", "--fixtures", EXAMPLE / "fixtures.yml")


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two runs of the quickstart."""
    folder = tmp_path_factory.mktemp("results")
    for _ in range(2):
        assert pointwise(*WORDS, "--out", folder).code == 0
    return folder


@contextmanager
def served(folder: Path) -> Iterator[int]:
    """The port at which a folder is shown."""
    with open_server(folder, 0) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield server.server_port
        finally:
            server.shutdown()
            thread.join()


def runs(folder: Path) -> list[str]:
    """Names of all runs, oldest first."""
    found = [
        plan.parent.relative_to(folder / "runs").as_posix() for plan in folder.glob("runs/*/*/plan.json")
    ]
    return sorted(found, key=lambda run: run.rpartition("_")[2])


def asked(port: int, path: str, host: str | None = None) -> tuple[int, str]:
    """Status and body of an answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("GET", path, headers={"Host": host or f"127.0.0.1:{port}"})
    answer = connection.getresponse()
    body = answer.read().decode()
    connection.close()
    return answer.status, body


@needs_browser
def test_runs_are_listed_opened_and_compared(finished: Path) -> None:
    """From the list to a run, to a response with the exact prompt of a judge, to two runs side by side."""
    with served(finished) as port, chromium() as browser:
        watched = Watched(browser.new_page())
        page = watched.open(f"http://127.0.0.1:{port}/")
        assert "sample:aspen" in page.locator("main").inner_text()
        assert serious(page) == []
        page.locator("main form a").first.click()
        page.locator("#trend").wait_for()
        assert serious(page) == []
        page.locator("[role=gridcell]").first.click()
        page.locator("dialog .point summary").first.click()
        page.locator("dialog .votes pre").first.wait_for()
        page.get_by_role("button", name="Close").click()
        page.get_by_role("link", name="All runs").click()
        page.get_by_role("button", name="Compare the two runs chosen").click()
        page.locator(".verdict").wait_for()
        assert "no model changed beyond noise" in page.locator(".verdict").inner_text()
        assert serious(page) == []
        assert watched.complaints == []
        assert all(url.startswith(f"http://127.0.0.1:{port}/") for url in watched.requests)


@needs_browser
def test_a_page_follows_a_run_that_goes_on(finished: Path, tmp_path: Path) -> None:
    """What is settled is shown at once; when the result is there the page shows it without being asked."""
    folder = tmp_path / "live"
    shutil.copytree(finished, folder)
    run = runs(folder)[-1]
    (result,) = (folder / "runs" / run).glob("*_comparison.json")
    kept = result.rename(tmp_path / "result.json")
    late = folder / "runs" / run / "coverage" / "barking-dog.json"
    late = late.rename(tmp_path / "late.json")
    with served(folder) as port, chromium() as browser:
        page = Watched(browser.new_page()).open(f"http://127.0.0.1:{port}/runs/{run}/")
        assert "4 of 5 prompts settled" in page.locator("#live").inner_text()
        assert page.locator("#matrix tbody tr").count() == 4
        late.rename(folder / "runs" / run / "coverage" / "barking-dog.json")
        kept.rename(result)
        page.locator("#live").wait_for(state="detached")
        assert page.locator("#matrix tbody tr").count() == 5


def test_a_run_that_has_just_begun_has_a_page(finished: Path, tmp_path: Path) -> None:
    """With nothing settled there is still a page, and the list names the run as unfinished."""
    folder, run = tmp_path / "begun", runs(finished)[0]
    (folder / "runs" / run).mkdir(parents=True)
    shutil.copy(finished / "runs" / run / "plan.json", folder / "runs" / run / "plan.json")
    with served(folder) as port:
        assert "0 of 15 responses" in asked(port, "/")[1]
        assert asked(port, f"/runs/{run}/")[0] == 200
        status, body = asked(port, f"/runs/{run}/status.json")
        assert (status, json.loads(body)["prompts"]) == (200, 0)


def test_a_page_made_prompt_by_prompt_is_the_page_of_the_result(finished: Path) -> None:
    """Who never holds all texts of a run writes the same bytes as who does."""
    stored, run = StoredRuns(finished), runs(finished)[0]
    plan = stored.plan(run)
    prompts = stored.settled(plan)
    skeleton = comparison(plan, [without_texts(prompt) for prompt in prompts])
    blocks = [prompt_block(number, texts_of(prompt), skeleton) for number, prompt in enumerate(prompts)]
    made = "".join((page_opening(skeleton), *blocks, page_closing()))
    assert made == render_page(read_result(run, finished))


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/runs/../../etc/passwd/", 404),
        ("/runs/quickstart/%2e%2e/", 404),
        ("/runs/" + quote("../..", safe="") + "/x/", 404),
        ("/elsewhere", 404),
        ("/compare?earlier=no&later=such", 404),
        ("/runs/quickstart/nothing/details/0.json", 404),
    ],
)
def test_nothing_but_runs_is_served(finished: Path, path: str, status: int) -> None:
    """Paths out of the folder and runs that are not there get a sentence, not a file."""
    with served(finished) as port:
        assert asked(port, path)[0] == status


def test_only_this_machine_is_answered(finished: Path) -> None:
    """A name that somebody else has pointed at this machine is refused."""
    with served(finished) as port:
        assert asked(port, "/", "evil.example:80")[0] == 400
        assert asked(port, "/", f"localhost:{port}")[0] == 200


def test_a_damaged_result_is_named(finished: Path, tmp_path: Path) -> None:
    """The server says which object cannot be read, and goes on."""
    folder = tmp_path / "damaged"
    shutil.copytree(finished, folder)
    run = runs(folder)[-1]
    (result,) = (folder / "runs" / run).glob("*_comparison.json")
    result.write_text("{")
    with served(folder) as port:
        status, body = asked(port, f"/runs/{run}/")
        assert status == 500
        assert result.name in body
        assert asked(port, "/")[0] == 200


def test_a_missing_folder_and_a_taken_port_are_bad_input(tmp_path: Path) -> None:
    """Both are told in a sentence that says what to do."""
    with pytest.raises(InputError, match="There is no folder"):
        open_server(tmp_path / "none", 0)
    with served(tmp_path) as port, pytest.raises(InputError, match="--port"):
        open_server(tmp_path, port)
