"""Pages as text: what is in them, and what can never be."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from bench.made_result import made_result
from pointwise.blueprint.model import Message
from pointwise.records import Judgement
from pointwise.reporting.html.assets import source_hash
from pointwise.reporting.html.details import details, texts_in
from pointwise.reporting.html.listing import Listing, Unfinished, render_listing
from pointwise.reporting.html.markup import tag
from pointwise.reporting.html.page import PageOptions, render_page
from pointwise.reporting.html.shell import embedded
from tests.unit.reporting.html.pages import Parsed

if TYPE_CHECKING:
    from pointwise.results.document import Comparison

HOSTILE = (
    "</script><script>alert(1)</script>",
    "<!-- <script>",
    "<img src=x onerror=alert(1)>",
    "]]></style>",
    "\u2028\u2029\x00",
    "half \ud800 of a pair",
)


def with_response(text: str) -> Comparison:
    """A small result in which the first response is a given text."""
    result = made_result(2, 2, words=20)
    prompt = result.prompt_ids[0]
    responses = {**result.all_final_assistant_responses}
    responses[prompt] = {**responses[prompt], result.effective_models[0]: text}
    return result.model_copy(update={"all_final_assistant_responses": responses})


@pytest.mark.parametrize("text", HOSTILE)
def test_what_a_model_wrote_is_data_and_comes_back_as_it_was(text: str) -> None:
    """No text ends the block it lies in or opens an element, and none is changed by being embedded."""
    found = Parsed(render_page(with_response(text)))
    assert sum(name == "script" for name, _ in found.elements) == 4, "core, two prompts, one script"
    assert not any(name == "img" for name, _ in found.elements)
    cells = json.loads(found.scripts["details-0"])["cells"]
    assert text in [cell["response"] for cell in cells.values()]


@pytest.mark.parametrize("text", HOSTILE)
def test_titles_and_tags_are_text(text: str) -> None:
    """What an author wrote into the header cannot become markup either."""
    result = made_result(1, 1).model_copy(update={"config_title": text})
    found = Parsed(render_page(result))
    assert sum(name == "script" for name, _ in found.elements) == 3


def test_embedded_data_holds_no_less_than_sign() -> None:
    """Whatever the value, there is nothing in it that a parser of markup would look at."""
    assert "<" not in embedded({"<a>": ["<!--", "</script", "<"]})


def test_a_page_names_nothing_outside_itself() -> None:
    """No address to load from: neither element nor style sheet fetches anything."""
    page = render_page(made_result(2, 2))
    found = Parsed(page)
    assert not any("src" in attributes for _, attributes in found.elements)
    links = [attributes.get("href") for name, attributes in found.elements if name == "link"]
    assert links == ["data:,"]
    assert "url(" not in found.style
    assert "@import" not in found.style


def test_the_policy_admits_this_script_and_style_and_nothing_else() -> None:
    """The digests in the policy are those of the page's own two inline texts."""
    page = render_page(made_result(1, 1))
    found = Parsed(page)
    policy = found.policy
    assert policy["default-src"] == "'none'"
    assert policy["connect-src"] == "'none'"
    assert policy["script-src"] == source_hash(found.scripts["script"])
    assert policy["style-src"] == source_hash(found.style)
    assert policy["require-trusted-types-for"] == "'script'"


def test_no_element_has_a_handler_or_a_style_of_its_own() -> None:
    """The policy would refuse them; none is there to be refused."""
    for _, attributes in Parsed(render_page(made_result(1, 1))).elements:
        assert not any(name.startswith("on") or name == "style" for name in attributes)


def test_the_script_turns_no_text_into_markup() -> None:
    """None of the ways in which a script can do that occurs in it."""
    script = Parsed(render_page(made_result(1, 1))).scripts["script"]
    ways = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|DOMParser|srcdoc"
    assert not re.search(ways, script)


def test_equal_results_give_equal_pages() -> None:
    """A page is a function of what it shows."""
    assert render_page(made_result(3, 3)) == render_page(made_result(3, 3))


def test_a_served_page_leaves_texts_to_the_server() -> None:
    """It holds the scores, and may ask for the rest where it came from."""
    result = made_result(2, 2)
    page = render_page(result, PageOptions(served=True))
    assert "details-0" not in Parsed(page).scripts
    assert "connect-src &#x27;self&#x27;" in page or "connect-src 'self'" in page
    assert result.all_final_assistant_responses[result.prompt_ids[0]][result.effective_models[1]] not in page


def test_the_core_has_every_cell_with_its_points() -> None:
    """Score and points of each response, failures and gaps told from zeros."""
    result = made_result(20, 10)
    core = json.loads(Parsed(render_page(result)).scripts["core"])
    for prompt in core["prompts"]:
        for model, cell in zip(core["models"], prompt["cells"], strict=True):
            coverage = result.evaluation_results.llm_coverage_scores[prompt["id"]].get(model["id"])
            if coverage is None:
                assert cell == [None, [], "timeout"]
            else:
                assert cell[1] == [
                    None if p.coverage_extent is None else pytest.approx(p.coverage_extent, abs=1e-4)
                    for p in coverage.point_assessments
                ]


def test_details_have_the_exact_prompt_of_a_judge() -> None:
    """Where the judgement is given, its messages and the raw reply are there."""
    result = made_result(1, 1)
    asked = (Message(role="user", content="Is it <b>so</b>?"),)
    judgement = Judgement(point="p0", judge="judge:north", score=1.0, prompt=asked)
    (name,), (model,) = result.prompt_ids, result.effective_models
    found = details(texts_in(result, name), result, {model: [judgement]})
    (call,) = found["cells"][model]["calls"]  # type: ignore[index,call-overload]
    assert call["prompt"] == [{"role": "user", "content": "Is it <b>so</b>?"}]


def test_markup_escapes_whatever_is_no_markup() -> None:
    """Text and values of attributes; elements that were made stay elements."""
    assert (
        tag("p", "a<b", tag("i", '"&'), title='"><x')
        == '<p title="&quot;&gt;&lt;x">a&lt;b<i>&quot;&amp;</i></p>'
    )


def test_an_empty_folder_has_a_page() -> None:
    """It says that there is nothing yet; a run that goes on is named with how far it is."""
    assert "no runs here yet" in render_listing(Listing("somewhere"))
    going = Unfinished("quickstart/label_time", "Quick <start>", "3 of 15 responses.")
    page = render_listing(Listing("somewhere", unfinished=(going,)))
    assert "Quick &lt;start&gt;" in page
    assert 'href="/runs/quickstart/label_time/"' in page


def with_similarity(*, ideal: bool) -> Comparison:
    """Two models that answer alike, and how close each comes to the ideal answer."""
    result = made_result(2, 2)
    first, second = result.effective_models
    matrix = {first: {first: 1.0, second: 0.81239}, second: {first: 0.81239, second: 1.0}}
    found = result.evaluation_results
    scores = tuple(
        score.model_copy(update={"similarity": 0.7 if ideal else None}) for score in found.model_scores
    )
    changed = found.model_copy(update={"similarity_matrix": matrix, "model_scores": scores})
    return result.model_copy(update={"evaluation_results": changed})


@pytest.mark.parametrize("ideal", [True, False])
def test_the_core_has_how_alike_models_answer_where_that_was_asked_for(*, ideal: bool) -> None:
    """A matrix in the order of the models, without the ideal answer, which stands with each model."""
    core = json.loads(Parsed(render_page(with_similarity(ideal=ideal))).scripts["core"])
    assert core["similarity"]["models"] == [model["id"] for model in core["models"]]
    assert core["similarity"]["rows"] == [[1.0, 0.8124], [0.8124, 1.0]]
    assert [model["similarity"] for model in core["models"]] == [0.7 if ideal else None] * 2


@pytest.mark.parametrize("matrix", [None, {}])
def test_without_similarity_the_core_has_none(matrix: dict[str, dict[str, float | None]] | None) -> None:
    """Neither where it was not asked for nor where nobody could be asked."""
    result = made_result(1, 2)
    found = result.evaluation_results.model_copy(update={"similarity_matrix": matrix})
    page = render_page(result.model_copy(update={"evaluation_results": found}))
    assert json.loads(Parsed(page).scripts["core"])["similarity"] is None
