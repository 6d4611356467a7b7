"""What all tests share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


@pytest.fixture
def conformance() -> Path:
    """The folder of public blueprints and vectors that POINTWISE_CONFORMANCE names, or a skip."""
    folder = os.environ.get("POINTWISE_CONFORMANCE", "")
    if not folder or not Path(folder).is_dir():
        pytest.skip("POINTWISE_CONFORMANCE names no folder of public blueprints and vectors")
    return Path(folder)
