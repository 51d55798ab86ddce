"""Attack spans: spans and fills moved to the adjacent files, with the squares that pawns may attack after advancing."""

from __future__ import annotations

from pawnviz.core.layers.marks import hatch
from pawnviz.core.layers.registry import ATTACK_SPANS, layer

east_front_attack_spans = layer(
    "East front attack spans",
    ATTACK_SPANS,
    hatch("steep dashed"),
    "east(front_spans(own))",
    "Squares that a pawn attacks towards the h-file, now or after advancing on its file.",
    also_written=("forward_fill(east_attacks(own))",),
    words=("future attacks towards the h-file",),
)

west_front_attack_spans = layer(
    "West front attack spans",
    ATTACK_SPANS,
    hatch("shallow dashed"),
    "west(front_spans(own))",
    "Squares that a pawn attacks towards the a-file, now or after advancing on its file.",
    also_written=("forward_fill(west_attacks(own))",),
    words=("future attacks towards the a-file",),
)

front_attack_spans = layer(
    "Front attack spans",
    ATTACK_SPANS,
    hatch("shallow"),
    "east_front_attack_spans(own) | west_front_attack_spans(own)",
    "Squares that a pawn attacks, now or after advancing on its file.",
    also_written=("forward_fill(attacks(own))", "east(front_spans(own)) | west(front_spans(own))"),
    words=("future attacks", "squares that pawns may attack"),
)

rear_attack_spans = layer(
    "Rear attack spans",
    ATTACK_SPANS,
    hatch("dotted"),
    "east(rear_fills(own)) | west(rear_fills(own))",
    "Squares on the adjacent files, beside a pawn and behind it: own pawns there may come to guard its stop.",
    also_written=("backward_fill(east(own) | west(own))",),
    words=("where helpers stand",),
)

attack_file_fills = layer(
    "Attack file fills",
    ATTACK_SPANS,
    hatch("steep dotted"),
    "east(file_fills(own)) | west(file_fills(own))",
    "All squares of the files beside a file with own pawns.",
    also_written=("file_fill(east(own) | west(own))",),
    words=("adjacent files", "neighboring files"),
)
