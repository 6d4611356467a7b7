"""`pointwise check`, as a person or a program runs it."""

from __future__ import annotations

import json
import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.e2e.command import POINTWISE, Ended, environment

if TYPE_CHECKING:
    from pathlib import Path


def check(*words: str, response: bytes = b"") -> Ended:
    """Run `pointwise check` with something on its standard input."""
    command = [str(POINTWISE), "check", *words]
    done = subprocess.run(  # noqa: S603 - our own
        command, input=response, env=environment(), capture_output=True, timeout=60, check=False
    )
    return Ended(done.returncode, done.stdout.decode(), done.stderr.decode())


def test_a_function_is_tried_on_a_response(tmp_path: Path) -> None:
    """From standard input or a file, score and explanation are printed."""
    file = tmp_path / "response.txt"
    file.write_text("one two three")
    ended = check("$contains_all_of", str(file), "--arg", '["one", "four", "five"]')
    assert (ended.code, ended.out.splitlines()) == (
        0,
        ["score: 0.3333333333333333", "Function 'contains_all_of' evaluated to 0.333. Score: 0.333"],
    )
    assert check("imatch", "--arg", '"O$"', response=b"hello").out.startswith("score: 1\n")
    assert check("is_json", response=b"[]").code == 0


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["js", "--arg", '"r.x.y"'], 1, "TypeError"),
        (["contains", "--arg", "5"], 1, "It needs a text and got a number"),
        (["factcheck"], 1, "unscored: service"),
        (["containz", "--arg", '"x"'], 2, "Did you mean contain?"),
        (["contains", "--arg", "x"], 2, "--arg '\"x\"'"),
        (["contains", "no-such-file"], 2, "no-such-file"),
        ([], 2, "Name a function"),
        (["contains", "--jsonl"], 2, "--jsonl"),
    ],
)
def test_what_cannot_be_evaluated_says_why(words: list[str], code: int, said: str) -> None:
    """1: the function failed or has no score; 2: what was given cannot be used."""
    ended = check(*words, response=b"hello")
    assert ended.code == code
    assert said in ended.out + ended.err
    assert "Traceback" not in ended.err


def test_a_response_has_to_be_text() -> None:
    """Bytes that are no UTF-8 are bad input."""
    ended = check("is_json", response=b"\xff\xfe{")
    assert (ended.code, "UTF-8" in ended.err) == (2, True)


def test_rows_are_answered_line_by_line() -> None:
    """One line a row, in order; a line that is no row is answered too, and the exit code tells."""
    rows = [
        {"fn": "contains", "response": "abc", "args": "b"},
        {"fn": "matches_at_least_n_of", "response": "a", "args": [4, ["a", "a"]]},
        {"fn": "contains_at_least_n_of", "response": "a", "args": [{"$num": "Infinity"}, ["a"]]},
        {"fn": "js", "args": "response === undefined"},
        {"fn": "js", "response": "r", "args": "context.messages.length", "context": {"prompt": None}},
        {"fn": "unknown", "response": "a"},
    ]  # fmt: skip
    lines = [json.dumps(row) for row in rows]
    ended = check("--jsonl", response="\n".join([*lines, "", "no row", lines[0]]).encode())
    answers = [json.loads(line) for line in ended.out.splitlines()]
    assert answers[:5] == [{"score": 1}, {"score": 0.5}, {"score": 0}, {"score": 1}, {"score": 0}]
    assert [list(answer) for answer in answers[5:]] == [["error"], ["error"], ["score"]]
    assert ended.code == 2


def test_rows_are_answered_as_they_come() -> None:
    """A program that waits for each answer before it asks again gets it."""
    command = [str(POINTWISE), "check", "--jsonl"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, env=environment()) as process:  # noqa: S603 - our own
        assert process.stdin
        assert process.stdout
        for text, score in (("a", 1), ("b", 0)):
            process.stdin.write(json.dumps({"fn": "match", "response": "a", "args": text}).encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline()) == {"score": score}
        process.stdin.close()
        assert process.wait(20) == 0
