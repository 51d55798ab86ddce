"""The pawns themselves, their fills, spans and stops, and their attack spans."""

from __future__ import annotations

from pawnviz.core.layers.marks import badge, front, hatch, target
from pawnviz.core.layers.registry import ATTACK_SPANS, FILLS, SPANS

pawns = FILLS.layer(
    "Pawns",
    badge("•"),
    "own",
    "The side's pawns.",
    words=("all pawns",),
)

front_fills = FILLS.layer(
    "Front fills",
    hatch("double"),
    "forward_fill(own)",
    "The pawns and all squares in front of them on their files.",
    also_written=(
        "two = own | forward(own); four = two | forward(two, 2); four | forward(four, 4)",
        "own | front_spans(own)",
    ),
    words=("pawns and squares in front",),
)

rear_fills = FILLS.layer(
    "Rear fills",
    hatch("double dashed"),
    "backward_fill(own)",
    "The pawns and all squares behind them on their files.",
    also_written=(
        "two = own | backward(own); four = two | backward(two, 2); four | backward(four, 4)",
        "own | rear_spans(own)",
    ),
    words=("pawns and squares behind",),
)

file_fills = FILLS.layer(
    "File fills",
    hatch("steep"),
    "file_fill(own)",
    "All squares of the files that hold own pawns.",
    also_written=("forward_fill(own) | backward_fill(own)", "forward_fill(backward_fill(own))"),
    words=("files with pawns",),
)


front_spans = SPANS.layer(
    "Front spans",
    hatch("solid"),
    "forward(forward_fill(own))",
    "All squares in front of a pawn on its file, up to the last rank.",
    words=("squares in front",),
    also_written=("forward_fill(stops(own))",),
)

rear_spans = SPANS.layer(
    "Rear spans",
    hatch("dashed"),
    "backward(backward_fill(own))",
    "All squares behind a pawn on its file, down to the side's first rank.",
    words=("squares behind",),
    also_written=("backward_fill(backward(own))",),
)

# They exist on closed files only, but not on each of them: pawns that have passed each other leave none.
interspans = SPANS.layer(
    "Interspans",
    hatch("crosses"),
    "front_spans(own) & front_spans(enemy)",
    "Squares in front of an own pawn and in front of an enemy pawn; they may hold pawns.",
    also_written=("forward_fill(stops(own)) & backward_fill(stops(enemy))",),
    words=("space between facing pawns",),
)

# The line runs along the front edges of the pawns' squares, and at the own edge of the board on a file without a pawn.
fronts = SPANS.layer(
    "Fronts",
    front(),
    "own - rear_spans(own)",
    "The foremost own pawn of each file; the line has a tooth where a step of the pawn is a break.",
    words=("front line", "foremost pawns", "pawn front"),
)

stops = SPANS.layer(
    "Stops",
    target("chevron"),
    "forward(own)",
    "The square in front of each pawn, occupied or not.",
    words=("stop squares", "blockade squares"),
)

# The page's printed formula puts the stops back; its sentence, which this layer follows, leaves them out.
telestops = SPANS.layer(
    "Telestops",
    target("hollow chevron"),
    "front_spans(own) - stops(own)",
    "The front spans except the stops, taken for all pawns together.",
    also_written=("front_spans(own) ^ stops(own)",),
    words=("squares beyond the stops",),
)

telestops_of_each = SPANS.layer(
    "Telestops of each pawn",
    target("double chevron"),
    "front_spans(stops(own))",
    "Each pawn's own front span except its stop, joined; it differs from the telestops on files with doubled pawns.",
    identifier="telestops_of_each",
    also_written=("forward(front_spans(own))", "forward_fill(forward(own, 2))"),
    words=("squares beyond each stop",),
)

lee_squares = SPANS.layer(
    "Lee squares",
    hatch("waves"),
    "west_fill(west(own & west_half)) | east_fill(east(own & east_half))",
    "Squares beside a pawn on its rank, towards the nearer edge of the board; a rook pawn has none.",
    words=("towards the nearer edge",),
)

luff_squares = SPANS.layer(
    "Luff squares",
    hatch("rungs"),
    "east_fill(east(own & west_half)) | west_fill(west(own & east_half))",
    "Squares beside a pawn on its rank, towards the farther edge of the board.",
    words=("towards the farther edge",),
)

rear_twins = SPANS.layer(
    "Rear twins",
    badge("RT"),
    "own & rear_spans(own)",
    "Own pawns with an own pawn in front of them on their file: they stand in the rear spans.",
    words=("doubled pawns behind",),
)

front_twins = SPANS.layer(
    "Front twins",
    badge("FT"),
    "own & front_spans(own)",
    "Own pawns with an own pawn behind them on their file: they stand in the front spans.",
    words=("doubled pawns in front",),
)

unfree_pawns = SPANS.layer(
    "Opposed pawns",
    badge("⧗"),
    "own & front_spans(enemy)",
    "Own pawns with an enemy pawn in front of them on their file, mechanically obstructed.",
    identifier="unfree_pawns",
    words=("unfree pawns", "obstructed pawns"),
    also_written=("own & front_fills(enemy)",),
)


east_front_attack_spans = ATTACK_SPANS.layer(
    "East front attack spans",
    hatch("steep dashed"),
    "east(front_spans(own))",
    "Squares that a pawn attacks towards the h-file, now or after advancing on its file.",
    also_written=("forward_fill(east_attacks(own))",),
    words=("future attacks towards the h-file",),
)

west_front_attack_spans = ATTACK_SPANS.layer(
    "West front attack spans",
    hatch("shallow dashed"),
    "west(front_spans(own))",
    "Squares that a pawn attacks towards the a-file, now or after advancing on its file.",
    also_written=("forward_fill(west_attacks(own))",),
    words=("future attacks towards the a-file",),
)

front_attack_spans = ATTACK_SPANS.layer(
    "Front attack spans",
    hatch("shallow"),
    "east_front_attack_spans(own) | west_front_attack_spans(own)",
    "Squares that a pawn attacks, now or after advancing on its file.",
    also_written=("forward_fill(attacks(own))", "east(front_spans(own)) | west(front_spans(own))"),
    words=("future attacks", "squares that pawns may attack"),
)

rear_attack_spans = ATTACK_SPANS.layer(
    "Rear attack spans",
    hatch("dotted"),
    "east(rear_fills(own)) | west(rear_fills(own))",
    "Squares on the adjacent files, beside a pawn and behind it: own pawns there may come to guard its stop.",
    also_written=("backward_fill(east(own) | west(own))",),
    words=("where helpers stand",),
)

attack_file_fills = ATTACK_SPANS.layer(
    "Attack file fills",
    hatch("steep dotted"),
    "east(file_fills(own)) | west(file_fills(own))",
    "All squares of the files beside a file with own pawns.",
    also_written=("file_fill(east(own) | west(own))",),
    words=("adjacent files", "neighboring files"),
)
