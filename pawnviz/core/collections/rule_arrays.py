"""A rule of structures asked of very many boards: the tests that exclude most boards first, the rest of those left."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from pawnviz.core.board.arrays import PawnBoards
from pawnviz.core.board.bitboard import popcount, squares
from pawnviz.core.board.side import release
from pawnviz.core.structures.pattern import Count, Term
from pawnviz.core.structures.rule import Rule

if TYPE_CHECKING:
    from numpy.typing import NDArray


class _Test(NamedTuple):
    """The places where the pawns of a color are as a word of a pattern demands, passed or not."""

    white: bool
    holds: Callable[[NDArray[Any]], NDArray[Any]]
    is_wide: bool  # Whether several sets of pawns fulfill it.


def rule_holds(rule: Rule, boards: PawnBoards) -> NDArray[Any]:
    """Return on which boards a rule holds, ``bool`` of the shape ``(boards,)``; best for a block of boards."""
    import numpy

    places: NDArray[Any] | None = None
    left = boards
    for test in _tests(rule):
        holding = numpy.flatnonzero(test.holds(left.white if test.white else left.black))
        places = holding if places is None else places[holding]
        left = left.part(holding)
        if not len(places):
            break
    if len(left) and rule.has_condition:
        side = left.sides()[0]
        holding = numpy.flatnonzero(rule.condition_holds(side))
        release(side)
        places = holding if places is None else places[holding]
    truth = numpy.zeros(len(boards), bool)
    truth[slice(None) if places is None else places] = True
    return truth


@lru_cache(maxsize=512)
def _tests(rule: Rule) -> tuple[_Test, ...]:
    """Return the tests of a rule's single files: pawns on fixed squares and empty ones of a color are one test."""
    tests = (test for white in (True, False) for test in _tests_of(rule, white))
    return tuple(sorted(tests, key=attrgetter("is_wide")))


class _Fixed(NamedTuple):
    """Pawns that are on exactly these squares of a part of the board."""

    part: int
    pawns: int

    def holds(self, pawns: NDArray[Any]) -> NDArray[Any]:
        truth: NDArray[Any] = (pawns & self.part) == self.pawns
        return truth


def _tests_of(rule: Rule, white: bool) -> Iterator[_Test]:
    part = pawns = 0
    for term in rule.terms:
        if term.white is not white or not (term.is_of_file or term.amount is Count.SOME):
            continue
        if term.amount is Count.NONE:
            part |= term.squares
        elif term.amount is Count.ONE and popcount(term.squares) == 1:
            part |= term.file
            pawns |= term.squares
        else:
            yield _Test(white, _Wide(term).holds, True)
    if part:
        yield _Test(white, _Fixed(part, pawns).holds, False)


class _Wide(NamedTuple):
    """A word of a pattern that several sets of pawns fulfill."""

    term: Term

    def holds(self, pawns: NDArray[Any]) -> NDArray[Any]:
        import numpy

        term = self.term
        here = pawns & (term.squares if term.amount is Count.SOME else term.file)
        if term.amount is Count.SOME:
            truth: NDArray[Any] = here != 0
            return truth
        if term.amount is Count.TWO:
            both: NDArray[Any] = (numpy.bitwise_count(here) == 2) & ((here & term.squares) == term.squares)
            return both
        truth = here == (0 if term.amount is Count.AT_MOST_ONE else 1 << next(squares(term.squares)))
        for square in squares(term.squares):
            truth |= here == 1 << square
        return truth
