"""The reader with a board: moves of games resolved, and games played through with all pieces."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from operator import or_
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pawnviz.core.board.arrays import Boards
from pawnviz.core.board.attackers import LINES_THROUGH, bishop_reach, king_attacks, knight_reach, rook_reach
from pawnviz.core.board.bitboard import BOARD, FILES, RANKS, SQUARE_NAMES, east, north, south, squares, west
from pawnviz.core.board.position import START, Position
from pawnviz.core.collections.arrays import RESULTS, UNKNOWN_RESULT
from pawnviz.core.collections.scanner import DoubtfulError, MoveKind, StructureMove, Structures, words_of
from pawnviz.core.games.cutting import GameText, head_end

if TYPE_CHECKING:
    import chess
    import chess.pgn
    from numpy.typing import NDArray

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
    """A move that cannot be resolved: no SAN, or no piece or several can make it."""


class _Word(NamedTuple):
    """A move in SAN: the number of the piece, 0 for castling, its target, the squares it may come from, the rest."""

    piece: int
    target: int
    origins: int
    captures: bool
    promotion: int


_REACH: Final = {
    _KNIGHT: tuple(knight_reach(square, 0) for square in range(64)),
    _BISHOP: tuple(bishop_reach(square, 0) for square in range(64)),
    _ROOK: tuple(rook_reach(square, 0) for square in range(64)),
    _QUEEN: LINES_THROUGH,
    _KING: tuple(king_attacks(1 << square) for square in range(64)),
}
"""The squares that a piece of a kind reaches on an empty board, by kind and square."""


def _between(first: int, second: int) -> int:
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


def first_pieces(position: Position) -> list[int]:
    """Return the number of the piece on each square."""
    pieces = [0] * 64
    for piece, mask in enumerate(position.piece_masks().values(), 1):
        for square in squares(mask):
            pieces[square] = piece
    return pieces


class _Board:
    """The pieces of a game, by square and by kind."""

    def __init__(self, position: Position) -> None:
        self.sets = [0, *position.piece_masks().values()]
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
            elif color < at_target <= color + 6:
                raise UnresolvedError("pawn")
            return origins.bit_length() - 1, kind
        origin = target - step
        if not at_target and self.pieces[origin] == 0 and target // 8 == (3 if self.white else 4):
            origin -= step
        if at_target or self.pieces[origin] != pawn or not word.origins >> origin & 1:
            raise UnresolvedError("pawn")
        return origin, kind

    def _piece_origin(self, word: _Word, color: int) -> int:
        target, kind = word.target, word.piece
        if color < self.pieces[target] <= color + 6:
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
    game, board = _read(text)
    if board is None or board.chess960:
        return array("H"), START
    first, moves = Position.from_fen(board.fen()), array("H")
    for move in game.mainline_moves():
        if not move:
            break  # A null move is no move of a piece.
        moves.append(_number(board, move))
        board.push(move)
    return moves, first


def _read(text: GameText) -> tuple[chess.pgn.Game, chess.Board | None]:
    from pawnviz.core.games.pgn import read_game
    from pawnviz.core.games.tree import UnreadableError, first_board

    game = read_game(text).game
    try:
        return game, first_board(game.headers)
    except UnreadableError:
        return game, None


def _number(board: chess.Board, move: chess.Move) -> int:
    kind = 0 if move.promotion is None else move.promotion - 1
    if board.is_en_passant(move):
        kind = EN_PASSANT
    elif board.is_castling(move):
        kind = CASTLING
    return move.from_square | move.to_square << 6 | kind << 12


def replayed(text: GameText) -> Structures:
    """Return the structures of the moves that the reader reads; none if the game begins on no board of chess."""
    game, board = _read(text)
    result = RESULTS.get(game.headers.get("Result", ""), UNKNOWN_RESULT)
    if board is None:
        return Structures([], [], [], [], 0, result)
    white, black = _pawns(board)
    structures = Structures([white], [black], [0], [0], 0, result)
    ply = 0
    for ply, move in enumerate(game.mainline_moves(), 1):
        code = _code(board, move)
        board.push(move)
        if _pawns(board) != (white, black):
            white, black = _pawns(board)
            structures.white.append(white)
            structures.black.append(black)
            structures.ply.append(ply)
            structures.move.append(code)
    return structures._replace(plies=ply)


def _pawns(board: chess.Board) -> tuple[int, int]:
    return board.pawns & board.occupied_co[True], board.pawns & board.occupied_co[False]


def _code(board: chess.Board, move: chess.Move) -> int:
    """Return the code of a move before it is played, for the case that it changes the pawns."""
    import chess

    kind, origin = MoveKind.PIECE_CAPTURE, move.to_square
    if board.piece_type_at(move.from_square) == chess.PAWN:
        kind = MoveKind.PAWN_CAPTURE if board.is_capture(move) else MoveKind.PUSH
        origin = move.from_square
    return StructureMove(kind, board.turn, origin, move.to_square).code


_VALUES: Final = (0, 1, 3, 3, 5, 9, 0)  # Of an empty square, a pawn, a knight and so on.


@dataclass(frozen=True, slots=True)
class PlayedGames:
    """The moves of games, as ``resolve_moves`` returns them, from each start, and unusual first positions."""

    moves: NDArray[Any]  # ``uint16`` of the shape ``(moves,)``.
    starts: NDArray[Any]  # ``int64`` of the shape ``(games + 1,)``.
    others: dict[int, Position]

    def __len__(self) -> int:
        return len(self.starts) - 1

    @classmethod
    def of(cls, games: Sequence[Sequence[int]], others: dict[int, Position] | None = None) -> PlayedGames:
        """Return games as lists of moves in one value."""
        import numpy

        starts = numpy.zeros(len(games) + 1, numpy.int64)
        numpy.cumsum([len(moves) for moves in games], out=starts[1:])
        moves = numpy.fromiter((move for game in games for move in game), numpy.uint16, int(starts[-1]))
        return cls(moves, starts, others or {})


def replay(games: PlayedGames, last_ply: int) -> Iterator[tuple[NDArray[Any], NDArray[Any]]]:
    """Yield the boards after 0, 1, ... moves up to ``last_ply``, or the end of the longest game.

    Each time these are the numbers of the games that have this many moves, ``int64`` of the shape ``(n,)``, and their
    pieces, ``uint8`` of the shape ``(n, 64)``, by the numbers of ``PIECES``: a view of an array that the next step
    changes.
    """
    import numpy

    lengths = numpy.diff(games.starts)
    order = numpy.argsort(-lengths, kind="stable")
    pieces = numpy.empty((len(games), 64), numpy.uint8)
    pieces[:] = first_pieces(START)
    for place in numpy.flatnonzero(numpy.isin(order, list(games.others))):
        pieces[place] = first_pieces(games.others[int(order[place])])
    starts, lengths = games.starts[:-1][order], lengths[order]
    yield order, pieces
    for ply in range(min(last_ply, int(lengths[0]) if len(lengths) else 0)):
        count = int(numpy.searchsorted(-lengths, -ply, side="left"))
        _play(pieces[:count], games.moves[starts[:count] + ply])
        yield order[:count], pieces[:count]


def _play(pieces: NDArray[Any], moves: NDArray[Any]) -> None:
    import numpy

    boards = numpy.arange(len(moves))
    origins, targets, kinds = moves & 63, moves >> 6 & 63, moves >> 12
    moved = pieces[boards, origins]
    pieces[boards, origins] = 0
    offsets = numpy.where(moved > 6, 6, 0)
    promoted = numpy.where((kinds > 0) & (kinds < EN_PASSANT), kinds + 1 + offsets, moved)
    pieces[boards, targets] = promoted
    for board in numpy.flatnonzero(kinds >= EN_PASSANT):
        origin, target = int(origins[board]), int(targets[board])
        if kinds[board] == CASTLING:
            corner = origin + 3 if target > origin else origin - 4
            pieces[board, (origin + target) // 2] = pieces[board, corner]
            pieces[board, corner] = 0
        else:
            pieces[board, origin // 8 * 8 + target % 8] = 0


def masks_of(pieces: NDArray[Any], piece: int) -> NDArray[Any]:
    """Return the squares of one piece on each board, ``uint64`` of the shape ``(n,)``."""
    import numpy

    bits: NDArray[Any] = numpy.packbits(pieces == piece, axis=1, bitorder="little").view("<u8")[:, 0]
    return bits


def material(pieces: NDArray[Any]) -> NDArray[Any]:
    """Return White's material minus Black's on each board: pawn 1, knight and bishop 3, rook 5, queen 9."""
    import numpy

    values = numpy.array([*_VALUES, *(-value for value in _VALUES[1:])], numpy.int16)
    difference: NDArray[Any] = values[pieces].sum(axis=1)
    return difference


def boards_of(pieces: NDArray[Any], *, white_to_move: bool) -> Boards:
    """Return boards as layers read them, without en passant."""
    import numpy

    by_piece = [masks_of(pieces, piece) for piece in range(1, 13)]
    kinds = [by_piece[kind] | by_piece[kind + 6] for kind in range(6)]
    colors = [reduce(or_, by_piece[first : first + 6]) for first in (0, 6)]
    nothing = numpy.zeros(len(pieces), numpy.uint64)
    return Boards(numpy.stack([*colors, *kinds, nothing]), numpy.full(len(pieces), white_to_move))


@dataclass(frozen=True, slots=True)
class Heat:
    """The mean number of a kind of piece on each square, every game counted once: ``shares`` of the shape ``(64,)``."""

    shares: NDArray[Any]
    games: int

    def joined(self, other: Heat) -> Heat:
        """Return the heat of the games of both."""
        games = self.games + other.games
        if not games:
            return self
        return Heat((self.shares * self.games + other.shares * other.games) / games, games)


def heat_of(games: PlayedGames, first: NDArray[Any], end: NDArray[Any], piece: int) -> Heat:
    """Return the heat of a piece of ``PIECES`` from position ``first`` up to the one before ``end`` of each game."""
    import numpy

    ends = numpy.minimum(end, numpy.diff(games.starts) + 1)
    lengths = numpy.maximum(ends - first, 0)
    weights = numpy.where(lengths > 0, 1 / numpy.maximum(lengths, 1), 0)
    shares = numpy.zeros(64)
    for ply, (numbers, pieces) in enumerate(replay(games, int(ends.max(initial=1)) - 1)):
        places = numpy.flatnonzero((first[numbers] <= ply) & (ply < ends[numbers]))
        if len(places):
            shares += weights[numbers[places]] @ (pieces[places] == piece)
    count = int(numpy.count_nonzero(lengths))
    return Heat(shares / max(count, 1), count)
