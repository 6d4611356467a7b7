"""The script engine, through real child processes: what it computes, and what it keeps from happening."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import signal
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pointwise.adapters.quickjs import QuickJs
from pointwise.checks.effects import PatternTest, Program, ScriptOutcome

if TYPE_CHECKING:
    from pointwise.checks.effects import ScriptJob

HELLO = PatternTest("l+o$", "hello")
RUNAWAY = PatternTest("(a+)+$", "a" * 40 + "b")
NATIVE_LOOPS = (
    "Array(2**32-1).join('x')",
    "'a'.repeat(2**24).indexOf('a'.repeat(2**23) + 'b')",
    "Array.prototype.reverse.call({length: 2**53-1})",
)
"""Loops inside native functions, which never look at a limit of time."""


def program(source: str, text: str = "hello") -> Program:
    document = json.dumps(text)
    return Program(source, {"r": document, "response": document, "context": '{"messages":[],"modelId":"m"}'})


def run(*jobs: ScriptJob) -> tuple[ScriptOutcome, ...]:
    """The outcomes of one batch on an engine of its own."""

    async def once() -> tuple[ScriptOutcome, ...]:
        async with QuickJs() as engine:
            return await engine.run(jobs)

    return asyncio.run(once())


OTHERS: set[int] = set()
"""Children of this process that were there before the test, such as servers that other tests share."""


@pytest.fixture(autouse=True)
def _others() -> None:
    OTHERS.clear()
    OTHERS.update(children())


def children() -> list[int]:
    """Process ids of the engine's children of this process, dead ones that nobody has waited for included."""
    found = (int(stat.parent.name) for stat in Path("/proc").glob("[0-9]*/stat") if _is_child(stat))
    return [number for number in found if number not in OTHERS]


def _is_child(stat: Path) -> bool:
    try:
        name, _, rest = stat.read_text().rpartition(")")
    except OSError:  # gone since it was listed
        return False
    return int(rest.split()[1]) == os.getpid() and "python" in name


@pytest.mark.parametrize(
    ("job", "value"),
    [
        (HELLO, True),
        (PatternTest("L+O", "hello"), False),
        (PatternTest("L+O", "hello", "i"), True),
        (PatternTest("o$", "hello\n"), False),
        (PatternTest(r"(?<=h)(?<v>e)\k<v>?", "hello"), True),
        (PatternTest(r"^\p{L}+$", "Straße", "u"), True),
        (PatternTest("^..$", "😀"), True),
        (PatternTest(r"\ud83d$", "\ud83d"), True),
        (program("r.length"), 5.0),
        (program("const x = 3; x / 4;"), 0.75),
        (program("return r === response"), True),
        (program("if (r) { 0.5 } else { 1 }"), 0.5),
        (program("undefined"), False),
        (program("-1/0"), float("-inf")),
        (program("let r = 0.5; r"), 0.5),
        (program("r.length", "\ud83d"), 1.0),
        (program("console.log(r)"), False),
        (program("context.modelId === 'm' && context.messages.length === 0"), True),
        (program("Object.keys(globalThis).sort().join() === 'context,r,response'"), True),
        (Program("args.q", {"args": '{"q":"x"}'}, "truth"), True),
        (Program("args", {"args": ""}, "truth"), False),
    ],
)
def test_jobs_mean_what_javascript_means(job: ScriptJob, value: float) -> None:
    """Patterns and programs have the value that JavaScript gives them."""
    assert run(job) == (ScriptOutcome(value),)


def test_a_program_may_explain_its_score() -> None:
    """`{score, explain}` gives both; a boolean score is 1 or 0; an explanation is a text or nothing."""
    jobs = [program("({score: 0.3, explain: 'so so \ud83d'})"), program("({score: true, explain: 5})")]
    assert run(*jobs) == (ScriptOutcome(0.3, "so so \ud83d"), ScriptOutcome(1.0))


@pytest.mark.parametrize(
    "source",
    ["if (", "r.foo.bar", "throw null", "throw '\ud83d'", "'text'", "[1]", "10n", "Promise.resolve(1)",
     "({score: null})", "Object.create({score: 1})", "await 1", "Symbol()", "import('fs')",
     "let s = r; while (true) s += s"],
)  # fmt: skip
def test_a_wrong_program_is_an_error_of_its_own(source: str) -> None:
    """What fails, or gives no score, is blamed on the script and leaves its neighbours alone."""
    before, wrong, after = run(HELLO, program(source), HELLO)
    assert wrong.error
    assert wrong.blame == "script"
    assert before == after == ScriptOutcome(value=True)


@pytest.mark.parametrize("pattern", ["(", "[z-a]", "a**", "(?<n", r"\k<x>(?<n>)", "(" * 70_000])
def test_a_wrong_pattern_is_an_error_of_its_own(pattern: str) -> None:
    """A pattern that is none fails alone, and later ones on the same text still work."""
    first, wrong, later = run(HELLO, PatternTest(pattern, "hello"), HELLO)
    assert (first.value, later.value) == (True, True)
    assert wrong.error
    assert wrong.blame == "script"


@pytest.mark.parametrize(
    "source",
    [
        "constructor.constructor('return process')()",
        "this.constructor.constructor('return require')()('fs')",
        "[].at.constructor('return globalThis')().process.exit(1)",
        "(async () => {}).constructor('return process')().then.x.y",
        "new Function('return Deno')()",
        "std.loadFile('/etc/passwd')",
        "os.exec(['id'])",
        "fetch('http://127.0.0.1')",
        "new Worker('x')",
        "eval('import fs from \"fs\"')",
    ],
)
def test_there_is_no_way_to_the_host(source: str) -> None:
    """No trick finds an object of the host: there is none in the engine."""
    (outcome,) = run(program(source))
    assert outcome.error
    assert outcome.blame == "script"


@pytest.mark.parametrize(
    "job",
    [
        RUNAWAY,
        PatternTest(r"^(([a-z])+.)+[A-Z]([a-z])+$", "a" * 60),
        program("while (true) {}"),
        program("for (;;) { try { while (true) {} } catch {} finally { continue } }"),
        program("({get score() { while (true) {} }})"),
        program("const a = []; while (true) a.push(new Array(1e6).fill(1))"),
        program("'x'.repeat(2 ** 28)"),
        program("function f() { f() } f()"),
        program("JSON.parse('['.repeat(1e5))"),
    ],
    ids=lambda job: getattr(job, "source", None) or job.pattern,
)
def test_a_job_that_takes_too_much_is_stopped(job: ScriptJob) -> None:
    """Time, memory and depth end with an error that says so, and the engine works on."""
    outcome, after = run(job, HELLO)
    assert outcome.error
    assert outcome.blame == "limit"
    assert after.value is True


def test_jobs_that_cannot_be_interrupted_are_killed_alone() -> None:
    """Three native loops in one batch end as errors of theirs; the jobs between them get their values."""
    one, two, three = map(program, NATIVE_LOOPS)
    outcomes = run(HELLO, one, program("r.length"), two, three, HELLO)
    assert [outcome.blame for outcome in outcomes if outcome.error] == ["limit"] * 3
    assert [outcome.value for outcome in outcomes if not outcome.error] == [True, 5.0, True]


def test_an_output_bomb_is_cut() -> None:
    """However long an explanation or error, little of it leaves the child."""
    sources = ["({score: 1, explain: 'x'.repeat(2e7)})", "throw 'x'.repeat(2e7)"]
    explained, thrown = run(*map(program, sources))
    assert 0 < len(explained.explanation or "") <= 2000
    assert 0 < len(thrown.error or "") <= 2000


def test_programs_do_not_meet() -> None:
    """What one program does to its world, none other sees, nor does any pattern."""
    pollution = program(
        "Object.prototype.polluted = 1; RegExp.prototype.test = () => true; JSON.parse = () => 7;"
        "RegExp.prototype.exec = () => ['']; globalThis.kept = 1; r = 'other'; true"
    )
    probe = program("({}).polluted === undefined && typeof kept === 'undefined' && r === 'hello'")
    outcomes = run(pollution, probe, PatternTest("absent", "hello"), probe)
    assert [outcome.value for outcome in outcomes] == [True, True, False, True]


def test_a_program_cannot_forge_what_is_written_about_it() -> None:
    """Replaced built-ins change nothing but the program's own score, which stays a score."""
    sources = [
        "JSON.stringify = () => '{\"value\":true}'; String = () => 'x'; 0.25",
        "String.prototype.toJSON = () => 'y'.repeat(1e6); ({score: 1, explain: 'x'})",
        "Object.prototype.toJSON = () => ({number: 'junk'}); ({score: 0.5})",
        "Object.prototype.error = 'x'; Object.prototype.blame = 'engine'; 0.5",
    ]
    for outcome in run(*map(program, sources)):
        assert outcome.blame != "engine"
        assert outcome.error or 0 <= outcome.value <= 1


def test_many_responses_at_once_get_their_own_outcomes() -> None:
    """Forty concurrent batches, some with runaways, each get the outcomes of their own jobs."""

    async def all_at_once() -> list[tuple[ScriptOutcome, ...]]:
        async with QuickJs() as engine:
            batches = [
                engine.run([program("r", str(n)), program(f"{n}"), *([RUNAWAY] if n % 10 == 0 else [])])
                for n in range(40)
            ]
            return await asyncio.gather(*batches)

    for number, (text, value, *runaway) in enumerate(asyncio.run(all_at_once())):
        assert text.blame == "script"
        assert value.value == float(number)
        assert all(outcome.blame == "limit" for outcome in runaway)


def test_a_long_batch_is_answered_whole() -> None:
    """More jobs than go over at once keep their order."""
    jobs = [program(f"{n} / 1000") for n in range(600)]
    assert [outcome.value for outcome in run(*jobs)] == [n / 1000 for n in range(600)]


def test_what_is_too_large_is_refused_alone() -> None:
    """A text beyond what a child may hold is an error of its job."""
    huge, after = run(PatternTest("x", "x" * (65 * 2**20)), HELLO)
    assert huge.blame == "limit"
    assert after.value is True


@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGTERM])
def test_a_child_that_died_is_replaced(sent: signal.Signals) -> None:
    """A child killed from outside, by a host in need of memory perhaps, costs no job its outcome."""

    async def with_a_death() -> ScriptOutcome:
        async with QuickJs(children=1) as engine:
            await engine.run([HELLO])
            (child,) = children()
            os.kill(child, sent)
            return (await engine.run([HELLO]))[0]

    assert asyncio.run(with_a_death()) == ScriptOutcome(value=True)


def test_a_busy_machine_changes_no_outcome() -> None:
    """A child that gets no processor for a while is waited for: limits count its own time only."""

    async def with_a_pause() -> ScriptOutcome:
        async with QuickJs(children=1) as engine:
            await engine.run([HELLO])
            (child,) = children()
            os.kill(child, signal.SIGSTOP)
            asyncio.get_running_loop().call_later(0.7, os.kill, child, signal.SIGCONT)
            return (await engine.run([program("let n = 0; for (let i = 0; i < 1e5; i++) n += i; n > 0")]))[0]

    assert asyncio.run(with_a_pause()) == ScriptOutcome(value=True)


def test_a_run_given_up_leaves_the_engine_usable() -> None:
    """Cancelling ends the child that was at work; the next run gets another, and none is left over."""

    async def with_a_cancelled_run() -> ScriptOutcome:
        async with QuickJs(children=1) as engine:
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.05):
                    await engine.run([program("while (true) {}")] * 50)
            assert children() == []
            return (await engine.run([HELLO]))[0]

    assert asyncio.run(with_a_cancelled_run()) == ScriptOutcome(value=True)


def test_the_child_has_nothing_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    """No variable, no file, no folder of the parent is in the child, and it may open none."""
    monkeypatch.setenv("SECRET", "s3cret")

    async def look() -> tuple[bytes, set[str], Path, str]:
        async with QuickJs(children=1) as engine:
            await engine.run([HELLO])
            proc = Path(f"/proc/{children()[0]}")
            opened = {str(link.readlink()) for link in (proc / "fd").iterdir()}
            limits = (proc / "limits").read_text()
            return (proc / "environ").read_bytes(), opened, (proc / "cwd").readlink(), limits

    with Path(__file__).open("rb") as kept_open:
        os.set_inheritable(kept_open.fileno(), True)
        environment, opened, folder, limits = asyncio.run(look())
    assert b"s3cret" not in environment
    assert environment.count(b"=") <= 1
    assert {name.partition(":")[0] for name in opened} == {"socket", "/dev/null"}
    assert folder == Path("/")
    assert [line.split()[-3:-1] for line in limits.splitlines() if "open files" in line] == [["0", "0"]]


def test_closing_leaves_nothing_behind() -> None:
    """After `close` no child and no open socket is left, and a later job says that there is no engine."""

    async def close_and_ask() -> ScriptOutcome:
        engine = QuickJs()
        await asyncio.gather(*(engine.run([HELLO]) for _ in range(8)))
        assert len(children()) <= 2
        await engine.close()
        return (await engine.run([HELLO]))[0]

    outcome = asyncio.run(close_and_ask())
    gc.collect()  # an open socket would warn here, and warnings are errors
    assert children() == []
    assert outcome.blame == "engine"
