"""The sentence that explains a label on a board, for the tests of worked boards."""

from __future__ import annotations

from pawnviz.core.board.bitboard import parse_square
from pawnviz.core.board.position import Position
from pawnviz.core.explain.reasons import reason


def sentence_of(identifier: str, fen: str, square: str, *, white: bool = True) -> str:
    """Return why a side's layer holds a square of a board, or why it does not."""
    side = Position.from_fen(fen).sides()[0 if white else 1]
    return reason(identifier, side, parse_square(square)).text
