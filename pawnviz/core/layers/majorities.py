"""Where one side has more pawns than the other, its pawns in the center, and how scattered they are."""

from __future__ import annotations

from typing import Any, Final, cast

from pawnviz.core.board.bitboard import (
    BOARD,
    EAST_HALF,
    FILES,
    NOT_H_FILE,
    WEST_HALF,
    Bits,
    complement,
    east,
    popcount,
    west,
)
from pawnviz.core.board.side import Side
from pawnviz.core.layers.backward import backward_pawns_not_isolated, reach
from pawnviz.core.layers.islands import doubled_pawns, half_open_files, island_count
from pawnviz.core.layers.marks import strip
from pawnviz.core.layers.passers import ADJACENT_FILES, open_pawns, passed_pawns
from pawnviz.core.layers.registry import (
    DISPERSION,
    MAJORITIES,
    WIKI,
    excess,
    has_any,
    squares_of_any,
    where_empty,
    where_more,
)
from pawnviz.core.layers.spans import rear_fills

_QUEENSIDE: Final = FILES[0] | FILES[1] | FILES[2]
_KINGSIDE: Final = FILES[5] | FILES[6] | FILES[7]


@MAJORITIES.counted(
    "Majorities",
    strip("notched"),
    "The files a to d where the side has more pawns on them than the enemy, and likewise the files e to h.",
    words=("queenside majority", "kingside majority"),
)
def majorities(side: Side[Bits]) -> Bits:
    """Wings, the files a to d and e to h, on which the side has more pawns than the enemy."""
    return _outnumbered(side, WEST_HALF) | _outnumbered(side, EAST_HALF)


@MAJORITIES.counted(
    "Majorities by books",
    strip("numbered", "W"),
    "The files a to c where the side has more pawns than the enemy, passed pawns of both left out, and likewise "
    "the files f to h.",
    words=("majorities without passed pawns",),
)
def wing_majorities(side: Side[Bits]) -> Bits:
    """Wings, the files a to c and f to h, on which the side has more pawns than the enemy, passed ones left out.

    As books count them: the d- and e-file belong to neither wing, and passed pawns are no longer a majority.
    """
    own = side.pawns & complement(passed_pawns(side))
    enemy = side.enemy.pawns & complement(passed_pawns(side.enemy))
    wings = side.pawns & 0
    for files in (_QUEENSIDE, _KINGSIDE):
        wings = wings | where_more(popcount(own & files), popcount(enemy & files)) & files
    return wings


@MAJORITIES.counted(
    "Majority files",
    strip("dotted"),
    "Each file on which the side has more pawns than the enemy.",
    words=("files with more pawns",),
)
def majority_files(side: Side[Bits]) -> Bits:
    """Files on which the side has more pawns than the enemy."""
    files = side.pawns & 0
    for file in FILES:
        files = files | _outnumbered(side, file)
    return files


@MAJORITIES.counted(
    "Crippled majorities",
    strip("numbered", "C"),
    "A majority on the files a to d, or e to h, with own pawns there that are doubled, or backward and not "
    "isolated, where no own pawn is at once open, not such a backward one, and with as many own pawns on the files "
    "beside it within the wing as enemy pawns in front of it there.",
    words=("doubled majority",),
)
def crippled_majorities(side: Side[Bits]) -> Bits:
    """Wings of a majority that cannot make a passed pawn by itself, for its doubled or backward pawns.

    No own pawn of the wing is at once open, not backward, and with as many own pawns on the files beside it within the
    wing, on any rank, as enemy pawns in front of it there; an isolated pawn does not count as backward. The numbers are
    ours; books show the black queenside of the exchange variation of the Ruy Lopez.
    """
    return _crippled(side, majorities(side), (WEST_HALF, EAST_HALF), open_pawns(side))


def crippled_wings(side: Side[Bits]) -> Bits:
    """Return the wings of ``wing_majorities`` that are crippled as ``crippled_majorities`` has it, counted on them."""
    unpassed = open_pawns(side) & complement(passed_pawns(side))
    return _crippled(side, wing_majorities(side), (_QUEENSIDE, _KINGSIDE), unpassed)


def _crippled(side: Side[Bits], majority: Bits, wings: tuple[int, ...], contenders: Bits) -> Bits:
    """Return the wings of a majority on which none of the contenders can become passed with the help of the wing."""
    if not has_any(majority):
        return majority
    own, enemy = side.pawns, side.enemy.pawns
    backward = backward_pawns_not_isolated(side)
    contenders = contenders & complement(backward)
    faults = doubled_pawns(side) | backward
    for wing in wings:
        sound = contenders & passed_pawns(side) & wing
        for square in squares_of_any(contenders & complement(sound) & majority & wing):
            rank = square // 8 + 1 if side.color else 8 - square // 8
            files = ADJACENT_FILES[square % 8] & wing
            in_front = side.ranks(rank + 1, 8)
            outnumbered = where_more(popcount(enemy & files & in_front), popcount(own & files))
            sound = sound | contenders & complement(outnumbered) & 1 << square
        crippled = where_empty(sound) & complement(where_empty(faults & wing))
        majority = majority & (crippled | wing ^ BOARD)
    return majority


healthy_majorities = MAJORITIES.layer(
    "Healthy majorities",
    strip("numbered", "H"),
    "majorities(own) - crippled_majorities(own)",
    "Wings of a majority that can make a passed pawn by itself: all that are not crippled.",
    words=("sound majorities", "mobile majority"),
)


@MAJORITIES.counted(
    "Minority attack",
    strip("numbered", "M"),
    "The files a to c where the side has fewer pawns on them than the enemy, and one of its pawns there attacks "
    "an enemy pawn on the side's fifth or sixth rank, on one of these files without own pawns, now or after going on "
    "its file past no enemy pawn.",
    words=("queenside minority attack", "b4-b5"),
)
def minority_attack_files(side: Side[Bits]) -> Bits:
    """The files a to c where fewer own pawns face more enemy pawns, and one can attack a pawn on a half-open file.

    It attacks it now or after going on its file past no enemy pawn, on the side's fifth or sixth rank: from b5 a pawn
    on c6, as in the exchange variation of the queen's gambit. The ranks and files are ours.
    """
    enemy = side.enemy.pawns
    targets = enemy & half_open_files(side) & _QUEENSIDE & side.ranks(5, 6)
    breaks = side.backward(east(targets) | west(targets)) & _QUEENSIDE & reach(side)
    fewer = where_more(popcount(enemy & _QUEENSIDE), popcount(side.pawns & _QUEENSIDE))
    return fewer & complement(where_empty(breaks)) & _QUEENSIDE


@MAJORITIES.number("West majority")
def west_majority(side: Side[Bits]) -> Bits:
    """How many more pawns than the enemy the side has on the files a to d; 0 if it has no more."""
    return excess(popcount(side.pawns & WEST_HALF), popcount(side.enemy.pawns & WEST_HALF))


@MAJORITIES.number("East majority")
def east_majority(side: Side[Bits]) -> Bits:
    """How many more pawns than the enemy the side has on the files e to h; 0 if it has no more."""
    return excess(popcount(side.pawns & EAST_HALF), popcount(side.enemy.pawns & EAST_HALF))


@MAJORITIES.number("Center pawns", source=WIKI + "Pawn_Center")
def center_pawns(side: Side[Bits]) -> Bits:
    """The number of own pawns on the d- and e-file."""
    return popcount(side.pawns & (FILES[3] | FILES[4]))


def _outnumbered(side: Side[Bits], files: int) -> Bits:
    return where_more(popcount(side.pawns & files), popcount(side.enemy.pawns & files)) & files


@DISPERSION.number("Dispersion")
def dispersion(side: Side[Bits]) -> Bits:
    """How far three times the square of the number of islands is from the number of pawns."""
    islands: Any = island_count(side)
    threefold, pawns = cast(Bits, 3 * islands * islands), popcount(side.pawns)
    return excess(threefold, pawns) | excess(pawns, threefold)


@DISPERSION.number("Distortion")
def distortion(side: Side[Bits]) -> Bits:
    """How many ranks apart the foremost pawns of adjacent files are, added up; an empty file counts as rank 0."""
    fills = rear_fills(side)
    return popcount((fills ^ west(fills)) & NOT_H_FILE)
