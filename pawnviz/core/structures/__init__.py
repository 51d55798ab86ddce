"""Named pawn structures, rules and files.

It may import core.words, core.data_files, core.board, core.layers and core.formula.
"""

from pawnviz.core.structures.structure import FoundStructure, Structure
from pawnviz.core.structures.table import known_structures, leading_structures, structures

__all__ = ["FoundStructure", "Structure", "known_structures", "leading_structures", "structures"]
