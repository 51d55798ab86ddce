"""The pawns themselves and their fills along the files."""

from __future__ import annotations

from pawnviz.core.board.bitboard import Bits
from pawnviz.core.board.side import Side
from pawnviz.core.layers.marks import badge, hatch
from pawnviz.core.layers.registry import FILLS, layer


@layer("Pawns", FILLS, "own", badge("•"))
def pawns(side: Side[Bits]) -> Bits:
    """The side's pawns."""
    return side.pawns


@layer("Front fills", FILLS, "forward_fill(own)", hatch("double"))
def front_fills(side: Side[Bits]) -> Bits:
    """The pawns and all squares in front of them on their files."""
    return side.forward_fill(side.pawns)


@layer("Rear fills", FILLS, "backward_fill(own)", hatch("double dashed"))
def rear_fills(side: Side[Bits]) -> Bits:
    """The pawns and all squares behind them on their files."""
    return side.backward_fill(side.pawns)


@layer("File fills", FILLS, "file_fill(own)", hatch("steep"))
def file_fills(side: Side[Bits]) -> Bits:
    """All squares of the files that hold own pawns."""
    return front_fills(side) | rear_fills(side)
