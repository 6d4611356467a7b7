"""Have the instructions for one story written, and have every system follow them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pointwise.blueprint.model import Message
from pointwise.chat import ChatRequest, Origin
from pointwise.errors import CallInterrupted, CallRefused
from pointwise.narrative.rubric import PROMPT_TYPES
from pointwise.narrative.stories import Answer, continued
from pointwise.narrative.story_prompts import read_prompts, writer_messages
from pointwise.narrative.thoughts import split_thoughts
from pointwise.records import Failure
from pointwise.steps.narrative_asking import ask_readably, failure_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Mapping
    from typing import TypeVar

    from pointwise.narrative.rows import Outcome
    from pointwise.narrative.stories import Story
    from pointwise.services import Services

    T = TypeVar("T")

_REPLY_TOKENS = 8192
"""Instructions and continuations take 100 to 1,000; the rest is room for models that reason first."""


@dataclass(frozen=True, slots=True)
class WritingOptions:
    """Who writes. Models are `provider:name` ids.

    Attributes:
        model: Writes the instructions.
        candidates: Write the continuations.
        temperature: Of the candidates.
    """

    model: str
    candidates: tuple[str, ...]
    temperature: float = 0.0


@dataclass(frozen=True, slots=True)
class StoryWork:
    """The work on one story."""

    story: Story
    options: WritingOptions
    services: Services
    last_attempt: bool

    async def rows(self) -> list[Outcome]:
        """The cells of its rows, system by system.

        Raises:
            CallInterrupted: A model may answer later; not on the last attempt.
        """
        prompts = await self._settled(self._prompts())
        if isinstance(prompts, Failure):
            prompts = dict.fromkeys(PROMPT_TYPES, prompts)
        return [
            await self._row(system, kind, prompts[kind])
            for system in self.options.candidates
            for kind in PROMPT_TYPES
        ]

    async def _row(self, system: str, kind: str, prompt: str | Failure) -> Outcome:
        if isinstance(prompt, Failure):
            return continued(self.story, kind, prompt, system, prompt)
        answer = await self._settled(self._answer(system, kind, prompt))
        return continued(self.story, kind, prompt, system, answer)

    async def _settled(self, call: Awaitable[T | Failure]) -> T | Failure:
        try:
            return await call
        except CallInterrupted as exc:
            if not self.last_attempt:
                raise
            return failure_of(exc)
        except CallRefused as exc:
            return failure_of(exc)

    async def _prompts(self) -> Mapping[str, str | Failure] | Failure:
        model, beginning = self.options.model, self.story.beginning
        if not beginning:
            return Failure(reason="invalid_request", message="The story is empty.", attempts=0)
        request = ChatRequest(
            model=model, messages=writer_messages(beginning), temperature=0.0, max_tokens=_REPLY_TOKENS
        )
        origin = Origin(purpose="candidate", prompt=self.story.id, model=model)
        return await ask_readably(request, origin, lambda text: read_prompts(text, beginning), self.services)

    async def _answer(self, system: str, kind: str, prompt: str) -> Answer:
        request = ChatRequest(
            model=system,
            messages=(Message(role="user", content=prompt),),
            temperature=self.options.temperature,
            max_tokens=_REPLY_TOKENS,
        )
        origin = Origin(purpose="candidate", prompt=f"{self.story.id}/{kind}", model=system)
        reply = await self.services.chat.complete(request, origin)
        thoughts, text = split_thoughts(reply.text)
        return Answer(text, reply.reasoning or thoughts)
