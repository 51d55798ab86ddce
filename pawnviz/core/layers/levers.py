"""Levers and rams: pawns that attack each other, and pawns that stop each other."""

from __future__ import annotations

from typing import NamedTuple

from pawnviz.core.board.bitboard import EAST_HALF, FILES, WEST_HALF, Bits, east, squares, west
from pawnviz.core.board.side import Side
from pawnviz.core.layers.attacks import east_attacks, west_attacks
from pawnviz.core.layers.marks import badge, target
from pawnviz.core.layers.pushes import double_push_targets, push_targets
from pawnviz.core.layers.registry import LEVERS, WIKI, layer

_D_FILE = FILES[3]
_E_FILE = FILES[4]


@layer(
    "Levers",
    LEVERS,
    "own & attacks(enemy)",
    badge("LV"),
    words=("tension", "pawn tension"),
    also_written=("east_levers(own) | west_levers(own)",),
)
def levers(side: Side[Bits]) -> Bits:
    """Own pawns that attack an enemy pawn, which then attacks them."""
    return east_levers(side) | west_levers(side)


@layer("East levers", LEVERS, "own & west_attacks(enemy)", badge("LE"), words=("levers towards the h-file",))
def east_levers(side: Side[Bits]) -> Bits:
    """Own pawns that attack an enemy pawn towards the h-file."""
    return side.pawns & west_attacks(side.enemy)


@layer("West levers", LEVERS, "own & east_attacks(enemy)", badge("LW"), words=("levers towards the a-file",))
def west_levers(side: Side[Bits]) -> Bits:
    """Own pawns that attack an enemy pawn towards the a-file."""
    return side.pawns & east_attacks(side.enemy)


@layer(
    "Inner levers",
    LEVERS,
    "east_levers(own) & west_half - file_d | west_levers(own) & east_half - file_e",
    badge("LI"),
    words=("levers towards the center",),
)
def inner_levers(side: Side[Bits]) -> Bits:
    """Own pawns that attack an enemy pawn towards the center: from the a-, b- or c-file east, from f, g or h west."""
    return east_levers(side) & (WEST_HALF ^ _D_FILE) | west_levers(side) & (EAST_HALF ^ _E_FILE)


@layer(
    "Outer levers",
    LEVERS,
    "west_levers(own) & west_half | east_levers(own) & east_half",
    badge("LO"),
    words=("levers away from the center",),
)
def outer_levers(side: Side[Bits]) -> Bits:
    """Own pawns that attack an enemy pawn away from the center: from the files b to d west, from e to g east."""
    return west_levers(side) & WEST_HALF | east_levers(side) & EAST_HALF


@layer(
    "Center levers",
    LEVERS,
    "east_levers(own) & file_d | west_levers(own) & file_e",
    badge("LC"),
    words=("tension in the center", "central tension"),
)
def center_levers(side: Side[Bits]) -> Bits:
    """Own pawns on the d- or e-file that attack an enemy pawn on the other of these two files."""
    return east_levers(side) & _D_FILE | west_levers(side) & _E_FILE


@layer(
    "Rams",
    LEVERS,
    "own & backward(enemy)",
    badge("RA"),
    source=WIKI + "Pawn_Rams_(Bitboards)",
    words=("blocked pawns", "rammed pawns", "fixed pawns"),
    also_written=("own & stops(enemy)",),
)
def rams(side: Side[Bits]) -> Bits:
    """Own pawns with an enemy pawn on the square in front of them: neither can step."""
    return side.pawns & side.backward(side.enemy.pawns)


@layer(
    "Break squares",
    LEVERS,
    "(push_targets(own) | double_push_targets(own)) & backward(east(enemy) | west(enemy))",
    target("diamond"),
    words=("pawn breaks", "lever squares"),
)
def break_squares(side: Side[Bits]) -> Bits:
    """Empty squares from which an own pawn would attack an enemy pawn after one step; pins are not considered."""
    return (push_targets(side) | double_push_targets(side)) & _lever_squares(side)


@layer(
    "Break pawns",
    LEVERS,
    "levers_next = backward(east(enemy) | west(enemy)); "
    "own & (backward(push_targets(own) & levers_next) | backward(double_push_targets(own) & levers_next, 2))",
    badge("BR"),
    words=("pawn breaks",),
)
def break_pawns(side: Side[Bits]) -> Bits:
    """Own pawns that one step, single or double, brings to a square from which they attack an enemy pawn."""
    lever_squares = _lever_squares(side)
    single = side.backward(push_targets(side) & lever_squares)
    return single | side.backward(side.backward(double_push_targets(side) & lever_squares))


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


def _lever_squares(side: Side[Bits]) -> Bits:
    return side.backward(east(side.enemy.pawns) | west(side.enemy.pawns))
