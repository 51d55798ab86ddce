"""What the clauses of reasons claim of a board, read from their words alone and looked up on a board of python-chess.

Nothing of the program is used but the words: a clause is one of the forms that the modules of this package register,
and each form says how the squares that it names must stand. A clause of another form is no claim that is known here.
"""

from tests.core.explain.claims import pawns, pieces
from tests.core.explain.claims.scene import CLAIMS, Scene, holds

__all__ = ["CLAIMS", "Scene", "holds", "pawns", "pieces"]
