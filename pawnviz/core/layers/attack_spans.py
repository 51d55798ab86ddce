"""Attack spans: spans and fills moved to the adjacent files, with the squares that pawns may attack after advancing."""

from __future__ import annotations

from pawnviz.core.board.bitboard import Bits, east, west
from pawnviz.core.board.side import Side
from pawnviz.core.layers.fills import file_fills, rear_fills
from pawnviz.core.layers.marks import hatch
from pawnviz.core.layers.registry import ATTACK_SPANS, layer
from pawnviz.core.layers.spans import front_spans


@layer(
    "East front attack spans",
    ATTACK_SPANS,
    "east(front_spans(own))",
    hatch("steep dashed"),
    also_written=("forward_fill(east_attacks(own))",),
    words=("future attacks towards the h-file",),
)
def east_front_attack_spans(side: Side[Bits]) -> Bits:
    """Squares that a pawn attacks towards the h-file, now or after advancing on its file."""
    return east(front_spans(side))


@layer(
    "West front attack spans",
    ATTACK_SPANS,
    "west(front_spans(own))",
    hatch("shallow dashed"),
    also_written=("forward_fill(west_attacks(own))",),
    words=("future attacks towards the a-file",),
)
def west_front_attack_spans(side: Side[Bits]) -> Bits:
    """Squares that a pawn attacks towards the a-file, now or after advancing on its file."""
    return west(front_spans(side))


@layer(
    "Front attack spans",
    ATTACK_SPANS,
    "east_front_attack_spans(own) | west_front_attack_spans(own)",
    hatch("shallow"),
    also_written=("forward_fill(attacks(own))", "east(front_spans(own)) | west(front_spans(own))"),
    words=("future attacks", "squares that pawns may attack"),
)
def front_attack_spans(side: Side[Bits]) -> Bits:
    """Squares that a pawn attacks, now or after advancing on its file."""
    return east_front_attack_spans(side) | west_front_attack_spans(side)


@layer(
    "Rear attack spans",
    ATTACK_SPANS,
    "east(rear_fills(own)) | west(rear_fills(own))",
    hatch("dotted"),
    also_written=("backward_fill(east(own) | west(own))",),
    words=("where helpers stand",),
)
def rear_attack_spans(side: Side[Bits]) -> Bits:
    """Squares on the adjacent files, beside a pawn and behind it: own pawns there may come to guard its stop."""
    fills = rear_fills(side)
    return east(fills) | west(fills)


@layer(
    "Attack file fills",
    ATTACK_SPANS,
    "east(file_fills(own)) | west(file_fills(own))",
    hatch("steep dotted"),
    also_written=("file_fill(east(own) | west(own))",),
    words=("adjacent files", "neighboring files"),
)
def attack_file_fills(side: Side[Bits]) -> Bits:
    """All squares of the files beside a file with own pawns."""
    files = file_fills(side)
    return east(files) | west(files)
