"""Squares that pawns attack, once or twice, and the squares that are safe from them."""

from __future__ import annotations

from pawnviz.core.board.bitboard import Bits, complement, east, west
from pawnviz.core.board.side import Side
from pawnviz.core.layers.marks import attack, bar
from pawnviz.core.layers.registry import ATTACKS, layer
from pawnviz.core.layers.spans import stops


@layer(
    "East attacks",
    ATTACKS,
    "east(forward(own))",
    attack("from west"),
    also_written=("forward(east(own))",),
    words=("attacks towards the h-file",),
)
def east_attacks(side: Side[Bits]) -> Bits:
    """Squares that a pawn attacks towards the h-file."""
    return east(stops(side))


@layer(
    "West attacks",
    ATTACKS,
    "west(forward(own))",
    attack("from east"),
    also_written=("forward(west(own))",),
    words=("attacks towards the a-file",),
)
def west_attacks(side: Side[Bits]) -> Bits:
    """Squares that a pawn attacks towards the a-file."""
    return west(stops(side))


@layer(
    "Attacks",
    ATTACKS,
    "east_attacks(own) | west_attacks(own)",
    attack("dots"),
    words=("guarded squares", "controlled squares", "pawn control"),
    also_written=("forward(east(own) | west(own))",),
)
def attacks(side: Side[Bits]) -> Bits:
    """Squares that at least one pawn attacks."""
    return east_attacks(side) | west_attacks(side)


@layer(
    "Double attacks",
    ATTACKS,
    "east_attacks(own) & west_attacks(own)",
    attack("target"),
    words=("guarded twice",),
    also_written=("forward(east(own) & west(own))",),
)
def double_attacks(side: Side[Bits]) -> Bits:
    """Squares that two pawns attack."""
    return east_attacks(side) & west_attacks(side)


@layer(
    "Single attacks",
    ATTACKS,
    "east_attacks(own) ^ west_attacks(own)",
    attack("ring"),
    words=("guarded once",),
    also_written=("attacks(own) - double_attacks(own)",),
)
def single_attacks(side: Side[Bits]) -> Bits:
    """Squares that exactly one pawn attacks."""
    return east_attacks(side) ^ west_attacks(side)


@layer(
    "Safe squares",
    ATTACKS,
    "double_attacks(own) | ~attacks(enemy) | (single_attacks(own) - double_attacks(enemy))",
    bar("solid"),
    words=("safe for pawns",),
    also_written=("~(attacks(enemy) - attacks(own) | double_attacks(enemy) - double_attacks(own))",),
)
def safe_squares(side: Side[Bits]) -> Bits:
    """Squares that own pawns guard at least as often as enemy pawns attack them.

    A pawn that captures onto a square counts as its guard: right for pushes, optimistic for captures.
    """
    enemy = side.enemy
    return (
        double_attacks(side) | complement(attacks(enemy)) | (single_attacks(side) & complement(double_attacks(enemy)))
    )
