"""What several answers to one prompt say: how good on average, how often at least once, how often always."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    PerPrompt = Callable[[int, int, int], float | None]


def repeat_means(scores: Iterable[tuple[str, float | None]]) -> dict[str, float | None]:
    """Mean over the scored repeats of each prompt, by prompt; None where no repeat was scored.

    Averaging within prompts first keeps a prompt with more repeats from counting more.
    """
    prompts: dict[str, list[float]] = {}
    for prompt, score in scores:
        prompts.setdefault(prompt, []).extend([] if score is None else [score])
    return {
        prompt: math.fsum(known) / len(known) if known else None for prompt, known in sorted(prompts.items())
    }


def pass_at_k(trials: int, passes: int, k: int) -> float | None:
    """Chance that at least one of k answers passes; None where fewer than k were tried.

    1 - C(n - c, k) / C(n, k): over all ways to pick k of the n answers, so without bias.

    Source: Chen et al., Evaluating Large Language Models Trained on Code, arXiv:2107.03374 (2021).
    """
    if k < 1 or trials < k:
        return None
    return 1 - math.comb(trials - passes, k) / math.comb(trials, k)


def pass_hat_k(trials: int, passes: int, k: int) -> float | None:
    """Chance that all of k answers pass, C(c, k) / C(n, k); None where fewer than k were tried.

    Source: Yao et al., tau-bench, arXiv:2406.12045 (2024), the pass^k metric.
    """
    if k < 1 or trials < k:
        return None
    return math.comb(passes, k) / math.comb(trials, k)


def mean_over_prompts(measure: PerPrompt, counts: Iterable[tuple[int, int]], k: int) -> float | None:
    """A pass measure averaged over prompts; those with fewer than k trials are left out, None if all are.

    Args:
        measure: `pass_at_k` or `pass_hat_k`.
        counts: `(trials, passes)` per prompt.
        k: How many answers are drawn.
    """
    known = [value for n, c in counts if (value := measure(n, c, k)) is not None]
    return math.fsum(known) / len(known) if known else None
