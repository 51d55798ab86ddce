"""Stockfish 15.1's terms: space, weak levers, blocked pawns and threats by pushes."""

from __future__ import annotations

from typing import Final

from pawnviz.core.board.bitboard import FILES, Bits, complement, east, west
from pawnviz.core.board.side import Side
from pawnviz.core.layers.attacks import attacks, double_attacks
from pawnviz.core.layers.levers import rams
from pawnviz.core.layers.marks import badge, hatch, target
from pawnviz.core.layers.pushes import double_push_targets, push_targets
from pawnviz.core.layers.registry import ENGINES, STOCKFISH_PAWNS, layer

_CENTER_FILES: Final = FILES[2] | FILES[3] | FILES[4] | FILES[5]


@layer(
    "Space (Stockfish)",
    ENGINES,
    "area = (file_c | file_d | file_e | file_f) & forward(board) - forward(board, 4); area - own - attacks(enemy)",
    hatch("shallow dotted"),
    words=("space area",),
)
def space_stockfish(side: Side[Bits]) -> Bits:
    """Squares of the files c to f on the side's ranks 2 to 4 without own pawns that no enemy pawn attacks.

    Stockfish counts twice those among them that lie up to two squares behind an own pawn and that no enemy piece
    attacks.
    """
    return complement(side.pawns | attacks(side.enemy)) & _CENTER_FILES & side.ranks(2, 4)


@layer(
    "Weak levers (Stockfish)",
    ENGINES,
    "own & double_attacks(enemy) - attacks(own)",
    badge("WL"),
    source=STOCKFISH_PAWNS,
    words=("attacked twice and unguarded",),
)
def weak_levers_stockfish(side: Side[Bits]) -> Bits:
    """Own pawns that two enemy pawns attack and no own pawn guards."""
    return side.pawns & double_attacks(side.enemy) & complement(attacks(side))


@layer(
    "Advanced blocked pawns (Stockfish)",
    ENGINES,
    "rams(own) & forward(board, 4) - forward(board, 6)",
    badge("AB"),
    source=STOCKFISH_PAWNS,
    words=("blocked on ranks 5 and 6",),
)
def blocked_pawns_stockfish(side: Side[Bits]) -> Bits:
    """Own pawns on the side's fifth or sixth rank with an enemy pawn right in front of them."""
    return rams(side) & side.ranks(5, 6)


@layer(
    "Push threats",
    ENGINES,
    "steps = (push_targets(own) | double_push_targets(own)) - attacks(enemy); "
    "(east(forward(steps)) | west(forward(steps))) & enemy_pieces - enemy",
    target("exclamation mark"),
    words=("threat by safe pawn push",),
)
def push_threats(side: Side[Bits]) -> Bits:
    """Enemy pieces, pawns left out, that an own pawn would attack after a step to a square no enemy pawn attacks.

    Stockfish also asks that no enemy piece attacks that square, or that an own piece guards it.
    """
    steps = (push_targets(side) | double_push_targets(side)) & complement(attacks(side.enemy))
    ahead = side.forward(steps)
    return (east(ahead) | west(ahead)) & side.enemy.pieces & complement(side.enemy.pawns)
