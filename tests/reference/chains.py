"""Pawns that guard one another or stand side by side."""

from __future__ import annotations

from tests.reference.registry import reference
from tests.reference.view import Square, Squares, View, attackers, beside, guarded


def guards_a_pawn(view: View, pawn: Square) -> bool:
    """Return whether an own pawn attacks the square of an own pawn."""
    return any(pawn in attackers(view.own, view.forward, other) for other in view.own)


@reference
def defended_pawns(view: View) -> Squares:
    return {pawn for pawn in view.own if guarded(view, pawn)}


@reference
def defending_pawns(view: View) -> Squares:
    return {pawn for pawn in view.own if guards_a_pawn(view, pawn)}


@reference
def chain_bases(view: View) -> Squares:
    return {pawn for pawn in view.own if guards_a_pawn(view, pawn) and not guarded(view, pawn)}


@reference
def chain_links(view: View) -> Squares:
    return {pawn for pawn in view.own if guards_a_pawn(view, pawn) and guarded(view, pawn)}


@reference
def chain_heads(view: View) -> Squares:
    return {pawn for pawn in view.own if guarded(view, pawn) and not guards_a_pawn(view, pawn)}


@reference
def phalanx_pawns(view: View) -> Squares:
    return {pawn for pawn in view.own if beside(view, pawn)}


@reference
def duos(view: View) -> Squares:
    return {
        pawn
        for pawn in view.own
        if len(beside(view, pawn)) == 1 and all(len(beside(view, other)) == 1 for other in beside(view, pawn))
    }


@reference
def connected_pawns(view: View) -> Squares:
    return {pawn for pawn in view.own if beside(view, pawn) or guarded(view, pawn) or guards_a_pawn(view, pawn)}


@reference
def connected_pawns_stockfish(view: View) -> Squares:
    return {pawn for pawn in view.own if guarded(view, pawn) or beside(view, pawn)}
