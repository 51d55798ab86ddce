"""Weak pawns as targets: attackers and guards of a pawn, and its faults."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import or_
from typing import Final

from pawnviz.core.board.bitboard import SQUARE_NAMES, complement, east, north, south, squares, west
from pawnviz.core.board.side import Side
from pawnviz.core.labels.label import Subject
from pawnviz.core.labels.order import with_subject
from pawnviz.core.layers.backward import attack_count
from pawnviz.core.words import listed, plural

Step = Callable[[int], int]

_STRAIGHT: Final[tuple[tuple[Step, ...], ...]] = ((north,), (south,), (east,), (west,))
_DIAGONAL: Final[tuple[tuple[Step, ...], ...]] = ((north, east), (north, west), (south, east), (south, west))
_JUMPS: Final[tuple[tuple[Step, ...], ...]] = tuple(
    jump
    for along in (north, south)
    for across in (east, west)
    for jump in ((along, along, across), (along, across, across))
)


def guards_of(side: Side[int], square: int) -> int:
    """Return the side's pieces that guard a square from 0 to 63, as a mask, without one on the square itself."""
    here = 1 << square
    behind = side.backward(here)
    guards = side.pawns & (east(behind) | west(behind))
    for jump in _JUMPS:
        guards |= side.knights & _moved(here, jump)
    for rays, sliders in ((_STRAIGHT, side.rooks | side.queens), (_DIAGONAL, side.bishops | side.queens)):
        for ray in rays:
            place = _moved(here, ray)
            guards |= side.kings & place
            while place and not place & side.occupied:
                place = _moved(place, ray)
            guards |= sliders & place
    return guards


def seen_from(side: Side[int], square: int, kind: str) -> int:
    """Return the squares that a knight, bishop, rook or queen on a square from 0 to 63 attacks."""
    here = 1 << square
    if kind == "knight":
        return reduce(or_, (_moved(here, jump) for jump in _JUMPS))
    seen = 0
    for ray in {"bishop": _DIAGONAL, "rook": _STRAIGHT, "queen": _STRAIGHT + _DIAGONAL}[kind]:
        place = _moved(here, ray)
        while place:
            seen |= place
            place = 0 if place & side.occupied else _moved(place, ray)
    return seen


def _moved(mask: int, steps: tuple[Step, ...]) -> int:
    for step in steps:
        mask = step(mask)
    return mask


def guard_names(side: Side[int], square: int) -> tuple[str, ...]:
    """Return the guards of a square in words, kind by kind, pawns first: ``pawns c3 and e3``, ``knight f3``."""
    guards = guards_of(side, square)
    kinds = {
        "pawn": side.pawns,
        "knight": side.knights,
        "bishop": side.bishops,
        "rook": side.rooks,
        "queen": side.queens,
        "king": side.kings,
    }
    groups = []
    for kind, pieces in kinds.items():
        names = [SQUARE_NAMES[place] for place in squares(guards & pieces)]
        if names:
            groups.append(f"{plural(len(names), kind)} {listed(names)}")
    return tuple(groups)


FIXED: Final = "fixed"
"""The fault of a pawn with an enemy pawn on its stop."""
HELD_BACK: Final = "held back"
"""The fault of a pawn whose stop an enemy pawn attacks: it may step only where it can be taken."""


def faults_of(side: Side[int], pawns: int) -> dict[str, int]:
    """Return pawns of a side by the first fault of each: isolated, backward, fixed, or else held back."""
    kinds = {**with_subject(side, Subject.WEAKNESS), FIXED: side.backward(side.enemy.pawns), HELD_BACK: pawns}
    faults = {}
    for kind, mask in kinds.items():
        if mask & pawns:
            faults[kind] = mask & pawns
            pawns &= complement(mask)
    return faults


def attack_words(side: Side[int], square: int) -> str:
    """Return how often a target of the enemy is attacked and guarded: ``attacked twice, guarded once``.

    Unless it is attacked more often than guarded now, moves of one piece each are counted too: ``can be attacked
    twice, guarded once``.
    """
    attackers, guards = (guards_of(each, square).bit_count() for each in (side.enemy, side))
    verb = "attacked"
    if attackers <= guards:
        attackers, guards = (attack_count(each, 1 << square) for each in (side.enemy, side))
        verb = "can be attacked"
    return f"{verb} {_times(attackers)}, {f'guarded {_times(guards)}' if guards else 'not guarded'}"


def _times(count: int) -> str:
    words = {1: "once", 2: "twice", 3: "three times", 4: "four times"}
    return words.get(count, f"{count} times")
