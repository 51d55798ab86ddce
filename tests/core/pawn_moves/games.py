"""Positions for tests of pawn moves: any pieces with one king each, and those of random games."""

from __future__ import annotations

from functools import cache

import chess
from hypothesis import strategies as st

from pawnviz.core.board.position import Position
from tests.positions import chess960_games, positions


@st.composite
def with_kings(draw: st.DrawFn) -> Position:
    """Return positions with one king of each color, which python-chess knows rules for."""
    position = draw(positions())
    places = draw(st.lists(st.integers(0, 63), min_size=2, max_size=2, unique=True))
    for square in range(64):
        if position.kings >> square & 1:
            position = position.without_piece(square)
    for square, king in zip(places, "Kk", strict=True):
        position = position.with_piece(square, king)
    return position.with_castling(0)


@cache
def _games() -> list[str]:
    return [board.fen() for board in chess960_games()]


def from_games() -> st.SearchStrategy[Position]:
    """Return positions of random games."""
    return st.integers(0, len(_games()) - 1).map(lambda number: Position.from_fen(_games()[number]))


def all_games() -> list[Position]:
    """Return every position of the random games."""
    return [Position.from_fen(fen) for fen in _games()]


def chess_board(position: Position, white_to_move: bool) -> chess.Board:
    """Return a position as a board of python-chess with a side to move."""
    board = chess.Board(position.fen(), chess960=True)
    if board.turn != white_to_move:
        board.turn = white_to_move
        board.ep_square = None
    return board
