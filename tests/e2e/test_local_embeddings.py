"""Similarity of meaning by a model on this machine; a package of a few lines stands for the library.

The library takes more than a gigabyte and models are downloads, so neither is here. Everything else is real:
the command, its import of the library, the thread, the cache and the result.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from bench.standin.process import standin
from tests.e2e.command import environment, pointwise

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from bench.standin.process import Standin
    from tests.e2e.command import Ended

LIBRARY = """
import json, os, threading

__version__ = "6.2.0"

def note(**event):
    on_main_thread = threading.current_thread() is threading.main_thread()
    with open(os.environ["NOTES"], "a") as file:
        print(json.dumps({**event, "on_main_thread": on_main_thread}), file=file)

class SentenceTransformer:
    def __init__(self, name, *, trust_remote_code):
        note(loads=name, trusts=trust_remote_code)
        if name != "tiny":
            raise OSError(f"{name} is no model.\\nIf it is private, log in.")

    def encode(self, inputs, *, show_progress_bar):
        note(texts=len(inputs))
        return [[float(text.count(letter)) for letter in "aeiou"] for text in inputs]
"""
PROMPT = (
    "- id: p{n}\n  prompt: Why is the sky blue, {n}?\n  ideal: Air scatters blue.\n  should: [$matches: .]\n"
)


@pytest.fixture(scope="module")
def server() -> Iterator[Standin]:
    """A stand-in that every provider points at."""
    with standin() as running:
        yield running


class Place:
    """A folder with a library in it, if any, and what that noted."""

    def __init__(self, folder: Path, server: Standin, library: str | None) -> None:
        self._folder = folder
        self._env = environment(server, PYTHONPATH=str(folder), NOTES=str(folder / "notes"))
        if library is not None:
            (folder / "sentence_transformers.py").write_text(library)

    def run(self, model: str, *, models: int = 2, prompts: int = 3) -> tuple[Ended, Any]:
        """Run a blueprint, and what its result says of the evaluation."""
        asked = ", ".join(f"openai:m{n}" for n in range(models))
        header = f"id: b\nmodels: [{asked}]\nevaluationConfig: {{embedding: 'local:{model}'}}\n---\n"
        blueprint = self._folder / "b.yml"
        blueprint.write_text(header + "".join(PROMPT.format(n=n) for n in range(prompts)))
        ended = pointwise("run", blueprint, "--out", self._folder / "out", env=self._env)
        found = max(self._folder.glob("out/runs/*/*/*_comparison.json"))
        return ended, json.loads(found.read_bytes())["evaluationResults"]

    def notes(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in (self._folder / "notes").read_text().splitlines()]


def test_a_model_on_this_machine_places_responses(tmp_path: Path, server: Standin) -> None:
    """It is loaded once for all prompts, beside the event loop, and no code of its own is let run."""
    place = Place(tmp_path, server, LIBRARY)
    ended, found = place.run("tiny")
    assert ended.code == 0, ended.err
    assert set(found["perPromptSimilarities"]) == {"p0", "p1", "p2"}
    assert all(0 < score["similarity"] < 1 for score in found["modelScores"])
    assert found["similarityGap"] is None
    loads = [note for note in place.notes() if "loads" in note]
    assert loads == [{"loads": "tiny", "trusts": False, "on_main_thread": False}]
    assert not any(note["on_main_thread"] for note in place.notes())


def test_many_texts_go_in_batches_and_once(tmp_path: Path, server: Standin) -> None:
    """70 responses and the ideal answer in two batches; a second run asks for nothing."""
    place = Place(tmp_path, server, LIBRARY)
    _, first = place.run("tiny", models=70, prompts=1)
    batches = [note["texts"] for note in place.notes() if "texts" in note]
    assert batches == [64, 7]
    _, second = place.run("tiny", models=70, prompts=1)
    assert second["similarityMatrix"] == first["similarityMatrix"]
    assert [note["texts"] for note in place.notes() if "texts" in note] == batches


@pytest.mark.parametrize(
    ("library", "model", "said"),
    [
        (
            None,
            "tiny",
            "Embeddings on this machine need a library: pip install -U 'pointwise[local-embeddings]'.",
        ),
        (
            LIBRARY.replace("6.2.0", "5.1.0"),
            "tiny",
            "Embeddings on this machine need a library: pip install -U 'pointwise[local-embeddings]'.",
        ),
        ("import torch_of_another_world", "tiny", "The embedding model tiny cannot be used: No module named"),
        (LIBRARY, "large", "The embedding model large cannot be used: large is no model."),
        (LIBRARY.replace("float(text", "float('nan', text"), "tiny", "The embedding model tiny cannot be"),
        (LIBRARY.replace("in inputs]", "in inputs[1:]]"), "tiny", "it gives not one vector a text."),
    ],
)
def test_without_one_the_run_says_so_in_one_line(
    library: str | None, model: str, said: str, tmp_path: Path, server: Standin
) -> None:
    """And is complete otherwise; what could not be loaded was tried once."""
    place = Place(tmp_path, server, library)
    ended, found = place.run(model)
    assert ended.code == 0, ended.err
    lines = [line for line in (ended.out + ended.err).splitlines() if "imilarity" in line]
    assert len(lines) == 1
    assert "Similarity is left out:" in lines[0]
    assert said in found["similarityGap"]["message"]
    assert [(score["score"], score["similarity"]) for score in found["modelScores"]] == [(1.0, None)] * 2
    if library == LIBRARY:
        assert [note["loads"] for note in place.notes()] == [model]
