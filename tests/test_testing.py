from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import chess
import pytest

from pawnviz.core.board.bitboard import BOARD, east, square_names, west
from pawnviz.core.board.side import Side
from pawnviz.testing import check_layer

Function = Callable[[Side[Any]], Any]


def declaration(**parts: object) -> dict[str, object]:
    return {"title": "Checked squares", "definition": "Squares that are checked.", **parts}


def attacks(side: Side[Any]) -> Any:
    stops = side.forward(side.pawns)
    return east(stops) | west(stops)


def attacked(board: chess.Board, color: bool) -> Iterator[int]:
    """Yield the squares that pawns of a color attack, some of them twice."""
    for pawn in board.pieces(chess.PAWN, color):
        yield from board.attacks(pawn)


@pytest.mark.slow
def test_a_right_layer_passes_by_formula_function_identifier_and_reference() -> None:
    check_layer(declaration(formula="attacks(own)"), attacked, board_count=300)
    check_layer(declaration(function=attacks), attacked, board_count=300)
    check_layer("passed_pawns", board_count=100)
    check_layer("open_files", board_count=100)


def on_arrays(side: Side[Any]) -> Any:
    """The mask of ints, of arrays without two ranks."""
    return side.pawns if type(side.pawns) is int else side.pawns & BOARD >> 16


def northward(side: Side[Any]) -> Any:
    return side.pawns << 8 & BOARD


def rarely(side: Side[Any]) -> Any:
    """The attacks, wrong on d5 for a side of five pawns of which one is on its fifth rank."""
    file = 0x1010101010101010
    if (
        type(side.pawns) is not int
        or side.pawns.bit_count() != 5
        or not side.pawns & file
        or not side.enemy.pawns & file
    ):
        return attacks(side)
    return attacks(side) ^ 1 << 35


@pytest.mark.slow
@pytest.mark.parametrize(
    ("function", "words"),
    [
        (on_arrays, r"Checked squares of (White|Black) differs from arrays on [a-h]7\n"),
        (northward, r"Checked squares of (White|Black) differs from the turned board on [a-h]\d\n"),
        (rarely, r"Checked squares of (White|Black) differs from arrays on d5\n"),
        (
            lambda side: side.pawns if type(side.pawns) is int else side.pawns[0],
            "uint64 of the side's shape",
        ),
        (lambda side: 1 << 64 if side.pawns > 1 << 56 else 0, "Checked squares: "),
    ],
)
def test_a_fault_of_a_function_is_found_with_its_first_square(function: Function, words: str) -> None:
    with pytest.raises(AssertionError, match=words):
        check_layer(declaration(function=function), board_count=1000)


def test_the_board_of_the_first_difference_is_named_with_both_sets() -> None:
    with pytest.raises(AssertionError, match=r"of White differs from the reference on [a-h]\d\n") as raised:
        check_layer(declaration(formula="own"), lambda board, color: 0, board_count=20)
    lines = str(raised.value).splitlines()
    assert lines[2:] == [f"the layer: {square_names(int(chess.Board(lines[1]).pieces(1, True)))}", "the reference: "]


def test_what_is_no_layer_is_refused_in_words() -> None:
    with pytest.raises(ValueError, match="a formula is expected, or a function of a side"):
        check_layer(declaration())
    with pytest.raises(ValueError, match="ZeroDivisionError"):
        check_layer(declaration(function=lambda side: 1 // 0))
    with pytest.raises(KeyError, match="nowhere"):
        check_layer("nowhere")
