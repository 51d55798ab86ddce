"""The pawns themselves and their fills along the files."""

from __future__ import annotations

from pawnviz.core.board.bitboard import Bits
from pawnviz.core.board.side import Side
from pawnviz.core.layers.marks import badge, hatch
from pawnviz.core.layers.registry import FILLS, layer


@layer("Pawns", FILLS, "own", badge("•"), words=("all pawns",))
def pawns(side: Side[Bits]) -> Bits:
    """The side's pawns."""
    return side.pawns


@layer(
    "Front fills",
    FILLS,
    "forward_fill(own)",
    hatch("double"),
    also_written=(
        "two = own | forward(own); four = two | forward(two, 2); four | forward(four, 4)",
        "own | front_spans(own)",
    ),
    words=("pawns and squares in front",),
)
def front_fills(side: Side[Bits]) -> Bits:
    """The pawns and all squares in front of them on their files."""
    return side.forward_fill(side.pawns)


@layer(
    "Rear fills",
    FILLS,
    "backward_fill(own)",
    hatch("double dashed"),
    also_written=(
        "two = own | backward(own); four = two | backward(two, 2); four | backward(four, 4)",
        "own | rear_spans(own)",
    ),
    words=("pawns and squares behind",),
)
def rear_fills(side: Side[Bits]) -> Bits:
    """The pawns and all squares behind them on their files."""
    return side.backward_fill(side.pawns)


@layer(
    "File fills",
    FILLS,
    "file_fill(own)",
    hatch("steep"),
    also_written=("forward_fill(own) | backward_fill(own)", "forward_fill(backward_fill(own))"),
    words=("files with pawns",),
)
def file_fills(side: Side[Bits]) -> Bits:
    """All squares of the files that hold own pawns."""
    return front_fills(side) | rear_fills(side)
