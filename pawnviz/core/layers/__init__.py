"""Every layer of the vocabulary as one registered function, a module for each chapter.

Names, definitions and formulas follow the pawn pages of the chess programming wiki,
https://www.chessprogramming.org/Pawn_Pattern_and_Properties
"""

from pawnviz.core.layers import fills, spans, attacks, captures, islands  # isort: skip
from pawnviz.core.layers.registry import LAYERS, NUMBERS, Chapter, Layer, Number

__all__ = ["LAYERS", "NUMBERS", "Chapter", "Layer", "Number", "attacks", "captures", "fills", "islands", "spans"]
