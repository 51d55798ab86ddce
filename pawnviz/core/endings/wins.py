"""The placements of the kings that White wins, for kings and pawns: found backwards from the end, for all at once.

A pawn never moves back, so that the pawn structures of an ending form a graph without circles. Within one structure
only the kings move: White's wins grow from those that pawn moves and captures lead to, until nothing is added. What
cannot be decided, because a limit is reached or because both sides promote, counts as no win where wins are proved, and
as a win where it is proved that there is none.

Black's wins are White's on the board turned upside down with the colors exchanged.

Source: https://www.chessprogramming.org/Retrograde_Analysis, https://www.chessprogramming.org/KPK
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from pawnviz.core.board.bitboard import BOARD, FILES, RANKS, east, north, south, squares, west
from pawnviz.core.endings import queen_sets
from pawnviz.core.endings.bounds import Wins
from pawnviz.core.endings.king_pairs import (
    APART,
    PAIRS,
    black_king_moved,
    black_king_on,
    no_king_on,
    white_king_moved,
    white_king_on,
    without,
)
from pawnviz.core.endings.pawns import Places, black_attacks, black_pawn_moves, places_among, steps, white_attacks
from pawnviz.core.endings.pieces import SolvingInterruptedError
from pawnviz.core.endings.races import black_promoted, white_promoted

MOST_STRUCTURES: Final = 4_000  # The number of pawn structures that are solved before others are left undecided.

MOST_QUEEN_STRUCTURES: Final = 120
"""The number of pawn structures with a queen that are solved before others are left undecided."""

_LAST_RANK: Final = RANKS[7]
_FIRST_RANK: Final = RANKS[0]


class QueenWins(NamedTuple):
    """The placements of a white queen and the kings that White wins for certain, with White and with Black to move."""

    to_move: int
    waiting: int


class _BlackMoves(NamedTuple):
    """The pairs with Black's pawn moves or captures, with one to no proved win, and with one to no possible win."""

    movable: int
    escapes: int
    escapes_surely: int


class WinFinder:
    """Finds the king pairs that White wins, for any pawns, and keeps them."""

    def __init__(
        self,
        structures: int = MOST_STRUCTURES,
        queen_structures: int = MOST_QUEEN_STRUCTURES,
        keep_going: Callable[[], bool] = lambda: True,
        is_time_left: Callable[[], bool] = lambda: True,
    ) -> None:
        """Solve at most so many pawn structures, those with a queen counted apart, while ``keep_going`` says so.

        Once no time is left, further structures count as not decided.
        """
        self._structures_left = structures
        self._is_time_left = is_time_left
        self._queen_structures_left = queen_structures
        self._keep_going = keep_going
        self._found: dict[tuple[int, int], Wins] = {}
        self._with_queen: dict[tuple[int, int], QueenWins] = {}

    def wins(self, white: int, black: int, passed: int = 0) -> Wins:
        """Return White's wins with these pawns, none of them on ranks 1 and 8.

        ``passed`` is the square that a double step has just passed, as a mask, where a pawn may take en passant. Raises
        ``SolvingInterruptedError`` when the solving is asked to stop.
        """
        wins = self._wins(white, black)
        if passed & RANKS[2]:
            proved, possible = self._after_double_step(white, black, passed)
            return wins._replace(proved_waiting=proved, possible_waiting=possible)
        if passed & RANKS[5]:
            proved, possible = self._after_black(white, black, passed)
            return wins._replace(proved_to_move=proved, possible_to_move=possible)
        return wins

    def _wins(self, white: int, black: int) -> Wins:
        if not white:
            return Wins(0, 0, 0, 0)  # A bare king gives no check.
        wins = self._found.get((white, black))
        if wins is None:
            places = places_among(white, black)
            if not self._structures_left or not self._is_time_left():
                return Wins(0, 0, places.to_move, places.waiting)
            self._structures_left -= 1
            if not self._keep_going():
                raise SolvingInterruptedError
            wins = self._found[white, black] = self._solved(white, black, places)
        return wins

    def _solved(self, white: int, black: int, places: Places) -> Wins:
        proved, possible = self._white_pawn_moves(white, black, places)
        moves = self._black_moves(white, black, places)
        alive = places.waiting & (moves.movable | black_king_on(white_attacks(white)))
        proved_wins = _grown(proved, without(alive, moves.escapes), places)
        if proved == possible and moves.escapes == moves.escapes_surely:
            return Wins(*proved_wins, *proved_wins)
        return Wins(*proved_wins, *_grown(possible, without(alive, moves.escapes_surely), places))

    # White's moves

    def _white_pawn_moves(self, white: int, black: int, places: Places) -> tuple[int, int]:
        """Return the pairs with White to move from which a pawn move or a capture wins: proved, and possible."""
        proved = possible = 0
        for square in squares(black):
            taken = 1 << square
            after = self._wins(white, black ^ taken)
            proved |= white_king_moved(after.proved_waiting & white_king_on(taken))
            possible |= white_king_moved(after.possible_waiting & white_king_on(taken))
        for pawn in squares(white):
            others = white ^ 1 << pawn
            for target, passed in steps(1 << pawn, white | black, north, RANKS[1]):
                if passed:
                    waiting = self._after_double_step(others | target, black, passed)
                    free = no_king_on(passed)
                else:
                    waiting = self.after_white(others, black, target)
                    free = PAIRS
                proved |= waiting[0] & free
                possible |= waiting[1] & free
            stop = north(1 << pawn)
            for square in squares((east(stop) | west(stop)) & black):
                waiting = self.after_white(others, black ^ 1 << square, 1 << square)
                proved |= waiting[0]
                possible |= waiting[1]
        return proved & places.to_move, possible & places.to_move

    def after_white(self, others: int, black: int, target: int) -> tuple[int, int]:
        """Return the wins, proved and possible, once a white pawn has come to a square and Black is to move."""
        if target & _LAST_RANK:
            return self._after_promotion(others, black, target)
        after = self._wins(others | target, black)
        return after.proved_waiting, after.possible_waiting

    def _after_double_step(self, white: int, black: int, passed: int) -> tuple[int, int]:
        """Return the wins, proved and possible, after a double step over a square on which Black may take."""
        after = self._wins(white, black)
        stop = north(passed)
        takers = (east(stop) | west(stop)) & black
        if not takers:
            return after.proved_waiting, after.possible_waiting
        places = places_among(white, black)
        movable, escapes, escapes_surely = self._black_moves(white, black, places)
        for taker in squares(takers):
            left, reached = white ^ stop, black ^ 1 << taker | passed
            legal = places.waiting & places_among(left, reached).to_move
            taken = self._wins(left, reached)
            movable |= legal
            escapes |= without(legal, taken.proved_to_move)
            escapes_surely |= without(legal, taken.possible_to_move)
        alive = places.waiting & (movable | black_king_on(white_attacks(white)))
        return (
            _lost_for_black(without(alive, escapes), after.proved_to_move, places),
            _lost_for_black(without(alive, escapes_surely), after.possible_to_move, places),
        )

    def _after_promotion(self, white: int, black: int, target: int) -> tuple[int, int]:
        """Return the wins, proved and possible, once White has promoted on a square; ``white`` are the other pawns."""
        square = target.bit_length() - 1
        legal = APART & no_king_on(white | black | target) & white_king_on(BOARD ^ black_attacks(black))
        if not white and black.bit_count() == 1:
            race = white_promoted(black.bit_length() - 1, square)
            return legal & race.white_wins, legal & race.white_may_win
        taken, places = self._wins(white, black), places_among(white, black)
        on_target = places.to_move & black_king_on(target)
        possible = without(legal, black_king_moved(without(on_target, taken.possible_to_move)))
        if black:
            return legal & queen_sets.pairs_with_queen_on(self.wins_with_queen(white, black).waiting, square), possible
        proved = without(legal, black_king_moved(without(on_target, taken.proved_to_move)))
        if white:
            # With more pawns a queen may give stalemate; a rook leaves the king a square off its lines.
            lines = _LAST_RANK | FILES[square & 7]
            proved &= black_king_moved(APART & black_king_on(BOARD ^ (lines | white_attacks(white) | white)))
        return proved, possible

    # Black's moves

    def _black_moves(self, white: int, black: int, places: Places) -> _BlackMoves:
        """Return Black's captures and pawn moves; moves of the king to empty squares count as movable too."""
        movable = black_king_moved(places.to_move)
        escapes = escapes_surely = 0
        for square in squares(white):
            taken = 1 << square
            legal = places_among(white ^ taken, black).to_move & black_king_on(taken)
            after = self._wins(white ^ taken, black)
            movable |= black_king_moved(legal)
            escapes |= black_king_moved(without(legal, after.proved_to_move))
            escapes_surely |= black_king_moved(without(legal, after.possible_to_move))
        for left, others, target, passed in black_pawn_moves(white, black):
            if target & _FIRST_RANK:
                legal = no_king_on(target) & black_king_on(BOARD ^ white_attacks(left))
                after = self._wins(left, others)
                # White takes the new piece, or may still win in some other way where it has a pawn.
                proved = white_king_moved(after.proved_waiting & white_king_on(target))
                possible = PAIRS if left else 0
                if left.bit_count() == 1 and not others:
                    race = black_promoted(left.bit_length() - 1, target.bit_length() - 1)
                    proved, possible = race.white_wins, race.white_may_win
            else:
                legal = places_among(left, others | target).to_move
                proved, possible = self._after_black(left, others | target, passed)
                if passed:
                    legal &= no_king_on(passed)
            legal &= places.waiting
            movable |= legal
            escapes |= without(legal, proved)
            escapes_surely |= without(legal, possible)
        return _BlackMoves(movable & places.waiting, escapes & places.waiting, escapes_surely & places.waiting)

    def _after_black(self, white: int, black: int, passed: int) -> tuple[int, int]:
        """Return the wins, proved and possible, with White to move, after a double step if a square was passed."""
        after = self._wins(white, black)
        proved, possible = after.proved_to_move, after.possible_to_move
        if passed:
            places, stop = places_among(white, black), south(passed)
            for taker in squares((east(stop) | west(stop)) & white):
                taken = self._wins(white ^ 1 << taker | passed, black ^ stop)
                proved |= places.to_move & taken.proved_waiting
                possible |= places.to_move & taken.possible_waiting
        return proved, possible

    # With a white queen

    def wins_with_queen(self, white: int, black: int) -> QueenWins:
        """Return White's certain wins with a queen, its pawns standing still; raises ``SolvingInterruptedError``."""
        wins = self._with_queen.get((white, black))
        if wins is None:
            if not self._queen_structures_left or not self._is_time_left():
                return QueenWins(0, 0)
            self._queen_structures_left -= 1
            if not self._keep_going():
                raise SolvingInterruptedError
            wins = self._with_queen[white, black] = self._solved_with_queen(white, black)
        return wins

    def _solved_with_queen(self, white: int, black: int) -> QueenWins:
        places = places_among(white, black)
        free = queen_sets.free_for_piece(white | black)
        attacked = queen_sets.attacks_on_black_king(white | black)
        waiting = queen_sets.lifted(places.waiting) & free
        to_move = without(queen_sets.lifted(places.to_move) & free, attacked)
        movable = queen_sets.black_king_moved(to_move)
        movable, escapes = self._queen_taken(white, black, places, movable)
        check = attacked | queen_sets.lifted(black_king_on(white_attacks(white)))
        if not black:
            # A king alone is lost against a queen that it cannot take at once, unless it is stalemate.
            return QueenWins(to_move, without(waiting & (movable | check), escapes))
        for square in squares(white):
            taken = 1 << square
            left = places_among(white ^ taken, black).to_move & black_king_on(taken)
            legal = without(queen_sets.lifted(left), queen_sets.attacks_on_black_king(white ^ taken | black))
            movable |= queen_sets.black_king_moved(legal)
            won = self.wins_with_queen(white ^ taken, black).to_move
            escapes |= queen_sets.black_king_moved(without(legal, won))
        for left, others, target, passed in black_pawn_moves(white, black):
            empty = queen_sets.queen_on(BOARD ^ (target | passed)) & queen_sets.lifted(no_king_on(target | passed))
            pawns = others if target & _FIRST_RANK else others | target
            legal = queen_sets.lifted(places_among(left, pawns).to_move & no_king_on(target)) & empty
            legal = without(legal, queen_sets.attacks_on_black_king(left | others | target))
            if target & _FIRST_RANK:
                won = self._takes_new_queen(left, others, target)
            else:
                won = self.wins_with_queen(left, pawns).to_move
            movable |= legal
            escapes |= without(legal, won)
        alive = without(waiting & (movable | check), escapes)
        won = to_move & self._queen_takes(white, black)
        lost = 0
        while added := without(_lost_with_queen(alive, won, to_move), lost):
            lost |= added
            won |= to_move & (queen_sets.piece_moved(added, free) | queen_sets.white_king_moved(added))
        return QueenWins(won, lost)

    def _queen_taken(self, white: int, black: int, places: Places, movable: int) -> tuple[int, int]:
        """Return where Black can move once captures of the queen count too, and where such a capture escapes."""
        won = self._wins(white, black).proved_to_move
        taken, escaped = [0] * 64, [0] * 64  # By the square of the queen.
        for square in squares(BOARD ^ (white | black)):
            legal = places.to_move & black_king_on(1 << square)
            taken[square] = black_king_moved(legal)
            escaped[square] = black_king_moved(without(legal, won))
        for pawn in squares(black):
            others = black ^ 1 << pawn
            for square in squares(black_attacks(1 << pawn) & (BOARD ^ white)):
                target = 1 << square
                if target & _FIRST_RANK:
                    legal, won = places_among(white, others).to_move & no_king_on(target), 0
                else:
                    legal = places_among(white, others | target).to_move
                    won = self._wins(white, others | target).proved_to_move
                taken[square] |= legal
                escaped[square] |= without(legal, won)
        return movable | queen_sets.joined(taken), queen_sets.joined(escaped)

    def _takes_new_queen(self, white: int, black: int, target: int) -> int:
        """Return the placements from which White wins by taking the piece that has just promoted on a square."""
        won, square = self.wins_with_queen(white, black).waiting, target.bit_length() - 1
        pairs = queen_sets.pairs_with_queen_on(won, square)
        by_queen = queen_sets.queen_moved_to(square, pairs, white | black)
        return by_queen | queen_sets.white_king_moved(won & queen_sets.lifted(white_king_on(target)))

    def _queen_takes(self, white: int, black: int) -> int:
        """Return the placements from which White wins by taking a pawn with the queen or the king."""
        won = 0
        for square in squares(black):
            after = self.wins_with_queen(white, black ^ 1 << square).waiting
            pairs = queen_sets.pairs_with_queen_on(after, square)
            won |= queen_sets.queen_moved_to(square, pairs, white | black)
            won |= queen_sets.white_king_moved(after & queen_sets.lifted(white_king_on(1 << square)))
        return won


def _grown(won: int, alive: int, places: Places) -> tuple[int, int]:
    """Return White's wins, to move and waiting, that king moves add; ``alive`` are the pairs that Black may lose."""
    gains, lost = won, 0
    while (now := _lost_for_black(alive, won, places)) != lost:
        lost = now
        won = gains | places.to_move & white_king_moved(lost)
    return won, lost


def _lost_for_black(alive: int, won: int, places: Places) -> int:
    """Return the pairs of ``alive`` from which each step of the black king leads to a win of White."""
    return without(alive, black_king_moved(without(places.to_move, won)))


def _lost_with_queen(alive: int, won: int, to_move: int) -> int:
    return without(alive, queen_sets.black_king_moved(without(to_move, won)))
