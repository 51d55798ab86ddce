"""The placements of a white queen and both kings that White wins, its pawns standing still, found backwards.

A set of placements is an array of 64 by 64 masks of the black king, by the squares of the queen and of the white king,
so that one operation moves a piece in all placements at once. A set of king pairs is an array of 64 masks.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy

from pawnviz.core.board.attackers import queen_attacks
from pawnviz.core.board.bitboard import BOARD, NOT_A_FILE, NOT_H_FILE, RANKS, complement, squares
from pawnviz.core.endings.king_pairs import (
    Places,
    black_attacks,
    black_king_on,
    black_pawn_moves,
    no_king_on,
    places_among,
    white_attacks,
    without,
)

if TYPE_CHECKING:
    from pawnviz.core.endings.wins import Wins

_WORD: Final = numpy.dtype("<u8")
_DIRECTIONS: Final = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1))  # By ranks and files.
_EACH_SQUARE: Final[Any] = numpy.array([1 << square for square in range(64)], _WORD)
_FREE: Final[Any] = numpy.full((64, 64), BOARD, _WORD) ^ _EACH_SQUARE[:, None]
_FREE[range(64), range(64)] = 0
"""The placements with the queen on neither king's square."""


class QueenWins(NamedTuple):
    """The placements that White wins for certain, with White and with Black to move."""

    to_move: Any
    waiting: Any


NO_WINS: Final = QueenWins(numpy.zeros((64, 64), _WORD), numpy.zeros((64, 64), _WORD))


def rows_of(pairs: int) -> Any:
    """Return a set of king pairs as masks of the black king by the square of the white king."""
    return numpy.frombuffer(pairs.to_bytes(512, "little"), _WORD)


def pairs_of(rows: Any) -> int:
    """Return masks of the black king, by the square of the white king, as a set of king pairs."""
    return int.from_bytes(rows.tobytes(), "little")


def solve_with_queen(
    white: int, black: int, wins: Callable[[int, int], Wins], wins_with_queen: Callable[[int, int], QueenWins]
) -> QueenWins:
    """Return White's certain wins with a queen, if only Black's pawns move; the functions return the other wins."""
    places = places_among(white, black)
    free = _free_for_queen(white | black)
    attacked = _attacks_on_black_king(white | black)
    waiting, to_move = rows_of(places.waiting) & free, rows_of(places.to_move) & free & complement(attacked)
    check = attacked | numpy.uint64(white_attacks(white))
    movable, escapes = _queen_taken(white, black, places, wins)
    movable |= _black_king_moved(to_move)
    if not black:
        # A king alone is lost against a queen that it cannot take at once, unless it is stalemate.
        return QueenWins(to_move, waiting & (movable | check) & complement(escapes))
    for square in squares(white):
        left = rows_of(places_among(white ^ 1 << square, black).to_move & black_king_on(1 << square))
        legal = left & complement(_attacks_on_black_king(white ^ 1 << square | black))
        movable |= _black_king_moved(legal)
        escapes |= _black_king_moved(legal & complement(wins_with_queen(white ^ 1 << square, black).to_move))
    for left_pawns, others, target, passed in black_pawn_moves(white, black):
        pawns = others if target & RANKS[0] else others | target
        legal = rows_of(places_among(left_pawns, pawns).to_move & no_king_on(target | passed)) & complement(
            _attacks_on_black_king(left_pawns | others | target)
        )
        legal[list(squares(target | passed))] = 0
        if target & RANKS[0]:
            won = _takes(
                target.bit_length() - 1,
                wins_with_queen(left_pawns, others).waiting,
                _free_for_queen(left_pawns | others | target),
            )
        else:
            won = wins_with_queen(left_pawns, pawns).to_move
        movable |= legal
        escapes |= legal & complement(won)
    alive = waiting & (movable | check) & complement(escapes)
    won, lost = numpy.zeros((64, 64), _WORD), numpy.zeros((64, 64), _WORD)
    for square in squares(black):
        won |= to_move & _takes(square, wins_with_queen(white, black ^ 1 << square).waiting, free)
    while (added := alive & complement(lost) & complement(_black_king_moved(to_move & complement(won)))).any():
        lost |= added
        won |= to_move & (_queen_moved(added, free) | _white_king_moved(added))
    return QueenWins(won, lost)


def _queen_taken(white: int, black: int, places: Places, wins: Callable[[int, int], Wins]) -> tuple[Any, Any]:
    """Return where Black can take the queen, and where such a capture escapes."""
    legal = rows_of(places.to_move) & _EACH_SQUARE[:, None]
    legal[list(squares(white | black))] = 0
    movable = _black_king_moved(legal)
    escapes = _black_king_moved(legal & complement(rows_of(wins(white, black).proved_to_move)))
    for pawn in squares(black):
        others = black ^ 1 << pawn
        for square in squares(black_attacks(1 << pawn) & (BOARD ^ white)):
            target = 1 << square
            if target & RANKS[0]:
                taking, won = places_among(white, others).to_move & no_king_on(target), 0
            else:
                taking = places_among(white, others | target).to_move
                won = wins(white, others | target).proved_to_move
            movable[square] |= rows_of(taking)
            escapes[square] |= rows_of(without(taking, won))
    return movable, escapes


def _takes(square: int, wins: Any, free: Any) -> Any:
    """Return the placements from which the queen or the white king takes on a square and wins."""
    by_queen, by_king = numpy.zeros((64, 64), _WORD), numpy.zeros((64, 64), _WORD)
    by_queen[square], by_king[:, square] = wins[square], wins[:, square]
    return _queen_moved(by_queen, free) | _white_king_moved(by_king)


def _free_for_queen(occupied: int) -> Any:
    free = _FREE.copy()
    free[list(squares(occupied))] = 0
    return free


@lru_cache(maxsize=256)
def _attacks_on_black_king(occupied: int) -> Any:
    """Return the placements whose queen attacks the black king past occupied squares and the white king."""
    free = BOARD ^ occupied
    return queen_attacks(_EACH_SQUARE & numpy.uint64(free), free)[:, None] & _seen_past_white_king()


@cache
def _seen_past_white_king() -> Any:
    """Return the squares that the white king does not hide from the queen, by both, none if they meet."""
    seen = numpy.empty((64, 64), _WORD)
    everything = queen_attacks(_EACH_SQUARE, BOARD)
    for king in range(64):
        seen[:, king] = BOARD ^ everything ^ queen_attacks(_EACH_SQUARE, BOARD ^ 1 << king)
        seen[king, king] = 0
    return seen


def _black_king_moved(placements: Any) -> Any:
    """Return the placements that are a step of the black king away from one of the set."""
    beside = (placements & NOT_H_FILE) << 1 | (placements & NOT_A_FILE) >> 1
    row = placements | beside
    return beside | row << 8 | row >> 8


def _white_king_moved(placements: Any) -> Any:
    """Return the placements that are a step of the white king away from one of the set."""
    by_square = placements.reshape(64, 8, 8)
    beside = numpy.zeros((64, 8, 8), _WORD)
    beside[:, :, 1:] |= by_square[:, :, :-1]
    beside[:, :, :-1] |= by_square[:, :, 1:]
    row = by_square | beside
    beside[:, 1:] |= row[:, :-1]
    beside[:, :-1] |= row[:, 1:]
    return beside.reshape(64, 64)


def _queen_moved(placements: Any, free: Any) -> Any:
    """Return the placements from which the queen moves into the set over free ones."""
    goals, passable = placements.reshape(8, 8, 64), free.reshape(8, 8, 64)
    sources = numpy.zeros((8, 8, 64), _WORD)
    for ranks, files in _DIRECTIONS:
        reached = numpy.zeros((8, 8, 64), _WORD)
        start, end = slice(max(0, -files), 8 - max(0, files)), slice(max(0, files), 8 - max(0, -files))
        for line in range(7) if (ranks or files) > 0 else range(7, 0, -1):
            before: Any = (line, start) if ranks else (slice(None), line)
            after: Any = (line + ranks, end) if ranks else (slice(None), line + files)
            numpy.bitwise_or(reached[before], goals[before], out=reached[after])
            reached[after] &= passable[after]
        sources |= reached
    return sources.reshape(64, 64)
