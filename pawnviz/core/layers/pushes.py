"""Pushes: the empty squares that pawns may step to, and the pawns that can step."""

from __future__ import annotations

from pawnviz.core.board.bitboard import Bits, complement
from pawnviz.core.board.side import Side
from pawnviz.core.layers.attacks import safe_squares
from pawnviz.core.layers.marks import badge, bar, target
from pawnviz.core.layers.registry import PUSHES, layer
from pawnviz.core.layers.spans import stops


@layer(
    "Push targets",
    PUSHES,
    "forward(own) - occupied",
    target("hollow square"),
    words=("pawn moves", "single pushes"),
    also_written=("stops(own) & ~occupied",),
)
def push_targets(side: Side[Bits]) -> Bits:
    """Empty squares that a pawn may step to."""
    return stops(side) & complement(side.occupied)


@layer(
    "Double push targets",
    PUSHES,
    "fourth_rank = forward(board, 3) - forward(board, 4); forward(push_targets(own)) & fourth_rank - occupied",
    target("square"),
    words=("double pushes",),
)
def double_push_targets(side: Side[Bits]) -> Bits:
    """Empty squares of the side's fourth rank that a pawn of its second rank may reach by a double step."""
    return side.forward(push_targets(side)) & side.ranks(4, 4) & complement(side.occupied)


@layer(
    "Pushable pawns",
    PUSHES,
    "own & backward(push_targets(own))",
    badge("+1"),
    words=("mobile pawns",),
    also_written=("own - backward(occupied) - forward(board, 7)",),
)
def pushable_pawns(side: Side[Bits]) -> Bits:
    """Own pawns with an empty square in front of them; whether a step is legal is not considered."""
    return side.backward(push_targets(side))


@layer(
    "Double-pushable pawns",
    PUSHES,
    "own & backward(double_push_targets(own), 2)",
    badge("+2"),
    words=("double step", "two squares forward"),
)
def double_pushable_pawns(side: Side[Bits]) -> Bits:
    """Own pawns on the side's second rank with two empty squares in front; pins are not considered."""
    return side.backward(side.backward(double_push_targets(side)))


@layer(
    "Safe push targets",
    PUSHES,
    "push_targets(own) & safe_squares(own)",
    bar("dashed"),
    words=("safe pawn moves", "safe pushes"),
)
def safe_push_targets(side: Side[Bits]) -> Bits:
    """Empty squares that a pawn may step to and that own pawns guard at least as often as enemy pawns attack them."""
    return push_targets(side) & safe_squares(side)
