"""The board after a move that came next in the games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pawnviz.core.board.bitboard import squares
from pawnviz.core.board.position import START, Position
from pawnviz.core.collections.played_moves import MoveKind, StructureMove
from pawnviz.core.picture.picture import Arrow
from pawnviz.view.board.pictures import Preview
from pawnviz.view.board.state import WeightedMove

if TYPE_CHECKING:
    from pawnviz.core.collections.answer import NextMove

MOST_ARROWS = 8  # The most moves that the board shows.


def goes_by_move(position: Position, move: NextMove, *, fits: bool = True) -> bool:
    """Return whether a move can be made on a board: this ``fits`` the question, and neither pawn nor way is missing.

    A king is not captured, nor an own piece.
    """
    step = move.move
    if not fits or step.kind is MoveKind.START:
        return False
    pawn, captured = ("P", "p") if step.white else ("p", "P")
    at_target = position.piece_at(step.target)
    if step.kind is MoveKind.PIECE_CAPTURE:
        return at_target == captured
    if position.piece_at(step.origin) != pawn:
        return False
    if step.kind is MoveKind.PUSH:
        passed = (step.origin + step.target) // 2 if abs(step.target - step.origin) == 16 else step.target
        return at_target is None and position.piece_at(passed) is None
    return at_target is None or (at_target.isupper() is not step.white and at_target not in "Kk")


def position_after(position: Position, move: NextMove, *, fits: bool = True) -> Position:
    """Return a position after a move: made on its board where it can be, else the commonest pawns after it alone.

    The other side is to move then. A pawn that reaches the last rank becomes a queen.
    """
    step = move.move
    if not goes_by_move(position, move, fits=fits):
        return _pawns_alone(move.white, move.black, white_to_move=not step.white)
    if step.kind is MoveKind.PIECE_CAPTURE:
        after = position.without_piece(step.target)
    else:
        after = position.moved(step.origin, step.target)
        passed = _captured_in_passing(position, step)
        if passed is not None:
            after = after.without_piece(passed)
        if step.target >> 3 in (0, 7):
            after = after.with_piece(step.target, "Q" if step.white else "q")
    return after.with_white_to_move(not step.white)


def _pawns_alone(white: int, black: int, *, white_to_move: bool) -> Position:
    """Return the position of these pawns without pieces."""
    position = START.cleared()
    for letter, mask in (("P", white), ("p", black)):
        for square in squares(mask):
            position = position.with_piece(square, letter)
    return position.with_white_to_move(white_to_move)


def _captured_in_passing(position: Position, step: StructureMove) -> int | None:
    """Return the square of a pawn that a capture takes beside the empty target, or None."""
    if step.kind is not MoveKind.PAWN_CAPTURE or position.piece_at(step.target) is not None:
        return None
    beside = step.origin & ~7 | step.target & 7
    return (
        beside
        if position.piece_at(beside) == ("p" if step.white else "P") and beside >> 3 == (4 if step.white else 3)
        else None
    )


def preview_of(position: Position, move: NextMove, *, fits: bool = True) -> Preview:
    """Return the preview of a move, as ``position_after``; pawns alone are compared with those before the move."""
    step = move.move
    arrows = (
        ()
        if step.origin == step.target
        else (Arrow(step.origin, step.target, step.white, is_push=step.kind is MoveKind.PUSH),)
    )
    before = None
    if not goes_by_move(position, move, fits=fits):
        before = _pawns_alone(*move.former, white_to_move=step.white)
    return Preview(position_after(position, move, fits=fits), arrows=arrows, before=before)


def weighted_moves(position: Position, moves: tuple[NextMove, ...]) -> tuple[WeightedMove, ...]:
    """Return the first moves whose pawns are on the board, as heavy as they were often played."""
    most = max((move.share for move in moves), default=1.0) or 1.0
    return tuple(
        WeightedMove(step.origin, step.target, step.white, move.share / most)
        for move in moves[:MOST_ARROWS]
        for step in (move.move,)
        if position.piece_at(step.origin) == ("P" if step.white is not (step.kind is MoveKind.PIECE_CAPTURE) else "p")
    )
