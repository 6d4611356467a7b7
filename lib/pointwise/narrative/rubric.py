"""The six marks a continuation gets, and what each of 0 to 5 means."""

from __future__ import annotations

from dataclasses import dataclass

LOWEST, HIGHEST = 0, 5


@dataclass(frozen=True, slots=True)
class Dimension:
    """One mark.

    Attributes:
        name: As it stands in replies and columns.
        metric: What its mean over a system's rows is called.
        question: What a judge looks at.
        levels: What the marks 0, 1, 2, 3, 4 and 5 mean.
    """

    name: str
    metric: str
    question: str
    levels: tuple[str, str, str, str, str, str]


DIMENSIONS = (
    Dimension(
        "information_completeness",
        "CompletenessScore",
        "Does the continuation take up what the beginning leaves open and bring it to an end?",
        (
            "There is no continuation: nothing, a refusal, or only the beginning again.",
            "It touches on the situation and leaves everything open.",
            "One thread is taken up; what mattered most in the beginning is dropped.",
            "The main thread is carried on, but the end or a step on the way to it is missing.",
            "The main thread comes to an end; a smaller one stays open without purpose.",
            "All that the beginning opened is carried on and ends, or stays open on purpose.",
        ),
    ),
    Dimension(
        "factual_accuracy",
        "FactualScore",
        "Does it keep to the facts of the beginning and of the world the story takes place in?",
        (
            "It contradicts the beginning throughout, or is about other people in another story.",
            "Several central facts (who, where, when, what happened) are wrong.",
            "One central fact is wrong, or several small ones.",
            "Nothing central is wrong; one or two small slips, or an event that hardly could happen.",
            "One slip that most readers would not notice.",
            "Every fact fits the beginning and its world. New facts are fine as long as they fit.",
        ),
    ),
    Dimension(
        "relevance",
        "RelevanceScore",
        "Is it about this story, and does it do what was asked for?",
        (
            "It has nothing to do with the beginning.",
            "A name or a word is shared, and nothing else.",
            "It begins with the story and then leaves it, or talks about the story instead of telling it.",
            "It stays with the story, with passages that lead away from it.",
            "It stays with the story; a sentence or two could go.",
            "Every sentence carries on this story.",
        ),
    ),
    Dimension(
        "logical_coherence",
        "CoherenceScore",
        "Does one thing follow from another?",
        (
            "It cannot be followed.",
            "Sentences stand side by side without connection.",
            "A break in cause, time or place makes the reader stop and guess.",
            "It can be followed; one step comes from nowhere, or something is said twice.",
            "Causes and order are sound; one transition is abrupt.",
            "Each step follows from what came before, and the end follows from the whole.",
        ),
    ),
    Dimension(
        "creativity_expression",
        "CreativityScore",
        "How is it told?",
        (
            "No telling: a list of words, gibberish, or a copy of the beginning.",
            "Broken language, or one phrase over and over.",
            "Correct and lifeless; nothing that a hundred other stories would not say.",
            "Clear language with a detail or an idea now and then.",
            "Well told: fitting details, a voice, at least one thing of its own.",
            "A pleasure to read: fresh and exact, and never at the story's expense.",
        ),
    ),
    Dimension(
        "overall_quality",
        "OverallScore",
        "As a whole, how good a continuation of this beginning is it?",
        (
            "Not a continuation.",
            "A failed attempt: the reader is better off without it.",
            "Weak: the faults outweigh what is there.",
            "Fair: it works as a continuation and no more.",
            "Good: most readers would be content with it.",
            "Excellent: one would not know what to change.",
        ),
    ),
)
"""In the order of replies and columns."""

NAMES = tuple(dimension.name for dimension in DIMENSIONS)
OVERALL = "overall_quality"

PROMPT_TYPES = ("loose", "moderate", "strict")

GUIDANCE = {
    "loose": "The writer was free. Any plausible turn, tone and length is as good as any other; a form of "
    "its own is no fault, and neither is a short continuation that says what it needs to say.",
    "moderate": "The writer was given some direction, such as a number of sentences, a tone, or something "
    "that has to happen. Expect signs of a plan; a small departure from it costs little.",
    "strict": "The writer was given a structure to keep to, step by step. Expect an orderly telling: a step "
    "that is missing or out of order lowers information_completeness and relevance. Order alone is not "
    "enough for a high mark in anything else.",
}
"""What a judge is told of each prompt type. The instruction itself is not shown to judges."""
