"""The moves that keep a proved outcome, and a line until it is plain, of an ending that was solved.

Each move is judged by the sets of king pairs that proved the outcome. Within a pawn structure the winner takes the way
that needs fewest moves to the next winning pawn move or capture, and the other side the longest.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from pawnviz.core.board.bitboard import BOARD, east, flip_vertical, south, south_fill, west
from pawnviz.core.board.position import Position
from pawnviz.core.endings.king_pairs import black_king_moved, white_king_moved, without
from pawnviz.core.endings.outcome import Outcome, Solution, solved_at_once
from pawnviz.core.endings.pawns import black_attacks, places_among

if TYPE_CHECKING:
    import chess

LONGEST_LINE: Final = 24  # The plies after which a line breaks off.

_PAWN, _QUEEN = 1, 5  # The pieces as python-chess counts them.
_WINS: Final = {True: Outcome.WHITE_WINS, False: Outcome.BLACK_WINS}


class BestPlay(NamedTuple):
    """How a proved outcome is kept.

    ``keeping`` are the moves that keep it, in the notation of PGN; ``is_only`` is whether all others are proved to give
    it away. ``line`` begins with one of them and ends with a promotion where it comes so far. ``gives_pawn`` is whether
    it begins with a pawn that offers itself while the side has no passed pawn.
    """

    keeping: tuple[str, ...]
    is_only: bool
    line: tuple[str, ...]
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
        return BestPlay((), False, judge.line(board, None), False)
    if not keeping:
        return None
    is_only = all(found is not Outcome.NOT_DECIDED for _, found in judged)
    first = None if outcome is Outcome.DRAW else judge.winning_move(board)
    line = () if first is None else judge.line(board, first)
    gives_pawn = first is not None and _gives_pawn(board, first)
    return BestPlay(tuple(map(board.san, keeping)), is_only, line, gives_pawn)


class _Judge:
    """Judges positions, and moves to them, by proved outcomes."""

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
