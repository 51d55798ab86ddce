"""The pawn structures of a game by playing its moves, for games that cannot be scanned."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pawnviz.core.collections.arrays import UNKNOWN_RESULT
from pawnviz.core.collections.scanner import RESULTS, Structures
from pawnviz.core.collections.structure_move import MoveKind, StructureMove
from pawnviz.core.games.cutting import GameText

if TYPE_CHECKING:
    import chess


def replayed(text: GameText) -> Structures:
    """Return the structures of the moves that the reader reads; none where the game begins on no board of chess."""
    from pawnviz.core.games.first_board import UnreadableError, first_board
    from pawnviz.core.games.reading import read_game

    game = read_game(text).game
    result = RESULTS.get(game.headers.get("Result", "").encode(errors="replace"), UNKNOWN_RESULT)
    try:
        board = first_board(game.headers)
    except UnreadableError:
        return Structures([], [], [], [], 0, result)
    white, black = _pawns(board)
    structures = Structures([white], [black], [0], [0], 0, result)
    ply = 0
    for ply, move in enumerate(game.mainline_moves(), 1):
        code = _code(board, move)
        board.push(move)
        if _pawns(board) != (white, black):
            white, black = _pawns(board)
            structures.white.append(white)
            structures.black.append(black)
            structures.ply.append(ply)
            structures.move.append(code)
    return structures._replace(plies=ply)


def _pawns(board: chess.Board) -> tuple[int, int]:
    return board.pawns & board.occupied_co[True], board.pawns & board.occupied_co[False]


def _code(board: chess.Board, move: chess.Move) -> int:
    """Return the code of a move before it is played, for the case that it changes the pawns."""
    import chess

    kind, origin = MoveKind.PIECE_CAPTURE, move.to_square
    if board.piece_type_at(move.from_square) == chess.PAWN:
        kind = MoveKind.PAWN_CAPTURE if board.is_capture(move) else MoveKind.PUSH
        origin = move.from_square
    return StructureMove(kind, board.turn, origin, move.to_square).code
