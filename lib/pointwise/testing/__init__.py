"""Fakes of every port, kept to the same contracts as the real adapters."""
