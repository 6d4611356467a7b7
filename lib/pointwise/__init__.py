"""Pointwise evaluates language models point by point, without servers."""

__version__ = "0.1.0"
