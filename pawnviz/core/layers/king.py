"""The pawns in front of a king: its own, which shelter it, and the enemy's, which come at it."""

from __future__ import annotations

from pawnviz.core.board.bitboard import Bits, complement, east, file_fill, west
from pawnviz.core.board.side import Side
from pawnviz.core.layers.marks import badge, strip
from pawnviz.core.layers.registry import KING, layer


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


@layer("Free storm pawns", KING, "pawn_storm(own) - forward(own)", badge("FE"))
def free_storm_pawns(side: Side[Bits]) -> Bits:
    """Enemy pawns of a pawn storm with no own pawn right in front of them."""
    return pawn_storm(side) & complement(side.forward(side.pawns))


@layer("Blocked storm pawns", KING, "pawn_storm(own) & forward(own)", badge("BL"))
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


def _king_and_beside(side: Side[Bits]) -> Bits:
    """Return the squares of own kings and those beside them on their ranks."""
    return side.kings | east(side.kings) | west(side.kings)
