"""The pawns themselves and their fills along the files."""

from __future__ import annotations

from pawnviz.core.layers.marks import badge, hatch
from pawnviz.core.layers.registry import FILLS, layer

pawns = layer(
    "Pawns",
    FILLS,
    badge("•"),
    "own",
    "The side's pawns.",
    words=("all pawns",),
)

front_fills = layer(
    "Front fills",
    FILLS,
    hatch("double"),
    "forward_fill(own)",
    "The pawns and all squares in front of them on their files.",
    also_written=(
        "two = own | forward(own); four = two | forward(two, 2); four | forward(four, 4)",
        "own | front_spans(own)",
    ),
    words=("pawns and squares in front",),
)

rear_fills = layer(
    "Rear fills",
    FILLS,
    hatch("double dashed"),
    "backward_fill(own)",
    "The pawns and all squares behind them on their files.",
    also_written=(
        "two = own | backward(own); four = two | backward(two, 2); four | backward(four, 4)",
        "own | rear_spans(own)",
    ),
    words=("pawns and squares behind",),
)

file_fills = layer(
    "File fills",
    FILLS,
    hatch("steep"),
    "file_fill(own)",
    "All squares of the files that hold own pawns.",
    also_written=("forward_fill(own) | backward_fill(own)", "forward_fill(backward_fill(own))"),
    words=("files with pawns",),
)
