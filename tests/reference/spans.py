"""Spans, stops, and pawns behind one another."""

from __future__ import annotations

from tests.reference.registry import reference
from tests.reference.view import SQUARES, Squares, View, behind, in_front, stop


@reference
def front_spans(view: View) -> Squares:
    return {square for square in SQUARES if any(in_front(view, square, pawn) for pawn in view.own)}


@reference
def rear_spans(view: View) -> Squares:
    return {square for square in SQUARES if any(behind(view, square, pawn) for pawn in view.own)}


@reference
def interspans(view: View) -> Squares:
    other = view.turned()
    return {
        square
        for square in SQUARES
        if any(in_front(view, square, pawn) for pawn in view.own)
        and any(in_front(other, square, pawn) for pawn in view.enemy)
    }


@reference
def fronts(view: View) -> Squares:
    return {pawn for pawn in view.own if not any(in_front(view, other, pawn) for other in view.own)}


@reference
def stops(view: View) -> Squares:
    return {square for square in SQUARES if any(square == stop(view, pawn) for pawn in view.own)}


@reference
def telestops(view: View) -> Squares:
    return {
        square
        for square in SQUARES
        if any(in_front(view, square, pawn) for pawn in view.own)
        and all(square != stop(view, pawn) for pawn in view.own)
    }


@reference
def telestops_of_each(view: View) -> Squares:
    joined = set()
    for pawn in view.own:
        joined |= {square for square in SQUARES if in_front(view, square, pawn) and square != stop(view, pawn)}
    return joined


@reference
def lee_squares(view: View) -> Squares:
    joined = set()
    for file, rank in view.own:
        to_the_west, to_the_east = range(file), range(file + 1, 8)
        nearer = to_the_west if len(to_the_west) < len(to_the_east) else to_the_east
        joined |= {(other, rank) for other in nearer}
    return joined


@reference
def luff_squares(view: View) -> Squares:
    joined = set()
    for file, rank in view.own:
        to_the_west, to_the_east = range(file), range(file + 1, 8)
        farther = to_the_west if len(to_the_west) > len(to_the_east) else to_the_east
        joined |= {(other, rank) for other in farther}
    return joined


@reference
def rear_twins(view: View) -> Squares:
    return {pawn for pawn in view.own if any(in_front(view, other, pawn) for other in view.own)}


@reference
def front_twins(view: View) -> Squares:
    return {pawn for pawn in view.own if any(behind(view, other, pawn) for other in view.own)}


@reference
def unfree_pawns(view: View) -> Squares:
    return {pawn for pawn in view.own if any(in_front(view, other, pawn) for other in view.enemy)}
