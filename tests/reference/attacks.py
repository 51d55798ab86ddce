"""Attacks of pawns, and squares that are safe from them."""

from __future__ import annotations

from tests.reference.registry import reference
from tests.reference.view import SQUARES, Squares, View, attackers


@reference
def east_attacks(view: View) -> Squares:
    return {(file, rank) for file, rank in SQUARES if (file - 1, rank - view.forward) in view.own}


@reference
def west_attacks(view: View) -> Squares:
    return {(file, rank) for file, rank in SQUARES if (file + 1, rank - view.forward) in view.own}


def attacked(view: View, times: set[int]) -> Squares:
    """Return the squares that own pawns attack one of these numbers of times."""
    return {square for square in SQUARES if len(list(attackers(view.own, view.forward, square))) in times}


@reference
def attacks(view: View) -> Squares:
    return attacked(view, {1, 2})


@reference
def double_attacks(view: View) -> Squares:
    return attacked(view, {2})


@reference
def single_attacks(view: View) -> Squares:
    return attacked(view, {1})


@reference
def safe_squares(view: View) -> Squares:
    return {
        square
        for square in SQUARES
        if len(list(attackers(view.own, view.forward, square)))
        >= len(list(attackers(view.enemy, -view.forward, square)))
    }
