"""The moves of pawns that came next, and the change of a structure by a move."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable
from enum import IntEnum
from functools import lru_cache
from typing import Final, NamedTuple, Self

from pawnviz.core.board.bitboard import BOARD, FILES, RANKS, SQUARE_NAMES, east, north, south, squares, west
from pawnviz.core.board.position import START, Position


class MoveKind(IntEnum):
    """How a move changes the pawns."""

    START = 0  # No move: the structure is the first one of its game.
    PUSH = 1
    PAWN_CAPTURE = 2  # A pawn captures a pawn or another piece.
    PIECE_CAPTURE = 3  # A piece captures a pawn.


class StructureMove(NamedTuple):
    """A move that changes the pawns; for ``PIECE_CAPTURE``, ``origin`` is ``target``, the square of the pawn."""

    kind: MoveKind
    white: bool  # Whether White moved.
    origin: int
    target: int

    @property
    def code(self) -> int:
        """The move as a number of 15 bits, as it is kept: kind, mover, origin and target; 0 for the start."""
        return self.kind << 13 | self.white << 12 | self.origin << 6 | self.target

    @classmethod
    def of(cls, code: int) -> Self:
        """Return the move of a number."""
        return cls(MoveKind(code >> 13), bool(code >> 12 & 1), code >> 6 & 63, code & 63)

    @property
    def text(self) -> str:
        """The move in writing: ``c4-c5``, ``d4xc5`` or ``piece xd5``; empty for the start."""
        target = SQUARE_NAMES[self.target]
        match self.kind:
            case MoveKind.START:
                return ""
            case MoveKind.PIECE_CAPTURE:
                return f"piece x{target}"
            case MoveKind.PUSH:
                return f"{SQUARE_NAMES[self.origin]}-{target}"
            case MoveKind.PAWN_CAPTURE:
                return f"{SQUARE_NAMES[self.origin]}x{target}"


EN_PASSANT: Final = 5
CASTLING: Final = 6  # The move is that of the king.
PIECES: Final = "PNBRQK"
"""The letters of the pieces, by their numbers from 1 for White's, from 7 for Black's; 0 is an empty square."""

_SAN: Final = re.compile(
    r"(?P<piece>[NBRQK]?)(?P<file>[a-h]?)(?P<rank>[1-8]?)(?P<captures>x?)(?P<target>[a-h][1-8])"
    r"(?:=?(?P<promotion>[NBRQ]))?(?:[+#]{0,2})[!?]*"
)
_CASTLING: Final = re.compile(r"(?P<king>[O0]-[O0])(?P<queen>-[O0])?[+#]{0,2}[!?]*")
_PAWN, _KNIGHT, _BISHOP, _ROOK, _QUEEN, _KING = range(1, 7)


class UnresolvedError(ValueError):
    """That a move cannot be resolved: it is no SAN, or no piece or several can make it."""


class _Word(NamedTuple):
    """A move in SAN: the number of the piece, 0 for castling, its target, the squares it may come from, the rest."""

    piece: int
    target: int
    origins: int
    captures: bool
    promotion: int


def _steps(kind: int) -> tuple[tuple[int, int], ...]:
    if kind == _KNIGHT:
        return tuple((file, rank) for file in (-2, -1, 1, 2) for rank in (-2, -1, 1, 2) if abs(file * rank) == 2)
    every = tuple((file, rank) for file in (-1, 0, 1) for rank in (-1, 0, 1) if file or rank)
    if kind == _BISHOP:
        return tuple(step for step in every if 0 not in step)
    return tuple(step for step in every if 0 in step) if kind == _ROOK else every


def _reach(kind: int, square: int, length: int) -> int:
    mask = 0
    for file_step, rank_step in _steps(kind):
        file, rank = square % 8, square // 8
        for _ in range(length):
            file, rank = file + file_step, rank + rank_step
            if not (0 <= file < 8 and 0 <= rank < 8):
                break
            mask |= 1 << 8 * rank + file
    return mask


_REACH: Final = tuple(
    tuple(_reach(kind, square, 1 if kind in (_KNIGHT, _KING) else 7) if kind > _PAWN else 0 for square in range(64))
    for kind in range(7)
)
"""The squares that a piece of a kind reaches on an empty board, by kind and square."""


def _between(first: int, second: int) -> int:
    """Return the squares between two on a line."""
    file, rank = second % 8 - first % 8, second // 8 - first // 8
    length = max(abs(file), abs(rank))
    if length == 0 or (file and rank and abs(file) != abs(rank)):
        return 0
    step = (file // length) + 8 * (rank // length)
    return sum(1 << first + step * number for number in range(1, length))


_BETWEEN: Final = tuple(tuple(_between(first, second) for second in range(64)) for first in range(64))
_PAWN_ATTACKERS: Final = tuple(
    tuple(east(shift(1 << square)) | west(shift(1 << square)) for square in range(64)) for shift in (south, north)
)
"""The squares from which a white, and a black pawn attack a square."""


@lru_cache(maxsize=8192)
def _read_word(word: str) -> _Word:
    """Return a move in SAN; raises ``UnresolvedError``."""
    if castling := _CASTLING.fullmatch(word):
        return _Word(0, 2 if castling["queen"] else 6, 0, False, CASTLING)
    san = _SAN.fullmatch(word)
    if san is None:
        raise UnresolvedError(word)
    target = SQUARE_NAMES.index(san["target"])
    piece = PIECES.index(san["piece"] or "P") + 1
    origins = BOARD
    if san["file"]:
        origins &= FILES["abcdefgh".index(san["file"])]
    if san["rank"]:
        origins &= RANKS[int(san["rank"]) - 1]
    promotion = PIECES.index(san["promotion"]) if san["promotion"] else 0
    if (piece == _PAWN and target // 8 in (0, 7)) is not (promotion > 0):
        raise UnresolvedError(word)
    captures = bool(san["captures"]) or (piece == _PAWN and bool(san["file"]) and san["file"] != san["target"][0])
    return _Word(piece, target, origins, captures, promotion)


def _piece_sets(position: Position) -> list[int]:
    """Return the squares of each piece, by the numbers of ``PIECES``."""
    kinds = (position.pawns, position.knights, position.bishops, position.rooks, position.queens, position.kings)
    return [0, *(kind & color for color in (position.white, position.black) for kind in kinds)]


def first_pieces(position: Position) -> list[int]:
    """Return the number of the piece on each square."""
    pieces = [0] * 64
    for piece, mask in enumerate(_piece_sets(position)):
        for square in squares(mask):
            pieces[square] = piece
    return pieces


class _Board:
    """The pieces of a game, by square and by kind."""

    def __init__(self, position: Position) -> None:
        self.sets = _piece_sets(position)
        self.pieces = first_pieces(position)
        self.occupied = position.white | position.black
        self.white = position.white_to_move
        self.en_passant = -1 if position.en_passant is None else position.en_passant

    def play(self, word: _Word) -> int:
        """Make a move and return its number; raises ``UnresolvedError``."""
        color = 0 if self.white else 6
        kind = word.promotion
        if word.piece == _PAWN:
            origin, kind = self._pawn_origin(word, color, kind)
        elif word.piece:
            origin = self._piece_origin(word, color)
        else:
            return self._castle(word.target + (0 if self.white else 56), color)
        target = word.target
        captured = target
        if kind == EN_PASSANT:
            captured = target - 8 if self.white else target + 8
        self._remove(captured)
        self._remove(origin)
        self._put(target, color + (kind + 1 if 0 < kind < EN_PASSANT else word.piece))
        is_double = word.piece == _PAWN and abs(target - origin) == 16
        self.en_passant = (origin + target) // 2 if is_double else -1
        self.white = not self.white
        return origin | target << 6 | kind << 12

    def _remove(self, square: int) -> None:
        bit = 1 << square
        if self.occupied & bit:
            self.sets[self.pieces[square]] ^= bit
            self.occupied ^= bit
            self.pieces[square] = 0

    def _put(self, square: int, piece: int) -> None:
        bit = 1 << square
        self.sets[piece] |= bit
        self.occupied |= bit
        self.pieces[square] = piece

    def _castle(self, target: int, color: int) -> int:
        first = 0 if self.white else 56
        origin, rook = first + 4, first + (7 if target == first + 6 else 0)
        is_there = self.pieces[origin] == color + _KING and self.pieces[rook] == color + _ROOK
        if not is_there or _BETWEEN[origin][rook] & self.occupied:
            raise UnresolvedError("castling")
        for square in (origin, rook):
            self._remove(square)
        self._put(target, color + _KING)
        self._put((origin + target) // 2, color + _ROOK)
        self.en_passant = -1
        self.white = not self.white
        return origin | target << 6 | CASTLING << 12

    def _pawn_origin(self, word: _Word, color: int, kind: int) -> tuple[int, int]:
        """Return the square of the pawn that moves, and the kind of move."""
        step, pawn, target = (8 if self.white else -8), color + _PAWN, word.target
        at_target = self.pieces[target]
        if word.captures:
            origins = self.sets[pawn] & word.origins & _PAWN_ATTACKERS[not self.white][target]
            if origins == 0 or origins & (origins - 1):
                raise UnresolvedError("pawn")
            if at_target == 0:
                if target != self.en_passant:
                    raise UnresolvedError("pawn")
                kind = EN_PASSANT
            elif self._is_own(at_target, color):
                raise UnresolvedError("pawn")
            return origins.bit_length() - 1, kind
        origin = target - step
        if not at_target and self.pieces[origin] == 0 and target // 8 == (3 if self.white else 4):
            origin -= step
        if at_target or self.pieces[origin] != pawn or not word.origins >> origin & 1:
            raise UnresolvedError("pawn")
        return origin, kind

    @staticmethod
    def _is_own(piece: int, color: int) -> bool:
        return color < piece <= color + 6

    def _piece_origin(self, word: _Word, color: int) -> int:
        target, kind = word.target, word.piece
        if self._is_own(self.pieces[target], color):
            raise UnresolvedError("own piece")
        origins = self.sets[color + kind] & _REACH[kind][target] & word.origins
        if kind not in (_KNIGHT, _KING):
            between = _BETWEEN[target]
            for square in squares(origins):
                if between[square] & self.occupied:
                    origins ^= 1 << square
        if origins & (origins - 1):
            for square in squares(origins):
                if self._leaves_king_in_check(square, target, color):
                    origins ^= 1 << square
        if origins == 0 or origins & (origins - 1):
            raise UnresolvedError("piece")
        return origins.bit_length() - 1

    def _leaves_king_in_check(self, origin: int, target: int, color: int) -> bool:
        enemy = 6 - color
        king = self.sets[color + _KING].bit_length() - 1
        if king < 0:
            return False
        occupied = self.occupied & (1 << origin ^ BOARD) | 1 << target
        lines = self.sets[enemy + _ROOK] | self.sets[enemy + _QUEEN]
        diagonals = self.sets[enemy + _BISHOP] | self.sets[enemy + _QUEEN]
        attackers = lines & _REACH[_ROOK][king] | diagonals & _REACH[_BISHOP][king]
        attackers &= 1 << target ^ BOARD
        return any(not _BETWEEN[king][square] & occupied for square in squares(attackers))


def resolve_moves(words: Iterable[str], first: Position = START) -> array[int]:
    """Return moves in SAN as numbers, ``origin | target << 6 | kind << 12``, from the start or another position.

    The kind is 0, the number of the piece that a pawn becomes, 1 for a knight up to 4 for a queen, ``EN_PASSANT`` or
    ``CASTLING``. Raises ``UnresolvedError`` for a move that no piece or several can make, and for castling in Chess960.
    """
    board = _Board(first)
    return array("H", [board.play(_read_word(word)) for word in words])
