"""What the clauses of reasons claim of a board, read from their words alone and looked up on a board of python-chess.

Nothing of the program is used but the words: a clause is one of the forms that the modules of this package register,
and each form says how the squares that it names must stand. A clause of another form is no claim that is known here.
"""

from tests.core.explain.claims import attacks, captures, kings, passers, pieces, spans, standing
from tests.core.explain.claims.registry import CLAIMS, holds
from tests.core.explain.claims.scene import Scene

__all__ = ["CLAIMS", "Scene", "attacks", "captures", "holds", "kings", "passers", "pieces", "spans", "standing"]
