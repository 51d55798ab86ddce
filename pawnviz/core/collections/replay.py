"""The reader with a board: moves of games resolved, and games played through with all pieces."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any, Final

import numpy

from pawnviz.core.board.arrays import Boards
from pawnviz.core.board.bitboard import squares
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


def first_pieces(position: Position) -> list[int]:
    """Return the number of the piece on each square."""
    pieces = [0] * 64
    for piece, mask in enumerate(position.piece_masks().values(), 1):
        for square in squares(mask):
            pieces[square] = piece
    return pieces


def moves_of(text: GameText) -> tuple[array[int], Position]:
    """Return the moves of a game and its first position; none on a board of Chess960.

    A move is the number ``origin | target << 6 | kind << 12``. The kind is 0, the number of the piece that a pawn
    becomes, 1 for a knight up to 4 for a queen, ``EN_PASSANT`` or ``CASTLING``.
    """
    import chess

    end = head_end(text.data)
    head = text.data[:end]
    if b"[FEN" not in head and b"[Variant" not in head and not text.too_long:
        board = chess.Board()
        with suppress(DoubtfulError, ValueError, IndexError, KeyError, AssertionError):
            words, _ = words_of(text.data[end:])
            return _numbers(board, (board.parse_san(word.decode()) for word in words)), START
    game, first = _read(text)
    if first is None or first.chess960:
        return array("H"), START
    return _numbers(first.copy(), game.mainline_moves()), Position.from_fen(first.fen())


def _numbers(board: chess.Board, moves: Iterable[chess.Move]) -> array[int]:
    """Play moves on a board, and return their numbers."""
    numbers = array("H")
    for move in moves:
        if not move:
            break  # A null move is no move of a piece.
        numbers.append(_number(board, move))
        board.push(move)
    return numbers


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
    """The moves of games, as ``moves_of`` returns them, from each start, and unusual first positions."""

    moves: NDArray[Any]  # ``uint16`` of the shape ``(moves,)``.
    starts: NDArray[Any]  # ``int64`` of the shape ``(games + 1,)``.
    others: dict[int, Position]

    def __len__(self) -> int:
        return len(self.starts) - 1

    @classmethod
    def of(cls, games: Sequence[Sequence[int]], others: dict[int, Position] | None = None) -> PlayedGames:
        """Return games as lists of moves in one value."""
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
    bits: NDArray[Any] = numpy.packbits(pieces == piece, axis=1, bitorder="little").view("<u8")[:, 0]
    return bits


def material(pieces: NDArray[Any]) -> NDArray[Any]:
    """Return White's material minus Black's on each board: pawn 1, knight and bishop 3, rook 5, queen 9."""
    values = numpy.array([*_VALUES, *(-value for value in _VALUES[1:])], numpy.int16)
    difference: NDArray[Any] = values[pieces].sum(axis=1)
    return difference


def boards_of(pieces: NDArray[Any], *, white_to_move: bool) -> Boards:
    """Return boards as layers read them, without en passant."""
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
