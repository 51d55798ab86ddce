"""Why a pawn is weak or not: its possible guards, the pieces that hold it, and the enemy pieces that reach it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pawnviz.core.board.bitboard import SQUARE_NAMES, complement, squares
from pawnviz.core.explain.guards import guards_of, seen_from
from pawnviz.core.explain.reasons.backward import stop_attacked
from pawnviz.core.explain.reasons.islands import isolated
from pawnviz.core.explain.reasons.levers import rammed
from pawnviz.core.explain.reasons.passers import passed
from pawnviz.core.explain.reasons.registry import reasoned
from pawnviz.core.explain.reasons.verdicts import Verdict, every, if_none, some
from pawnviz.core.explain.surroundings import Surroundings
from pawnviz.core.explain.weakness import attack_words
from pawnviz.core.layers.weak_pawns import attack_count
from pawnviz.core.words import listed

_KINDS: Final = ("knight", "bishop", "rook", "queen")


@reasoned(
    "weak_pawns",
    "Potentially weak",
    "No own pawn can ever guard it without capturing, it cannot get away or is isolated, and enemy pieces reach it.",
)
def _weak(view: Surroundings) -> Verdict:
    helpless, unguarded, held = _helpless(view)
    if not helpless.holds:
        return helpless  # Of a pawn that is no target by itself the pieces around it are no matter.
    faced = _faced(view)
    # That it is not passed goes without saying, and one way to reach it is enough.
    return every(unguarded, held, faced if faced.holds else some(faced, _attacked(view)))


@reasoned(
    "target_pawns",
    "Weak",
    "No own pawn can ever guard it without capturing, it cannot get away or is isolated, and the enemy attacks it more "
    "often than it is guarded.",
)
def _target(view: Surroundings) -> Verdict:
    helpless, unguarded, held = _helpless(view)
    if not helpless.holds:
        return helpless
    tension = if_none(view.attackers, view.enemy_do(view.attackers, "attacks", view.name))
    if not tension.holds:
        return tension
    side = view.side
    attackers, guards = (attack_count(each, view.bit) for each in (side.enemy, side))
    if attackers > guards:
        words = attack_words(side, view.square)
        text = f"{view.name} {words if words.startswith('can') else f'is {words}'}"
    else:
        text = f"{view.name} can be guarded as often as attacked"
    return every(unguarded, held, Verdict.of(attackers > guards, text))


def _helpless(view: Surroundings) -> tuple[Verdict, Verdict, Verdict]:
    """Return whether pieces alone decide if a pawn is weak, that no pawn guards it, and that it cannot get away."""
    guards = view.ever_guards
    never = f"no {view.own} pawn can ever guard {view.name} without capturing"
    text = f"{view.named_own(guards)} may guard {view.name}, now or after advancing" if guards else never
    unguarded = if_none(guards, text)
    held = some(rammed(view), stop_attacked(view), isolated(view))
    stoppers = view.stoppers
    not_passed = Verdict.of(
        bool(stoppers), f"{passed(view).sentence}, so it is {'not ' if stoppers else ''}passed", stoppers
    )
    return every(unguarded, held, not_passed), unguarded, held


def _faced(view: Surroundings) -> Verdict:
    enemy = view.side.enemy
    pawns = view.side.pawns | enemy.pawns
    place = view.stop
    while place and not place & pawns:
        if place & (enemy.rooks | enemy.queens):
            return Verdict.of(
                True, f"the {view.piece_on(place)} {view.names(place)} is in front of {view.name}, with no pawn between"
            )
        place = view.side.forward(place)
    return Verdict.of(False, f"no {view.enemy} rook or queen is in front of {view.name} with no pawn between")


def _attacked(view: Surroundings) -> Verdict:
    found = list(_attackers(view))
    if not found:
        return Verdict.of(False, f"no {view.enemy} piece attacks {view.name} now or after one move")
    who = listed([f"the {view.enemy} {kind} {SQUARE_NAMES[piece]}{way}" for kind, piece, way in found])
    several = len(found) > 1
    if any(way for *_, way in found):
        text = f"{who} can attack {view.name}"
    else:
        text = f"{who} {'attack' if several else 'attacks'} {view.name}"
    return Verdict.of(several, text if several else f"only {text}")


def _attackers(view: Surroundings) -> Iterator[tuple[str, int, str]]:
    """Yield for each kind of enemy piece in reach the nearest one, and after how much of a way it attacks the pawn."""
    enemy = view.side.enemy
    for kind, pieces in zip(_KINDS, (enemy.knights, enemy.bishops, enemy.rooks, enemy.queens), strict=True):
        now = guards_of(enemy, view.square) & pieces
        if now:
            yield kind, next(squares(now)), ""
            continue
        for place in squares(seen_from(enemy, view.square, kind) & complement(enemy.pieces)):
            movers = guards_of(enemy, place) & pieces
            if movers and not view.at(1 << place).guards:
                yield kind, next(squares(movers)), f" by {SQUARE_NAMES[place]}"
                break
