"""The moves of a game as numbers, resolved from its words or, where these leave a doubt, read with their legality."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from pawnviz.core.board.position import START, Position
from pawnviz.core.collections.played_moves import CASTLING, EN_PASSANT, UnresolvedError, resolve_moves
from pawnviz.core.collections.scanner import DoubtfulError, words_of
from pawnviz.core.games.cutting import GameText
from pawnviz.core.games.headers import head_end

if TYPE_CHECKING:
    import chess


def moves_of(text: GameText) -> tuple[array[int], Position]:
    """Return the moves of a game as ``resolve_moves`` does, and its first position; none on a board of Chess960."""
    end = head_end(text.data)
    head = text.data[:end]
    if b"[FEN" not in head and b"[Variant" not in head and not text.too_long:
        try:
            words, _ = words_of(text.data[end:])
            return resolve_moves([word.decode() for word in words]), START
        except (DoubtfulError, UnresolvedError, UnicodeDecodeError):
            pass
    return _read_moves(text)


def _read_moves(text: GameText) -> tuple[array[int], Position]:
    from pawnviz.core.games.first_board import UnreadableError, first_board
    from pawnviz.core.games.reading import read_game

    game = read_game(text).game
    try:
        board = first_board(game.headers)
    except UnreadableError:
        return array("H"), START
    if board.chess960:
        return array("H"), START
    first, moves = Position.from_fen(board.fen()), array("H")
    for move in game.mainline_moves():
        if not move:
            break  # A null move is no move of a piece.
        moves.append(_number(board, move))
        board.push(move)
    return moves, first


def _number(board: chess.Board, move: chess.Move) -> int:
    kind = 0 if move.promotion is None else move.promotion - 1
    if board.is_en_passant(move):
        kind = EN_PASSANT
    elif board.is_castling(move):
        kind = CASTLING
    return move.from_square | move.to_square << 6 | kind << 12
