"""The pawns in front of a king, its own that shelter it and the enemy's that come at it, and the opposition."""

from __future__ import annotations

from typing import Final

from pawnviz.core.board.bitboard import FILES, RANKS, Bits, complement, east, file_fill, west
from pawnviz.core.board.side import Side
from pawnviz.core.layers.attacks import attacks
from pawnviz.core.layers.marks import badge, strip, target
from pawnviz.core.layers.registry import KING, WIKI, layer


@layer(
    "King shelter",
    KING,
    "king_files = kings(own) | east(kings(own)) | west(kings(own)); own & forward(forward_fill(king_files))",
    badge("SH"),
    words=("pawn shield", "pawn cover"),
)
def king_shelter(side: Side[Bits]) -> Bits:
    """Own pawns in front of an own king, on its file and the files beside it."""
    return side.pawns & side.forward(side.forward_fill(_king_and_beside(side)))


@layer(
    "Pawn storm",
    KING,
    "king_files = kings(own) | east(kings(own)) | west(kings(own)); "
    "enemy & (forward(king_files) | forward(king_files, 2) | forward(king_files, 3) | forward(king_files, 4))",
    badge("SM"),
    words=("attacking pawns",),
)
def pawn_storm(side: Side[Bits]) -> Bits:
    """Enemy pawns at most four ranks in front of an own king, on its file and the files beside it."""
    near = side.forward(_king_and_beside(side))
    near = near | side.forward(near)
    near = near | side.forward(side.forward(near))
    return side.enemy.pawns & near


@layer("Free storm pawns", KING, "pawn_storm(own) - forward(own)", badge("FE"), words=("unblocked storm",))
def free_storm_pawns(side: Side[Bits]) -> Bits:
    """Enemy pawns of a pawn storm with no own pawn right in front of them."""
    return pawn_storm(side) & complement(side.forward(side.pawns))


@layer("Blocked storm pawns", KING, "pawn_storm(own) & forward(own)", badge("BL"), words=("stopped storm",))
def blocked_storm_pawns(side: Side[Bits]) -> Bits:
    """Enemy pawns of a pawn storm with an own pawn right in front of them, which cannot step."""
    return pawn_storm(side) & side.forward(side.pawns)


@layer(
    "Shelter gaps",
    KING,
    "file_fill(kings(own) | east(kings(own)) | west(kings(own))) - file_fill(king_shelter(own))",
    strip("numbered", "G"),
    words=("open files at the king", "gaps in the pawn shield"),
)
def shelter_gaps(side: Side[Bits]) -> Bits:
    """Files of an own king and beside it without an own pawn that shelters a king."""
    return file_fill(_king_and_beside(side)) & complement(file_fill(king_shelter(side)))


_WESTERN: Final = FILES[0] | FILES[1] | FILES[2] | FILES[3]
_EASTERN: Final = FILES[4] | FILES[5] | FILES[6] | FILES[7]
_SOUTHERN: Final = RANKS[0] | RANKS[1] | RANKS[2] | RANKS[3]
_NORTHERN: Final = RANKS[4] | RANKS[5] | RANKS[6] | RANKS[7]
_NOT_EAST: Final = complement(FILES[6] | FILES[7])
_NOT_WEST: Final = complement(FILES[0] | FILES[1])
_NOT_NORTH: Final = complement(RANKS[6] | RANKS[7])
_NOT_SOUTH: Final = complement(RANKS[0] | RANKS[1])

_LINES: Final = (
    (16, _NOT_NORTH, _SOUTHERN, _NOT_SOUTH, _NORTHERN),
    (2, _NOT_EAST, _WESTERN, _NOT_WEST, _EASTERN),
    (18, _NOT_NORTH & _NOT_EAST, _SOUTHERN & _WESTERN, _NOT_SOUTH & _NOT_WEST, _NORTHERN & _EASTERN),
    (14, _NOT_NORTH & _NOT_WEST, _SOUTHERN & _EASTERN, _NOT_SOUTH & _NOT_EAST, _NORTHERN & _WESTERN),
)
"""How far two squares along a line shift a mask, and from where two and four squares on it stay on the board."""


@layer(
    "Opposition squares",
    KING,
    "k = kings(enemy); n = k | forward(k, 2); s = k | backward(k, 2); e = k | east(k, 2); w = k | west(k, 2); "
    "ne = k | forward(east(k, 2), 2); nw = k | forward(west(k, 2), 2); "
    "se = k | backward(east(k, 2), 2); sw = k | backward(west(k, 2), 2); "
    "straight = n | forward(n, 4) | s | backward(s, 4) | e | east(e, 4) | w | west(w, 4); "
    "slanted = ne | forward(east(ne, 4), 4) | nw | forward(west(nw, 4), 4) "
    "| se | backward(east(se, 4), 4) | sw | backward(west(sw, 4), 4); "
    "(straight | slanted) - k - attacks(enemy) - (occupied - kings(own))",
    target("two dots"),
    source=WIKI + "Opposition",
    words=("opposition", "direct opposition", "distant opposition", "diagonal opposition"),
)
def opposition_squares(side: Side[Bits]) -> Bits:
    """Squares from which the own king would have the opposition, were the enemy to move: direct, distant or diagonal.

    They lie on a file, rank or diagonal of an enemy king with one, three or five squares between; nothing but an own
    king stands on them, and no enemy pawn attacks them. What stands between or attacks them otherwise is left out.
    """
    kings = side.enemy.kings
    found = kings
    for shift, up, far_up, down, far_down in _LINES:
        above, below = kings | (kings & up) << shift, kings | (kings & down) >> shift
        found = found | above | below | (above & far_up) << 2 * shift | (below & far_down) >> 2 * shift
    return found & complement(kings | attacks(side.enemy) | side.occupied & complement(side.kings))


def _king_and_beside(side: Side[Bits]) -> Bits:
    """Return the squares of own kings and those beside them on their ranks."""
    return side.kings | east(side.kings) | west(side.kings)
