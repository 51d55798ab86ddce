"""Several pawns on one file."""

from __future__ import annotations

from tests.reference.registry import reference
from tests.reference.view import Squares, View, guarded


def pawns_on_file(view: View, file: int) -> int:
    """Return the number of own pawns on a file."""
    return sum(pawn[0] == file for pawn in view.own)


@reference
def doubled_pawns(view: View) -> Squares:
    return {pawn for pawn in view.own if pawns_on_file(view, pawn[0]) >= 2}


@reference
def doubled_pawns_stockfish(view: View) -> Squares:
    return {
        (file, rank)
        for file, rank in view.own
        if (file, rank - view.forward) in view.own and not guarded(view, (file, rank))
    }


@reference
def tripled_pawns(view: View) -> Squares:
    return {pawn for pawn in view.own if pawns_on_file(view, pawn[0]) >= 3}
