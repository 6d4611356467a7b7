"""Embeddings by models of sentence-transformers that run on this machine.

https://sbert.net/docs/package_reference/sentence_transformer/SentenceTransformer.html
"""

from __future__ import annotations

import asyncio
import math
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

from pointwise.errors import CallRefused

if TYPE_CHECKING:
    from collections.abc import Sequence

    Vector = tuple[float, ...]

_BATCH = 64
"""Texts between two looks at whether the run was stopped."""
_LONGEST = 24_000
"""Characters of a text that are looked at: these models read 256 to 8,192 tokens."""
_SHOWN = 200
_OLDEST = 6
"""Versions before it run code that lies in a folder named as a model, whatever they are told."""
_NEEDED = "Embeddings on this machine need a library: pip install -U 'pointwise[local-embeddings]'."


class Model(Protocol):
    """What is used of a SentenceTransformer."""

    def encode(self, inputs: list[str], *, show_progress_bar: bool) -> Sequence[Sequence[float]]:
        """A row a text."""


class LocalEmbedder:
    """An Embedder whose models are loaded when they are first needed, once.

    All work is done in one thread: loading takes seconds, and a model uses all cores anyway.
    """

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "local-embeddings")
        self._models: dict[str, Model | CallRefused] = {}

    async def embed(self, model: str, texts: Sequence[str]) -> tuple[Vector, ...]:
        """One vector a text.

        Args:
            model: `local:` and a name that sentence-transformers knows.
            texts: None of them empty.

        Raises:
            CallRefused: The library is not installed (`unreachable`), or the model cannot be used
                (`unknown_model`).
        """
        name = model.partition(":")[2]
        found: list[Vector] = []
        for start in range(0, len(texts), _BATCH):
            batch = [text[:_LONGEST] for text in texts[start : start + _BATCH]]
            loop = asyncio.get_running_loop()
            found += await loop.run_in_executor(self._thread, self._placed, name, batch)
        return tuple(found)

    async def close(self) -> None:
        """Begin nothing new."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _placed(self, name: str, batch: list[str]) -> list[Vector]:
        model = self._model(name)
        try:
            vectors = [tuple(map(float, row)) for row in model.encode(batch, show_progress_bar=False)]
        except Exception as exc:
            raise _unusable(name, exc) from exc
        if len(vectors) != len(batch) or not all(map(math.isfinite, (n for row in vectors for n in row))):
            raise _unusable(name, ValueError("it gives not one vector a text"))
        return vectors

    def _model(self, name: str) -> Model:
        """A model, loaded once; what cannot be loaded is not tried again for each prompt."""
        if name not in self._models:
            self._models[name] = _load(name)
        known = self._models[name]
        if isinstance(known, CallRefused):
            raise CallRefused(known.reason, known.message, attempts=0)
        return known


def _load(name: str) -> Model | CallRefused:
    try:
        library: Any = import_module("sentence_transformers")
        if int(library.__version__.partition(".")[0]) < _OLDEST:
            return CallRefused("unreachable", _NEEDED, attempts=0)
        # A blueprint names the model, so nothing that comes with a model may run.
        model: Model = library.SentenceTransformer(name, trust_remote_code=False)
    except ModuleNotFoundError as exc:
        if exc.name != "sentence_transformers":
            return _unusable(name, exc)
        return CallRefused("unreachable", _NEEDED, attempts=0)
    except Exception as exc:  # noqa: BLE001 - a download, a file or PyTorch fails, each in its own way
        return _unusable(name, exc)
    return model


def _unusable(name: str, error: Exception) -> CallRefused:
    """One line of what the libraries say in many."""
    said = (str(error).strip() or type(error).__name__).splitlines()[0][:_SHOWN].rstrip(".")
    return CallRefused("unknown_model", f"The embedding model {name} cannot be used: {said}.", attempts=0)
