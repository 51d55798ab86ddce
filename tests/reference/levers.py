"""Pawns that attack one another, and pawns that block one another."""

from __future__ import annotations

from tests.reference.registry import reference
from tests.reference.view import SQUARES, Square, Squares, View, side_rank, stop


def attacks_enemy_pawn(view: View, pawn: Square, east: int) -> bool:
    """Return whether an own pawn attacks an enemy pawn one file further east (1) or west (-1)."""
    return (pawn[0] + east, pawn[1] + view.forward) in view.enemy


def distance_from_center(file: int) -> int:
    """Return how many files lie between a file and the middle of the board."""
    return 3 - file if file < 4 else file - 4


def levers_by_distance(view: View, change: int) -> Squares:
    """Return the own pawns that attack an enemy pawn on a file so much further from the center than their own."""
    return {
        pawn
        for pawn in view.own
        for east in (1, -1)
        if attacks_enemy_pawn(view, pawn, east)
        and distance_from_center(pawn[0] + east) - distance_from_center(pawn[0]) == change
    }


@reference
def levers(view: View) -> Squares:
    return {pawn for pawn in view.own if attacks_enemy_pawn(view, pawn, 1) or attacks_enemy_pawn(view, pawn, -1)}


@reference
def east_levers(view: View) -> Squares:
    return {pawn for pawn in view.own if attacks_enemy_pawn(view, pawn, 1)}


@reference
def west_levers(view: View) -> Squares:
    return {pawn for pawn in view.own if attacks_enemy_pawn(view, pawn, -1)}


@reference
def inner_levers(view: View) -> Squares:
    return levers_by_distance(view, -1)


@reference
def outer_levers(view: View) -> Squares:
    return levers_by_distance(view, 1)


@reference
def center_levers(view: View) -> Squares:
    return levers_by_distance(view, 0)


@reference
def rams(view: View) -> Squares:
    return {pawn for pawn in view.own if stop(view, pawn) in view.enemy}


def steps(view: View, pawn: Square) -> Squares:
    """Return the empty squares that an own pawn can step to, one square or two."""
    pieces = view.own_pieces | view.enemy_pieces
    single, double = stop(view, pawn), stop(view, stop(view, pawn))
    if single in pieces or single not in SQUARES:
        return set()
    return {single, double} if side_rank(view, pawn) == 2 and double not in pieces else {single}


def attacks_an_enemy_pawn(view: View, square: Square) -> bool:
    """Return whether an own pawn on a square would attack an enemy pawn."""
    return any((square[0] + east, square[1] + view.forward) in view.enemy for east in (1, -1))


@reference
def break_squares(view: View) -> Squares:
    return {square for pawn in view.own for square in steps(view, pawn) if attacks_an_enemy_pawn(view, square)}


@reference
def break_pawns(view: View) -> Squares:
    return {pawn for pawn in view.own if any(attacks_an_enemy_pawn(view, square) for square in steps(view, pawn))}
