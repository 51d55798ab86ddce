from __future__ import annotations

from pawnviz.core.board.bitboard import BOARD, parse_squares
from pawnviz.core.board.mask_text import files_and_squares


def test_whole_files_are_named_as_files() -> None:
    assert files_and_squares(0) == ""
    assert files_and_squares(parse_squares("e5")) == "e5"
    assert files_and_squares(parse_squares("b1 b2 b3 b4 b5 b6 b7 b8 d5")) == "b-file d5"
    assert files_and_squares(BOARD).split() == [f"{letter}-file" for letter in "abcdefgh"]
