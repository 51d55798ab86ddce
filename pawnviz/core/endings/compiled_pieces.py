"""Positions of kings, pawns and at most a queen or a knight of each side, and their moves, compiled.

A position is three words: White's pawns, Black's pawns, and a packed word of the kings, the pieces and the turn, as
``packed`` lays it out. Castling there is none; a capture en passant is left out, so a side whose moves are chosen takes
no double step that allows one.
"""

from __future__ import annotations

from typing import Any, Final

import numpy

from pawnviz.core.board.bitboard import mask_of
from pawnviz.core.endings.compiled import (
    ALL,
    NEAR,
    NONE,
    beside,
    bit,
    black_guarded,
    compiled,
    first_square,
    holds,
    rays,
    white_guarded,
    word,
)
from pawnviz.core.endings.pieces import AROUND, STEPS

QUEEN: Final = 0
KNIGHT: Final = 1

NOWHERE: Final = 64  # The square of a piece that a side does not have.
MOST_MOVES: Final = 160  # More than a side has with a king, a queen and eight pawns.

TOO_MANY_PIECES: Final = -1
"""The result where the side whose moves are all followed promotes a second pawn."""

# The columns of a move: both sides' pawns after it, the packed word, then how promising it looks.
PAWNS_OF_WHITE: Final = 0
PAWNS_OF_BLACK: Final = 1
PACKED: Final = 2
PROMISE: Final = 3

CHECK: Final = 40
_TAKES_PIECE: Final = 100
_TAKES_PAWN: Final = 20
_PROMOTES: Final = 30
_PUSHES: Final = 1
_TAKES_NOTHING: Final = 0

_RAYS: Final = rays()


_KNIGHT_NEAR: Final = numpy.array(
    [
        mask_of(
            8 * (square // 8 + ranks) + square % 8 + files
            for ranks, files in STEPS["knight"]
            if 0 <= square // 8 + ranks < 8 and 0 <= square % 8 + files < 8
        )
        for square in range(64)
    ],
    numpy.uint64,
)


def _lines() -> tuple[Any, Any]:
    """Return the squares between each two on a line, and whether they are on one."""
    between = numpy.zeros((64, 64), numpy.uint64)
    is_line = numpy.zeros((64, 64), numpy.bool_)
    for square in range(64):
        for direction in range(len(AROUND)):
            passed = 0
            for reached in _RAYS[square, direction]:
                if reached < 0:
                    break
                between[square, reached], is_line[square, reached] = passed, True
                passed |= 1 << int(reached)
    return between, is_line


_BETWEEN, _IS_LINE = _lines()


@compiled
def packed(
    white_king: Any, black_king: Any, white_square: Any, white_piece: Any, black_square: Any, black_piece: Any,
    turn: Any,
) -> Any:  # fmt: skip
    """Return the word of both kings, of both pieces with ``NOWHERE`` for none, and of the turn, 1 for Black."""
    return word(
        white_king
        | black_king << 6
        | white_square << 12
        | white_piece << 19
        | black_square << 21
        | black_piece << 28
        | turn << 30
    )


@compiled
def unpacked(state: Any, parts: Any) -> None:
    """Fill ``parts`` with both kings, White's piece's square and kind, Black's, and the turn."""
    value = numpy.int64(state)
    parts[0] = value & 63
    parts[1] = (value >> 6) & 63
    parts[2] = (value >> 12) & 127
    parts[3] = (value >> 19) & 3
    parts[4] = (value >> 21) & 127
    parts[5] = (value >> 28) & 3
    parts[6] = (value >> 30) & 1


@compiled
def piece_attacks(square: Any, piece: Any, target: Any, occupied: Any) -> Any:
    """Return whether a piece attacks a square past all that is occupied."""
    if piece == KNIGHT:
        return holds(_KNIGHT_NEAR[square], target)
    return _IS_LINE[square, target] and _BETWEEN[square, target] & occupied == NONE


@compiled
def _attacks(square: Any, piece: Any, occupied: Any) -> Any:
    """Return the squares that a piece attacks past all that is occupied."""
    if piece == KNIGHT:
        return _KNIGHT_NEAR[square]
    found = NONE
    for direction in range(8):
        for step in range(7):
            target = _RAYS[square, direction, step]
            if target < 0:
                break
            found |= bit(target)
            if holds(occupied, target):
                break
    return found


@compiled
def is_attacked(
    target: Any, by_white: Any, pawns: Any, king: Any, square: Any, piece: Any, occupied: Any
) -> Any:  # fmt: skip
    """Return whether a side with these pawns, king and piece attacks a square."""
    guarded = white_guarded(pawns) if by_white else black_guarded(pawns)
    if holds(guarded | NEAR[king], target):
        return True
    return square < NOWHERE and piece_attacks(square, piece, target, occupied)


@compiled
def is_in_check(white: Any, black: Any, parts: Any, is_white: Any) -> Any:
    """Return whether the king of a side is attacked."""
    occupied = _occupied(white, black, parts)
    if is_white:
        return is_attacked(parts[0], False, black, parts[1], parts[4], parts[5], occupied)
    return is_attacked(parts[1], True, white, parts[0], parts[2], parts[3], occupied)


@compiled
def _occupied(white: Any, black: Any, parts: Any) -> Any:
    occupied = white | black | bit(parts[0]) | bit(parts[1])
    if parts[2] < NOWHERE:
        occupied |= bit(parts[2])
    if parts[4] < NOWHERE:
        occupied |= bit(parts[4])
    return occupied


@compiled
def _add(
    number: Any, moves: Any, is_white: Any, own: Any, enemy: Any, king: Any, enemy_king: Any, square: Any, piece: Any,
    enemy_square: Any, enemy_piece: Any, promise: Any,
) -> Any:  # fmt: skip
    """Add a move if it leaves no king in check, and return the number of moves then."""
    occupied = own | enemy | bit(king) | bit(enemy_king)
    if square < NOWHERE:
        occupied |= bit(square)
    if enemy_square < NOWHERE:
        occupied |= bit(enemy_square)
    else:
        enemy_piece = QUEEN  # Whatever it was: one word for one position.
    if is_attacked(king, not is_white, enemy, enemy_king, enemy_square, enemy_piece, occupied):
        return number
    if is_attacked(enemy_king, is_white, own, king, square, piece, occupied):
        promise += CHECK
    if is_white:
        moves[number, PAWNS_OF_WHITE], moves[number, PAWNS_OF_BLACK] = own, enemy
        moves[number, PACKED] = packed(king, enemy_king, square, piece, enemy_square, enemy_piece, 1)
    else:
        moves[number, PAWNS_OF_WHITE], moves[number, PAWNS_OF_BLACK] = enemy, own
        moves[number, PACKED] = packed(enemy_king, king, enemy_square, enemy_piece, square, piece, 0)
    moves[number, PROMISE] = word(promise)
    return number + 1


@compiled
def _captured(target: Any, enemy: Any, square: Any) -> Any:
    """Return the enemy's pawns and the square of its piece after a move to a square, and its promise."""
    if holds(enemy, target):
        return enemy & (ALL ^ bit(target)), square, _TAKES_PAWN
    if target == square:
        return enemy, numpy.int64(NOWHERE), _TAKES_PIECE
    return enemy, square, _TAKES_NOTHING


@compiled
def has_move_without_piece(white: Any, black: Any, parts: Any, moves: Any, number: Any) -> Any:
    """Return whether one of the moves found for Black is its king's or a pawn's."""
    for move in range(number):
        value = numpy.int64(moves[move, PACKED])
        if moves[move, PAWNS_OF_BLACK] != black or (value >> 6) & 63 != parts[1]:
            return True
    return False


@compiled
def successors(white: Any, black: Any, parts: Any, is_chosen: Any, moves: Any) -> Any:
    """Fill ``moves`` with the legal moves of the side to move, and return their number.

    Where one of a side's moves is chosen, ``is_chosen``, it promotes to a queen alone, to none beside another piece,
    and takes no double step past a pawn that might take it. Otherwise all its moves are there but captures en passant
    and promotions to a rook or a bishop; the result is ``TOO_MANY_PIECES`` where a second piece may arise.
    """
    is_white = parts[6] == 0
    if is_white:
        own, enemy, king, enemy_king = white, black, parts[0], parts[1]
        square, piece, enemy_square, enemy_piece = parts[2], parts[3], parts[4], parts[5]
        forward, home, last = 8, 1, 7
    else:
        own, enemy, king, enemy_king = black, white, parts[1], parts[0]
        square, piece, enemy_square, enemy_piece = parts[4], parts[5], parts[2], parts[3]
        forward, home, last = -8, 6, 0
    number = 0
    occupied = _occupied(white, black, parts)
    near = NEAR[king] & (ALL ^ own)
    while near != NONE:
        target = first_square(near)
        near &= near - word(1)
        if target == square:
            continue
        left, left_square, promise = _captured(target, enemy, enemy_square)
        number = _add(
            number, moves, is_white, own, left, target, enemy_king, square, piece, left_square, enemy_piece, promise
        )
    if square < NOWHERE:
        targets = _attacks(square, piece, occupied) & (ALL ^ (own | bit(king) | bit(enemy_king)))
        while targets != NONE:
            target = first_square(targets)
            targets &= targets - word(1)
            left, left_square, promise = _captured(target, enemy, enemy_square)
            number = _add(
                number, moves, is_white, own, left, king, enemy_king, target, piece, left_square, enemy_piece, promise
            )
    pawns = own
    while pawns != NONE:
        pawn = first_square(pawns)
        pawns &= pawns - word(1)
        others = own & (ALL ^ bit(pawn))
        guarded = white_guarded(bit(pawn)) if is_white else black_guarded(bit(pawn))
        for way in range(4):
            left, left_square, promise = enemy, enemy_square, _PUSHES
            if way < 2:
                target = pawn + forward * (way + 1)
                if holds(occupied, pawn + forward):
                    continue
                if way == 1:
                    if pawn >> 3 != home or holds(occupied, target):
                        continue
                    if is_chosen and beside(bit(target)) & enemy != NONE:
                        continue
            else:
                file = (pawn & 7) + (1 if way == 2 else -1)
                if file < 0 or file > 7:
                    continue
                target = (pawn + forward & 56) + file
                if not holds(guarded, target):
                    continue
                left, left_square, promise = _captured(target, enemy, enemy_square)
                if promise == _TAKES_NOTHING:
                    continue
            if target >> 3 != last:
                number = _add(
                    number, moves, is_white, others | bit(target), left, king, enemy_king, square, piece, left_square,
                    enemy_piece, promise,
                )  # fmt: skip
                continue
            if square < NOWHERE:
                if is_chosen:
                    continue
                more = _add(
                    number, moves, is_white, others | bit(target), left, king, enemy_king, square, piece, left_square,
                    enemy_piece, promise,
                )  # fmt: skip
                if more > number:
                    return TOO_MANY_PIECES
                continue
            for kind in (QUEEN, KNIGHT):
                if is_chosen and kind == KNIGHT:
                    continue
                number = _add(
                    number, moves, is_white, others, left, king, enemy_king, target, kind, left_square, enemy_piece,
                    promise + _PROMOTES,
                )  # fmt: skip
    return number
