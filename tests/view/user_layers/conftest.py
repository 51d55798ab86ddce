"""The program with layers of one's own."""

from __future__ import annotations

import pytest

from pawnviz.core.user_layers.collection import UserLayers
from tests.view.program import OpenProgram, RunningProgram
from tests.view.user_layers.writing import CALLER, FEN, GUARDED


@pytest.fixture
def desk(open_program: OpenProgram) -> RunningProgram:
    """Return the program with the board of two pawns and two layers of one's own."""
    program = open_program(FEN)
    program.layers.clear()
    program.layers.user_layers.set_kept(UserLayers([GUARDED, CALLER]))
    return program
