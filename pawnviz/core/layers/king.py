"""The pawns in front of a king: its own, which shelter it, and the enemy's, which come at it."""

from __future__ import annotations

from pawnviz.core.board.bitboard import Bits, east, west
from pawnviz.core.board.side import Side
from pawnviz.core.layers.marks import badge
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


def _king_and_beside(side: Side[Bits]) -> Bits:
    """Return the squares of own kings and those beside them on their ranks."""
    return side.kings | east(side.kings) | west(side.kings)
