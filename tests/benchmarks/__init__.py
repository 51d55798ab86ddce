"""Measurements of what has to be fast, each beside something known: ``python -m tests.benchmarks [section ...]``."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from typing import NamedTuple


class Row(NamedTuple):
    """One measured value, the greatest one that passes (None where nothing is asked), and what it was measured on."""

    name: str
    value: float | None
    unit: str
    limit: float | None = None
    note: str = ""


def interleaved_medians(rounds: int, *measurements: Callable[[], float]) -> list[float]:
    """Return the median of each measurement, taken in turns so that other work on the machine meets all alike.

    A measurement returns the seconds that it has taken. Each is taken once more beforehand, to warm up.
    """
    for measure in measurements:
        measure()
    taken = [[measure() for measure in measurements] for _ in range(rounds)]
    return [statistics.median(values) for values in zip(*taken, strict=True)]
