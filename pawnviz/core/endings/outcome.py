"""Who wins an ending of kings and pawns, which moves keep that, and who would win if a king stood elsewhere.

Each move is judged by the sets of king pairs that proved the outcome. Within a pawn structure the winner takes the way
that needs fewest moves to the next winning pawn move or capture, and the other side the longest.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from itertools import count
from time import monotonic
from typing import TYPE_CHECKING, Final, NamedTuple

from pawnviz.core.board.bitboard import BOARD, RANKS, east, flip_vertical, south, south_fill, west
from pawnviz.core.board.position import Position
from pawnviz.core.endings.king_pairs import (
    black_attacks,
    black_king_moved,
    column_of,
    places_among,
    row_of,
    turned,
    white_king_moved,
    without,
)
from pawnviz.core.endings.search import Search
from pawnviz.core.endings.wins import KnownWins, PawnsOfPosition

if TYPE_CHECKING:
    import chess

AT_ONCE: Final = 200
"""How often a search of up to 20 ms looks whether time is left: once or twice for each pawn structure."""

_MANY_AT_ONCE: Final = 30  # Likewise with more than three pawns, which are hardly ever decided in that time.


class Outcome(Enum):
    """The proved outcome of an ending with best play."""

    WHITE_WINS = "White wins"
    BLACK_WINS = "Black wins"
    DRAW = "Draw"
    NOT_DECIDED = "Not decided"


@dataclass(frozen=True)
class KingMap:
    """The proved outcomes with one king elsewhere: masks of its legal squares."""

    white_wins: int
    black_wins: int
    draws: int
    not_decided: int


@dataclass(frozen=True)
class Ending:
    """A solved ending of kings and pawns.

    ``outcome`` is that of the position itself, ``white_king`` and ``black_king`` are those with this king elsewhere and
    all else as it is, whichever side is to move. ``moves`` are those that keep the outcome, ``line`` is a way to win
    that begins with one of them; both are empty if nobody asked for them or there are none.
    """

    outcome: Outcome
    white_king: KingMap
    black_king: KingMap
    moves: tuple[str, ...] = ()
    line: tuple[str, ...] = ()

    @property
    def is_decided(self) -> bool:
        """Whether the position's own outcome is proved."""
        return self.outcome is not Outcome.NOT_DECIDED


def is_pawn_ending(position: Position) -> bool:
    """Return whether a position has one king on each side, pawns on ranks 2 to 7, at least one, and nothing else."""
    return (
        not (position.knights | position.bishops | position.rooks | position.queens)
        and (position.kings & position.white).bit_count() == 1
        and (position.kings & position.black).bit_count() == 1
        and bool(position.pawns)
        and not position.pawns & (RANKS[0] | RANKS[7])
    )


@dataclass(frozen=True)
class Solution:
    """A solved ending, and the searches of White's wins, and of Black's as White's on the board turned upside down."""

    ending: Ending
    white_finder: KnownWins
    black_finder: KnownWins


def solve_within(
    position: Position,
    seconds: float,
    progress: Callable[[float], None] | None = None,
    clock: Callable[[], float] = monotonic,
) -> Solution:
    """Return the outcome of an ending of kings and pawns as far as it is proved within ``seconds``, and its proof.

    En passant is included. ``progress`` gets the part of the time that is over, often. Raises ``ValueError`` for
    another kind of position or illegal kings.
    """
    start = clock()

    def is_time_left() -> bool:
        part = (clock() - start) / seconds
        if progress is not None:
            progress(min(1.0, part))
        return part < 1

    return _solved(position, is_time_left, follows_queens=True)


def pawns_of(position: Position) -> PawnsOfPosition:
    """Return the pawns and kings of a position; raises ``ValueError`` as ``solve_within``."""
    if not is_pawn_ending(position):
        raise ValueError("a pawn ending has one king on each side, pawns on ranks 2 to 7, and nothing else")
    white, black = position.pawns & position.white, position.pawns & position.black
    kings = (position.kings & position.white).bit_length() - 1, (position.kings & position.black).bit_length() - 1
    if not row_of(places_among(white, black).legal(position.white_to_move), kings[0]) >> kings[1] & 1:
        raise ValueError("the kings touch each other, or the side that has moved is in check")
    passed = 0 if position.en_passant is None else 1 << position.en_passant
    if not (passed >> 8 & black if position.white_to_move else passed << 8 & white):
        passed = 0
    return PawnsOfPosition(white, black, passed, kings, position.white_to_move)


def _solved(position: Position, is_time_left: Callable[[], bool], *, follows_queens: bool) -> Solution:
    pawns = pawns_of(position)
    white, black, passed, (white_king, black_king), white_to_move = pawns
    search = Search(pawns, is_time_left, follows_queens=follows_queens)
    search.decide()
    legal = places_among(white, black).legal(white_to_move)
    won, may_win = search.white_finder.wins(white, black, passed).bounds(to_move=white_to_move)
    turned_wins = search.black_finder.wins(*map(flip_vertical, (black, white, passed)))
    lost, may_lose = map(turned, turned_wins.bounds(to_move=not white_to_move))
    decided = won | lost
    undecided = legal & without(may_win | may_lose, decided)
    verdicts = won & legal, lost & legal, without(legal, undecided | decided), undecided
    pair = 1 << 64 * white_king + black_king
    outcome = next(outcome for outcome, pairs in zip(Outcome, verdicts, strict=True) if pairs & pair)
    white_map = KingMap(*(column_of(pairs, black_king) for pairs in verdicts))
    black_map = KingMap(*(row_of(pairs, white_king) for pairs in verdicts))
    return Solution(Ending(outcome, white_map, black_map), search.white_finder, search.black_finder)


@lru_cache(maxsize=8)
def solution_at_once(position: Position) -> Solution | None:
    """Return the outcome that milliseconds prove; None for another kind of position, or kings that are not legal."""
    if not is_pawn_ending(position):
        return None
    left = count(AT_ONCE if position.pawns.bit_count() <= 3 else _MANY_AT_ONCE, -1)
    try:
        return _solved(position, lambda: next(left) > 0, follows_queens=False)
    except ValueError:
        return None


def solved_at_once(position: Position) -> Ending | None:
    """Return the ending of ``solution_at_once``."""
    solution = solution_at_once(position)
    return None if solution is None else solution.ending


LONGEST_LINE: Final = 24  # The plies after which a line breaks off.

_PAWN, _QUEEN = 1, 5  # The pieces as python-chess counts them.
_WINS: Final = {True: Outcome.WHITE_WINS, False: Outcome.BLACK_WINS}


class BestPlay(NamedTuple):
    """How a proved outcome is kept.

    ``keeping`` are the moves that keep it, in the notation of PGN; ``is_only`` is whether all others are proved to give
    it away, ``is_every`` whether there are none. ``line`` begins with one of them and ends with a promotion if it
    comes so far. ``gives_pawn`` is whether it begins with a pawn that offers itself while the side has no passed pawn.
    """

    keeping: tuple[str, ...]
    is_only: bool
    is_every: bool
    line: tuple[str, ...]
    gives_pawn: bool


def best_play(position: Position, solution: Solution) -> BestPlay | None:
    """Return how a proved outcome is kept, None if it is not proved or there is no move."""
    import chess

    board = chess.Board(position.fen())
    if not solution.ending.is_decided or not any(board.legal_moves):
        return None
    judge = _Judge(solution)
    outcome = solution.ending.outcome
    judged = [(move, judge.after(board, move)) for move in board.legal_moves]
    keeping = [move for move, found in judged if found is outcome]
    if outcome is _WINS[not board.turn]:  # All moves lose; the line shows how.
        return BestPlay((), False, False, judge.line(board, None), False)
    if not keeping:
        return None
    is_only = all(found is not Outcome.NOT_DECIDED for _, found in judged)
    is_every = len(keeping) == len(judged)
    first = None if outcome is Outcome.DRAW else judge.winning_move(board)
    line = () if first is None else judge.line(board, first)
    gives_pawn = first is not None and _gives_pawn(board, first)
    return BestPlay(tuple(map(board.san, keeping)), is_only, is_every, line, gives_pawn)


class _Judge:
    def __init__(self, solution: Solution) -> None:
        self._finders = {True: solution.white_finder, False: solution.black_finder}
        self._layers = lru_cache(maxsize=64)(self._find_layers)

    def outcome(self, board: chess.Board) -> Outcome:
        """Return the proved outcome of a position of kings and pawns."""
        passed = 1 << board.ep_square if board.ep_square is not None and board.has_legal_en_passant() else 0
        may_be_won = False
        for color, finder in self._finders.items():
            own, enemy, square, pair = _seen_by(color, board, passed)
            proved, possible = finder.wins(own, enemy, square).bounds(to_move=board.turn == color)
            if proved >> pair & 1:
                return _WINS[color]
            may_be_won = may_be_won or bool(possible >> pair & 1)
        return Outcome.NOT_DECIDED if may_be_won else Outcome.DRAW

    def after(self, board: chess.Board, move: chess.Move) -> Outcome:
        """Return the proved outcome of a move; of promotions only those to a queen that win are known."""
        if move.promotion is None:
            board.push(move)
            found = self.outcome(board)
            board.pop()
            return found
        color = board.turn
        own, enemy, target, pair = _seen_by(color, board, 1 << move.to_square)
        source = _seen_by(color, board, 1 << move.from_square)[2]
        won, _ = self._finders[color].after_white(own ^ source, without(enemy, target), target)
        return _WINS[color] if move.promotion == _QUEEN and won >> pair & 1 else Outcome.NOT_DECIDED

    def winning_move(self, board: chess.Board) -> chess.Move | None:
        """Return the winning move of the side to move that comes nearest to the end, None if none is known."""
        moves = [move for move in board.legal_moves if self.after(board, move) is _WINS[board.turn]]
        by_pawn = [move for move in moves if board.is_capture(move) or board.piece_type_at(move.from_square) == _PAWN]
        if by_pawn:
            forward = 1 if board.turn else -1
            return max(
                by_pawn, key=lambda move: (move.promotion or 0, board.is_capture(move), forward * move.to_square)
            )
        return min(moves, key=lambda move: self._distance(board, move), default=None)

    def line(self, board: chess.Board, first: chess.Move | None) -> tuple[str, ...]:
        """Return the moves of the winner's nearest way and the other side's longest, after a first move if given."""
        board = board.copy(stack=False)
        winner = board.turn if first is not None else not board.turn
        sans: list[str] = []
        move = first
        while len(sans) < LONGEST_LINE:
            if board.turn != winner:
                move = max(board.legal_moves, key=lambda reply: self._resistance(board, reply), default=None)
            elif move is None:
                move = self.winning_move(board)
            if move is None:
                break
            sans.append(board.san(move))
            board.push(move)
            if move.promotion is not None:
                break
            move = None
        return tuple(sans)

    def _resistance(self, board: chess.Board, move: chess.Move) -> tuple[bool, bool, int]:
        """Return how well a move of the losing side resists: a capture, no pawn move, and a long way to the next."""
        is_pawn = board.piece_type_at(move.from_square) == _PAWN
        return board.is_capture(move), not is_pawn, 0 if is_pawn else self._distance(board, move)

    def _distance(self, board: chess.Board, move: chess.Move) -> int:
        """Return how many moves the winner needs, after a move of a king, to the next pawn move or capture."""
        board.push(move)
        winner = not board.turn if self.outcome(board) is _WINS[not board.turn] else board.turn
        own, enemy, _, pair = _seen_by(winner, board)
        is_waiting = board.turn != winner
        board.pop()
        layers = self._layers(winner, own, enemy)
        return next((number for number, layer in enumerate(layers) if layer[is_waiting] >> pair & 1), len(layers))

    def _find_layers(self, color: bool, own: int, enemy: int) -> list[tuple[int, int]]:
        """Return the proved wins of a structure by their distance, with the winner to move and waiting."""
        if not own:
            return []
        finder = self._finders[color]
        wins, places = finder.wins(own, enemy), places_among(own, enemy)
        won, lost = finder.gains(own, enemy)[0] & wins.proved_to_move, 0
        layers = []
        while True:
            now = without(wins.proved_waiting, black_king_moved(without(places.to_move, won)))
            layers.append((won, now))
            grown = won | wins.proved_to_move & white_king_moved(now)
            if (grown, now) == (won, lost):
                return layers
            won, lost = grown, now


def _seen_by(color: bool, board: chess.Board, mask: int = 0) -> tuple[int, int, int, int]:
    """Return a side's pawns, the other side's, a mask and the bit of the kings' pair, with its pawns going north."""
    white, black = (int(board.pawns & board.occupied_co[each]) for each in (True, False))
    kings = [int(board.kings & board.occupied_co[each]).bit_length() - 1 for each in (True, False)]
    if color:
        return white, black, mask, 64 * kings[0] + kings[1]
    pair = 64 * (kings[1] ^ 56) + (kings[0] ^ 56)
    return flip_vertical(black), flip_vertical(white), flip_vertical(mask), pair


def _gives_pawn(board: chess.Board, move: chess.Move) -> bool:
    """Return whether a pawn offers itself to a pawn while its side has no passed pawn, and nothing is taken."""
    if board.piece_type_at(move.from_square) != _PAWN or board.is_capture(move):
        return False
    own, enemy, target, _ = _seen_by(board.turn, board, 1 << move.to_square)
    below = south(south_fill(enemy))
    return bool(black_attacks(enemy) & target) and not own & (BOARD ^ (below | east(below) | west(below)))


def with_other_to_move(solution: Solution, position: Position) -> Outcome:
    """Return the proved outcome with the other side to move, ``NOT_DECIDED`` if that is illegal or unknown."""
    import chess

    other = replace(position, white_to_move=not position.white_to_move, en_passant=None)
    at_once = solved_at_once(other)
    if at_once is None or at_once.is_decided:
        return Outcome.NOT_DECIDED if at_once is None else at_once.outcome
    return _Judge(solution).outcome(chess.Board(other.fen()))
