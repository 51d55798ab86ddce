"""Named pawn structures: patterns and conditions, the rules made of them, and the table read from files of structures.

It may import core.words, core.board, core.layers and core.formula.
"""

from pawnviz.core.structures.structure import FoundStructure, Structure
from pawnviz.core.structures.table import known_structures, leading_structures, structures

__all__ = ["FoundStructure", "Structure", "known_structures", "leading_structures", "structures"]
