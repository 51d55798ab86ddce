"""Changes of pawns and gains of captures found square by square and by python-chess, and games to compare them on."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

import chess
from hypothesis import strategies as st

from pawnviz.core.board.position import Position
from tests.positions import chess960_games, positions
from tests.reference import LAYER_REFERENCES, Square, Squares, View
from tests.reference.view import SQUARES, guardable
from tests.strategies import Board


def place(square: int) -> Square:
    return square % 8, square // 8


class Case(NamedTuple):
    """Two positions, and where pawns that moved stand in the end."""

    before: Position
    after: Position
    moved: dict[int, int]

    def views(self, white: bool) -> tuple[View, View]:
        """Return what a color sees before and after."""
        return view(self.before, white), view(self.after, white)

    def gained(self, layer: str, white: bool) -> Squares:
        """Return the pawns of a color, where they stand afterwards, that a layer holds only afterwards."""
        before, after = self.views(white)
        held = self.later(LAYER_REFERENCES[layer](before))
        return {pawn for pawn in LAYER_REFERENCES[layer](after) - held if pawn in self.survivors(white)}

    def lost(self, layer: str, white: bool) -> Squares:
        """Return the pawns of a color, where they stand afterwards, that a layer holds only beforehand."""
        before, after = self.views(white)
        held = self.later(LAYER_REFERENCES[layer](before))
        return {pawn for pawn in held - LAYER_REFERENCES[layer](after) if pawn in self.survivors(white)}

    def survivors(self, white: bool) -> Squares:
        """Return the pawns of a color that are there before and after, where they stand afterwards."""
        before, after = self.views(white)
        came = {place(target) for source, target in self.moved.items() if place(source) in before.own}
        left = {place(source) for source in self.moved}
        taken_over = {place(target) for target in self.moved.values()}
        stayed = {pawn for pawn in before.own if pawn in after.own and pawn not in left | taken_over}
        return (came & after.own) | stayed

    def later(self, pawns: Squares) -> Squares:
        """Return where pawns stand afterwards, without those that are taken."""
        left = {place(source): place(target) for source, target in self.moved.items()}
        return {left.get(pawn, pawn) for pawn in pawns if pawn in left or pawn not in left.values()}

    def guard_lost(self, white: bool) -> Squares:
        """Return the squares that a pawn of a color can guard on its file before, and none afterwards."""
        before, after = self.views(white)
        return {square for square in SQUARES if guardable(before, square) and not guardable(after, square)}


def view(position: Position, white: bool) -> View:
    """Return a position as a color sees it."""
    return Board(position.pieces()).views()[0 if white else 1]


VALUES: Final = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9}

Known = dict[tuple[int, int | None, bool], int]


def captures(board: chess.Board, square: int) -> Iterator[chess.Move]:
    """Yield the legal captures on a square but en passant; a pawn promotes to a queen."""
    if board.color_at(square) != (not board.turn) or board.piece_type_at(square) == chess.KING:
        return
    for move in board.generate_legal_moves(chess.BB_ALL, chess.BB_SQUARES[square]):
        if not board.is_castling(move) and move.promotion in (None, chess.QUEEN):
            yield move


def gain_of(board: chess.Board, move: chess.Move, known: Known | None = None) -> int:
    """Return the gain of a capture with the best play of both sides on its square, without any pruning."""
    known = {} if known is None else known
    taken = chess.PAWN if board.is_en_passant(move) else board.piece_type_at(move.to_square)
    assert taken is not None
    gained = VALUES[taken] + (VALUES[chess.QUEEN] - VALUES[chess.PAWN] if move.promotion else 0)
    board.push(move)
    # Pieces leave their squares for one square only: what is left and what stands there tell all.
    key = (board.occupied, board.piece_type_at(move.to_square), board.turn)
    if key not in known:
        known[key] = max([0, *(gain_of(board, answer, known) for answer in captures(board, move.to_square))])
    board.pop()
    return gained - known[key]


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
    """Return every third position of the random games."""
    return [Position.from_fen(fen) for fen in _games()[::3]]


def chess_board(position: Position, white_to_move: bool) -> chess.Board:
    """Return a position as a board of python-chess with a side to move."""
    board = chess.Board(position.fen(), chess960=True)
    if board.turn != white_to_move:
        board.turn = white_to_move
        board.ep_square = None
    return board
