"""The pawns of a side for which a label weighs more or less than for others, or is named at all in a short sentence."""

from __future__ import annotations

from pawnviz.core.board.bitboard import FILES, complement, east, west
from pawnviz.core.board.side import Side
from pawnviz.core.layers.attacks import safe_squares
from pawnviz.core.layers.backward import backward_pawns
from pawnviz.core.layers.islands import isolated_pawns
from pawnviz.core.layers.passers import open_pawns


def close_to_promotion(side: Side[int]) -> int:
    """Return the pawns on the seventh rank, and those on the eighth."""
    return side.pawns & side.ranks(7, 8)


def at_home(side: Side[int]) -> int:
    """Return the pawns on the second rank."""
    return side.pawns & side.ranks(2, 2)


def neither_isolated_nor_backward(side: Side[int]) -> int:
    """Return the other pawns: one of them that is weak is merely held fast."""
    return side.pawns & complement(isolated_pawns(side) | backward_pawns(side))


def on_half_open_files(side: Side[int]) -> int:
    """Return the pawns with no enemy pawn in front of them on their file, which enemy rooks may attack from there."""
    return open_pawns(side)


def unable_to_go_on(side: Side[int]) -> int:
    """Return the pawns that are isolated, or could be taken one step ahead or do not come there for an enemy pawn."""
    safe = side.backward(safe_squares(side) & complement(side.enemy.pawns))
    return side.pawns & (isolated_pawns(side) | complement(safe))


def sheltering(side: Side[int]) -> int:
    """Return the pawns up to three ranks in front of a king on its first two ranks, while the enemy has a queen."""
    kings = side.kings & side.ranks(1, 2) if side.enemy.queens else 0
    near = side.forward(kings | east(kings) | west(kings))
    return side.pawns & (near | side.forward(near) | side.forward(side.forward(near)))


def away_from_d_file(side: Side[int]) -> int:
    """Return the pawns that neither stand on the d-file nor beside an own pawn there."""
    central = side.pawns & FILES[3]
    return side.pawns & complement(central | east(central) | west(central))


def attacking_pieces(side: Side[int]) -> int:
    """Return the pawns that attack an enemy piece other than a pawn or a king."""
    enemy = side.enemy
    behind = side.backward(enemy.knights | enemy.bishops | enemy.rooks | enemy.queens)
    return side.pawns & (east(behind) | west(behind))


def taking_pieces(side: Side[int]) -> int:
    """Return the pawns that attack an enemy piece other than a pawn or a king when it is their move."""
    return attacking_pieces(side) & side.to_move
