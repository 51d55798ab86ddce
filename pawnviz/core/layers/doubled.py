"""Several pawns on one file."""

from __future__ import annotations

from pawnviz.core.layers.marks import badge
from pawnviz.core.layers.registry import DOUBLED, STOCKFISH_PAWNS, layer

doubled_pawns = layer(
    "Doubled pawns",
    DOUBLED,
    badge("DB"),
    "rear_twins(own) | front_twins(own)",
    "Own pawns that share their file with an own pawn.",
    words=("twins", "double pawns"),
    also_written=("own & (front_spans(own) | rear_spans(own))",),
)

doubled_pawns_stockfish = layer(
    "Doubled pawns (Stockfish)",
    DOUBLED,
    badge("DS"),
    "own & forward(own) - attacks(own)",
    "Own pawns with an own pawn directly behind them and that no own pawn guards.",
    source=STOCKFISH_PAWNS,
    words=("doubled by stockfish",),
)

tripled_pawns = layer(
    "Tripled pawns",
    DOUBLED,
    badge("T3"),
    "own & file_fill(rear_twins(own) & front_twins(own))",
    "Own pawns on a file with three own pawns or more.",
    words=("triplets", "triple pawns"),
)
