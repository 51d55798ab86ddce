"""Sets of placements of a queen, or another piece, and both kings, as one int of 262,144 bits.

Bit ``4096 * queen + 64 * white king + black king`` stands for a placement, so that a queen slides in all of them at
once. A set of king pairs is lifted to the placements with the queen anywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Any, Final

from pawnviz.core.board.bitboard import BOARD, FILES, RANKS
from pawnviz.core.board.piece_attacks import queen_attacks
from pawnviz.core.endings.king_pairs import PAIRS, black_king_on, no_king_on, white_king_on
from pawnviz.core.endings.pieces import KNIGHT, QUEEN, STEPS

PLACEMENTS: Final = (1 << 64 * 4096) - 1  # All placements, also those on which two pieces stand together.


def lifted(pairs: int) -> int:
    """Return the placements of a set of king pairs with the queen on any square."""
    return int.from_bytes(pairs.to_bytes(512, "little") * 64, "little")


def with_queen_on(pairs: int, square: int) -> int:
    """Return the placements of a set of king pairs with the queen on a square from 0 to 63."""
    return pairs << 4096 * square


def joined(pairs: Sequence[int]) -> int:
    """Return the placements of 64 sets of king pairs, one for each square of the queen."""
    return int.from_bytes(b"".join([each.to_bytes(512, "little") for each in pairs]), "little")


def pairs_with_queen_on(placements: int, square: int) -> int:
    """Return the king pairs of the placements that have the queen on a square from 0 to 63."""
    return placements >> 4096 * square & PAIRS


@lru_cache(maxsize=256)
def queen_on(mask: int) -> int:
    """Return the placements with the queen on a square of a mask."""
    row, none = PAIRS.to_bytes(512, "little"), bytes(512)
    return int.from_bytes(b"".join(row if mask >> square & 1 else none for square in range(64)), "little")


_NOT_A: Final = queen_on(BOARD ^ FILES[0])
_NOT_H: Final = queen_on(BOARD ^ FILES[7])
_WHITE_NOT_A: Final = lifted(white_king_on(BOARD ^ FILES[0]))
_WHITE_NOT_H: Final = lifted(white_king_on(BOARD ^ FILES[7]))
_WHITE_NOT_1: Final = lifted(white_king_on(BOARD ^ RANKS[0]))
_WHITE_NOT_8: Final = lifted(white_king_on(BOARD ^ RANKS[7]))
_BLACK_NOT_A: Final = lifted(black_king_on(BOARD ^ FILES[0]))
_BLACK_NOT_H: Final = lifted(black_king_on(BOARD ^ FILES[7]))
_BLACK_NOT_1: Final = lifted(black_king_on(BOARD ^ RANKS[0]))
_BLACK_NOT_8: Final = lifted(black_king_on(BOARD ^ RANKS[7]))

_EDGES: Final = {0: PLACEMENTS, 1: _NOT_H, -1: _NOT_A, 2: _NOT_H & _NOT_H >> 4096, -2: _NOT_A & _NOT_A << 4096}
"""The placements from which a step of so many files east stays on the board."""

ON_BLACK_KING: Final = sum(with_queen_on(black_king_on(1 << square), square) for square in range(64))
"""The placements with the queen on the black king's square, from where its attacks on the king are followed back."""

ON_WHITE_KING: Final = sum(with_queen_on(white_king_on(1 << square), square) for square in range(64))
"""The placements with the queen on the white king's square."""

APART_FROM_KINGS: Final = (PLACEMENTS ^ ON_BLACK_KING) & (PLACEMENTS ^ ON_WHITE_KING)
"""The placements with the queen on another square than both kings."""


def _shifts(steps: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    return tuple((4096 * (files + 8 * ranks), _EDGES[files]) for ranks, files in steps)


_SHIFTS: Final = {piece: _shifts(steps) for piece, steps in STEPS.items()}


def white_king_moved(placements: int) -> int:
    """Return the placements that are a step of the white king away from one of the set."""
    beside = (placements & _WHITE_NOT_H) << 64 | (placements & _WHITE_NOT_A) >> 64
    row = placements | beside
    return beside | (row & _WHITE_NOT_8) << 512 | (row & _WHITE_NOT_1) >> 512


def black_king_moved(placements: int) -> int:
    """Return the placements that are a step of the black king away from one of the set."""
    beside = (placements & _BLACK_NOT_H) << 1 | (placements & _BLACK_NOT_A) >> 1
    row = placements | beside
    return beside | (row & _BLACK_NOT_8) << 8 | (row & _BLACK_NOT_1) >> 8


def piece_moved(placements: int, free: int, piece: str = QUEEN) -> int:
    """Return the placements from which the piece moves into the set; it starts from and passes over ``free`` ones."""
    if piece == QUEEN:
        return _slid(placements, free)
    sources = 0
    for shift, stays in _SHIFTS[piece]:
        reached = placements & stays
        while reached:
            reached = (reached << shift if shift > 0 else reached >> -shift) & free
            sources |= reached
            reached = 0 if piece == KNIGHT else reached & stays
    return sources


def queen_moved_to(square: int, pairs: int, occupied: int) -> int:
    """Return the placements from which the queen moves past occupied squares to a square, and the kings are a pair."""
    sources = [0] * 64
    for ray in _rays()[square]:
        reached = pairs
        for source in ray:
            reached &= _WITHOUT_KING_ON[source]
            if occupied >> source & 1 or not reached:
                break
            sources[source] = reached
    return joined(sources)


def attacks_on_black_king(occupied: int) -> int:
    """Return the placements whose queen attacks the black king past occupied squares and the white king."""
    attacked = _attacked(occupied)[:, None] & _seen_past_white_king()
    return int.from_bytes(attacked.tobytes(), "little")


_WITHOUT_KING_ON: Final = [no_king_on(1 << square) for square in range(64)]


@cache
def _rays() -> list[list[list[int]]]:
    """Return the squares of each ray from each square, the nearest first."""
    return [
        [
            [
                square + step * (8 * ranks + files)
                for step in range(1, 8)
                if 0 <= square // 8 + step * ranks < 8 and 0 <= square % 8 + step * files < 8
            ]
            for ranks, files in STEPS[QUEEN]
        ]
        for square in range(64)
    ]


@lru_cache(maxsize=4096)
def _attacked(occupied: int) -> Any:
    """Return the squares that a queen on each square attacks, none from an occupied one."""
    free = BOARD ^ occupied
    return queen_attacks(_each_square() & free, free)


@cache
def _each_square() -> Any:
    import numpy

    return numpy.array([1 << square for square in range(64)], numpy.dtype("<u8"))


@cache
def _seen_past_white_king() -> Any:
    """Return the squares that the white king does not hide from the queen, by both, none where they meet."""
    import numpy

    seen = numpy.empty((64, 64), numpy.dtype("<u8"))
    everything = queen_attacks(_each_square(), BOARD)
    for king in range(64):
        seen[:, king] = BOARD ^ everything ^ queen_attacks(_each_square(), BOARD ^ 1 << king)
        seen[king, king] = 0
    return seen


def _slid(placements: int, free: int) -> int:
    """Return the placements from which a queen moves into the set: whole ranks and files of it slide at once."""
    import numpy

    goals, passable = _by_rank_and_file(placements), _by_rank_and_file(free)
    sources = numpy.zeros(goals.shape, goals.dtype)
    for ranks, files in STEPS[QUEEN]:
        reached = numpy.zeros(goals.shape, goals.dtype)
        if ranks:
            start, end = slice(max(0, -files), 8 - max(0, files)), slice(max(0, files), 8 - max(0, -files))
            for rank in range(7) if ranks > 0 else range(7, 0, -1):
                row = reached[rank + ranks, end]
                numpy.bitwise_or(reached[rank, start], goals[rank, start], out=row)
                row &= passable[rank + ranks, end]
        else:
            for file in range(7) if files > 0 else range(7, 0, -1):
                column = reached[:, file + files]
                numpy.bitwise_or(reached[:, file], goals[:, file], out=column)
                column &= passable[:, file + files]
        sources |= reached
    return int.from_bytes(sources.tobytes(), "little")


def _by_rank_and_file(placements: int) -> Any:
    """Return placements as masks of the black king, by the queen's rank and file and the white king."""
    import numpy

    return numpy.frombuffer(placements.to_bytes(64 * 512, "little"), numpy.dtype("<u8")).reshape(8, 8, 64)


def free_for_piece(occupied: int) -> int:
    """Return the placements whose piece stands on no king and on no square of a mask."""
    return APART_FROM_KINGS & queen_on(BOARD ^ occupied)
