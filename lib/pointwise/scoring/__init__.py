"""Scores of points to scores of responses and models. Pure."""
