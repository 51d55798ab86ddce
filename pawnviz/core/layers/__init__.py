"""Every layer of the vocabulary, declared by its formula, a module for each chapter.

Names, definitions and formulas follow the pawn pages of the chess programming wiki,
https://www.chessprogramming.org/Pawn_Pattern_and_Properties

It may import core.words, core.board and core.formula.
"""

# The order of these imports is the order of the vocabulary.
from pawnviz.core.layers import spans, attacks, islands, passers, backward, squares, majorities, king  # isort: skip
from pawnviz.core.layers import packages
from pawnviz.core.layers.registry import LAYERS, NUMBERS, Chapter, Entry, Layer, Number, present_identifier

__all__ = [
    "LAYERS",
    "NUMBERS",
    "Chapter",
    "Entry",
    "Layer",
    "Number",
    "attacks",
    "backward",
    "islands",
    "king",
    "majorities",
    "packages",
    "passers",
    "present_identifier",
    "spans",
    "squares",
]

packages.load()
