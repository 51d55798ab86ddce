"""Enemy pieces, kings left out, that pawns may take, the pawns that can take them, and the pairs of both."""

from __future__ import annotations

from typing import NamedTuple

from pawnviz.core.board.bitboard import squares
from pawnviz.core.board.side import Side
from pawnviz.core.layers.attacks import east_attacks, west_attacks
from pawnviz.core.layers.marks import attack, badge, target
from pawnviz.core.layers.registry import CAPTURES, layer

capture_targets = layer(
    "Capture targets",
    CAPTURES,
    target("cross"),
    "attacks(own) & (enemy_pieces - kings(enemy) | en_passant)",
    "Enemy pieces, but no king, that a pawn attacks, and the en-passant square when the side to move may use it.",
    words=("pieces pawns can take",),
)

east_capture_targets = layer(
    "East capture targets",
    CAPTURES,
    attack("letter from west"),
    "east_attacks(own) & (enemy_pieces - kings(enemy) | en_passant)",
    "Enemy pieces, but no king, that a pawn attacks towards the h-file, and the en-passant square likewise.",
    words=("captures towards the h-file",),
)

west_capture_targets = layer(
    "West capture targets",
    CAPTURES,
    attack("letter from east"),
    "west_attacks(own) & (enemy_pieces - kings(enemy) | en_passant)",
    "Enemy pieces, but no king, that a pawn attacks towards the a-file, and the en-passant square likewise.",
    words=("captures towards the a-file",),
)

east_capturers = layer(
    "East capturers",
    CAPTURES,
    badge("→"),
    "own & backward(west(enemy_pieces - kings(enemy) | en_passant))",
    "Own pawns that attack an enemy piece, but no king, or the en-passant square towards the h-file.",
    words=("pawns that take towards the h-file",),
)

west_capturers = layer(
    "West capturers",
    CAPTURES,
    badge("←"),
    "own & backward(east(enemy_pieces - kings(enemy) | en_passant))",
    "Own pawns that attack an enemy piece, but no king, or the en-passant square towards the a-file.",
    words=("pawns that take towards the a-file",),
)

# Whether taking is legal is not considered: the pawn may be pinned, or its king in check.
capturers = layer(
    "Capturers",
    CAPTURES,
    badge("×"),
    "east_capturers(own) | west_capturers(own)",
    "Own pawns that attack an enemy piece, but no king, or the en-passant square.",
    words=("pawns that can take",),
)


class Capture(NamedTuple):
    """A pawn's square and the square of the piece it can take, or the en-passant square; numbers from 0 to 63."""

    source: int
    target: int


def captures(side: Side[int]) -> tuple[Capture, ...]:
    """Return every capture by a pawn of the side on a single board, towards the h-file first, by rising target."""
    targets = capture_targets(side)
    step = 8 if side.color else -8
    eastward = (Capture(square - step - 1, square) for square in squares(targets & east_attacks(side)))
    westward = (Capture(square - step + 1, square) for square in squares(targets & west_attacks(side)))
    return (*eastward, *westward)
