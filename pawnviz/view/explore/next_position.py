"""The board after a move that came next in the games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pawnviz.core.board.bitboard import squares
from pawnviz.core.board.position import Position
from pawnviz.core.collections.structure_move import MoveKind, StructureMove
from pawnviz.core.picture.picture import Arrow
from pawnviz.view.board.pictures import Preview
from pawnviz.view.board.state import WeightedMove

if TYPE_CHECKING:
    from pawnviz.core.collections.answer import NextMove

MOST_ARROWS = 8  # The most moves that the board shows.


def position_after(position: Position, move: NextMove, *, fits: bool = True) -> Position:
    """Return a position after a move: made on its board where its pawn is there, else with the commonest pawns after.

    These are also taken where the board does not fit what was asked. The other side is to move then. Pieces in the way
    of pawns go.
    """
    step = move.move
    pawn = "P" if step.white else "p"
    captured = "p" if step.white else "P"
    after = position
    if fits and step.kind is MoveKind.PIECE_CAPTURE and position.piece_at(step.target) == captured:
        after = position.without_piece(step.target)
    elif fits and step.kind in (MoveKind.PUSH, MoveKind.PAWN_CAPTURE) and position.piece_at(step.origin) == pawn:
        after = position.moved(step.origin, step.target)
        passed = _captured_in_passing(position, step)
        if passed is not None:
            after = after.without_piece(passed)
    else:
        for letter, mask in (("P", move.white), ("p", move.black)):
            pawns = after.pawns & (after.white if letter == "P" else after.black)
            for square in squares(pawns & ~mask):
                after = after.without_piece(square)
            for square in squares(mask & ~pawns):
                after = after.with_piece(square, letter)
    return after.with_white_to_move(not step.white)


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
    """Return the preview of a move, as ``position_after``."""
    step = move.move
    arrows = (
        ()
        if step.origin == step.target
        else (Arrow(step.origin, step.target, step.white, is_push=step.kind is MoveKind.PUSH),)
    )
    return Preview(position_after(position, move, fits=fits), arrows=arrows)


def weighted_moves(position: Position, moves: tuple[NextMove, ...]) -> tuple[WeightedMove, ...]:
    """Return the first moves whose pawns are on the board, as heavy as they were often played."""
    most = max((move.share for move in moves), default=1.0) or 1.0
    return tuple(
        WeightedMove(step.origin, step.target, step.white, move.share / most)
        for move in moves[:MOST_ARROWS]
        for step in (move.move,)
        if position.piece_at(step.origin) == ("P" if step.white is not (step.kind is MoveKind.PIECE_CAPTURE) else "p")
    )
