"""How much of a judge's prompt providers can serve from their prompt caches.

    python -m bench.judge_prompts

All judge calls on one response begin with the same bytes: rules, conversation, response. Only the criterion
differs. Providers cache from about 1,024 tokens on, so the share grows with the length of the response.
"""

from __future__ import annotations

from os.path import commonprefix

from pointwise.blueprint.model import Message
from pointwise.judging.prompt import JudgeBrief, judge_messages

WORDS = "The council answers each request within thirty days and gives its reasons in writing. "
CRITERIA = ("Says how long it takes.", "Names who decides.", "Says how to appeal.", "Is polite.")
LENGTHS = (500, 2_000, 8_000)


def main() -> None:
    """Print the share for responses of several lengths."""
    print("judge prompts: share of bytes before the first criterion that differs")
    for length in LENGTHS:
        prompts = [_bytes(length, criterion) for criterion in CRITERIA]
        shared = len(commonprefix(prompts))  # noqa: RUF071 - characters are what is wanted
        mean = sum(map(len, prompts)) / len(prompts)
        print(
            f"  response of {length:5,} characters: {shared:5,} of {mean:7,.0f} bytes = {shared / mean:.0%}"
        )


def _bytes(length: int, criterion: str) -> str:
    response = (WORDS * (length // len(WORDS) + 1))[:length]
    conversation = (
        Message(role="user", content="How do I ask for public records?"),
        Message(role="assistant", content=None),
    )
    brief = JudgeBrief(response=response, criterion=criterion, conversation=conversation)
    return "".join(message.content or "" for message in judge_messages(brief))


if __name__ == "__main__":
    main()
