"""Rows of structures and columns of games as arrays, and rules asked of very many boards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from pawnviz.core.board.arrays import PawnBoards
from pawnviz.core.board.bitboard import popcount, squares
from pawnviz.core.board.side import release
from pawnviz.core.structures.pattern import Count, Term
from pawnviz.core.structures.rule import Rule
from pawnviz.core.words import folded

if TYPE_CHECKING:
    from numpy.typing import NDArray

_MOST: Final = 9_999


def elo_of(text: str) -> int:
    """Return the rating that a tag says, 0 for none and for one above 9,999."""
    number = int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else 0
    return number if number <= _MOST else 0


def year_of(date: str) -> int:
    """Return the year that a date begins with, 0 for none."""
    return elo_of(date[:4])


UNKNOWN_RESULT: Final = -1  # Of a game without a result, beside 0, 1 and 2 half points of White.

RESULTS: Final = {"1-0": 2, "1/2-1/2": 1, "0-1": 0, "*": UNKNOWN_RESULT}
"""The results as a game's tag has them, with White's half points."""

GAME_KINDS: Final = {
    "result": "int8",
    **dict.fromkeys(("white_elo", "black_elo", "year"), "int16"),
    **dict.fromkeys(("white", "black", "event", "eco", "plies", "file", "number"), "int32"),
    **dict.fromkeys(("line", "offset", "size"), "int64"),
}
"""The types of the columns of games, in their order."""
TEXT_COLUMNS: Final = ("white", "black", "event", "eco")
"""The columns of games that name texts."""


@dataclass(frozen=True, slots=True)
class StructureRows:
    """A row for each structure of each game, in the order of games and plies; arrays of the shape ``(rows,)``.

    A row holds from the position ``ply``, 0 at the start of the game, up to the one before ``end``. The structures of a
    game follow each other without a gap, so ``end`` is the next row's ``ply``, and the number of positions at the last.
    """

    white: NDArray[Any]  # White's pawns, ``uint64``.
    black: NDArray[Any]  # Black's pawns, ``uint64``.
    game: NDArray[Any]  # The number of the game, its index in ``GameColumns``, ``int32``.
    ply: NDArray[Any]  # ``int32``
    end: NDArray[Any]  # ``int32``
    move: NDArray[Any]  # The move that made it, ``StructureMove.code``, ``uint16``.

    def __len__(self) -> int:
        return len(self.white)


@dataclass(frozen=True, slots=True)
class GameColumns:
    """The games of a collection; arrays of the shape ``(games,)``, and the texts that some of their numbers name."""

    result: NDArray[Any]  # Half points of White, or ``UNKNOWN_RESULT``, ``int8``.
    white_elo: NDArray[Any]  # 0 if it is unknown, ``int16``, as are the next ones.
    black_elo: NDArray[Any]
    year: NDArray[Any]
    white: NDArray[Any]  # Indices of ``texts``, ``int32``, as are the next ones.
    black: NDArray[Any]
    event: NDArray[Any]
    eco: NDArray[Any]
    plies: NDArray[Any]  # The number of moves of both sides, ``int32``.
    file: NDArray[Any]  # The index of the source file, ``int32``.
    number: NDArray[Any]  # The number of the game in its file, from 1, ``int32``.
    line: NDArray[Any]  # The number of its first line, from 1, ``int64``.
    offset: NDArray[Any]  # Its place in the unpacked text of its file, ``int64``.
    size: NDArray[Any]  # Its length in bytes, ``int64``.
    texts: tuple[str, ...]  # The first one is empty.

    def __len__(self) -> int:
        return len(self.result)

    def column(self, name: str) -> NDArray[Any]:
        """Return the column of a name."""
        column: NDArray[Any] = getattr(self, name)
        return column

    def texts_with(self, word: str) -> NDArray[Any]:
        """Return which texts hold a folded word, ``bool`` of the shape ``(texts,)``."""
        import numpy

        return numpy.fromiter((word in folded(text) for text in self.texts), bool, len(self.texts))

    def with_word(self, word: str) -> NDArray[Any]:
        """Return which games hold a folded word in a name, their opening, year, ratings or result."""
        import numpy

        named = self.texts_with(word)
        truth: NDArray[Any] = named[self.white] | named[self.black] | named[self.event] | named[self.eco]
        if word.isdecimal() and len(word) <= 4:
            numbers = numpy.array([number > 0 and word in str(number) for number in range(10_000)])
            truth |= numbers[self.year] | numbers[self.white_elo] | numbers[self.black_elo]
        for text, result in RESULTS.items():
            if word in text:
                truth |= self.result == result
        return truth


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
    """Ask something of the boards whose truth has a value, which ``part`` takes out, and write the answer."""
    import numpy

    is_left = truth if value else numpy.logical_not(truth)
    count = int(numpy.count_nonzero(is_left))
    if count > _DENSE * len(truth):
        combine = numpy.logical_and if value else numpy.logical_or
        combine(truth, holds(part(slice(None))), out=truth)
    elif count:
        places = numpy.flatnonzero(is_left)
        truth[places] = holds(part(places))


def rule_holds(rule: Rule, boards: PawnBoards) -> NDArray[Any]:
    """Return on which boards a rule holds, ``bool`` of the shape ``(boards,)``; best for a block of boards."""
    import numpy

    truth = numpy.ones(len(boards), bool)
    for test in _tests(rule):
        ask_those_left(test.holds, (boards.white if test.white else boards.black).__getitem__, truth)
    if rule.has_formula or rule.least_pawns:
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
def _tests(rule: Rule) -> list[_Test]:
    """Return the tests of a rule's single files: pawns on fixed squares and empty ones of a color are one test."""
    return sorted((*_tests_of(rule, True), *_tests_of(rule, False)), key=attrgetter("is_wide"))


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
            yield _Test(white, partial(_fulfill, term), True)
    if part:
        yield _Test(white, lambda given: (given & part) == pawns, False)


def _fulfill(term: Term, pawns: NDArray[Any]) -> NDArray[Any]:
    """Return where pawns fulfill a word of a pattern that several sets of pawns fulfill."""
    import numpy

    truth: NDArray[Any]
    here = pawns & (term.squares if term.amount is Count.SOME else term.file)
    if term.amount is Count.SOME:
        truth = here != 0
    elif term.amount is Count.TWO:
        truth = (numpy.bitwise_count(here) == 2) & ((here & term.squares) == term.squares)
    else:
        truth = here == (0 if term.amount is Count.AT_MOST_ONE else 1 << next(squares(term.squares)))
        for square in squares(term.squares):
            truth |= here == 1 << square
    return truth
