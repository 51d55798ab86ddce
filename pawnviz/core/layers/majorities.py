"""Where one side has more pawns than the other, and its pawns in the center."""

from __future__ import annotations

from pawnviz.core.board.bitboard import EAST_HALF, FILES, WEST_HALF, Bits, popcount
from pawnviz.core.board.side import Side
from pawnviz.core.layers.counting import excess, where_more
from pawnviz.core.layers.marks import strip
from pawnviz.core.layers.registry import MAJORITIES, WIKI, layer, number


@layer(
    "Majorities",
    MAJORITIES,
    "",
    strip("notched"),
    rule="The files a to d where the side has more pawns on them than the enemy, and likewise the files e to h.",
)
def majorities(side: Side[Bits]) -> Bits:
    """Wings, the files a to d and e to h, on which the side has more pawns than the enemy."""
    return _outnumbered(side, WEST_HALF) | _outnumbered(side, EAST_HALF)


@layer(
    "Majority files",
    MAJORITIES,
    "",
    strip("dotted"),
    rule="Each file on which the side has more pawns than the enemy.",
)
def majority_files(side: Side[Bits]) -> Bits:
    """Files on which the side has more pawns than the enemy."""
    files = side.pawns & 0
    for file in FILES:
        files = files | _outnumbered(side, file)
    return files


@number("West majority", MAJORITIES)
def west_majority(side: Side[Bits]) -> Bits:
    """How many more pawns than the enemy the side has on the files a to d; 0 where it has no more."""
    return excess(popcount(side.pawns & WEST_HALF), popcount(side.enemy.pawns & WEST_HALF))


@number("East majority", MAJORITIES)
def east_majority(side: Side[Bits]) -> Bits:
    """How many more pawns than the enemy the side has on the files e to h; 0 where it has no more."""
    return excess(popcount(side.pawns & EAST_HALF), popcount(side.enemy.pawns & EAST_HALF))


@number("Center pawns", MAJORITIES, source=WIKI + "Pawn_Center")
def center_pawns(side: Side[Bits]) -> Bits:
    """The number of own pawns on the d- and e-file."""
    return popcount(side.pawns & (FILES[3] | FILES[4]))


def _outnumbered(side: Side[Bits], files: int) -> Bits:
    """Return the files when the side has more pawns on them than the enemy, else nothing."""
    return where_more(popcount(side.pawns & files), popcount(side.enemy.pawns & files)) & files
