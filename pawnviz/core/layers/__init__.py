"""Every layer of the vocabulary, declared by its formula, a module for each chapter.

Names, definitions and formulas follow the pawn pages of the chess programming wiki,
https://www.chessprogramming.org/Pawn_Pattern_and_Properties

It may import core.words, core.board and core.formula.
"""

# The order of these imports is the order of the chapters.
from pawnviz.core.layers import fills, spans, attack_spans, attacks, pushes, captures  # isort: skip
from pawnviz.core.layers import levers, chains, islands, doubled, passers, backward, weak_pawns  # isort: skip
from pawnviz.core.layers import squares, pieces, majorities, king, stockfish, numbers  # isort: skip
from pawnviz.core.layers.registry import LAYERS, NUMBERS, Chapter, Entry, Layer, Number, present_identifier

__all__ = [
    "LAYERS",
    "NUMBERS",
    "Chapter",
    "Entry",
    "Layer",
    "Number",
    "attack_spans",
    "attacks",
    "backward",
    "captures",
    "chains",
    "doubled",
    "fills",
    "islands",
    "king",
    "levers",
    "majorities",
    "numbers",
    "passers",
    "pieces",
    "present_identifier",
    "pushes",
    "spans",
    "squares",
    "stockfish",
    "weak_pawns",
]
