"""What pawns attack now or after advancing."""

from __future__ import annotations

from tests.reference.registry import reference
from tests.reference.view import SQUARES, Squares, View, guardable, may_attack, neighbour_files_with_pawns, whole_files


@reference
def east_front_attack_spans(view: View) -> Squares:
    return {square for square in SQUARES if any(may_attack(pawn, view.forward, square, 1) for pawn in view.own)}


@reference
def west_front_attack_spans(view: View) -> Squares:
    return {square for square in SQUARES if any(may_attack(pawn, view.forward, square, -1) for pawn in view.own)}


@reference
def front_attack_spans(view: View) -> Squares:
    return {square for square in SQUARES if guardable(view, square)}


@reference
def rear_attack_spans(view: View) -> Squares:
    return {
        (file, rank)
        for file, rank in SQUARES
        if any(abs(pawn[0] - file) == 1 and (rank - pawn[1]) * view.forward <= 0 for pawn in view.own)
    }


@reference
def attack_file_fills(view: View) -> Squares:
    return whole_files({file for file in range(8) if neighbour_files_with_pawns(view, file)})
