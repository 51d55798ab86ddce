"""Pawns before a king."""

from __future__ import annotations

from tests.reference.registry import reference
from tests.reference.view import Square, Squares, View


def near_king_files(king: Square, pawn: Square) -> bool:
    """Return whether a pawn is on a king's file or one of those beside it."""
    return abs(pawn[0] - king[0]) <= 1


@reference
def king_shelter(view: View) -> Squares:
    return {
        pawn
        for pawn in view.own
        for king in view.own_kings
        if near_king_files(king, pawn) and (pawn[1] - king[1]) * view.forward > 0
    }


@reference
def pawn_storm(view: View) -> Squares:
    return {
        pawn
        for pawn in view.enemy
        for king in view.own_kings
        if near_king_files(king, pawn) and 1 <= (pawn[1] - king[1]) * view.forward <= 4
    }
