"""Front spans, rear spans, interspans, stops, telestops, lee and luff, and the pawns that the spans single out."""

from __future__ import annotations

from pawnviz.core.layers.marks import badge, front, hatch, target
from pawnviz.core.layers.registry import SPANS, layer

front_spans = layer(
    "Front spans",
    SPANS,
    hatch("solid"),
    "forward(forward_fill(own))",
    "All squares in front of a pawn on its file, up to the last rank.",
    words=("squares in front",),
    also_written=("forward_fill(stops(own))",),
)

rear_spans = layer(
    "Rear spans",
    SPANS,
    hatch("dashed"),
    "backward(backward_fill(own))",
    "All squares behind a pawn on its file, down to the side's first rank.",
    words=("squares behind",),
    also_written=("backward_fill(backward(own))",),
)

# They exist on closed files only, but not on each of them: pawns that have passed each other leave none.
interspans = layer(
    "Interspans",
    SPANS,
    hatch("crosses"),
    "front_spans(own) & front_spans(enemy)",
    "Squares in front of an own pawn and in front of an enemy pawn; they may hold pawns.",
    also_written=("forward_fill(stops(own)) & backward_fill(stops(enemy))",),
    words=("space between facing pawns",),
)

# The line runs along the front edges of the pawns' squares, and at the own edge of the board on a file without a pawn.
fronts = layer(
    "Fronts",
    SPANS,
    front(),
    "own - rear_spans(own)",
    "The foremost own pawn of each file; the line has a tooth where a step of the pawn is a break.",
    words=("front line", "foremost pawns", "pawn front"),
)

stops = layer(
    "Stops",
    SPANS,
    target("chevron"),
    "forward(own)",
    "The square in front of each pawn, occupied or not.",
    words=("stop squares", "blockade squares"),
)

# The page's printed formula puts the stops back; its sentence, which this layer follows, leaves them out.
telestops = layer(
    "Telestops",
    SPANS,
    target("hollow chevron"),
    "front_spans(own) - stops(own)",
    "The front spans except the stops, taken for all pawns together.",
    also_written=("front_spans(own) ^ stops(own)",),
    words=("squares beyond the stops",),
)

telestops_of_each = layer(
    "Telestops of each pawn",
    SPANS,
    target("double chevron"),
    "front_spans(stops(own))",
    "Each pawn's own front span except its stop, joined; it differs from the telestops on files with doubled pawns.",
    identifier="telestops_of_each",
    also_written=("forward(front_spans(own))", "forward_fill(forward(own, 2))"),
    words=("squares beyond each stop",),
)

lee_squares = layer(
    "Lee squares",
    SPANS,
    hatch("waves"),
    "west_fill(west(own & west_half)) | east_fill(east(own & east_half))",
    "Squares beside a pawn on its rank, towards the nearer edge of the board; a rook pawn has none.",
    words=("towards the nearer edge",),
)

luff_squares = layer(
    "Luff squares",
    SPANS,
    hatch("rungs"),
    "east_fill(east(own & west_half)) | west_fill(west(own & east_half))",
    "Squares beside a pawn on its rank, towards the farther edge of the board.",
    words=("towards the farther edge",),
)

rear_twins = layer(
    "Rear twins",
    SPANS,
    badge("RT"),
    "own & rear_spans(own)",
    "Own pawns with an own pawn in front of them on their file: they stand in the rear spans.",
    words=("doubled pawns behind",),
)

front_twins = layer(
    "Front twins",
    SPANS,
    badge("FT"),
    "own & front_spans(own)",
    "Own pawns with an own pawn behind them on their file: they stand in the front spans.",
    words=("doubled pawns in front",),
)

unfree_pawns = layer(
    "Opposed pawns",
    SPANS,
    badge("⧗"),
    "own & front_spans(enemy)",
    "Own pawns with an enemy pawn in front of them on their file, mechanically obstructed.",
    identifier="unfree_pawns",
    words=("unfree pawns", "obstructed pawns"),
    also_written=("own & front_fills(enemy)",),
)
