from __future__ import annotations

from hypothesis import given

from pawnviz.core.board.bitboard import BOARD, parse_square, parse_squares
from pawnviz.core.board.mask_text import compact_names, files_and_squares
from tests.strategies import masks


def test_whole_files_are_named_as_files() -> None:
    assert files_and_squares(0) == ""
    assert files_and_squares(parse_squares("e5")) == "e5"
    assert files_and_squares(parse_squares("b1 b2 b3 b4 b5 b6 b7 b8 d5")) == "b-file d5"
    assert files_and_squares(BOARD).split() == [f"{letter}-file" for letter in "abcdefgh"]


@given(mask=masks())
def test_runs_name_each_square_once(mask: int) -> None:
    named = 0
    for name in compact_names(mask).split():
        first, _, last = name.partition("–")
        ends = parse_square(first), parse_square(last or first)
        step = 8 if ends[0] % 8 == ends[1] % 8 else 1
        for square in range(ends[0], ends[1] + 1, step):
            assert not named >> square & 1
            named |= 1 << square
    assert named == mask


def test_two_squares_are_no_run() -> None:
    assert compact_names(parse_squares("a2 a3 c1 d1 e1 g5")) == "c1–e1 a2 a3 g5"
