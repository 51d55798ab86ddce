"""Pawns before a king."""

from __future__ import annotations

from tests.reference.registry import reference
from tests.reference.view import Square, Squares, View, stop, whole_files


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


@reference
def blocked_storm_pawns(view: View) -> Squares:
    return {pawn for pawn in pawn_storm(view) if pawn in {stop(view, own) for own in view.own}}


@reference
def free_storm_pawns(view: View) -> Squares:
    return {pawn for pawn in pawn_storm(view) if pawn not in {stop(view, own) for own in view.own}}


@reference
def shelter_gaps(view: View) -> Squares:
    near = {king[0] + step for king in view.own_kings for step in (-1, 0, 1) if 0 <= king[0] + step <= 7}
    return whole_files(near - {pawn[0] for pawn in king_shelter(view)})
