"""Who made a model, whoever resells it."""

from __future__ import annotations

import re

_LINES = {
    "ai21": "ai21 jamba",
    "alibaba": "alibaba qwen qwq",
    "amazon": "amazon nova titan",
    "anthropic": "anthropic claude",
    "baidu": "baidu ernie",
    "cohere": "cohere command c4ai aya",
    "deepseek": "deepseek deepseek-ai",
    "google": "google gemini gemma palm",
    "ibm": "ibm ibm-granite granite",
    "meta": "meta meta-llama llama",
    "microsoft": "microsoft phi wizardlm",
    "minimax": "minimax minimaxai",
    "mistral": "mistral mistralai mixtral ministral codestral devstral magistral pixtral",
    "moonshot": "moonshot moonshotai kimi",
    "nvidia": "nvidia nemotron",
    "openai": "openai gpt chatgpt davinci o1 o3 o4",
    "perplexity": "perplexity sonar",
    "xai": "xai x-ai grok",
    "zhipu": "zhipu zai z-ai zai-org glm chatglm",
}
"""Makers and the names that they and their model lines bear in the catalogues of OpenRouter, Together,
Groq, Fireworks and Bedrock. Hosts that make no models of their own are not in it."""

_MAKER = {name: maker for maker, names in _LINES.items() for name in names.split()}
_VARIANT = re.compile(r"\[(?:temp|sp_idx):[^\[\]]*\]")
_WORD = re.compile(r"[a-z0-9]+")
_NUMBERED = re.compile(r"(?<=[a-z]{3})\d+$")


def family(model: str) -> str:
    """The maker of a model: `anthropic` for `openrouter:anthropic/claude-haiku-4.5` and `bedrock:claude-3`.

    The maker in the path counts first, then the model line (so a fine-tune belongs to its base), then the
    provider. A model of which none is known is a family of its own.
    """
    plain = _VARIANT.sub("", model).strip().lower()
    provider, _, path = plain.partition(":") if ":" in plain else ("", "", plain)
    *folders, name = path.split("/")
    words = [_NUMBERED.sub("", word) for word in _WORD.findall(name)]
    known = (_MAKER[word] for word in (*folders, *words, provider) if word in _MAKER)
    return next(known, folders[0] if len(folders) == 1 else plain)
