"""Enemy pieces, kings left out, that pawns may take, the pawns that can take them, and the pairs of both."""

from __future__ import annotations

from typing import NamedTuple

from pawnviz.core.board.bitboard import Bits, complement, east, squares, west
from pawnviz.core.board.side import Side
from pawnviz.core.layers.attacks import attacks, east_attacks, west_attacks
from pawnviz.core.layers.marks import attack, badge, target
from pawnviz.core.layers.registry import CAPTURES, layer


@layer(
    "Capture targets",
    CAPTURES,
    "attacks(own) & (enemy_pieces - kings(enemy) | en_passant)",
    target("cross"),
    words=("pieces pawns can take",),
)
def capture_targets(side: Side[Bits]) -> Bits:
    """Enemy pieces, but no king, that a pawn attacks, and the en-passant square when the side to move may use it."""
    return attacks(side) & _takeable(side)


@layer(
    "East capture targets",
    CAPTURES,
    "east_attacks(own) & (enemy_pieces - kings(enemy) | en_passant)",
    attack("letter from west"),
    words=("captures towards the h-file",),
)
def east_capture_targets(side: Side[Bits]) -> Bits:
    """Enemy pieces, but no king, that a pawn attacks towards the h-file, and the en-passant square likewise."""
    return east_attacks(side) & _takeable(side)


@layer(
    "West capture targets",
    CAPTURES,
    "west_attacks(own) & (enemy_pieces - kings(enemy) | en_passant)",
    attack("letter from east"),
    words=("captures towards the a-file",),
)
def west_capture_targets(side: Side[Bits]) -> Bits:
    """Enemy pieces, but no king, that a pawn attacks towards the a-file, and the en-passant square likewise."""
    return west_attacks(side) & _takeable(side)


@layer(
    "East capturers",
    CAPTURES,
    "own & backward(west(enemy_pieces - kings(enemy) | en_passant))",
    badge("→"),
    words=("pawns that take towards the h-file",),
)
def east_capturers(side: Side[Bits]) -> Bits:
    """Own pawns that attack an enemy piece, but no king, or the en-passant square towards the h-file."""
    return side.pawns & side.backward(west(_takeable(side)))


@layer(
    "West capturers",
    CAPTURES,
    "own & backward(east(enemy_pieces - kings(enemy) | en_passant))",
    badge("←"),
    words=("pawns that take towards the a-file",),
)
def west_capturers(side: Side[Bits]) -> Bits:
    """Own pawns that attack an enemy piece, but no king, or the en-passant square towards the a-file."""
    return side.pawns & side.backward(east(_takeable(side)))


@layer("Capturers", CAPTURES, "east_capturers(own) | west_capturers(own)", badge("×"), words=("pawns that can take",))
def capturers(side: Side[Bits]) -> Bits:
    """Own pawns that attack an enemy piece, but no king, or the en-passant square.

    Whether taking is legal is not considered: the pawn may be pinned, or its king in check.
    """
    return east_capturers(side) | west_capturers(side)


def _takeable(side: Side[Bits]) -> Bits:
    return side.enemy.pieces & complement(side.enemy.kings) | side.en_passant


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
