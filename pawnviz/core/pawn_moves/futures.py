"""Futures: the pawn structures that a pawn, or a break on an empty square, can lead to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from pawnviz.core.board.position import Position
from pawnviz.core.layers.levers import break_squares
from pawnviz.core.pawn_moves.changes import structure_names
from pawnviz.core.pawn_moves.moves import PawnMove, after_move, pawn_moves
from pawnviz.core.pawn_moves.tension import exchanges_of_break, tensions
from pawnviz.core.words import listed

MOST_FUTURES: Final = 4  # The most futures that are returned.


class Future(NamedTuple):
    """A position that moves of pawns lead to: the moves, such as ``c4-c5 bxc5 dxc5``, and what it gives in words."""

    name: str
    outcome: str
    position: Position

    @property
    def pawns(self) -> tuple[int, int]:
        """White's and Black's pawns, as masks."""
        return self.position.pawns & self.position.white, self.position.pawns & self.position.black


def futures(position: Position, square: int) -> tuple[Future, ...]:
    """Return the first structures that the pawn on a square can lead to, or a break on an empty square.

    Each has other pawns than the position and than those before it. Named structures come first, then the results of
    exchanges, then single moves; each kind as the moves come.
    """
    found = {Future("", "", position).pawns: Future("", "", position)}
    for each in _all_futures(position, square):
        found.setdefault(each.pawns, each)
    new = list(found.values())[1:]
    now = structure_names(position)
    new.sort(key=lambda each: not set(structure_names(each.position)) - set(now))
    return tuple(new[:MOST_FUTURES])


def _all_futures(position: Position, square: int) -> Iterator[Future]:
    sides = position.sides()
    moves = [move for side in sides for move in pawn_moves(side) if square in (move.source, move.target)]
    is_empty = position.piece_at(square) is None
    steps = []
    for move in moves:
        is_break = not move.is_capture and bool(break_squares(sides[0 if move.white else 1]) >> move.target & 1)
        if is_break:
            for exchange in exchanges_of_break(position, move):
                yield Future(f"{_text(move)} {exchange.name}", exchange.outcome, exchange.position)
        takes_pawn = move.captured is not None and position.pawns >> move.captured & 1
        if (is_break and is_empty) or (move.source == square and not takes_pawn):
            steps.append(move)
    for tension in tensions(position):
        if square in (tension.white_pawn, tension.black_pawn):
            for exchange in tension.exchanges:
                yield Future(exchange.name, exchange.outcome, exchange.position)
    for move in steps:
        after = after_move(position, move)
        yield Future(_text(move), listed(structure_names(after)) or "no named structure", after)


def _text(move: PawnMove) -> str:
    return f"{'' if move.white else '…'}{move.text}"
