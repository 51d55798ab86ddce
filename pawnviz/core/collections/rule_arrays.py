"""A rule of structures asked of very many boards: the tests that exclude most boards first, the rest of those left."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from pawnviz.core.board.arrays import PawnBoards
from pawnviz.core.board.bitboard import popcount, squares
from pawnviz.core.board.side import release
from pawnviz.core.structures.pattern import Count, Term
from pawnviz.core.structures.rule import Rule

if TYPE_CHECKING:
    from numpy.typing import NDArray


Part = TypeVar("Part")

_DENSE: Final = 0.5  # The part of the boards from which it is cheaper to ask all than to take these out.


class _Test(NamedTuple):
    """The places where the pawns of a color are as a word of a pattern demands, passed or not."""

    white: bool
    holds: Callable[[NDArray[Any]], NDArray[Any]]
    is_wide: bool  # Whether several sets of pawns fulfill it.


def ask_those_left(
    holds: Callable[[Part], NDArray[Any]],
    part: Callable[[slice | NDArray[Any]], Part],
    truth: NDArray[Any],
    *,
    value: bool = True,
) -> None:
    """Ask something of the boards whose truth, ``bool`` of the shape ``(boards,)``, has a value, and write the answer.

    ``part`` takes out boards by their places. The other boards are asked too where they are few.
    """
    import numpy

    is_left = truth if value else numpy.logical_not(truth)
    count = int(numpy.count_nonzero(is_left))
    if count > _DENSE * len(truth):
        if value:
            truth &= holds(part(slice(None)))
        else:
            truth |= holds(part(slice(None)))
    elif count:
        places = numpy.flatnonzero(is_left)
        truth[places] = holds(part(places))


def rule_holds(rule: Rule, boards: PawnBoards) -> NDArray[Any]:
    """Return on which boards a rule holds, ``bool`` of the shape ``(boards,)``; best for a block of boards."""
    import numpy

    truth = numpy.ones(len(boards), bool)
    for test in _tests(rule):
        ask_those_left(test.holds, (boards.white if test.white else boards.black).__getitem__, truth)
    if rule.has_condition:
        ask_those_left(partial(_condition_holds, rule), boards.part, truth)
    return truth


def any_rule_holds(rules: Sequence[Rule], boards: PawnBoards) -> NDArray[Any]:
    """Return on which boards one of some rules holds."""
    truth = rule_holds(rules[0], boards)
    for rule in rules[1:]:
        ask_those_left(partial(rule_holds, rule), boards.part, truth, value=False)
    return truth


def _condition_holds(rule: Rule, boards: PawnBoards) -> NDArray[Any]:
    side = boards.sides()[0]
    truth: NDArray[Any] = rule.condition_holds(side)
    release(side)
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
