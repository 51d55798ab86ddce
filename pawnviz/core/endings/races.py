"""Races decided once for all: a side has just promoted its last pawn, and the other has one pawn left.

The file holds, for Black's pawn on files a to d of ranks 2 to 7 and each of White's promotion squares, four sets of
king pairs with Black to move: White's proved wins, what White may win beside them, and the same of Black. All pieces
that both pawns may become are followed. ``python -m tests.make_races`` writes it.
"""

from __future__ import annotations

import lzma
from functools import cache
from typing import Final, NamedTuple

from pawnviz.core.board.bitboard import mirror_horizontal
from pawnviz.core.endings.king_pairs import row_of, turned
from pawnviz.folders import resource_path

FILE: Final = "races.xz"

SET_SIZE: Final = 512  # The bytes of a set of king pairs.


class Race(NamedTuple):
    """The king pairs that a side wins for certain and may win, after a promotion."""

    white_wins: int
    white_may_win: int
    black_wins: int
    black_may_win: int


@cache
def white_promoted(pawn: int, goal: int) -> Race:
    """Return the known outcomes, Black to move, once White has promoted on a square and Black's only pawn is left."""
    if pawn & 4:
        return Race(*map(_mirrored, white_promoted(pawn ^ 7, goal ^ 7)))
    number = ((pawn >> 3) - 1) * 4 + (pawn & 3)
    start = (number * 8 + (goal & 7)) * 4 * SET_SIZE
    sets = [
        int.from_bytes(_contents()[start + bound * SET_SIZE : start + (bound + 1) * SET_SIZE], "little")
        for bound in range(4)
    ]
    return Race(sets[0], sets[0] ^ sets[1], sets[2], sets[2] ^ sets[3])


@cache
def black_promoted(pawn: int, goal: int) -> Race:
    """Return the known outcomes, White to move, once Black has promoted on a square and White's only pawn is left."""
    wins, may_win, loses, may_lose = map(turned, white_promoted(pawn ^ 56, goal ^ 56))
    return Race(loses, may_lose, wins, may_win)


@cache
def _contents() -> bytes:
    return lzma.decompress(resource_path(FILE).read_bytes())


def _mirrored(pairs: int) -> int:
    return sum(mirror_horizontal(row_of(pairs, king)) << 64 * (king ^ 7) for king in range(64))
