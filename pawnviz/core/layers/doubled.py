"""Several pawns on one file."""

from __future__ import annotations

from pawnviz.core.board.bitboard import Bits, complement, file_fill
from pawnviz.core.board.side import Side
from pawnviz.core.layers.attacks import attacks
from pawnviz.core.layers.marks import badge
from pawnviz.core.layers.registry import DOUBLED, STOCKFISH_PAWNS, layer
from pawnviz.core.layers.spans import front_twins, rear_twins, stops


@layer(
    "Doubled pawns",
    DOUBLED,
    "rear_twins(own) | front_twins(own)",
    badge("DB"),
    words=("twins", "double pawns"),
    also_written=("own & (front_spans(own) | rear_spans(own))",),
)
def doubled_pawns(side: Side[Bits]) -> Bits:
    """Own pawns that share their file with an own pawn."""
    return rear_twins(side) | front_twins(side)


@layer(
    "Doubled pawns (Stockfish)",
    DOUBLED,
    "own & forward(own) - attacks(own)",
    badge("DS"),
    source=STOCKFISH_PAWNS,
    words=("doubled by stockfish",),
)
def doubled_pawns_stockfish(side: Side[Bits]) -> Bits:
    """Own pawns with an own pawn directly behind them and that no own pawn guards."""
    return side.pawns & stops(side) & complement(attacks(side))


@layer(
    "Tripled pawns",
    DOUBLED,
    "own & file_fill(rear_twins(own) & front_twins(own))",
    badge("T3"),
    words=("triplets", "triple pawns"),
)
def tripled_pawns(side: Side[Bits]) -> Bits:
    """Own pawns on a file with three own pawns or more."""
    return side.pawns & file_fill(rear_twins(side) & front_twins(side))
