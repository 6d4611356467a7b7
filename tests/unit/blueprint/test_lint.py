"""What is allowed yet hardly meant: each rule where it speaks and where it is silent."""

from __future__ import annotations

import pytest

from tests.unit.blueprint.authored import problems, read, rubric

BOTH = "- prompt: q\n  should:\n{should}  should_not:\n{should_not}"


def sides(should: str, should_not: str) -> str:
    """A prompt with one point on either side."""
    return BOTH.format(should=f"  - {should}\n", should_not=f"  - {should_not}\n")


def found(text: str, code: str) -> list[int]:
    """The lines on which a rule speaks."""
    return [problem.line for problem in read(text).problems if problem.code == code]


@pytest.mark.parametrize(
    ("models", "code", "fix"),
    [
        ("['openai : gpt-5.4']", "mended-model", "Write it so."),
        ("['OpenAI:gpt-5.4']", "mended-model", "Write it so."),
        ("[' CORE']", "mended-model", "Write it so."),
        ("['openrouter:openai / gpt-5.4']", "mended-model", "Write it so."),
        ("['google:gemini-1.5-pro']", "retired-model", "Choose another model."),
        ("['anthropic:claude-3-opus-20240229']", "retired-model", "Choose another model."),
        ("['openrouter:google/gemini-pro-1.5']", "retired-model", "Choose another model."),
        ("['gpt 4o']", "wrong-model", "Write for example `openai:gpt-5.4-mini`, without spaces, or `CORE`."),
    ],
)
def test_a_name_of_a_model_is_looked_at(models: str, code: str, fix: str) -> None:
    """Common slips are mended, models that are off are named, nonsense is refused."""
    (problem,) = problems(f"models: {models}\n---\n- prompt: q\n")
    assert (problem.line, problem.code, problem.fix) == (1, code, fix)


@pytest.mark.parametrize(
    "name",
    [
        "CORE",
        "openai:gpt-5.4",
        "openrouter:anthropic/claude-3.5-haiku",
        "ollama:llama3.2:1b",
        "my-collection",
    ],
)
def test_a_name_in_order_is_left_alone(name: str) -> None:
    """Other clouds keep models longer than their maker does."""
    assert problems(f"models: ['{name}']\n---\n- prompt: q\n") == []


@pytest.mark.parametrize(
    ("name", "code", "said"),
    [
        ("openrouter:google/gemini-2.5-flash", "retiring-model", "is to be switched off on 2026-12-01"),
        ("openai:gpt-4.1-mini", "retiring-model", "is to be switched off on 2027-01-14"),
        ("openai:gpt-4o-2024-08-06", "retiring-model", "is to be switched off on 2027-01-14"),
        ("openai:gpt-4o-2024-05-13", "retired-model", "was switched off on 2026-10-23"),
    ],
)
def test_the_day_a_model_goes_is_named(name: str, code: str, said: str) -> None:
    """Also where it is still to come, and where one release goes before the others."""
    (problem,) = problems(f"models: ['{name}']\n---\n- prompt: q\n")
    assert (problem.code, problem.message.replace(" by its maker", "")) == (code, f"`{name}` {said}.")


def test_a_retired_judge_is_named_too() -> None:
    """Wherever judges are listed."""
    judges = "judges: [{model: 'openai:o1-mini'}, 'openai:gpt-4.5-preview']"
    text = f"evaluationConfig: {{llm-coverage: {{{judges}}}}}\n---\n- prompt: q\n"
    assert found(text, "retired-model") == [1, 1]


def test_prompts_of_a_blueprint_with_an_id_need_ids() -> None:
    """One warning for all of them; a blueprint without id is not followed over time."""
    text = "- prompt: a\n- {id: x, prompt: b}\n- prompt: c\n"
    assert found(f"id: i\n---\n{text}", "no-prompt-id") == [3]
    assert "1 more" in next(
        p.message for p in read(f"id: i\n---\n{text}").problems if p.code == "no-prompt-id"
    )
    assert found(f"title: t\n---\n{text}", "no-prompt-id") == []
    assert found("id: i\n---\n- {id: x, prompt: b}\n", "no-prompt-id") == []


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("- prompt: a\n- prompt: b\n", [1]),
        ("- prompt: a\n  should: []\n", [1]),
        ("- prompt: a\n  ideal: b\n", []),
        ("- prompt: a\n  should: [b]\n", []),
        ("- prompt: a\n  should_not: [b]\n", []),
        ("- prompt: a\n  should: [$nope: b]\n", []),
    ],
)
def test_a_prompt_without_criteria_is_named_once(text: str, lines: list[int]) -> None:
    """With the number of others like it."""
    assert found(text, "no-criteria") == lines


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (("- a", "- [b, c]"), [4]),
        (("- [b]",), [3]),
        (("- [a]", "- [b]"), []),
        (("- [a, b]", "- [c]"), []),
        (("- a",), []),
    ],
)
def test_one_alternative_is_none(lines: tuple[str, ...], expected: list[int]) -> None:
    """Points of a list all count together; it takes two lists to choose between."""
    assert found(rubric(*lines), "single-path") == expected


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (("- Is kind", "- is  KIND"), [4]),
        (("- $contains: a", "- $contain: a"), [4]),
        (("- $contains: a", "- {fn: contains, arg: a}", "- [contains, a]"), [4, 5]),
        (("- $contains: a", "- $contains: A"), []),
        (("- [a, b]", "- [a, c]"), []),
    ],
)
def test_a_point_that_repeats_is_named(lines: tuple[str, ...], expected: list[int]) -> None:
    """However it is spelt; alternatives may share points."""
    assert found(rubric(*lines), "repeated-point") == expected


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("- prompt: Dear {{name}}\n", [1]),
        ("- prompt: a\n  ideal: '{{ answer }}'\n- prompt: '{{x}}'\n", [2]),
        ("- prompt: a\n  should: ['names {{city}}']\n", [2]),
        ("- messages: [{user: '{{x}}'}]\n", [1]),
        ("system: '{{role}}'\n---\n- prompt: a\n", [1]),
        ("- prompt: a\n  should: [{$call: {service: s, claim: '{{response}}'}}]\n", []),
        ("- prompt: 'a {b} {{}} {{1+1}} {% if %}'\n", []),
    ],
)
def test_a_placeholder_left_in_a_text_is_named_once(text: str, lines: list[int]) -> None:
    """In what models and judges read, not in what functions take."""
    assert found(text, "unfilled-placeholder") == lines


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("- $not_contains: x", [3]),
        ("- {fn: not_imatches, arg: x}", [3]),
        ("- Should not mention war", [3]),
        ("- The response must never insult", [3]),
        ("- $contains: x", []),
        ("- Does not answer the question", []),
        ("- Says what one should not do", []),
    ],
)
def test_no_under_should_not_is_named(line: str, expected: list[int]) -> None:
    """A `not_` function, or a prohibition in words; a failing that is described is fine."""
    assert found(rubric(line, block="should_not"), "double-negative") == expected
    assert found(rubric(line), "double-negative") == []


@pytest.mark.parametrize(
    "line",
    [
        "- $contains: 5", "- $contains", "- $contains_any_of: a", "- $icontains_any_of: 1",
        "- $contains_at_least_n_of: [a]", "- $contains_at_least_n_of: [a, [b]]", "- $matches: [a]",
        "- $matches_all_of: a", "- $word_count_between: [50, 10]", "- $word_count_between: 50",
        "- $word_count_between: [-1, 5]", "- $js: {a: b}", "- $js: ''", "- $tool_called: ['a']",
        "- $tool_call_order: []", "- $tool_args_match: {where: {}}", "- $tool_call_count_between: 3",
        "- $call: a", "- $factcheck: [a]",
    ],
)  # fmt: skip
def test_an_argument_a_function_cannot_take_is_named(line: str) -> None:
    """The check could only fail."""
    assert found(rubric(line), "wrong-argument") == [3]


@pytest.mark.parametrize(
    "line",
    [
        "- $contains: x", "- $contains_any_of: [a, b]", "- $contains_at_least_n_of: [1, [a]]", "- $is_json",
        "- $is_json: null", "- $matches_at_least_n_of: [2, [a, b]]", "- $word_count_between: [0, 10]",
        "- $js: r.length", "- $tool_called: a", "- $tool_call_order: [a]", "- $tool_args_match: {name: a}",
        "- $tool_call_count_between: [1, null, a]", "- $tool_call_count_between: [0, 0]", "- $match: a",
    ],
)  # fmt: skip
def test_an_argument_in_order_is_left_alone(line: str) -> None:
    """Whatever kind of function it belongs to."""
    assert problems(rubric(line)) == []


@pytest.mark.parametrize(
    ("line", "outcome"),
    [
        ("- $contains: ''", "always"),
        ("- $not_icontains: ''", "never"),
        ("- $contains_any_of: []", "never"),
        ("- $contains_all_of: []", "always"),
        ("- $not_contains_any_of: []", "always"),
        ("- $contains_at_least_n_of: [3, [a, b]]", "never"),
        ("- $contains_at_least_n_of: [0, [a, b]]", "always"),
        ("- $matches: ''", "always"),
        ("- $tool_call_count_between: [3, 1]", "never"),
    ],
)
def test_a_check_that_decides_nothing_is_named(line: str, outcome: str) -> None:
    """It passes, or fails, whatever the answer."""
    assert found(rubric(line), f"{outcome}-passes") == [3]


@pytest.mark.parametrize(
    ("should", "should_not"),
    [
        ("$contains: Paris", "$contains: Paris"),
        ("$contains: Paris, France", "$icontains: PARIS"),
        ("$icontains: paris", "$icontains_any_of: [London, par]"),
        ("$starts_with: Dear Sir", "$contains: Sir"),
        ("$contains_all_of: [a, b]", "$contains: b"),
        ("is kind", "Is kind"),
        ("$matches: ^a$", "$matches: ^a$"),
        ("$is_json", "$is_json"),
    ],
)
def test_what_is_asked_for_and_forbidden_is_a_contradiction(should: str, should_not: str) -> None:
    """No answer can pass both."""
    assert found(sides(should, should_not), "contradiction") == [5]


def test_negations_are_seen_through() -> None:
    """`not_` under `should` forbids, and under `should_not` asks for."""
    assert found(sides("$not_contains: a", "$not_contains: ab"), "contradiction") == [3]
    assert found(sides("$not_contains: a", "$contains: a"), "contradiction") == []


@pytest.mark.parametrize(
    ("should", "should_not"),
    [
        ("$contains: Paris", "$contains: Paris, France"),
        ("$icontains: paris", "$contains: paris"),
        ("$contains: London", "$contains: Paris"),
        ("$contains_any_of: [a, b]", "$contains: b"),
        ("[$contains: a, x]", "$contains: a"),
        ("is kind", "is rude"),
        ("$js: r", "$js: '1'"),
    ],
)
def test_what_some_answer_can_pass_is_none(should: str, should_not: str) -> None:
    """The longer text may be missing, another case may be used, an alternative may be chosen."""
    assert found(sides(should, should_not), "contradiction") == []


def test_lengths_that_exclude_each_other_are_a_contradiction() -> None:
    """And overlapping ones are not."""
    short, long, middle = (f"- $word_count_between: {r}" for r in ("[1, 20]", "[50, 90]", "[10, 60]"))
    assert found(rubric(short, long), "contradiction") == [4]
    assert found(rubric(short, middle), "contradiction") == []


def test_tools_are_looked_up_in_the_header() -> None:
    """If it defines any."""
    checks = "  - $tool_called: search\n  - $tool_args_match: {name: calc}\n"
    used = f"- prompt: q\n  requiredTools: [serch]\n  should:\n{checks}"
    assert found(f"tools: [{{name: search}}]\n---\n{used}", "unknown-tool") == [4, 7]
    assert found(used, "unknown-tool") == []


def test_services_are_looked_up_in_the_header() -> None:
    """A call of one that is not there can never be scored."""
    used = rubric("- $call: {service: s}", "- $factcheck: null", "- $call: {url: 'https://x'}")
    assert found(used, "unknown-service") == [3, 4]
    described = "externalServices: {s: {url: 'https://x'}, factcheck: {url: 'https://y'}}\n---\n"
    assert found(f"{described}{used}", "unknown-service") == []


def test_temperatures_have_a_range() -> None:
    """No provider takes more than 2."""
    text = "temperatures: [0, 3]\n---\n- prompt: q\n  temperature: -1\n- prompt: r\n  temperature: 2\n"
    assert found(text, "temperature-range") == [1, 4]
