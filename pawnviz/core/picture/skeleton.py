"""The skeleton of a pawn structure: the pawns of both colors alone, as marks and lines of a small picture."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from pawnviz.core.board.bitboard import squares, west
from pawnviz.core.board.side import Side, pawn_sides, release
from pawnviz.core.layers.attacks import east_attacks, rams, west_attacks
from pawnviz.core.layers.islands import isolated_pawns
from pawnviz.core.layers.passers import passed_pawns


class PawnLink(NamedTuple):
    """A line between two pawns of one color on adjacent files, by their squares, the western one first."""

    west: int
    east: int
    white: bool


class Skeleton(NamedTuple):
    """The pawns of both colors as masks, and lines between them.

    ``isolated`` and ``passed`` are pawns of both colors, ``rammed`` are White's pawns with a black pawn in front of
    them. ``chains`` join a pawn to its guard, ``phalanxes`` pawns side by side. ``changed`` are the squares that hold
    another pawn, or no pawn, since a former structure.
    """

    white: int
    black: int
    isolated: int
    passed: int
    rammed: int
    chains: tuple[PawnLink, ...]
    phalanxes: tuple[PawnLink, ...]
    changed: int = 0


@lru_cache(maxsize=1024)
def make_skeleton(white: int, black: int, former: tuple[int, int] | None = None) -> Skeleton:
    """Return the skeleton of White's and Black's pawns; ``former`` are White's and Black's before the change."""
    sides = pawn_sides(white, black)
    skeleton = Skeleton(
        white,
        black,
        isolated=isolated_pawns(sides[0]) | isolated_pawns(sides[1]),
        passed=passed_pawns(sides[0]) | passed_pawns(sides[1]),
        rammed=rams(sides[0]),
        chains=tuple(link for side in sides for link in _chains(side)),
        phalanxes=tuple(
            PawnLink(square, square + 1, side.color)
            for side in sides
            for square in squares(side.pawns & west(side.pawns))
        ),
        changed=0 if former is None else white ^ former[0] | black ^ former[1],
    )
    release(sides[0])
    return skeleton


def _chains(side: Side[int]) -> Iterator[PawnLink]:
    back = -8 if side.color else 8
    for square in squares(side.pawns & east_attacks(side)):
        yield PawnLink(square + back - 1, square, side.color)
    for square in squares(side.pawns & west_attacks(side)):
        yield PawnLink(square, square + back + 1, side.color)
