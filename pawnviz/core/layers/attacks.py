"""Squares that pawns attack, once or twice, and the squares that are safe from them."""

from __future__ import annotations

from pawnviz.core.layers.marks import attack, bar
from pawnviz.core.layers.registry import ATTACKS, layer

east_attacks = layer(
    "East attacks",
    ATTACKS,
    attack("from west"),
    "east(forward(own))",
    "Squares that a pawn attacks towards the h-file.",
    also_written=("forward(east(own))",),
    words=("attacks towards the h-file",),
)

west_attacks = layer(
    "West attacks",
    ATTACKS,
    attack("from east"),
    "west(forward(own))",
    "Squares that a pawn attacks towards the a-file.",
    also_written=("forward(west(own))",),
    words=("attacks towards the a-file",),
)

attacks = layer(
    "Attacks",
    ATTACKS,
    attack("dots"),
    "east_attacks(own) | west_attacks(own)",
    "Squares that at least one pawn attacks.",
    words=("guarded squares", "controlled squares", "pawn control"),
    also_written=("forward(east(own) | west(own))",),
)

double_attacks = layer(
    "Double attacks",
    ATTACKS,
    attack("target"),
    "east_attacks(own) & west_attacks(own)",
    "Squares that two pawns attack.",
    words=("guarded twice",),
    also_written=("forward(east(own) & west(own))",),
)

single_attacks = layer(
    "Single attacks",
    ATTACKS,
    attack("ring"),
    "east_attacks(own) ^ west_attacks(own)",
    "Squares that exactly one pawn attacks.",
    words=("guarded once",),
    also_written=("attacks(own) - double_attacks(own)",),
)

# A pawn that captures onto a square counts as its guard: right for pushes, optimistic for captures.
safe_squares = layer(
    "Safe squares",
    ATTACKS,
    bar("solid"),
    "double_attacks(own) | ~attacks(enemy) | (single_attacks(own) - double_attacks(enemy))",
    "Squares that own pawns guard at least as often as enemy pawns attack them.",
    words=("safe for pawns",),
    also_written=("~(attacks(enemy) - attacks(own) | double_attacks(enemy) - double_attacks(own))",),
)
