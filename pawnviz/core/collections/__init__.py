"""Pawn structures of many games: store, questions and statistics.

It may import core.words, core.data_files, core.board, core.positions, core.layers, core.formula, core.structures and
core.games.
"""

from __future__ import annotations

from typing import Final

# Here, since the preferences need it, and the modules of questions load the rules of structures.
LONGEST_QUESTION: Final = 4096  # The most characters of a question.
