"""The scanner: pawn structures of games read from text without a board."""

from __future__ import annotations

import re
from enum import IntEnum
from itertools import filterfalse
from typing import Final, NamedTuple, Self

from pawnviz.core.board.bitboard import SQUARE_NAMES
from pawnviz.core.board.position import Position
from pawnviz.core.games.game_list import NO_MOVES, without_variations


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
        if self.kind is MoveKind.START:
            return ""
        if self.kind is MoveKind.PIECE_CAPTURE:
            return f"piece x{target}"
        return f"{SQUARE_NAMES[self.origin]}{'-' if self.kind is MoveKind.PUSH else 'x'}{target}"

    def is_possible(self, position: Position) -> bool:
        """Return whether the move can be made on a board: its pawns are there, and neither a king nor an own piece."""
        pawn, captured = ("P", "p") if self.white else ("p", "P")
        at_target = position.piece_at(self.target)
        if self.kind is MoveKind.PIECE_CAPTURE:
            return at_target == captured
        if self.kind is MoveKind.START or position.piece_at(self.origin) != pawn:
            return False
        if self.kind is MoveKind.PUSH:
            is_double = abs(self.target - self.origin) == 16
            passed = (self.origin + self.target) // 2 if is_double else self.target
            return at_target is None and position.piece_at(passed) is None
        return at_target is None or (at_target.isupper() is not self.white and at_target not in "Kk")

    def made_on(self, position: Position) -> Position:
        """Return the position after a possible move; a pawn that reaches the last rank becomes a queen."""
        captured = "p" if self.white else "P"
        if self.kind is MoveKind.PIECE_CAPTURE:
            after = position.without_piece(self.target)
        else:
            after = position.moved(self.origin, self.target)
            passed = self.origin & ~7 | self.target & 7
            is_passing = self.kind is MoveKind.PAWN_CAPTURE and position.piece_at(self.target) is None
            if is_passing and position.piece_at(passed) == captured and passed >> 3 == (4 if self.white else 3):
                after = after.without_piece(passed)
            if self.target >> 3 in (0, 7):
                after = after.with_piece(self.target, "Q" if self.white else "q")
        return after.with_white_to_move(not self.white)


WHITE_AT_START: Final = 0xFF00
BLACK_AT_START: Final = 0xFF << 48
RESULTS: Final = {b"1-0": 2, b"0-1": 0, b"1/2-1/2": 1, b"*": -1}
"""The words that end a game, and the half points of White, -1 for none."""

_MOST_BYTES: Final = 20_000
"""The number of bytes of moves up to which none of the reader's limits on moves and variations can be met."""
_MOST_PLIES: Final = 1_000
_GLYPH: Final = re.compile(rb"\$[0-9]{1,3}(?![^\s{}();])")
_GLUED_NUMBER: Final = re.compile(rb"(?<![A-Za-z0-9=+#:\-])[0-9]+[{(!?$]")
"""A number that the reader takes for no number, since neither a dot nor a blank follows."""
_TO_BLANKS: Final = bytes.maketrans(b".!?{", b"    ")
_PAWN_MOVE: Final = re.compile(rb"(?:([a-h])x)?([a-h][1-8])(?:=([QRBN]))?[+#]?")
_PIECE_MOVE: Final = re.compile(rb"[KQRBN][a-h]?[1-8]?x?([a-h][1-8])[+#]?")
_CASTLING: Final = re.compile(rb"(?:O-O(?:-O)?|0-0(?:-0)?)[+#]?")
_SQUARES: Final = {name.encode(): square for square, name in enumerate(SQUARE_NAMES)}


class DoubtfulError(Exception):
    """Pawns of a game that do not follow from its words alone."""


class Structures(NamedTuple):
    """The pawn structures of a game, an item each in four lists, the number of its moves, and the result behind them.

    ``ply`` is the number of moves before the first position with the structure, and ``move`` the code of the
    ``StructureMove`` that made it. ``result`` is in half points of White, -1 for none.
    """

    white: list[int]
    black: list[int]
    ply: list[int]
    move: list[int]
    plies: int
    result: int


class _Pawn(NamedTuple):
    """A move of a pawn by its target, with masks of one square; 0 if there is none.

    ``origin`` is one rank behind, on the file that captures, and ``far`` that of a double push, where ``origin`` is
    passed. ``landing`` is the target, or 0 for a promotion, and ``victim`` the pawn that would be captured en passant.
    """

    is_capture: bool
    target: int
    landing: int
    origin: int
    code: int
    far: int
    far_code: int
    victim: int


class _Actions(dict[bytes, "int | _Pawn"]):
    """What the words of moves of one color do to pawns: a pawn's move, or the mask of a piece's target square."""

    def __init__(self, *, is_white: bool) -> None:
        self._is_white = is_white

    def __missing__(self, word: bytes) -> int | _Pawn:
        if match := _PIECE_MOVE.fullmatch(word):
            self[word] = 1 << _SQUARES[match[1]]
        elif match := _PAWN_MOVE.fullmatch(word):
            self[word] = self._pawn_move(match)
        elif _CASTLING.fullmatch(word):
            self[word] = 0
        else:
            raise DoubtfulError
        return self[word]

    def _pawn_move(self, match: re.Match[bytes]) -> _Pawn:
        target = _SQUARES[match[2]]
        step = 8 if self._is_white else -8
        rank = target // 8 if self._is_white else 7 - target // 8
        if rank < 2 or (rank == 7) != (match[3] is not None):
            raise DoubtfulError
        bit = 1 << target
        landing = 0 if rank == 7 else bit
        if match[1] is None:
            pushes = (StructureMove(MoveKind.PUSH, self._is_white, target - count * step, target) for count in (1, 2))
            code, far_code = (push.code for push in pushes)
            far = 1 << target - 2 * step if rank == 3 else 0
            return _Pawn(False, bit, landing, 1 << target - step, code, far, far_code, 0)
        file = match[1][0] - ord("a")
        if abs(file - target % 8) != 1:
            raise DoubtfulError
        origin = target - step - target % 8 + file
        code = StructureMove(MoveKind.PAWN_CAPTURE, self._is_white, origin, target).code
        victim = 1 << target - step if rank == 5 else 0
        return _Pawn(True, bit, landing, 1 << origin, code, 0, 0, victim)


_WHITE_ACTIONS: Final = _Actions(is_white=True)
_BLACK_ACTIONS: Final = _Actions(is_white=False)
_CAPTURED: Final = {
    (is_white, 1 << square): StructureMove(MoveKind.PIECE_CAPTURE, bool(is_white), square, square).code
    for is_white in (0, 1)
    for square in range(64)
}
"""The codes of captures by a piece, by whether White moves and the mask of the square."""


def scan(moves: bytes) -> Structures:
    """Return the structures of ASCII moves from the usual first position; raises ``DoubtfulError`` for other words."""
    words, result = words_of(moves)
    actions: list[int | _Pawn] = [0] * len(words)
    actions[::2] = map(_WHITE_ACTIONS.__getitem__, words[::2])
    actions[1::2] = map(_BLACK_ACTIONS.__getitem__, words[1::2])
    return _follow(actions, result)


def words_of(moves: bytes) -> tuple[list[bytes], int]:
    """Return the words of the main line, and the result in White's half points or -1; raises ``DoubtfulError``."""
    parts = plain_moves(moves).translate(_TO_BLANKS).split()
    words = list(filterfalse(bytes.isdigit, parts))
    result = RESULTS.get(words[-1]) if words else None
    if result is not None:
        words.pop()
    plies = len(words)
    # Moves may be missing unless the last number belongs to the last move or to the next one.
    number = next(filter(bytes.isdigit, reversed(parts)), b"")
    is_right = not number or number.lstrip(b"0") in (b"%d" % ((plies + 1) // 2), b"%d" % (plies // 2 + 1))
    if plies > _MOST_PLIES or not is_right:
        raise DoubtfulError
    return words, -1 if result is None else result


def plain_moves(moves: bytes) -> bytes:
    """Return the moves of the main line, ``{`` for each comment; raises ``DoubtfulError`` for other signs."""
    if b"{" in moves or b";" in moves or b"%" in moves:
        if len(moves) > 10 * _MOST_BYTES:
            raise DoubtfulError
        moves = NO_MOVES.sub(b"{ ", moves)
    if len(moves) > _MOST_BYTES or b"<" in moves or b"0000" in moves:
        raise DoubtfulError
    has_signs = b"{" in moves or b"!" in moves or b"?" in moves or b"(" in moves or b"$" in moves
    if has_signs and _GLUED_NUMBER.search(moves):
        raise DoubtfulError
    if b"(" in moves:
        if moves.count(b"(") >= _MOST_PLIES:
            raise DoubtfulError
        moves = without_variations(moves)
    if b"$" in moves:
        moves = _GLYPH.sub(b" ", moves)
    return moves


def _follow(actions: list[int | _Pawn], result: int) -> Structures:
    white, black = WHITE_AT_START, BLACK_AT_START
    pawns = white | black
    rows = [white, black, 0, 0]  # Those of all structures, one after the other: building one list is the fastest.
    passed = passed_ply = 0  # The square that was passed by the last double push, and the ply of that.
    for ply, action in enumerate(actions, 1):
        if isinstance(action, int):
            if not action & pawns:
                continue
            is_white = ply & 1
            if not action & (black if is_white else white):
                raise DoubtfulError
            if is_white:
                black ^= action
            else:
                white ^= action
            rows += (white, black, ply, _CAPTURED[is_white, action])
        else:
            is_capture, target, landing, origin, code, far, far_code, victim = action
            own, enemy = (white, black) if ply & 1 else (black, white)
            if is_capture:
                if target & enemy:
                    enemy ^= target
                elif victim and passed == target and passed_ply == ply - 1:
                    enemy ^= victim
                elif target & own:
                    raise DoubtfulError
            elif target & pawns:
                raise DoubtfulError
            elif far & own and not origin & pawns:
                passed, passed_ply = origin, ply
                origin, code = far, far_code
            if not origin & own:
                raise DoubtfulError
            own ^= origin | landing
            white, black = (own, enemy) if ply & 1 else (enemy, own)
            rows += (white, black, ply, code)
        pawns = white | black
    return Structures(rows[::4], rows[1::4], rows[2::4], rows[3::4], len(actions), result)
