"""Parameters of tests that the usual run leaves out."""

from __future__ import annotations

import pytest
from _pytest.mark.structures import ParameterSet


def slow(*values: object) -> list[ParameterSet]:
    """Return parameters with the marker ``slow``; a tuple is one for each name."""
    return [pytest.param(*(each if isinstance(each, tuple) else (each,)), marks=pytest.mark.slow) for each in values]
