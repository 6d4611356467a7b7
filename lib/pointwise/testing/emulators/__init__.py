"""Emulators of the two cloud services, for the services' own clients.

What they are faithful in and what not: docs/emulators.md.
"""
