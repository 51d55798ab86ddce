"""Races decided once for all: a side has just promoted its last pawn, and the other has one pawn left.

The file holds, for Black's pawn on files a to d of ranks 2 to 7 and each of White's promotion squares, four sets of
king pairs with Black to move: White's proved wins, what White may win beside them, and the same of Black. All pieces
that both pawns may become are followed. ``python -m tests.make_races`` writes it.
"""

from __future__ import annotations

import lzma
from functools import cache
from typing import Final, NamedTuple

from pawnviz.core.board.bitboard import BOARD, FILES, mask_of
from pawnviz.core.endings.king_pairs import black_king_on, white_king_on
from pawnviz.resources import resource_path

FILE: Final = "races.xz"

_SET_SIZE: Final = 512  # The bytes of a set of king pairs.


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
    start = (number * 8 + (goal & 7)) * 4 * _SET_SIZE
    sets = [
        int.from_bytes(_contents()[start + bound * _SET_SIZE : start + (bound + 1) * _SET_SIZE], "little")
        for bound in range(4)
    ]
    return Race(sets[0], sets[0] ^ sets[1], sets[2], sets[2] ^ sets[3])


@cache
def black_promoted(pawn: int, goal: int) -> Race:
    """Return the known outcomes, White to move, once Black has promoted on a square and White's only pawn is left."""
    wins, may_win, loses, may_lose = map(turned, white_promoted(pawn ^ 56, goal ^ 56))
    return Race(loses, may_lose, wins, may_win)


def packed(races: list[Race]) -> bytes:
    """Return the contents of the file, of all races by pawn and goal."""
    parts = (
        part.to_bytes(_SET_SIZE, "little")
        for race in races
        for wins, may_win in ((race.white_wins, race.white_may_win), (race.black_wins, race.black_may_win))
        for part in (wins, wins ^ may_win)
    )
    return lzma.compress(b"".join(parts), preset=9)


@cache
def _contents() -> bytes:
    return lzma.decompress(resource_path(FILE).read_bytes())


def turned(pairs: int) -> int:
    """Return the pairs on the board turned upside down, with the kings exchanged."""
    for shift, places in _EXCHANGES:
        changed = (pairs ^ pairs >> shift) & places
        pairs ^= changed ^ changed << shift
    return pairs


def _with_bit(bit: int) -> int:
    return mask_of(square for square in range(64) if square & bit)


_EXCHANGES: Final = (
    *(
        (63 * bit, white_king_on(BOARD ^ _with_bit(bit)) & black_king_on(_with_bit(bit)))
        for bit in (1, 2, 4, 8, 16, 32)
    ),
    *((64 * bit, white_king_on(BOARD ^ _with_bit(bit))) for bit in (8, 16, 32)),
    *((bit, black_king_on(BOARD ^ _with_bit(bit))) for bit in (8, 16, 32)),
)
"""How far bits of a set are from those that they change places with, and where: first the kings, then both ranks.

Source: https://www.chessprogramming.org/Flipping_Mirroring_and_Rotating
"""


def _mirrored(pairs: int) -> int:
    result = 0
    for king in range(64):
        row = pairs >> 64 * king & BOARD
        mirrored = sum((row & FILES[file]) >> file << 7 - file for file in range(8))
        result |= mirrored << 64 * (king ^ 7)
    return result
