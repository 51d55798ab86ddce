"""The placements of the kings that White wins, for kings and pawns: found backwards from the end, for all at once.

A pawn never moves back, so that the pawn structures of an ending form a graph without circles. Within one structure
only the kings move: White's wins grow from those that pawn moves and captures lead to, until nothing is added. What
cannot be decided counts as no win if wins are proved, and as a win if it is proved that there is none.

Black's wins are White's on the board turned upside down with the colors exchanged.

Source: https://www.chessprogramming.org/Retrograde_Analysis, https://www.chessprogramming.org/KPK
"""

from __future__ import annotations

import lzma
from collections.abc import Callable
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple

from pawnviz.core.board.bitboard import (
    BOARD,
    FILES,
    RANKS,
    east,
    flip_vertical,
    mirror_horizontal,
    north,
    south,
    squares,
    west,
)
from pawnviz.core.endings.king_pairs import (
    APART,
    PAIRS,
    Places,
    black_attacks,
    black_king_moved,
    black_king_on,
    black_pawn_moves,
    no_king_on,
    places_among,
    row_of,
    turned,
    white_attacks,
    white_king_moved,
    white_king_on,
    white_pawn_moves,
    without,
)
from pawnviz.folders import resource_path

if TYPE_CHECKING:
    from pawnviz.core.endings.queens import QueenWins

FILE: Final = "races.xz"

SET_SIZE: Final = 512  # The bytes of a set of king pairs.


class Race(NamedTuple):
    """The king pairs that a side wins for certain and may win, after a promotion."""

    white_wins: int
    white_may_win: int
    black_wins: int
    black_may_win: int


@cache
def white_promoted(pawn: int, goal: int) -> Race:
    """Return the known outcomes, Black to move, once White has promoted on a square and Black's only pawn is left."""
    if pawn & 4:
        return Race(*map(_mirrored, white_promoted(pawn ^ 7, goal ^ 7)))
    number = ((pawn >> 3) - 1) * 4 + (pawn & 3)
    start = (number * 8 + (goal & 7)) * 4 * SET_SIZE
    sets = [
        int.from_bytes(_contents()[start + bound * SET_SIZE : start + (bound + 1) * SET_SIZE], "little")
        for bound in range(4)
    ]
    return Race(sets[0], sets[0] ^ sets[1], sets[2], sets[2] ^ sets[3])


@cache
def black_promoted(pawn: int, goal: int) -> Race:
    """Return the known outcomes, White to move, once Black has promoted on a square and White's only pawn is left."""
    wins, may_win, loses, may_lose = map(turned, white_promoted(pawn ^ 56, goal ^ 56))
    return Race(loses, may_lose, wins, may_win)


@cache
def _contents() -> bytes:
    return lzma.decompress(resource_path(FILE).read_bytes())


def _mirrored(pairs: int) -> int:
    return sum(mirror_horizontal(row_of(pairs, king)) << 64 * (king ^ 7) for king in range(64))


MOST_QUEEN_STRUCTURES: Final = 1_000  # The most that are solved with a queen; each keeps 64 KB.

Structure = tuple[int, int]
"""White's pawns and Black's."""


class PawnsOfPosition(NamedTuple):
    """A pawn ending: both sides' pawns, the square that may be taken en passant as a mask, and the kings' squares."""

    white: int
    black: int
    passed: int
    kings: tuple[int, int]
    white_to_move: bool


class Wins(NamedTuple):
    """The king pairs that White wins for certain (``proved``) and at most (``possible``), by who is to move."""

    proved_to_move: int
    proved_waiting: int
    possible_to_move: int
    possible_waiting: int

    def bounds(self, *, to_move: bool) -> tuple[int, int]:
        """Return the pairs won for certain and at most, with White to move or waiting."""
        if to_move:
            return self.proved_to_move, self.possible_to_move
        return self.proved_waiting, self.possible_waiting


class KnownWins:
    """White's wins in the pawn structures solved so far, and bounds that always hold in others."""

    rival: KnownWins
    """Black's wins, as White's on the board turned upside down."""

    def __init__(self, is_time_left: Callable[[], bool]) -> None:
        """Know nothing; queens are followed while time is left."""
        self.follows_queens = False
        """Whether positions after a promotion with black pawns left are solved too."""
        self.change_count = 0
        """The number of times that more was found of a structure."""
        self.is_time_left = is_time_left
        self._found: dict[Structure, Wins] = {}
        self._with_queen: dict[Structure, QueenWins] = {}

    def wins(self, white: int, black: int, passed: int = 0) -> Wins:
        """Return White's wins with these pawns; ``passed`` is the square, as a mask, that a double step has passed."""
        wins = self._wins(white, black)
        if passed & RANKS[2]:
            proved, possible = self._after_double_step(white, black, passed)
            return wins._replace(proved_waiting=proved, possible_waiting=possible)
        if passed & RANKS[5]:
            proved, possible = self._after_black(white, black, passed)
            return wins._replace(proved_to_move=proved, possible_to_move=possible)
        return wins

    def update(self, structure: Structure) -> None:
        """Solve a structure again after news of Black's wins in it or of the structures after its moves."""
        white, black = structure
        before = self._wins(white, black)
        found = self._solved(white, black)
        lost = self.rival._wins(flip_vertical(black), flip_vertical(white))
        found = Wins(
            found.proved_to_move | before.proved_to_move,
            found.proved_waiting | before.proved_waiting,
            without(found.possible_to_move & before.possible_to_move, turned(lost.proved_waiting)),
            without(found.possible_waiting & before.possible_waiting, turned(lost.proved_to_move)),
        )
        self.change_count += found != before
        self._found[structure] = found

    def _wins(self, white: int, black: int) -> Wins:
        if not white:
            return Wins(0, 0, 0, 0)  # A bare king gives no check.
        found = self._found.get((white, black))
        if found is not None:
            return found
        places = places_among(white, black)
        return Wins(0, 0, places.to_move, places.waiting)

    def _solved(self, white: int, black: int) -> Wins:
        if not white:
            return Wins(0, 0, 0, 0)
        places = places_among(white, black)
        (proved, possible), (held, held_at_most) = self.gains(white, black), self._held(white, black, places)
        proved_wins = _grown(proved, held, places)
        if (proved, held) == (possible, held_at_most):
            return Wins(*proved_wins, *proved_wins)
        return Wins(*proved_wins, *_grown(possible, held_at_most, places))

    # White's moves

    def gains(self, white: int, black: int) -> tuple[int, int]:
        """Return the pairs with White to move from which a pawn move or a capture wins: proved, and possible."""
        places = places_among(white, black)
        proved = possible = 0
        for square in squares(black):
            taken = 1 << square
            after = self._wins(white, black ^ taken)
            proved |= white_king_moved(after.proved_waiting & white_king_on(taken))
            possible |= white_king_moved(after.possible_waiting & white_king_on(taken))
        for others, left, target, passed in white_pawn_moves(white, black):
            waiting = self.after_white(others, left, target, passed)
            proved |= waiting[0]
            possible |= waiting[1]
        return proved & places.to_move, possible & places.to_move

    def after_white(self, others: int, black: int, target: int, passed: int = 0) -> tuple[int, int]:
        """Return the wins, proved and possible, once a white pawn has come to a square, maybe by a double step."""
        if target & RANKS[7]:
            return self._after_promotion(others, black, target)
        if passed:
            proved, possible = self._after_double_step(others | target, black, passed)
            return proved & no_king_on(passed), possible & no_king_on(passed)
        return self._wins(others | target, black).bounds(to_move=False)

    def _after_double_step(self, white: int, black: int, passed: int) -> tuple[int, int]:
        """Return the wins, proved and possible, after a double step over a square on which Black may take."""
        places, after = places_among(white, black), self._wins(white, black)
        held, held_at_most = self._held(white, black, places, passed)
        return (
            _lost_for_black(held, after.proved_to_move, places),
            _lost_for_black(held_at_most, after.possible_to_move, places),
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
            return legal & self._won_with_queen(white, black, square), possible
        proved = without(legal, black_king_moved(without(on_target, taken.proved_to_move)))
        if white:
            # With more pawns a queen may give stalemate; a rook leaves the king a square off its lines.
            lines = RANKS[7] | FILES[square & 7]
            proved &= black_king_moved(APART & black_king_on(BOARD ^ (lines | white_attacks(white) | white)))
        return proved, possible

    def _won_with_queen(self, white: int, black: int, square: int) -> int:
        """Return the pairs that White wins for certain with a queen on a square and Black to move."""
        if not self.follows_queens and (white, black) not in self._with_queen:
            return 0
        from pawnviz.core.endings.queens import pairs_of

        return pairs_of(self.wins_with_queen(white, black).waiting[square])

    def wins_with_queen(self, white: int, black: int) -> QueenWins:
        """Return White's certain wins with a queen, its pawns standing still."""
        from pawnviz.core.endings.queens import NO_WINS, solve_with_queen

        found = self._with_queen.get((white, black))
        if found is None:
            if len(self._with_queen) >= MOST_QUEEN_STRUCTURES or not self.is_time_left():
                return NO_WINS
            found = solve_with_queen(white, black, self._wins, self.wins_with_queen)
            self._with_queen[white, black] = found
        return found

    # Black's moves

    def _held(self, white: int, black: int, places: Places, passed: int = 0) -> tuple[int, int]:
        """Return the pairs, proved and possible, with Black to move that are lost unless a step of the king helps."""
        movable = black_king_moved(places.to_move)
        escapes = escapes_surely = 0
        for square in squares(white):
            taken = 1 << square
            legal = places_among(white ^ taken, black).to_move & black_king_on(taken)
            after = self._wins(white ^ taken, black)
            movable |= black_king_moved(legal)
            escapes |= black_king_moved(without(legal, after.proved_to_move))
            escapes_surely |= black_king_moved(without(legal, after.possible_to_move))
        stop = north(passed)
        en_passant = (
            (white ^ stop, black ^ 1 << taker, passed, 0) for taker in squares((east(stop) | west(stop)) & black)
        )
        for left, others, target, stepped in chain(black_pawn_moves(white, black), en_passant):
            if target & RANKS[0]:
                legal = no_king_on(target) & black_king_on(BOARD ^ white_attacks(left))
                after = self._wins(left, others)
                # White takes the new piece, or may still win in some other way if it has a pawn.
                proved = white_king_moved(after.proved_waiting & white_king_on(target))
                possible = PAIRS if left else 0
                if left.bit_count() == 1 and not others:
                    race = black_promoted(left.bit_length() - 1, target.bit_length() - 1)
                    proved, possible = race.white_wins, race.white_may_win
            else:
                legal = places_among(left, others | target).to_move & no_king_on(stepped)
                proved, possible = self._after_black(left, others | target, stepped)
            legal &= places.waiting
            movable |= legal
            escapes |= without(legal, proved)
            escapes_surely |= without(legal, possible)
        alive = places.waiting & (movable | black_king_on(white_attacks(white)))
        return without(alive, escapes), without(alive, escapes_surely)

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


def rivals(is_time_left: Callable[[], bool]) -> tuple[KnownWins, KnownWins]:
    """Return the wins of White and of Black, all unknown."""
    white, black = KnownWins(is_time_left), KnownWins(is_time_left)
    white.rival, black.rival = black, white
    return white, black


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
