"""The page of a run, and those that lead to it, in a headless browser, from files."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from bench.made_result import made_result
from bench.report_page import chromium
from pointwise.reporting.html.page import render_page
from tests.e2e.browser import Watched, needs_browser, serious
from tests.e2e.command import ROOT, pointwise

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

    from pointwise.results.document import Comparison

pytestmark = needs_browser

HOSTILE = (
    "</script><script>document.title='taken'</script><img src=x onerror=alert(1)> <b>bold</b> "
    "[x](javascript:alert(1))"
)
PAGE = re.compile(r"/(report|index)\.html$")
SIZE = {"width": 1300, "height": 900}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser for all tests here."""
    with chromium() as started:
        yield started


@pytest.fixture
def watched(browser: Browser) -> Iterator[Watched]:
    """A page that must end without a complaint, having asked for nothing but itself."""
    context = browser.new_context(viewport=SIZE)
    found = Watched(context.new_page())
    yield found
    context.close()
    assert found.complaints == []
    assert all(url.startswith("file:") and PAGE.search(url.partition("#")[0]) for url in found.requests)


def written(result: Comparison, folder: Path) -> str:
    """The address of a result's page."""
    path = folder / "report.html"
    path.write_text(render_page(result), encoding="utf-8")
    return path.as_uri()


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Twelve prompts and three models."""
    return written(made_result(12, 3), tmp_path_factory.mktemp("small"))


@pytest.fixture(scope="module")
def failing(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A thousand responses, some of which failed."""
    return written(made_result(40, 25), tmp_path_factory.mktemp("failing"))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two runs of the quickstart and one of a blueprint whose names are traps."""
    folder, trap = tmp_path_factory.mktemp("site"), tmp_path_factory.mktemp("trap")
    example = ROOT / "examples" / "quickstart"
    words = ("run", example / "blueprint.yml", "--fixtures", example / "fixtures.yml", "--out", folder)
    prompt = {"id": HOSTILE, "prompt": "Hello?", "should": [{"$icontains": "hello"}]}
    blueprint = {
        "id": f"../a b#c?d%20{HOSTILE}",
        "title": HOSTILE,
        "models": ["sample:x"],
        "prompts": [prompt],
    }
    (trap / "trap.json").write_text(json.dumps(blueprint))
    (trap / "fixtures.json").write_text(json.dumps({"answers": {HOSTILE: {"*": "Hello."}}}))
    traps = ("run", trap / "trap.json", "--fixtures", trap / "fixtures.json", "--out", folder)
    for each in (words, traps, words):
        assert pointwise(*each).code == 0
    return folder


def first_column(page: Page) -> list[str]:
    return page.locator("#matrix tbody th b").all_inner_texts()


def shown(page: Page) -> str:
    return page.locator("#matrix [role=status]").inner_text()


def cell(page: Page, number: int) -> str:
    return page.locator("[role=gridcell]").nth(number).get_attribute("aria-label") or ""


def test_it_opens_with_the_answer_first(watched: Watched, small: str) -> None:
    """The sentence on who is better comes before the models, and these before the responses."""
    page = watched.open(small)
    order = page.locator(".verdict, #models h2, #fix h2, #matrix h2, #judges h2").all_inner_texts()
    assert order[1:] == ["Models", "To fix first", "Prompts and models", "Agreement of judges"]
    assert "is better than all 2 others" in order[0]
    assert page.locator("[role=gridcell]").count() == 36


def test_rows_sort_by_score_and_by_one_model(watched: Watched, small: str) -> None:
    """A choice sorts by the mean; the button over a column sorts by that model, lowest first."""
    page = watched.open(small)
    page.get_by_label("Rows").select_option("name")
    by_name = first_column(page)
    assert by_name == sorted(by_name)
    page.get_by_label("Rows").select_option("low")
    assert first_column(page) != by_name
    page.locator("#matrix thead button").first.click()
    column = page.locator("#matrix tbody tr td:nth-child(2)").all_inner_texts()
    scores = [int(text) for text in column if text.isdigit()]
    assert scores == sorted(scores)
    assert page.locator("#matrix thead th[aria-sort=ascending]").count() == 1


def test_models_sort_by_any_column(watched: Watched, small: str) -> None:
    """Pressed once the highest comes first, pressed twice the lowest."""
    page = watched.open(small)
    passed = page.locator("#models").get_by_role("button", name="Pass", exact=True)
    for direction in ("descending", "ascending"):
        passed.click()
        assert page.locator(f"#models th[aria-sort={direction}]").inner_text().startswith("Pass")


def test_filters_leave_what_fits(watched: Watched, failing: str) -> None:
    """By failures, by tag, by difference; the line above says how many are left."""
    page = watched.open(failing)
    everything = shown(page)
    assert everything == "40 prompts of 40, 1,000 responses shown."
    page.get_by_label("Show").select_option("failed")
    assert "timeout" in (page.locator("[role=gridcell]:not(.dim)").first.get_attribute("aria-label") or "")
    assert shown(page) != everything
    page.get_by_label("Show").select_option("unscored")
    assert "unscored" in (page.locator("[role=gridcell]:not(.dim)").first.get_attribute("aria-label") or "")
    page.get_by_label("Show").select_option("different")
    page.get_by_label("Tag").select_option("health")
    assert shown(page).startswith("13 prompts")


def test_text_is_found_in_answers(watched: Watched, tmp_path: Path) -> None:
    """Only the response that has the words stays lit; without words all come back."""
    page = watched.open(written(with_response(made_result(6, 3), 'a "rare" <word> indeed'), tmp_path))
    page.get_by_label("Text").fill('"RARE" <word>')
    page.get_by_text("1 prompt of 6, 1 response shown.").wait_for()
    page.get_by_label("Text").fill("")
    page.get_by_text("6 prompts of 6, 18 responses shown.").wait_for()


def test_the_keyboard_reaches_everything(watched: Watched, small: str) -> None:
    """Arrows move, Enter opens, buttons go to neighbours, Escape comes back to the cell looked at last."""
    page = watched.open(small)
    page.locator("[role=gridcell][tabindex='0']").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == cell(page, 4)
    page.keyboard.press("Enter")
    page.locator("dialog .point").first.wait_for()
    title = page.locator("dialog h2").inner_text()
    page.get_by_role("button", name="Next prompt").click()
    page.wait_for_function("before => document.querySelector('dialog h2').innerText !== before", arg=title)
    page.keyboard.press("Escape")
    page.wait_for_function(
        "name => document.activeElement.getAttribute('aria-label') === name", arg=cell(page, 7)
    )
    assert page.locator("[role=gridcell][tabindex='0']").count() == 1


def test_a_response_shows_every_point_with_each_verdict(watched: Watched, small: str) -> None:
    """Six points, two judges each, with their reasons; the address names the response and opens it again."""
    page = watched.open(small)
    page.locator("[role=gridcell]").first.click()
    page.locator("dialog .point").first.wait_for()
    assert page.locator("dialog .point").count() == 6
    assert page.locator("dialog .point").first.locator(".votes > li").count() == 2
    assert "judge:north" in page.locator("dialog .votes").first.inner_text()
    title, address = page.locator("dialog h2").inner_text(), page.url
    page.goto("about:blank")
    page.goto(address)
    page.locator("dialog .point").first.wait_for()
    assert page.locator("dialog h2").inner_text() == title


@pytest.mark.parametrize(
    "text", [HOSTILE, f"# Title\n\n{HOSTILE}\n\n```\n{HOSTILE}\n```\n\n| a |\n|---|\n| {HOSTILE} |"]
)
def test_markup_of_a_model_is_shown_and_never_lives(watched: Watched, tmp_path: Path, text: str) -> None:
    """Scripts, images and dangerous links of a response stay text, as Markdown and as plain text."""
    page = watched.open(written(with_response(made_result(2, 2), text), tmp_path))
    page.get_by_role("combobox", name="Models").select_option("order")
    page.locator("[role=gridcell]").first.click()
    page.locator("dialog .point").first.wait_for()
    for _ in ("Markdown", "plain"):
        assert "<script>document.title='taken'</script>" in page.locator(".turn.answer").inner_text()
        assert page.locator("dialog :is(script, img, iframe, b:not(.votes b), a)").count() == 0
        page.get_by_role("button", name="Markdown").click()
        page.wait_for_timeout(50)
    assert page.title() != "taken"


def test_a_huge_response_does_no_harm(watched: Watched, tmp_path: Path) -> None:
    """200 KB of what is slowest to read as Markdown open within a second, whole."""
    text = "*a _b `c [d](e " * 13_000 + "the end"
    page = watched.open(written(with_response(made_result(2, 2), text), tmp_path))
    page.get_by_role("combobox", name="Models").select_option("order")
    took = page.evaluate(
        """async () => { const began = performance.now(); document.querySelector("[role=gridcell]").click();
        while (!document.querySelector(".point")) await new Promise((r) => setTimeout(r));
        document.body.offsetHeight; return performance.now() - began; }"""
    )
    assert len(text) > 190_000
    assert page.locator(".turn.answer .text").inner_text().endswith("the end")
    assert took < 1000


@pytest.mark.parametrize(
    "form", ["*a " * 18_000, "[" * 50_000, "`" * 50_000, "**a" * 18_000, "> " * 25_000, "|" * 50_000]
)
def test_markdown_takes_linear_time(watched: Watched, tmp_path: Path, form: str) -> None:
    """Texts just short enough to be read as Markdown, made to be slow."""
    page = watched.open(written(with_response(made_result(1, 1), form), tmp_path))
    page.locator("[role=gridcell]").first.click()
    page.locator("dialog .point").first.wait_for(timeout=3000)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("models", [3, 30])
def test_axe_finds_nothing_serious(browser: Browser, tmp_path: Path, models: int, scheme: str) -> None:
    """Neither on the page nor in an open response, in light and dark."""
    context = browser.new_context(viewport=SIZE, color_scheme="light" if scheme == "light" else "dark")
    page = Watched(context.new_page()).open(written(made_result(10, models), tmp_path))
    assert serious(page) == []
    page.locator("[role=gridcell]").first.click()
    page.locator("dialog .point").first.wait_for()
    assert serious(page) == []
    context.close()


def test_the_index_leads_to_every_run_and_back(watched: Watched, site: Path) -> None:
    """From the leaderboard to a blueprint, its scores over time, its newest run, and all the way back."""
    page = watched.open((site / "index.html").as_uri())
    assert "sample:aspen" in page.get_by_role("region", name="Models over all blueprints").inner_text()
    page.get_by_role("link", name="Quickstart").click()
    assert page.locator("#trend .line circle").count() == 6
    runs = page.get_by_role("region", name="Runs of quickstart").get_by_role("link")
    assert runs.count() == 2
    newest = runs.first.inner_text()
    runs.first.click()
    page.locator(".verdict").wait_for()
    assert newest.replace(":", "-").replace(" ", "T") in page.url
    page.get_by_role("link", name="All runs").click()
    page.get_by_role("link", name="All blueprints").click()
    assert page.url == (site / "index.html").as_uri()


def test_names_that_are_traps_are_text_and_lead_to_their_run(watched: Watched, site: Path) -> None:
    """Neither in a title nor in an address does a name become anything else."""
    page = watched.open((site / "index.html").as_uri())
    page.get_by_role("link", name=HOSTILE).click()
    assert page.locator("h1").inner_text() == HOSTILE
    assert page.locator("#trend").count() == 0, "one run has no plot"
    page.get_by_role("table").get_by_role("link").click()
    page.locator(".verdict, .facts").first.wait_for()
    assert page.locator("h1").inner_text() == HOSTILE
    page.get_by_role("link", name="All runs").click()
    assert page.locator("h1").inner_text() == HOSTILE
    assert page.locator("img, iframe").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["index.html", "runs/quickstart/index.html"])
def test_axe_finds_nothing_serious_on_the_way(browser: Browser, site: Path, name: str, scheme: str) -> None:
    """Nor does it on the pages that lead to a run."""
    context = browser.new_context(viewport=SIZE, color_scheme="light" if scheme == "light" else "dark")
    page = Watched(context.new_page()).open((site / name).as_uri())
    assert serious(page) == []
    context.close()


def test_how_alike_models_answer_is_a_table_where_it_was_asked_for(
    watched: Watched, tmp_path: Path, small: str
) -> None:
    """Each two models, and each with the ideal answer; no section where nobody asked."""
    page = watched.open(written(with_similarity(made_result(4, 3)), tmp_path))
    rows = page.locator("#similarity tbody tr")
    assert [row.split("\t")[1:] for row in rows.all_inner_texts()] == [
        ["·", "0.90", "0.80", "0.75"],
        ["0.90", "·", "0.80", "–"],  # noqa: RUF001 - no value
        ["0.80", "0.80", "·", "0.75"],
    ]
    assert "0.75" in page.locator("#models tbody tr").first.inner_text()
    assert serious(page) == []
    page = watched.open(small)
    assert page.locator("#similarity").count() == 0


def test_a_thousand_responses_open_at_once(watched: Watched, failing: str) -> None:
    """Within two seconds, as the page itself measures it."""
    page = watched.open(failing)
    page.locator("[role=gridcell]").first.wait_for()
    assert page.evaluate("performance.now()") < 2000


def test_twenty_thousand_responses_stay_usable(watched: Watched, tmp_path: Path) -> None:
    """Only rows in sight exist, and the keyboard still reaches the last one."""
    page = watched.open(written(made_result(2000, 10, points=2, words=10), tmp_path))
    assert page.locator("[role=gridcell]").count() < 1000
    page.locator("[role=gridcell][tabindex='0']").focus()
    page.keyboard.press("Control+End")
    label = page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert label.startswith("prompt-1999")
    page.keyboard.press("Enter")
    page.locator("dialog .point").first.wait_for()


def test_the_choice_of_colours_is_kept(watched: Watched, small: str) -> None:
    """Dark once chosen is dark the next time."""
    page = watched.open(small)
    page.get_by_role("button", name="Switch to dark colours").click()
    page.reload()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(20, 23, 27)"


def test_on_paper_everything_is_there(watched: Watched, tmp_path: Path) -> None:
    """All rows are printed, controls are not, and dark colours do not reach the paper."""
    page = watched.open(written(made_result(300, 10, points=2, words=10), tmp_path))
    page.get_by_role("button", name="Switch to dark colours").click()
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator("[role=gridcell]").count() == 3000
    assert not page.locator("form.controls").is_visible()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


def with_response(result: Comparison, text: str) -> Comparison:
    """The same result, in which the first model's answer to the first prompt is a given text."""
    prompt, model = result.prompt_ids[0], result.effective_models[0]
    responses = {**result.all_final_assistant_responses}
    responses[prompt] = {**responses[prompt], model: text}
    return result.model_copy(update={"all_final_assistant_responses": responses})


def with_similarity(result: Comparison) -> Comparison:
    """The same result, in which the first two models answer most alike, and the second nothing like ideal."""
    found = result.evaluation_results
    names = [score.model_id for score in found.model_scores]
    matrix = {
        one: {other: 0.9 if {one, other} == set(names[:2]) else 0.8 for other in names} for one in names
    }
    scores = tuple(
        score.model_copy(update={"similarity": None if score.model_id == names[1] else 0.75})
        for score in found.model_scores
    )
    changed = found.model_copy(update={"similarity_matrix": matrix, "model_scores": scores})
    return result.model_copy(update={"evaluation_results": changed})
