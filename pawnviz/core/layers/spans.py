"""Front spans, rear spans, interspans, stops, telestops, lee and luff, and the pawns that the spans single out."""

from __future__ import annotations

from pawnviz.core.board.bitboard import EAST_HALF, WEST_HALF, Bits, complement, east, east_fill, west, west_fill
from pawnviz.core.board.side import Side
from pawnviz.core.layers.fills import front_fills, rear_fills
from pawnviz.core.layers.marks import badge, front, hatch, target
from pawnviz.core.layers.registry import SPANS, layer


@layer(
    "Front spans",
    SPANS,
    "forward(forward_fill(own))",
    hatch("solid"),
    words=("squares in front",),
    also_written=("forward_fill(stops(own))",),
)
def front_spans(side: Side[Bits]) -> Bits:
    """All squares in front of a pawn on its file, up to the last rank."""
    return side.forward(front_fills(side))


@layer(
    "Rear spans",
    SPANS,
    "backward(backward_fill(own))",
    hatch("dashed"),
    words=("squares behind",),
    also_written=("backward_fill(backward(own))",),
)
def rear_spans(side: Side[Bits]) -> Bits:
    """All squares behind a pawn on its file, down to the side's first rank."""
    return side.backward(rear_fills(side))


@layer(
    "Interspans",
    SPANS,
    "front_spans(own) & front_spans(enemy)",
    hatch("crosses"),
    also_written=("forward_fill(stops(own)) & backward_fill(stops(enemy))",),
    words=("space between facing pawns",),
)
def interspans(side: Side[Bits]) -> Bits:
    """Squares in front of an own pawn and in front of an enemy pawn; they may hold pawns.

    They exist on closed files only, but not on each of them: pawns that have passed each other leave none.
    """
    return front_spans(side) & front_spans(side.enemy)


@layer("Fronts", SPANS, "own - rear_spans(own)", front(), words=("front line", "foremost pawns", "pawn front"))
def fronts(side: Side[Bits]) -> Bits:
    """The foremost own pawn of each file; the line has a tooth where a step of the pawn is a break.

    It runs along the front edges of the pawns' squares, and at the own edge of the board on a file without a pawn.
    """
    return side.pawns & complement(rear_spans(side))


@layer("Stops", SPANS, "forward(own)", target("chevron"), words=("stop squares", "blockade squares"))
def stops(side: Side[Bits]) -> Bits:
    """The square in front of each pawn, occupied or not."""
    return side.forward(side.pawns)


@layer(
    "Telestops",
    SPANS,
    "front_spans(own) - stops(own)",
    target("hollow chevron"),
    also_written=("front_spans(own) ^ stops(own)",),
    words=("squares beyond the stops",),
)
def telestops(side: Side[Bits]) -> Bits:
    """The front spans except the stops, taken for all pawns together.

    The page's printed formula puts the stops back; its sentence, which this layer follows, leaves them out.
    """
    return front_spans(side) & complement(stops(side))


@layer(
    "Telestops of each pawn",
    SPANS,
    "front_spans(stops(own))",
    target("double chevron"),
    also_written=("forward(front_spans(own))", "forward_fill(forward(own, 2))"),
    words=("squares beyond each stop",),
)
def telestops_of_each(side: Side[Bits]) -> Bits:
    """Each pawn's own front span except its stop, joined; it differs from the telestops on files with doubled pawns."""
    return side.forward(front_spans(side))


@layer(
    "Lee squares",
    SPANS,
    "west_fill(west(own & west_half)) | east_fill(east(own & east_half))",
    hatch("waves"),
    words=("towards the nearer edge",),
)
def lee_squares(side: Side[Bits]) -> Bits:
    """Squares beside a pawn on its rank, towards the nearer edge of the board; a rook pawn has none."""
    return west_fill(west(side.pawns & WEST_HALF)) | east_fill(east(side.pawns & EAST_HALF))


@layer(
    "Luff squares",
    SPANS,
    "east_fill(east(own & west_half)) | west_fill(west(own & east_half))",
    hatch("rungs"),
    words=("towards the farther edge",),
)
def luff_squares(side: Side[Bits]) -> Bits:
    """Squares beside a pawn on its rank, towards the farther edge of the board."""
    return east_fill(east(side.pawns & WEST_HALF)) | west_fill(west(side.pawns & EAST_HALF))


@layer("Rear twins", SPANS, "own & rear_spans(own)", badge("RT"), words=("doubled pawns behind",))
def rear_twins(side: Side[Bits]) -> Bits:
    """Own pawns with an own pawn in front of them on their file: they stand in the rear spans."""
    return side.pawns & rear_spans(side)


@layer("Front twins", SPANS, "own & front_spans(own)", badge("FT"), words=("doubled pawns in front",))
def front_twins(side: Side[Bits]) -> Bits:
    """Own pawns with an own pawn behind them on their file: they stand in the front spans."""
    return side.pawns & front_spans(side)


@layer(
    "Opposed pawns",
    SPANS,
    "own & front_spans(enemy)",
    badge("⧗"),
    words=("unfree pawns", "obstructed pawns"),
    also_written=("own & front_fills(enemy)",),
)
def unfree_pawns(side: Side[Bits]) -> Bits:
    """Own pawns with an enemy pawn in front of them on their file, mechanically obstructed."""
    return side.pawns & front_spans(side.enemy)
