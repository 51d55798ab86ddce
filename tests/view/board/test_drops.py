"""Pieces that are dragged onto the board from elsewhere."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData

from pawnviz.core.board.position import START
from pawnviz.view.board.gestures import PIECE_MIME, dropped_piece, piece_mime
from tests.view.hands import (
    Desk,
    drag_leaves,
    drags_over,
    drops,
    enters,
    painted,
    text_data,
)


def test_a_piece_dropped_from_the_palette_is_placed(empty: Desk) -> None:
    data = piece_mime("n")
    assert enters(empty.board, empty.at("e4"), data)
    before = empty.square_image("e5")
    assert drags_over(empty.board, empty.at("e5"), data)
    assert empty.current_square == "e5"
    assert empty.square_image("e5") != before
    assert drops(empty.board, empty.at("e5"), data)
    assert empty.pieces == "8/8/8/4n3/8/8/8/8"
    assert empty.steps == 1


def test_a_piece_dropped_beside_the_board_is_not_placed(empty: Desk) -> None:
    data = piece_mime("n")
    assert enters(empty.board, empty.at("e4"), data)
    assert not drops(empty.board, empty.off_board(), data)
    assert empty.pieces == "8/8/8/8/8/8/8/8"


def test_a_piece_dragged_away_again_leaves_no_trace(empty: Desk) -> None:
    before = painted(empty.board)
    data = piece_mime("n")
    enters(empty.board, empty.at("e4"), data)
    drags_over(empty.board, empty.at("e5"), data)
    drag_leaves(empty.board)
    assert empty.current_square == ""
    assert painted(empty.board) == before


@pytest.mark.parametrize("letters", [b"", b"X", b"PP", b"\xff", b"pawn", b"\0"])
def test_foreign_data_in_the_dress_of_a_piece_is_refused(empty: Desk, letters: bytes) -> None:
    data = QMimeData()
    data.setData(PIECE_MIME, letters)
    assert dropped_piece(data) == ""
    assert not enters(empty.board, empty.at("e4"), data)
    assert not drags_over(empty.board, empty.at("e4"), data)
    assert not drops(empty.board, empty.at("e4"), data)
    assert empty.pieces == "8/8/8/8/8/8/8/8"


def test_a_text_over_the_board_is_left_to_the_window(empty: Desk) -> None:
    assert not enters(empty.board, empty.at("e4"), text_data(START.fen()))
