"""The positions that a command is given: read as they come, in memory that does not grow with their number."""

from __future__ import annotations

import os
import sys
import tracemalloc
from collections.abc import Iterator
from io import TextIOWrapper
from pathlib import Path

import pytest

from pawnviz.cli.formats import FORMATS
from pawnviz.cli.positions import Lines, given_in
from pawnviz.cli.printing import print_positions
from pawnviz.core.board.position import START, Position
from pawnviz.core.layers import LAYERS
from tests.cli.running import give

PAWN = "8/8/8/8/4P3/8/8/8"


def test_lines_are_given_as_soon_as_they_are_written(monkeypatch: pytest.MonkeyPatch) -> None:
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb") as stream:
        monkeypatch.setattr(sys, "stdin", TextIOWrapper(stream))
        given: Iterator[object] = given_in(["-"])
        for text, expected in (
            (f"{PAWN}\n", [PAWN]),
            (f"# a comment\n{PAWN} b\n8/8/8/", [f"{PAWN} b"]),
            ("8/8/8/8/8\n", ["8/8/8/8/8/8/8/8"]),
        ):
            os.write(writing, text.encode())
            lines = next(given)
            assert isinstance(lines, Lines)
            assert list(lines.positions()) == [Position.from_fen(fen) for fen in expected]
        os.write(writing, b"8/8")
        os.close(writing)
        (last,) = given
        assert isinstance(last, Lines)
        assert list(last.positions()) == ["line 5: The placement has 2 ranks; it needs 8, separated by /."]


def test_memory_does_not_grow_with_the_number_of_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    layout = FORMATS["json"]([LAYERS["stops"], LAYERS["safe_squares"]], ("white", "black"))
    peaks = []
    with Path(os.devnull).open("w") as nowhere:
        monkeypatch.setattr(sys, "stdout", nowhere)
        for count in (10_000, 10_000, 60_000):  # The first time also loads NumPy.
            give(monkeypatch, f"{START.fen()}\n".encode() * count)
            tracemalloc.start()
            assert print_positions(["-"], layout) == 0
            peaks.append(tracemalloc.get_traced_memory()[1])
            tracemalloc.stop()
    assert peaks[2] < 1.2 * peaks[1]
