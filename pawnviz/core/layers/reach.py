"""Squares that pieces attack now or after one move."""

from __future__ import annotations

from collections.abc import Callable

from pawnviz.core.board.bitboard import Bits, complement
from pawnviz.core.board.piece_attacks import bishop_attacks, knight_attacks, queen_attacks, rook_attacks
from pawnviz.core.board.side import Side
from pawnviz.core.layers.attacks import attacks


def kinds_in_reach(side: Side[Bits]) -> dict[str, Bits]:
    """Return by each kind of piece, but king and pawn, the squares that a side's pieces attack, now or after one move.

    They move to squares that hold no own piece and that no enemy pawn attacks. A piece that moves stays in the way of
    others.
    """
    free = complement(side.occupied)
    entered = complement(side.pieces | attacks(side.enemy))
    reached = {}
    for kind, (pieces, step) in _kinds(side).items():
        attacked = step(pieces, free)
        reached[kind] = attacked | step(attacked & entered, free)
    return reached


def movers_to_attack(side: Side[Bits], square: Bits) -> Bits:
    """Return a side's knights, bishops, rooks and queens that attack a square, now or after one move as above."""
    free = complement(side.occupied)
    entered = complement(side.pieces | attacks(side.enemy))
    movers = square & 0
    for pieces, step in _kinds(side).values():
        attacked = step(square, free)
        movers = movers | pieces & (attacked | step(attacked & entered, free))
    return movers


def _kinds(side: Side[Bits]) -> dict[str, tuple[Bits, Callable[[Bits, Bits], Bits]]]:
    return {
        "knight": (side.knights, knight_attacks),
        "bishop": (side.bishops, bishop_attacks),
        "rook": (side.rooks, rook_attacks),
        "queen": (side.queens, queen_attacks),
    }
