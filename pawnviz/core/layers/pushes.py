"""Pushes: the empty squares that pawns may step to, and the pawns that can step."""

from __future__ import annotations

from pawnviz.core.layers.marks import badge, bar, target
from pawnviz.core.layers.registry import PUSHES, layer

push_targets = layer(
    "Push targets",
    PUSHES,
    target("hollow square"),
    "forward(own) - occupied",
    "Empty squares that a pawn may step to.",
    words=("pawn moves", "single pushes"),
    also_written=("stops(own) & ~occupied",),
)

double_push_targets = layer(
    "Double push targets",
    PUSHES,
    target("square"),
    "fourth_rank = forward(board, 3) - forward(board, 4); forward(push_targets(own)) & fourth_rank - occupied",
    "Empty squares of the side's fourth rank that a pawn of its second rank may reach by a double step.",
    words=("double pushes",),
)

pushable_pawns = layer(
    "Pushable pawns",
    PUSHES,
    badge("+1"),
    "own & backward(push_targets(own))",
    "Own pawns with an empty square in front of them; whether a step is legal is not considered.",
    words=("mobile pawns",),
    also_written=("own - backward(occupied) - forward(board, 7)",),
)

double_pushable_pawns = layer(
    "Double-pushable pawns",
    PUSHES,
    badge("+2"),
    "own & backward(double_push_targets(own), 2)",
    "Own pawns on the side's second rank with two empty squares in front; pins are not considered.",
    words=("double step", "two squares forward"),
)

safe_push_targets = layer(
    "Safe push targets",
    PUSHES,
    bar("dashed"),
    "push_targets(own) & safe_squares(own)",
    "Empty squares that a pawn may step to and that own pawns guard at least as often as enemy pawns attack them.",
    words=("safe pawn moves", "safe pushes"),
)
