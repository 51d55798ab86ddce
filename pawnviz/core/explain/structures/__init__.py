"""Named pawn structures: exact rules, the table by families, and the plans and pawn breaks of both sides.

A position has a structure or has it not; nothing is weighed. The same pawns may make several, of which the one whose
rule speaks of most files leads. Each structure holds for the other color with the board turned.
"""

from pawnviz.core.explain.structures.structure import FoundStructure, Structure
from pawnviz.core.explain.structures.table import FAMILIES, STRUCTURES, leading_structures, structures

__all__ = ["FAMILIES", "STRUCTURES", "FoundStructure", "Structure", "leading_structures", "structures"]
