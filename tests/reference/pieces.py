"""Pieces on squares that pawns make good or bad for them."""

from __future__ import annotations

from typing import Final

from tests.reference.levers import rams
from tests.reference.registry import reference
from tests.reference.spans import interspans
from tests.reference.squares import outposts
from tests.reference.view import SQUARES, Squares, View, attacked_by_enemy, side_rank


@reference
def outposts_held(view: View) -> Squares:
    return {piece for piece in view.own_knights | view.own_bishops if piece in outposts(view)}


JUMPS: Final = [(east, north) for east in (-2, -1, 1, 2) for north in (-2, -1, 1, 2) if abs(east) != abs(north)]


def knight_distances(view: View) -> dict[tuple[int, int], int]:
    """Return in how few moves own knights reach squares, up to three, by squares that no enemy pawn attacks."""
    found = dict.fromkeys(view.own_knights, 0)
    for moves in (1, 2, 3):
        for file, rank in [square for square, needed in found.items() if needed == moves - 1]:
            for east, north in JUMPS:
                square = file + east, rank + north
                free = square in SQUARES and square not in view.own_pieces and not attacked_by_enemy(view, square)
                if free and square not in found:
                    found[square] = moves
    return found


def outposts_in(view: View, moves: int) -> Squares:
    """Return the outposts that own knights reach in exactly so many moves, and no fewer."""
    distances = knight_distances(view)
    return {square for square in outposts(view) if distances.get(square) == moves}


@reference
def knight_outposts_in_1(view: View) -> Squares:
    return outposts_in(view, 1)


@reference
def knight_outposts_in_2(view: View) -> Squares:
    return outposts_in(view, 2)


@reference
def knight_outposts_in_3(view: View) -> Squares:
    return outposts_in(view, 3)


@reference
def bad_bishops(view: View) -> Squares:
    found = set()
    for bishop in view.own_bishops:
        files = {pawn[0] for pawn in rams(view) if 2 <= pawn[0] <= 5 and sum(pawn) % 2 == sum(bishop) % 2}
        if len(files) > 1 and side_rank(view, bishop) <= 3:
            found.add(bishop)
    return found


@reference
def rooks_on_interspans(view: View) -> Squares:
    return {rook for rook in view.own_rooks if rook in interspans(view)}
