"""Pawns of a board that has a structure, as a picture of it shows them."""

from __future__ import annotations

from functools import cache, lru_cache, reduce
from itertools import islice, product
from operator import or_
from typing import Final

from pawnviz.core.board.bitboard import FILES, RANKS, popcount, squares
from pawnviz.core.board.side import BLACK, WHITE, pawn_sides, release
from pawnviz.core.structures.pattern import Count, sets_on_file
from pawnviz.core.structures.rule import Rule

_HOME_RANKS: Final = {WHITE: 1, BLACK: 6}
_CENTER: Final = FILES[3] | FILES[4]
_ENDS: Final = RANKS[0] | RANKS[7]
_MOST_ON_FILE: Final = 2
_MOST_FILLINGS: Final = 3  # The number of ways to fill a file that are tried.
_MOST_BOARDS: Final = 2_000  # The number of boards that are tried.
_PAWN_COST: Final = 10.0  # The cost of a pawn more or less than one on a file,
_MAJORITY_COST: Final = 15.0  # and of one more than the other color has.

_Filling = tuple[float, int]
"""The pawns of a color on a file, behind their cost."""


@lru_cache(maxsize=512)
def example_pawns(rule: Rule) -> tuple[int, int] | None:
    """Return White's and Black's pawns of a board on which a rule holds, or None where none is found.

    Where the rule leaves it open, a pawn is at home; of several squares it is on the furthest one, and both colors
    have equally many.
    """
    files = [_fillings(rule, white, file) for white in (WHITE, BLACK) for file in FILES]
    for board in sorted(islice(product(*files), _MOST_BOARDS), key=_cost):
        white, black = _pawns(board)
        if white & black:
            continue
        side = pawn_sides(white, black)[0]
        holds = bool(rule.condition_holds(side))
        release(side)
        if holds:
            return white, black
    return None


def _cost(board: tuple[_Filling, ...]) -> float:
    white, black = _pawns(board)
    return sum(cost for cost, _ in board) + _MAJORITY_COST * abs(popcount(white) - popcount(black))


def _pawns(board: tuple[_Filling, ...]) -> tuple[int, int]:
    """Return White's pawns, on the first eight files, and Black's."""
    return sum(pawns for _, pawns in board[:8]), sum(pawns for _, pawns in board[8:])


@cache
def _sets(file: int) -> tuple[int, ...]:
    """Return the sets of few pawns that a file may hold."""
    return tuple(pawns for pawns in sets_on_file(file) if popcount(pawns) <= _MOST_ON_FILE and not pawns & _ENDS)


def _fillings(rule: Rule, white: bool, file: int) -> list[_Filling]:
    """Return the pawns of a color on a file that cost least of those that the words of a rule allow."""
    terms = [term for term in rule.terms if term.white is white and term.file & file]
    home = _HOME_RANKS[white]
    if not terms:
        is_taken = _named(rule, not white) & file & RANKS[home]
        return [(0.0, file & RANKS[home]), *([(_PAWN_COST, 0)] if is_taken else [])]
    named = _named(rule, white)
    fillings = []
    for pawns in _sets(file):
        if all(term.holds(pawns) for term in terms if term.is_of_file):
            count = popcount(pawns)
            steps = sum(abs((square >> 3) - home) for square in squares(pawns))
            cost = -steps / 10 if pawns & named else float(steps)
            # A pawn in the center is the last that is missing.
            cost += _PAWN_COST * abs(count - 1) + (not count and bool(file & _CENTER))
            fillings.append((cost, pawns))
    return sorted(fillings)[:_MOST_FILLINGS]


def _named(rule: Rule, white: bool) -> int:
    """Return the squares on which the words of a rule ask for pawns of a color."""
    terms = [term for term in rule.terms if term.white is white and term.amount is not Count.NONE]
    return reduce(or_, (term.squares for term in terms if term.squares != term.file), 0)
