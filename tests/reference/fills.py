"""Pawns and the files they fill."""

from __future__ import annotations

from tests.reference.registry import reference
from tests.reference.view import SQUARES, Squares, View, behind, in_front, whole_files


@reference
def pawns(view: View) -> Squares:
    return set(view.own)


@reference
def front_fills(view: View) -> Squares:
    return {square for square in SQUARES if any(square == pawn or in_front(view, square, pawn) for pawn in view.own)}


@reference
def rear_fills(view: View) -> Squares:
    return {square for square in SQUARES if any(square == pawn or behind(view, square, pawn) for pawn in view.own)}


@reference
def file_fills(view: View) -> Squares:
    return whole_files({file for file, _ in view.own})
