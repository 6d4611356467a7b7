"""Points in all their forms."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.blueprint.authored import codes, errors, form, points, problems, rubric


def fn(name: str, *argument: object, weight: float = 1, **more: object) -> dict[str, Any]:
    """A function in its normal form."""
    given = {"fnArgs": argument[0]} if argument else {}
    return {"fn": name, **given, "multiplier": weight, **more}


def text(words: str, weight: float = 1, **more: object) -> dict[str, Any]:
    """A criterion in its normal form."""
    return {"text": words, "multiplier": weight, **more}


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("- is kind", text("is kind")),
        ("- costs $5", text("costs $5")),
        ("- $5 is named", text("$5 is named")),
        ("- $is_json", fn("is_json")),
        ("- \"$icontains: 'x'\"", fn("icontains", "x")),
        ('- "$contains_any_of: [a, b]"', fn("contains_any_of", ["a", "b"])),
        ("- '$matches: \"^\\*\\d+$\"'", fn("matches", r"^\*\d+$")),
        ("- '$matches: \"\\\\d\"'", fn("matches", r"\d")),
        ("- [contains, x]", fn("contains", "x")),
        ("- [$match, x]", fn("matches", "x")),
        ("- [contains_all_of, [a, b]]", fn("contains_all_of", ["a", "b"])),
        ("- [$is_json, $contains]", fn("is_json", "$contains")),
        ("- $contains: x", fn("contains", "x")),
        ("- {$contains: x, weight: 2, citation: c}", fn("contains", "x", weight=2, citation="c")),
        ("- {$contains: x, multiplier: 2}", fn("contains", "x", weight=2)),
        ("- $is_json:", fn("is_json", None)),
        ("- contains: x", fn("contains", "x")),
        ("- {contains: x, weight: 3}", fn("contains", "x", weight=3)),
        ("- {text: a, weight: 2.0, citation: {title: t}}", text("a", 2, citation={"title": "t"})),
        ("- {point: a}", text("a")),
        ("- {text: a, weight: null, citation: null}", text("a")),
        ("- {fn: contains, arg: x}", fn("contains", "x")),
        ("- {fn: $contains, fnArgs: x}", fn("contains", "x")),
        ("- {fn: is_json}", fn("is_json")),
        ("- {fn: contains, fnArgs: '', arg: ''}", fn("contains", "")),
        ("- {fn: contains, fnArgs: 0, arg: y}", fn("contains", "y")),
        ("- 'is kind': Source", text("is kind", citation="Source")),
        ("- A point: With colon", text("A point", citation="With colon")),
        ("- ? |\n      two\n      lines\n    : Source", text("two\nlines\n", citation="Source")),
        ("- $contain: x", fn("contains", "x")),
        ("- $match: x", fn("matches", "x")),
        ("- $contain_all_of: [x]", fn("contains_all_of", ["x"])),
        ("- $not_contain: x", fn("not_contain", "x")),
        ("- $imatch: x", fn("imatch", "x")),
        ("- $expr: r", fn("expr", "r")),
        ("- $external: {service: s}", fn("external", {"service": "s"})),
    ],
)
def test_a_point_has_one_normal_form(line: str, expected: dict[str, Any]) -> None:
    """Whichever of its six forms it is written in."""
    assert points(line) == [expected]
    assert points(line, block="should_not") == [expected]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("- [a, b, c]", [text("a"), text("b"), text("c")]),
        ("- [contains]", [text("contains")]),
        ("- [a, $contains]", [text("a"), fn("contains")]),
        (
            "- - $contains: x\n      weight: 2\n    - k: V",
            [fn("contains", "x", weight=2), text("k", citation="V")],
        ),
        ("- [\"$icontains: 'x'\", {fn: is_json}]", [fn("icontains", "x"), fn("is_json")]),
    ],
)
def test_any_other_list_is_an_alternative(line: str, expected: list[dict[str, Any]]) -> None:
    """A list of points of the same forms."""
    assert points(line) == [expected]


DEFS = "point_defs:\n  s: r.length\n  f: {$contains: x, weight: 3, citation: c}\n  t: {point: a}\n---\n"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("- $ref: s", fn("js", "r.length")),
        ("- $ref: f", fn("contains", "x", weight=3, citation="c")),
        ("- {$ref: f, weight: 2}", fn("contains", "x", weight=2, citation="c")),
        ("- {$ref: f, citation: d}", fn("contains", "x", weight=3, citation="d")),
        ("- $ref: t", text("a")),
        ("- $ref: {name: s}", fn("js", "r.length")),
    ],
)
def test_a_definition_is_used_by_name(line: str, expected: dict[str, Any]) -> None:
    """Weight and citation beside the reference override its own."""
    assert points(line, header=DEFS) == [expected]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("- $contians: x", "3:5 unknown-function"),
        ("- $contians", "3:5 unknown-function"),
        ("- $$js", "3:5 unknown-function"),
        ("- {fn: ref, fnArgs: z}", "3:6 unknown-function"),
        ("- {fn: 5}", "3:10 wrong-value"),
        ("- {text: 5}", "3:12 wrong-value"),
        ("- {text: null}", "3:5 wrong-point"),
        ("- {text: a, $contains: b}", "3:5 text-and-function"),
        ("- {text: a, fn: is_json}", "3:5 text-and-function"),
        ("- {$contains: a, $icontains: b}", "3:20 two-functions"),
        ("- {$contains: a, weight: 0.05}", "3:28 wrong-value"),
        ("- {$contains: a, weight: 11}", "3:28 wrong-value"),
        ("- {$contains: a, weight: heavy}", "3:28 wrong-value"),
        ("- {text: a, citation: 5}", "3:25 wrong-value"),
        ("- {a: null}", "3:6 wrong-point"),
        ("- {a: 5}", "3:6 wrong-point"),
        ("- {a: B, weight: 2}", "3:5 wrong-point"),
        ("- {a: B, c: D}", "3:5 wrong-point"),
        ("- {weight: 2}", "3:6 wrong-point"),
        ("- {'': x}", "3:6 wrong-point"),
        ("- {}", "3:5 wrong-point"),
        ("-", "3:4 wrong-point"),
        ("- 42", "3:5 wrong-point"),
        ("- true", "3:5 wrong-point"),
        ("- [a, [b]]", "3:9 path-in-path"),
        ("- [a, true]", "3:9 wrong-point"),
        ("- [null]", "3:6 wrong-point"),
        ("- []", "3:5 empty-path"),
        ("- $ref: nope", "3:5 unknown-reference"),
        ("- $ref:", "3:5 unknown-reference"),
    ],
)
def test_what_is_no_point_is_an_error_at_its_place(line: str, expected: str) -> None:
    """With a code that says which rule it breaks."""
    assert errors(rubric(line)) == [expected]


@pytest.mark.parametrize(
    ("definition", "expected"),
    [
        ("a: [x]", "2:3 wrong-definition"),
        ("a: {$ref: b}", "2:3 wrong-definition"),
        ("a: {$js: '1', multiplier: 50}", "2:29 wrong-value"),
        ("a: {$nope: 1}", "2:7 unknown-function"),
    ],
)
def test_a_definition_is_a_script_or_a_point(definition: str, expected: str) -> None:
    """Anything else is an error where it is defined."""
    assert errors(f"point_defs:\n  {definition}\n---\n- prompt: q\n") == [expected]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("- $contians: x", "Did you mean `$contains`?"),
        ("- $Contains: x", "Did you mean `$contains`?"),
        ("- $zzz: x", "`$contains`, `$matches` and `$js` are used most."),
        ("- contains any of: [a]", "Did you mean `$contains_any_of`?"),
        ("- Says this:", "Put the text in quotes, or write its citation after the colon."),
        ("- wieght: 2", "Did you mean `weight`?"),
    ],
)
def test_a_slip_is_recognised(line: str, expected: str) -> None:
    """The fix names what was most likely meant."""
    assert problems(rubric(line))[0].fix == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("- \"$icontains: 'x'\"", "quoted-function"),
        ('- "$contians: x"', "unknown-function-in-text"),
        ('- "$contains: [a"', "unreadable-function"),
        ("- contains: x", "unmarked-function"),
        ("- ''", "empty-point"),
        ("- citation: Somewhere", "key-as-criterion"),
        ("- must: Paris", "key-as-criterion"),
        ("- Cites the law: article five applies", "colon-in-text"),
        ("- {$contains: x, note: y}", "unknown-key"),
        ("- {text: a, points: 2}", "unknown-key"),
        ("- {$ref: s, text: b}", "unknown-key"),
        ("- {text: a, point: b}", "ignored-field"),
        ("- {fn: contains, fnArgs: x, arg: y}", "ignored-field"),
    ],
)
def test_what_is_read_with_a_guess_is_a_warning(line: str, expected: str) -> None:
    """It can be run, but hardly as meant."""
    found = problems(rubric(line, header=DEFS))
    assert [(problem.severity, problem.code) for problem in found] == [("warning", expected)]


@pytest.mark.parametrize(
    "line",
    ["- 'Cites the law': article five applies", "- Cites the law: Article 5", "- Cites it: https://x.org/a"],
)
def test_a_citation_is_not_taken_for_the_rest_of_a_sentence(line: str) -> None:
    """Quotes, a capital or a URL show that it is meant."""
    assert codes(rubric(line)) == []


def test_a_rubric_may_be_an_empty_map() -> None:
    """As public blueprints have it, with a warning."""
    assert form("prompt: q\nshould: {}\n")["prompts"][0]["points"] == []
    assert codes("prompt: q\nshould: {}\n") == ["2:1 empty-rubric"]
