"""A stand-in for the APIs of language models: real HTTP, made-up answers, adjustable trouble."""

from bench.standin.process import Standin, standin

__all__ = ["Standin", "standin"]
