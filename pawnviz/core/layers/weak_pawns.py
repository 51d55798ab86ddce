"""Pawns that are weak in earnest: that no pawn can guard, that cannot get away, and that enemy pieces reach."""

from __future__ import annotations

from pawnviz.core.board.attackers import king_attacks
from pawnviz.core.board.bitboard import Bits, complement, popcount
from pawnviz.core.board.side import Side
from pawnviz.core.layers.attack_spans import front_attack_spans
from pawnviz.core.layers.attacks import attacks
from pawnviz.core.layers.counting import squares_of_any, where_more
from pawnviz.core.layers.islands import isolated_pawns
from pawnviz.core.layers.marks import badge
from pawnviz.core.layers.passers import passed_pawns
from pawnviz.core.layers.reach import kinds_in_reach, movers_to_attack
from pawnviz.core.layers.registry import BACKWARD, WIKI, counted, shared
from pawnviz.core.layers.spans import stops


@counted(
    "Weak pawns",
    BACKWARD,
    badge("WP"),
    "A pawn, not passed, that no own pawn can ever guard without capturing; that is isolated, or has an enemy "
    "pawn on its stop or attacking it; and that has an enemy rook or queen ahead on its file with no pawn between, or "
    "that enemy pieces of two kinds attack, now or after one move to a square that no pawn of the side attacks.",
    source=WIKI + "Weak_Pawns",
    words=("weaknesses", "potential weaknesses", "pawns that cannot be held"),
)
def weak_pawns(side: Side[Bits]) -> Bits:
    """Own pawns, not passed, that no own pawn can ever guard, that are fixed or isolated, and that enemy pieces reach.

    The page speaks of pawns that no pawn guards or can guard, and of enemy pieces that attack them; that a rook or
    queen is ahead of the pawn on its file, or pieces of two kinds attack it now or after one move, is ours. Fixed is a
    pawn with an enemy pawn on its stop or attacking it. Kings do not count, pins are not considered, and a piece that
    moves stays in the way of others.
    """
    return helpless_pawns(side) & (faced_pawns(side) | _attacked_by_two_kinds(side))


@counted(
    "Targets",
    BACKWARD,
    badge("TA"),
    "A pawn, not passed, that no own pawn can ever guard without capturing and no enemy pawn attacks; that is "
    "isolated, or has an enemy pawn on its stop or attacking it; and that more enemy pieces than own ones attack, now "
    "or after one move to a square that no pawn of the other side attacks. Kings count only if they attack it now.",
    words=("weak pawns under attack", "pawns attacked more often than guarded"),
)
def target_pawns(side: Side[Bits]) -> Bits:
    """Own pawns that are helpless as weak pawns are, and that the enemy can attack more often than they can be guarded.

    A pawn that an enemy pawn attacks is in tension, and none. Counted are the pieces that attack it where they stand or
    after one move; kings only where they stand. Lines have to be free: of two rooks behind each other the front one
    counts. Pins are not considered.
    """
    targets = side.pawns & 0
    helpless = helpless_pawns(side) & complement(attacks(side.enemy))
    for square in squares_of_any(helpless):
        pawn = helpless & 1 << square
        attackers, guards = (attack_count(each, pawn) for each in (side.enemy, side))
        targets = targets | pawn & where_more(attackers, guards)
    return targets


def attack_count(side: Side[Bits], square: Bits) -> Bits:
    """Return how many of a side's pieces attack a square: kings now, the others now or after one move; no pawns."""
    return popcount(side.kings & king_attacks(square) | movers_to_attack(side, square))


@shared
def helpless_pawns(side: Side[Bits]) -> Bits:
    """Return the pawns that are weak as soon as enemy pieces reach them."""
    fixed = side.backward(stops(side) & (attacks(side.enemy) | side.enemy.pawns))
    alone = (isolated_pawns(side) | fixed) & side.pawns
    return alone & complement(front_attack_spans(side) | passed_pawns(side))


@shared
def faced_pawns(side: Side[Bits]) -> Bits:
    """Return the pawns with an enemy rook or queen in front of them on their file and no pawn between."""
    # Source: https://www.chessprogramming.org/Kogge-Stone_Algorithm
    backward = side.backward
    free = complement(side.pawns | side.enemy.pawns)
    reached = side.enemy.rooks | side.enemy.queens
    reached = reached | backward(reached) & free
    free = free & backward(free)
    reached = reached | backward(backward(reached)) & free
    free = free & backward(backward(free))
    reached = reached | backward(backward(backward(backward(reached)))) & free
    return side.pawns & backward(reached)


def _attacked_by_two_kinds(side: Side[Bits]) -> Bits:
    """Return the squares that enemy pieces of two kinds attack, each now or after one move."""
    one = two = side.pawns & 0
    for attacked in kinds_in_reach(side.enemy).values():
        two = two | one & attacked
        one = one | attacked
    return two
