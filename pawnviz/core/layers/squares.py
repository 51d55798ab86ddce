"""Squares that pawns have given up for good, and good and bad squares of pieces among pawns."""

from __future__ import annotations

from typing import Any, Final

from pawnviz.core.board.bitboard import DARK_SQUARES, LIGHT_SQUARES, Bits, complement, popcount
from pawnviz.core.board.side import Side
from pawnviz.core.layers.marks import badge, bar, target
from pawnviz.core.layers.registry import (
    PIECES,
    SQUARES,
    STOCKFISH_EVALUATION,
    WIKI,
    where_empty,
    where_more,
)

holes = SQUARES.layer(
    "Holes",
    bar("notched"),
    "forward(board, 2) - forward(board, 4) - front_attack_spans(own)",
    "Squares of the side's third and fourth rank that none of its pawns can guard without capturing.",
    words=("weak squares",),
    also_written=("(rank_3(own) | rank_4(own)) - front_attack_spans(own)",),
)


@SQUARES.counted(
    "Weak color complex",
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


outposts = SQUARES.layer(
    "Outposts",
    bar("double"),
    "attacks(own) & forward(board, 3) - forward(board, 6) - front_attack_spans(enemy)",
    "Squares of the side's ranks 4 to 6 that an own pawn guards and no enemy pawn can attack without capturing.",
    source=WIKI + "Outposts",
    words=("strong squares", "strong points"),
    also_written=("(attacks(own) - front_attack_spans(enemy)) & (rank_4(own) | rank_5(own) | rank_6(own))",),
)

# No enemy pawn attacks them, nor can one that is neither backward nor rammed come to do so without capturing.
outposts_stockfish = SQUARES.layer(
    "Outposts (Stockfish)",
    bar("dotted"),
    "free = backward(backward_fill(enemy - rams(enemy) - backward_pawns_stockfish(enemy))); "
    "(attacks(own) | backward(own | enemy)) & forward(board, 3) - forward(board, 6) "
    "- attacks(enemy) - east(free) - west(free)",
    "Squares of the side's fourth to sixth rank, guarded by an own pawn or behind any pawn, safe from enemy pawns.",
    source=STOCKFISH_EVALUATION,
    words=("outposts by stockfish",),
)


_OUTPOSTS: Final = WIKI + "Outposts"
outposts_held = PIECES.layer(
    "Held outposts",
    badge("OH"),
    "outposts(own) & (knights(own) | bishops(own))",
    "Own knights and bishops on outposts, which an own pawn guards and no enemy pawn can attack without capturing.",
    identifier="outposts_held",
    source=_OUTPOSTS,
    of_pieces=True,
    words=("knight on an outpost", "strong knight"),
)

_TIMES: Final = ("one", "two", "three")
_MARKS: Final = (target("dot"), target("half disc"), target("ring"))
_REACHED: Final = (
    "Outposts without an own piece that an own knight reaches in one move; pins are not considered.",
    "Outposts that an own knight reaches in two moves and none in one, by a square that no enemy pawn attacks.",
    "Outposts that an own knight reaches in three moves and none in fewer, by squares that no enemy pawn attacks.",
)


# No square on the way holds an own piece. Pins and the enemy's other pieces are not considered.
def _knight_outposts_in(moves: int) -> None:
    jumps, start = "free = ~own_pieces - attacks(enemy); ", "knights(own)"
    for name in _TIMES[:moves]:
        near, far = f"near_{name}", f"far_{name}"
        jumps += (
            f"{near} = east({start}) | west({start}); {far} = east({start}, 2) | west({start}, 2); "
            f"{name} = (forward({near}, 2) | backward({near}, 2) | forward({far}) | backward({far})) & free; "
        )
        start = name
    PIECES.layer(
        f"Knight outposts in {moves}",
        _MARKS[moves - 1],
        f"{jumps}outposts(own) & {' - '.join(reversed(_TIMES[:moves]))}",
        _REACHED[moves - 1],
        source=_OUTPOSTS,
        words=("knight route to an outpost",),
    )


for _moves in range(1, 4):
    _knight_outposts_in(_moves)


# The page says that own pawns restrict a bad bishop, the more so where they are blocked, and that one in front of
# them is no such burden; the numbers are ours.
bad_bishops = PIECES.layer(
    "Bad bishops",
    badge("BB"),
    "center = rams(own) & (file_c | file_d | file_e | file_f); "
    "light = file_fill(center & light_squares); dark = file_fill(center & dark_squares); "
    "light_pair = light & (east(light) | east(light, 2) | east(light, 3)); "
    "dark_pair = dark & (east(dark) | east(dark, 2) | east(dark, 3)); "
    "bad = light_squares & east_fill(west_fill(light_pair)) | dark_squares & east_fill(west_fill(dark_pair)); "
    "bishops(own) & bad - forward(board, 3)",
    "Own bishops on the side's ranks 1 to 3, of the color of rammed own pawns on two or more of the files c to f.",
    source=WIKI + "Bad_Bishop",
    of_pieces=True,
    words=("bishop behind its own pawns",),
)


rooks_on_interspans = PIECES.layer(
    "Rooks on interspans",
    badge("RI"),
    "rooks(own) & interspans(own)",
    "Own rooks in front of an own pawn and of an enemy pawn on their file, between pawns that face each other.",
    source=WIKI + "Pawn_Spans",
    of_pieces=True,
    words=("rook between pawns", "rook in front of its pawn"),
)
