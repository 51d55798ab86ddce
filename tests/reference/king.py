"""Pawns before a king."""

from __future__ import annotations

from tests.reference.registry import reference
from tests.reference.view import SQUARES, Square, Squares, View, attacked_by_enemy, side_rank, stop, whole_files


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
        if near_king_files(king, pawn)
        and 1 <= (pawn[1] - king[1]) * view.forward <= 4
        and side_rank(view, king) <= 2
        and not {king[0], pawn[0]} & {3, 4}
        and is_advanced(view, pawn)
        and view.enemy_queens
    }


def is_advanced(view: View, pawn: Square) -> bool:
    """Return whether an enemy pawn has reached its fourth rank, or its fifth on its king's file or one beside."""
    is_near = any(near_king_files(king, pawn) for king in view.enemy_kings)
    return 9 - side_rank(view, pawn) >= (5 if is_near else 4)


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


@reference
def opposition_squares(view: View) -> Squares:
    return {
        square
        for square in SQUARES
        if any(faces(square, king) for king in view.enemy_kings)
        and (square in view.own_kings or square not in view.own_pieces | view.enemy_pieces)
        and square not in view.enemy_kings
        and not attacked_by_enemy(view, square)
    }


def faces(square: Square, king: Square) -> bool:
    """Return whether two squares lie on one file, rank or diagonal with one, three or five squares between."""
    files, ranks = abs(square[0] - king[0]), abs(square[1] - king[1])
    on_line = files == 0 or ranks == 0 or files == ranks
    return on_line and max(files, ranks) in (2, 4, 6)
