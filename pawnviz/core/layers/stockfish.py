"""Stockfish 15.1's terms: space, weak levers, blocked pawns and threats by pushes."""

from __future__ import annotations

from pawnviz.core.layers.marks import badge, hatch, target
from pawnviz.core.layers.registry import ENGINES, STOCKFISH_PAWNS, layer

# Stockfish counts twice those among them that lie up to two squares behind an own pawn and that no enemy piece
# attacks.
space_stockfish = layer(
    "Space (Stockfish)",
    ENGINES,
    hatch("shallow dotted"),
    "area = (file_c | file_d | file_e | file_f) & forward(board) - forward(board, 4); area - own - attacks(enemy)",
    "Squares of the files c to f on the side's ranks 2 to 4 without own pawns that no enemy pawn attacks.",
    words=("space area",),
)

weak_levers_stockfish = layer(
    "Weak levers (Stockfish)",
    ENGINES,
    badge("WL"),
    "own & double_attacks(enemy) - attacks(own)",
    "Own pawns that two enemy pawns attack and no own pawn guards.",
    source=STOCKFISH_PAWNS,
    words=("attacked twice and unguarded",),
)

blocked_pawns_stockfish = layer(
    "Advanced blocked pawns (Stockfish)",
    ENGINES,
    badge("AB"),
    "rams(own) & forward(board, 4) - forward(board, 6)",
    "Own pawns on the side's fifth or sixth rank with an enemy pawn right in front of them.",
    identifier="blocked_pawns_stockfish",
    source=STOCKFISH_PAWNS,
    words=("blocked on ranks 5 and 6",),
)

# Stockfish also asks that no enemy piece attacks that square, or that an own piece guards it.
push_threats = layer(
    "Push threats",
    ENGINES,
    target("exclamation mark"),
    "steps = (push_targets(own) | double_push_targets(own)) - attacks(enemy); "
    "(east(forward(steps)) | west(forward(steps))) & enemy_pieces - enemy",
    "Enemy pieces, pawns left out, that an own pawn would attack after a step to a square no enemy pawn attacks.",
    words=("threat by safe pawn push",),
)
