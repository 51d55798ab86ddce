"""The scanner: pawn structures of games read from text without a board."""

from __future__ import annotations

import re
from array import array
from itertools import filterfalse
from typing import TYPE_CHECKING, Final, NamedTuple

from pawnviz.core.board.bitboard import SQUARE_NAMES
from pawnviz.core.board.position import START, Position
from pawnviz.core.collections.played_moves import (
    CASTLING,
    EN_PASSANT,
    MoveKind,
    StructureMove,
    UnresolvedError,
    resolve_moves,
)
from pawnviz.core.games.cutting import GameText, head_end
from pawnviz.core.games.game_list import NO_MOVES, without_variations

if TYPE_CHECKING:
    import chess


def moves_of(text: GameText) -> tuple[array[int], Position]:
    """Return the moves of a game as ``resolve_moves`` does, and its first position; none on a board of Chess960."""
    end = head_end(text.data)
    head = text.data[:end]
    if b"[FEN" not in head and b"[Variant" not in head and not text.too_long:
        try:
            words, _ = words_of(text.data[end:])
            return resolve_moves([word.decode() for word in words]), START
        except (DoubtfulError, UnresolvedError, UnicodeDecodeError):
            pass
    return _read_moves(text)


def _read_moves(text: GameText) -> tuple[array[int], Position]:
    from pawnviz.core.games.pgn import read_game
    from pawnviz.core.games.tree import UnreadableError, first_board

    game = read_game(text).game
    try:
        board = first_board(game.headers)
    except UnreadableError:
        return array("H"), START
    if board.chess960:
        return array("H"), START
    first, moves = Position.from_fen(board.fen()), array("H")
    for move in game.mainline_moves():
        if not move:
            break  # A null move is no move of a piece.
        moves.append(_number(board, move))
        board.push(move)
    return moves, first


def _number(board: chess.Board, move: chess.Move) -> int:
    kind = 0 if move.promotion is None else move.promotion - 1
    if board.is_en_passant(move):
        kind = EN_PASSANT
    elif board.is_castling(move):
        kind = CASTLING
    return move.from_square | move.to_square << 6 | kind << 12


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
    """That the pawns of a game do not follow from its words alone."""


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
    """A move of a pawn by its target, with masks of one square; 0 where there is none.

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
        action: int | _Pawn
        if match := _PIECE_MOVE.fullmatch(word):
            action = 1 << _SQUARES[match[1]]
        elif match := _PAWN_MOVE.fullmatch(word):
            action = self._pawn_move(match)
        elif _CASTLING.fullmatch(word):
            action = 0
        else:
            raise DoubtfulError
        self[word] = action
        return action

    def _pawn_move(self, match: re.Match[bytes]) -> _Pawn:
        target = _SQUARES[match[2]]
        step = 8 if self._is_white else -8
        rank = target // 8 if self._is_white else 7 - target // 8
        if rank < 2 or (rank == 7) != (match[3] is not None):
            raise DoubtfulError
        bit = 1 << target
        landing = 0 if rank == 7 else bit
        if match[1] is None:
            is_double = rank == 3
            return _Pawn(
                False,
                bit,
                landing,
                1 << target - step,
                self._code(MoveKind.PUSH, target - step, target),
                1 << target - 2 * step if is_double else 0,
                self._code(MoveKind.PUSH, target - 2 * step, target) if is_double else 0,
                0,
            )
        file = match[1][0] - ord("a")
        if abs(file - target % 8) != 1:
            raise DoubtfulError
        origin = target - step - target % 8 + file
        victim = 1 << target - step if rank == 5 else 0
        return _Pawn(True, bit, landing, 1 << origin, self._code(MoveKind.PAWN_CAPTURE, origin, target), 0, 0, victim)

    def _code(self, kind: MoveKind, origin: int, target: int) -> int:
        return StructureMove(kind, self._is_white, origin, target).code


_WHITE_ACTIONS: Final = _Actions(is_white=True)
_BLACK_ACTIONS: Final = _Actions(is_white=False)
_CAPTURED: Final = {
    (is_white, 1 << square): StructureMove(MoveKind.PIECE_CAPTURE, bool(is_white), square, square).code
    for is_white in (0, 1)
    for square in range(64)
}
"""The codes of captures by a piece, by whether White moves and the mask of the square."""


def scan(moves: bytes) -> Structures:
    """Return the structures of the moves of a game from the usual first position, of ASCII outside comments.

    Raises ``DoubtfulError`` where they do not follow from the words.
    """
    words, result = words_of(moves)
    actions: list[int | _Pawn] = [0] * len(words)
    actions[::2] = map(_WHITE_ACTIONS.__getitem__, words[::2])
    actions[1::2] = map(_BLACK_ACTIONS.__getitem__, words[1::2])
    return _follow(actions, result)


def words_of(moves: bytes) -> tuple[list[bytes], int]:
    """Return the words of the moves of the main line, and the result behind them in half points of White, -1 for none.

    Raises ``DoubtfulError`` where something else may stand between them.
    """
    parts = plain_moves(moves).translate(_TO_BLANKS).split()
    words = list(filterfalse(bytes.isdigit, parts))
    result = RESULTS.get(words[-1]) if words else None
    if result is not None:
        words.pop()
    if len(words) > _MOST_PLIES or not _is_number_right(parts, len(words)):
        raise DoubtfulError
    return words, -1 if result is None else result


def _is_number_right(parts: list[bytes], plies: int) -> bool:
    """Return whether the last number is that of the last move or of a next one; otherwise moves may be missing."""
    number = next(filter(bytes.isdigit, reversed(parts)), b"")
    return not number or number.lstrip(b"0") in (b"%d" % ((plies + 1) // 2), b"%d" % (plies // 2 + 1))


def plain_moves(moves: bytes) -> bytes:
    """Return the text of the moves of the main line, with ``{`` in place of each comment.

    Raises ``DoubtfulError`` for signs that are no moves.
    """
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
            if ply & 1:
                own, enemy = white, black
            else:
                own, enemy = black, white
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
            if ply & 1:
                white, black = own, enemy
            else:
                white, black = enemy, own
            rows += (white, black, ply, code)
        pawns = white | black
    return Structures(rows[::4], rows[1::4], rows[2::4], rows[3::4], len(actions), result)
