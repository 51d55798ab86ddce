"""Squares that pawns have given up for good, and squares where a piece is safe from enemy pawns."""

from __future__ import annotations

from typing import Any

from pawnviz.core.board.bitboard import DARK_SQUARES, LIGHT_SQUARES, Bits, complement, popcount
from pawnviz.core.board.side import Side
from pawnviz.core.layers.counting import where_empty, where_more
from pawnviz.core.layers.marks import bar, target
from pawnviz.core.layers.registry import SQUARES, STOCKFISH_EVALUATION, WIKI, counted, layer

holes = layer(
    "Holes",
    SQUARES,
    bar("notched"),
    "forward(board, 2) - forward(board, 4) - front_attack_spans(own)",
    "Squares of the side's third and fourth rank that none of its pawns can guard without capturing.",
    words=("weak squares",),
    also_written=("(rank_3(own) | rank_4(own)) - front_attack_spans(own)",),
)


@counted(
    "Weak color complex",
    SQUARES,
    target("hollow diamond"),
    "The holes on squares of one color, where these are at least three and at least twice as many as the holes of "
    "the other color, and the side has no bishop on that color.",
    source=WIKI + "Color_Weakness",
    words=("weak dark squares", "weak light squares", "color weakness"),
)
def weak_color_complex(side: Side[Bits]) -> Bits:
    """Three or more holes of one color, at least twice those of the other, with no own bishop of that color.

    The page speaks of too little control over squares of a color for want of its bishop; the numbers are ours.
    """
    lost = holes(side)
    light, dark = lost & LIGHT_SQUARES, lost & DARK_SQUARES
    light_count: Any = popcount(light)
    dark_count: Any = popcount(dark)
    light_weak: Bits = where_more(light_count, 2) & complement(where_more(2 * dark_count, light_count))
    dark_weak: Bits = where_more(dark_count, 2) & complement(where_more(2 * light_count, dark_count))
    light_weak = light_weak & where_empty(side.bishops & LIGHT_SQUARES)
    return light & light_weak | dark & dark_weak & where_empty(side.bishops & DARK_SQUARES)


outposts = layer(
    "Outposts",
    SQUARES,
    bar("double"),
    "attacks(own) & forward(board, 3) - forward(board, 6) - front_attack_spans(enemy)",
    "Squares of the side's ranks 4 to 6 that an own pawn guards and no enemy pawn can attack without capturing.",
    source=WIKI + "Outposts",
    words=("strong squares", "strong points"),
    also_written=("(attacks(own) - front_attack_spans(enemy)) & (rank_4(own) | rank_5(own) | rank_6(own))",),
)

# No enemy pawn attacks them, nor can one that is neither backward nor rammed come to do so without capturing.
outposts_stockfish = layer(
    "Outposts (Stockfish)",
    SQUARES,
    bar("dotted"),
    "free = backward(backward_fill(enemy - rams(enemy) - backward_pawns_stockfish(enemy))); "
    "(attacks(own) | backward(own | enemy)) & forward(board, 3) - forward(board, 6) "
    "- attacks(enemy) - east(free) - west(free)",
    "Squares of the side's fourth to sixth rank, guarded by an own pawn or behind any pawn, safe from enemy pawns.",
    source=STOCKFISH_EVALUATION,
    words=("outposts by stockfish",),
)
