"""Squares that pawns have given up for good, and squares where a piece is safe from enemy pawns."""

from __future__ import annotations

from pawnviz.core.board.bitboard import Bits, complement, east, west
from pawnviz.core.board.side import Side
from pawnviz.core.layers.attack_spans import front_attack_spans
from pawnviz.core.layers.attacks import attacks
from pawnviz.core.layers.backward import backward_pawns_stockfish
from pawnviz.core.layers.levers import rams
from pawnviz.core.layers.marks import bar
from pawnviz.core.layers.registry import SQUARES, STOCKFISH_EVALUATION, WIKI, layer


@layer(
    "Holes",
    SQUARES,
    "forward(board, 2) - forward(board, 4) - front_attack_spans(own)",
    bar("notched"),
    words=("weak squares",),
    also_written=("(rank_3(own) | rank_4(own)) - front_attack_spans(own)",),
)
def holes(side: Side[Bits]) -> Bits:
    """Squares of the side's third and fourth rank that none of its pawns can guard without capturing."""
    return complement(front_attack_spans(side)) & side.ranks(3, 4)


@layer(
    "Outposts",
    SQUARES,
    "attacks(own) & forward(board, 3) - forward(board, 6) - front_attack_spans(enemy)",
    bar("double"),
    source=WIKI + "Outposts",
    words=("strong squares", "strong points"),
    also_written=("(attacks(own) - front_attack_spans(enemy)) & (rank_4(own) | rank_5(own) | rank_6(own))",),
)
def outposts(side: Side[Bits]) -> Bits:
    """Squares of the side's ranks 4 to 6 that an own pawn guards and no enemy pawn can attack without capturing."""
    return attacks(side) & side.ranks(4, 6) & complement(front_attack_spans(side.enemy))


@layer(
    "Outposts (Stockfish)",
    SQUARES,
    "free = backward(backward_fill(enemy - rams(enemy) - backward_pawns_stockfish(enemy))); "
    "(attacks(own) | backward(own | enemy)) & forward(board, 3) - forward(board, 6) "
    "- attacks(enemy) - east(free) - west(free)",
    bar("dotted"),
    source=STOCKFISH_EVALUATION,
)
def outposts_stockfish(side: Side[Bits]) -> Bits:
    """Squares of the side's fourth to sixth rank, guarded by an own pawn or behind any pawn, safe from enemy pawns.

    No enemy pawn attacks them, nor can one that is neither backward nor rammed come to do so without capturing.
    """
    enemy = side.enemy
    free = enemy.pawns & complement(rams(enemy) | backward_pawns_stockfish(enemy))
    free = enemy.forward(enemy.forward_fill(free))
    sheltered = attacks(side) | side.backward(side.pawns | enemy.pawns)
    return sheltered & side.ranks(4, 6) & complement(attacks(enemy) | east(free) | west(free))
