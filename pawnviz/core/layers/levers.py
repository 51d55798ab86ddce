"""Levers and rams: pawns that attack each other, and pawns that stop each other."""

from __future__ import annotations

from typing import NamedTuple

from pawnviz.core.board.bitboard import squares
from pawnviz.core.board.side import Side
from pawnviz.core.layers.marks import badge, target
from pawnviz.core.layers.pushes import double_push_targets, push_targets
from pawnviz.core.layers.registry import LEVERS, WIKI, layer

levers = layer(
    "Levers",
    LEVERS,
    badge("LV"),
    "own & attacks(enemy)",
    "Own pawns that attack an enemy pawn, which then attacks them.",
    words=("tension", "pawn tension"),
    also_written=("east_levers(own) | west_levers(own)",),
)

east_levers = layer(
    "East levers",
    LEVERS,
    badge("LE"),
    "own & west_attacks(enemy)",
    "Own pawns that attack an enemy pawn towards the h-file.",
    words=("levers towards the h-file",),
)

west_levers = layer(
    "West levers",
    LEVERS,
    badge("LW"),
    "own & east_attacks(enemy)",
    "Own pawns that attack an enemy pawn towards the a-file.",
    words=("levers towards the a-file",),
)

inner_levers = layer(
    "Inner levers",
    LEVERS,
    badge("LI"),
    "east_levers(own) & west_half - file_d | west_levers(own) & east_half - file_e",
    "Own pawns that attack an enemy pawn towards the center: from the a-, b- or c-file east, from f, g or h west.",
    words=("levers towards the center",),
)

outer_levers = layer(
    "Outer levers",
    LEVERS,
    badge("LO"),
    "west_levers(own) & west_half | east_levers(own) & east_half",
    "Own pawns that attack an enemy pawn away from the center: from the files b to d west, from e to g east.",
    words=("levers away from the center",),
)

center_levers = layer(
    "Center levers",
    LEVERS,
    badge("LC"),
    "east_levers(own) & file_d | west_levers(own) & file_e",
    "Own pawns on the d- or e-file that attack an enemy pawn on the other of these two files.",
    words=("tension in the center", "central tension"),
)

rams = layer(
    "Rams",
    LEVERS,
    badge("RA"),
    "own & backward(enemy)",
    "Own pawns with an enemy pawn on the square in front of them: neither can step.",
    source=WIKI + "Pawn_Rams_(Bitboards)",
    words=("blocked pawns", "rammed pawns", "fixed pawns"),
    also_written=("own & stops(enemy)",),
)

break_squares = layer(
    "Break squares",
    LEVERS,
    target("diamond"),
    "(push_targets(own) | double_push_targets(own)) & backward(east(enemy) | west(enemy))",
    "Empty squares from which an own pawn would attack an enemy pawn after one step; pins are not considered.",
    words=("pawn breaks", "lever squares"),
)

break_pawns = layer(
    "Break pawns",
    LEVERS,
    badge("BR"),
    "levers_next = backward(east(enemy) | west(enemy)); "
    "own & (backward(push_targets(own) & levers_next) | backward(double_push_targets(own) & levers_next, 2))",
    "Own pawns that one step, single or double, brings to a square from which they attack an enemy pawn.",
    words=("pawn breaks",),
)


class BreakStep(NamedTuple):
    """A pawn's square and the break square that a step, single or double, brings it to; numbers from 0 to 63."""

    source: int
    target: int


def break_steps(side: Side[int]) -> tuple[BreakStep, ...]:
    """Return every step of a pawn of the side to a break square, single steps first, each kind by rising target."""
    targets, step = break_squares(side), 8 if side.color else -8
    single = (BreakStep(square - step, square) for square in squares(targets & push_targets(side)))
    double = (BreakStep(square - 2 * step, square) for square in squares(targets & double_push_targets(side)))
    return (*single, *double)
