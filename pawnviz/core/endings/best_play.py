"""The moves that keep a proved outcome, a line until it is plain, and a try that fails, of an ending that was solved.

Each move is judged by the sets of king pairs that proved the outcome. Within a pawn structure the winner takes the way
that needs fewest moves to the next winning pawn move or capture, and the other side the longest.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from pawnviz.core.board.bitboard import RANKS, complement, flip_vertical, north, squares
from pawnviz.core.board.position import Position
from pawnviz.core.endings.king_pairs import (
    black_king_moved,
    no_king_on,
    white_king_moved,
    white_king_on,
    without,
)
from pawnviz.core.endings.outcome import Finder, Outcome, Solution, pawns_of
from pawnviz.core.endings.pawns import places_among, steps, white_attacks

if TYPE_CHECKING:
    import chess

LONGEST_LINE: Final = 24  # The plies after which a line breaks off.

_PAWN: Final = 1  # The pieces as python-chess counts them.
_QUEEN: Final = 5

_WINS: Final = {True: Outcome.WHITE_WINS, False: Outcome.BLACK_WINS}


class Try(NamedTuple):
    """A move that gives the outcome away, with the moves of the answer and the outcome."""

    moves: tuple[str, ...]
    outcome: Outcome


class BestPlay(NamedTuple):
    """How a proved outcome is kept.

    ``keeping`` are the moves that keep it, in the notation of PGN; ``is_only`` is whether all others are proved to give
    it away. ``line`` begins with one of them and ends with a promotion where it comes so far. ``gives_pawn`` is whether
    it begins with a pawn that offers itself while the side has no passed pawn.
    """

    keeping: tuple[str, ...]
    is_only: bool
    line: tuple[str, ...]
    failing: Try | None
    gives_pawn: bool


def best_play(position: Position, solution: Solution) -> BestPlay | None:
    """Return how a proved outcome is kept, None where it is not proved or there is no move."""
    import chess

    board = chess.Board(position.fen())
    if not solution.ending.is_decided or not any(board.legal_moves):
        return None
    judge = _Judge(solution)
    outcome = solution.ending.outcome
    judged = [(move, judge.after(board, move)) for move in board.legal_moves]
    keeping = [move for move, found in judged if found is outcome]
    if outcome is _WINS[not board.turn]:  # All moves lose; the line shows how.
        return BestPlay((), False, judge.line(board, None), None, False)
    if not keeping:
        return None
    is_only = all(found not in (outcome, Outcome.NOT_DECIDED) or move in keeping for move, found in judged)
    first = judge.winning_move(board) if outcome is not Outcome.DRAW else keeping[0]
    line = judge.line(board, first) if outcome is not Outcome.DRAW else ()
    failing = next(
        (
            Try(_sans(board, [move, *judge.answer(board, move, found)]), found)
            for move, found in sorted(judged, key=lambda each: _interest(board, each[0]))
            if found not in (outcome, Outcome.NOT_DECIDED)
        ),
        None,
    )
    return BestPlay(
        tuple(board.san(move) for move in keeping),
        is_only,
        line,
        failing,
        bool(line) and first is not None and _gives_pawn(board, first),
    )


class _Judge:
    """Judges positions, and moves to them, by proved outcomes."""

    def __init__(self, solution: Solution) -> None:
        self._finders = {True: solution.white_finder, False: solution.black_finder}
        self._layers = lru_cache(maxsize=64)(self._find_layers)

    def outcome(self, board: chess.Board) -> Outcome:
        """Return the proved outcome of a position of kings and pawns."""
        white, black = board.pawns & board.occupied_co[True], board.pawns & board.occupied_co[False]
        if not white | black:
            return Outcome.DRAW
        passed = 1 << board.ep_square if board.ep_square is not None and board.has_legal_en_passant() else 0
        may_be_won = False
        for color, finder in self._finders.items():
            own, enemy, bit, square = _seen_by(color, board, passed)
            wins = finder.wins(own, enemy, square)
            is_to_move = board.turn == color
            proved, possible = (
                (wins.proved_to_move, wins.possible_to_move)
                if is_to_move
                else (wins.proved_waiting, wins.possible_waiting)
            )
            if proved >> bit & 1:
                return _WINS[color]
            may_be_won = may_be_won or bool(possible >> bit & 1)
        return Outcome.NOT_DECIDED if may_be_won else Outcome.DRAW

    def after(self, board: chess.Board, move: chess.Move) -> Outcome:
        """Return the proved outcome of a move; of promotions only those to a queen that win are known."""
        color = board.turn
        if move.promotion is not None:
            pawns = board.pawns & complement(1 << move.from_square | 1 << move.to_square)
            white, black = pawns & board.occupied_co[True], pawns & board.occupied_co[False]
            own, enemy, target = _turned(color, white, black, 1 << move.to_square)
            if (
                move.promotion != _QUEEN
                or not self._finders[color].after_white(own, enemy, target)[0] >> _pair(color, board) & 1
            ):
                return Outcome.NOT_DECIDED
            return _WINS[color]
        board.push(move)
        found = self.outcome(board)
        board.pop()
        return found

    def winning_move(self, board: chess.Board) -> chess.Move | None:
        """Return the winning move of the side to move that comes nearest to the end, None where none is known."""
        moves = [move for move in board.legal_moves if self.after(board, move) is _WINS[board.turn]]
        promotions = [move for move in moves if move.promotion is not None]
        pawn_moves = [
            move for move in moves if board.is_capture(move) or board.piece_type_at(move.from_square) == _PAWN
        ]
        if promotions or pawn_moves:
            return max(promotions or pawn_moves, key=lambda move: (board.is_capture(move), _advance(board, move)))
        return min(moves, key=lambda move: self._distance(board, move), default=None)

    def answer(self, board: chess.Board, move: chess.Move, outcome: Outcome) -> list[chess.Move]:
        """Return the other side's answer that keeps an outcome, none where there is none."""
        board.push(move)
        kept = [reply for reply in board.legal_moves if self.after(board, reply) is outcome]
        best = self.winning_move(board) if outcome is _WINS[board.turn] else None
        board.pop()
        return [best] if best is not None else kept[:1]

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
        own, enemy, bit, _ = _seen_by(winner, board, 0)
        is_to_move = board.turn == winner
        board.pop()
        layers = self._layers(winner, own, enemy)
        return next((number for number, layer in enumerate(layers) if layer[not is_to_move] >> bit & 1), len(layers))

    def _find_layers(self, color: bool, own: int, enemy: int) -> list[tuple[int, int]]:
        """Return the proved wins of a structure by their distance, with the winner to move and waiting."""
        if not own:
            return []
        finder = self._finders[color]
        wins, places = finder.wins(own, enemy), places_among(own, enemy)
        won, lost = _gains(finder, own, enemy) & places.to_move & wins.proved_to_move, 0
        layers = []
        while True:
            now = without(wins.proved_waiting, black_king_moved(without(places.to_move, won)))
            layers.append((won, now))
            grown = won | wins.proved_to_move & white_king_moved(now)
            if (grown, now) == (won, lost):
                return layers
            won, lost = grown, now


def _gains(finder: Finder, white: int, black: int) -> int:
    """Return the pairs from which a pawn move or a capture of White wins for certain."""
    gains = 0
    for square in squares(black):
        after = finder.wins(white, black ^ 1 << square)
        gains |= white_king_moved(after.proved_waiting & white_king_on(1 << square))
    for pawn in squares(white):
        others = white ^ 1 << pawn
        for target, passed in steps(1 << pawn, white | black, north, RANKS[1]):
            if passed:
                gains |= finder.wins(others | target, black, passed).proved_waiting & no_king_on(passed)
            else:
                gains |= finder.after_white(others, black, target)[0]
        for square in squares(white_attacks(1 << pawn) & black):
            gains |= finder.after_white(others, black ^ 1 << square, 1 << square)[0]
    return gains


def _turned(color: bool, white: int, black: int, square: int) -> tuple[int, int, int]:
    return (white, black, square) if color else (flip_vertical(black), flip_vertical(white), flip_vertical(square))


def _pair(color: bool, board: chess.Board) -> int:
    """Return the bit of the kings' pair as a side sees it, with its own king first and its pawns going north."""
    white, black = board.kings & board.occupied_co[True], board.kings & board.occupied_co[False]
    kings = white.bit_length() - 1, black.bit_length() - 1
    return 64 * kings[0] + kings[1] if color else 64 * (kings[1] ^ 56) + (kings[0] ^ 56)


def _seen_by(color: bool, board: chess.Board, passed: int) -> tuple[int, int, int, int]:
    white, black = board.pawns & board.occupied_co[True], board.pawns & board.occupied_co[False]
    own, enemy, square = _turned(color, white, black, passed)
    return own, enemy, _pair(color, board), square


def _advance(board: chess.Board, move: chess.Move) -> int:
    return move.to_square // 8 if board.turn else 7 - move.to_square // 8


def _interest(board: chess.Board, move: chess.Move) -> tuple[bool, bool, int]:
    """Return a key by which the most tempting moves come first: captures, then pawn moves, then steps forward."""
    return not board.is_capture(move), board.piece_type_at(move.from_square) != _PAWN, -_advance(board, move)


def _sans(board: chess.Board, moves: list[chess.Move]) -> tuple[str, ...]:
    board = board.copy(stack=False)
    sans = []
    for move in moves:
        sans.append(board.san(move))
        board.push(move)
    return tuple(sans)


def _gives_pawn(board: chess.Board, move: chess.Move) -> bool:
    """Return whether a pawn offers itself to a pawn while its side has no passed pawn, and nothing is taken."""
    if board.piece_type_at(move.from_square) != _PAWN or board.is_capture(move):
        return False
    white, black = (int(board.pawns & board.occupied_co[color]) for color in (True, False))
    own, enemy, target = _turned(board.turn, white, black, 1 << move.to_square)
    attacked = flip_vertical(white_attacks(flip_vertical(enemy)))
    return bool(attacked & target) and not any(_is_passed(pawn, enemy) for pawn in squares(own))


def _is_passed(pawn: int, enemy: int) -> bool:
    return not any(abs(other % 8 - pawn % 8) <= 1 and other // 8 > pawn // 8 for other in squares(enemy))


def moves_text(position: Position, sans: tuple[str, ...]) -> str:
    """Return moves with their numbers: ``1.Kb1 Kb7 2.Kc1``."""
    number, is_white = position.fullmove_number, position.white_to_move
    parts = []
    for place, san in enumerate(sans):
        if is_white:
            parts.append(f"{number}.{san}")
        else:
            parts.append(f"{number}...{san}" if place == 0 else san)
            number += 1
        is_white = not is_white
    return " ".join(parts)


def with_other_to_move(solution: Solution, position: Position) -> Outcome:
    """Return the proved outcome with the other side to move, ``NOT_DECIDED`` where that is illegal or unknown."""
    import chess

    pawns_of(position)
    board = chess.Board(position.fen())
    board.turn, board.ep_square = not board.turn, None
    return _Judge(solution).outcome(board) if board.is_valid() else Outcome.NOT_DECIDED
