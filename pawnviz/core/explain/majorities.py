"""Majorities on a wing in words: their counts, and an exact search of pawns alone for a passed pawn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from pawnviz.core.board.bitboard import (
    FILES,
    RANKS,
    complement,
    east,
    flip_vertical,
    north,
    south,
    south_fill,
    west,
)
from pawnviz.core.board.side import Side
from pawnviz.core.labels.order import with_subject
from pawnviz.core.labels.table import Subject
from pawnviz.core.layers import LAYERS
from pawnviz.core.layers.majorities import crippled_wings
from pawnviz.core.words import plural

_WINGS: Final = (("queenside", FILES[0] | FILES[1] | FILES[2]), ("kingside", FILES[5] | FILES[6] | FILES[7]))
_MOST_PAWNS: Final = 7  # The most pawns of a wing that are searched: four against three.


class WingMajority(NamedTuple):
    """A wing on which a side has more pawns: its name, the counts without passed pawns, and the own pawns there.

    ``passed_count`` is how many passed pawns of either side on the wing are left out. A crippled majority has doubled
    or backward pawns, and no order of moves of the wing's pawns makes one of them a passed pawn.
    """

    wing: str
    own: int
    enemy: int
    pawns: int
    passed_count: int = 0
    is_crippled: bool = False

    @property
    def counts(self) -> str:
        """The counts: ``3 to 2``, ``2 to 1 without the passed pawn``."""
        passed = plural(self.passed_count, "the passed pawn")
        return f"{self.own} to {self.enemy}{f' without {passed}' if self.passed_count else ''}"


def wing_majorities(side: Side[int]) -> Iterator[WingMajority]:
    """Yield the wings on which a side has more pawns, as books count them."""
    found, crippled = LAYERS["wing_majorities"](side), crippled_wings(side)
    for wing, files in _WINGS:
        if found & files:
            sides = side, side.enemy
            passed = [with_subject(each, Subject.PASSER)["passed"] & files for each in sides]
            own, enemy = (each.pawns & files & complement(out) for each, out in zip(sides, passed, strict=True))
            is_crippled = bool(crippled & files) and makes_passed_pawn(own, enemy, side.color) is False
            left_out = sum(mask.bit_count() for mask in passed)
            yield WingMajority(wing, own.bit_count(), enemy.bit_count(), own, left_out, is_crippled)


def makes_passed_pawn(own: int, enemy: int, color: bool) -> bool | None:
    """Return whether pawns alone force a passed pawn; None with more than seven pawns, which are not searched.

    The color moves first. The other one may reply with a pawn, or elsewhere on the board.
    """
    if (own | enemy).bit_count() > _MOST_PAWNS:
        return None
    return _forces(own, enemy) if color else _forces(flip_vertical(own), flip_vertical(enemy))


@lru_cache(maxsize=1 << 15)
def _forces(own: int, enemy: int) -> bool:
    """Return whether own pawns, which go north and move first, force a passed pawn."""
    moves = list(_moves(own, enemy, north, RANKS[2]))
    for own_after, enemy_after in moves:
        # A pawn is passed that no enemy pawn is in front of, on its file or beside.
        stops = south(enemy_after)
        if own_after & complement(south_fill(stops | east(stops) | west(stops))):
            return True
    for own_after, enemy_after in moves:
        if _forces(own_after, enemy_after):
            replies = _moves(enemy_after, own_after, south, RANKS[5])
            if all(_forces(left, moved) for moved, left in replies):
                return True
    return False


def _moves(own: int, enemy: int, forward: Callable[[int], int], third_rank: int) -> Iterator[tuple[int, int]]:
    """Yield the own and the enemy pawns after each move of an own pawn, captures of each first."""
    empty = complement(own | enemy)
    left = own
    while left:
        pawn = left & -left
        left ^= pawn
        ahead = forward(pawn)
        for target in (east(ahead) & enemy, west(ahead) & enemy):
            if target:
                yield own ^ pawn | target, enemy ^ target
        if ahead & empty:
            yield own ^ pawn | ahead, enemy
            if ahead & third_rank and forward(ahead) & empty:
                yield own ^ pawn | forward(ahead), enemy
