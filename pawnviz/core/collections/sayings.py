"""Sayings on what is good or bad, put to the test: results against the expectation, by the side that has more of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy
from numpy.typing import NDArray

from pawnviz.core.board.arrays import Boards
from pawnviz.core.board.bitboard import popcount
from pawnviz.core.board.side import Side, release
from pawnviz.core.collections.answer import INTERVAL_WORDS, interval
from pawnviz.core.collections.replay import PlayedGames, boards_of, material, replay
from pawnviz.core.formula.compiler import computed
from pawnviz.core.formula.conditions import Condition, parse_condition
from pawnviz.core.formula.names import known_user_layers
from pawnviz.core.formula.parser import FormulaError, parse
from pawnviz.core.formula.tree import Formula
from pawnviz.core.layers import LAYERS, NUMBERS, Entry, Layer, Number, present_identifier
from pawnviz.core.layers.registry import BLOCK

METHOD: Final = (
    "Each game of the file with both ratings and a result counts once, whatever the question above is.",
    "Both sides are measured after the chosen number of moves, or every five moves and averaged.",
    "The score of the side that has more is compared with the one expected from the ratings and White's advantage.",
    "Of the doubled pawns of a file all but one count: a pair is one.",
    INTERVAL_WORDS,
    "One in twenty sayings without any truth succeeds by chance, so the number of trials counts.",
)
"""How a saying is tested, in sentences."""

_MOST_POINTS: Final = 6
_LEAST_GAMES: Final = 20  # The number of games that a point has at least, if there are so many.
_FIRST_PLY, _LAST_PLY, _PLIES = 20, 100, 10  # The positions that are averaged over all of a game.


@dataclass(frozen=True, slots=True)
class Saying:
    """Something of a side that is counted: a layer or a set of squares, a number, or a condition that holds or not."""

    text: str
    subject: Entry | Formula | Condition

    @classmethod
    def of(cls, text: str) -> Saying:
        """Return the saying of an identifier, a formula or a condition; raises ``FormulaError``."""
        name = present_identifier(text.strip())
        layers = known_user_layers()
        known: dict[str, Entry] = {**NUMBERS, **LAYERS}
        if name in known:
            return cls(name, known[name])
        try:
            return cls(text, parse(text, layers))
        except FormulaError as error:
            try:
                return cls(text, parse_condition(text, layers))
            except FormulaError as other:
                raise (other if other.column >= error.column else error) from None

    @property
    def title(self) -> str:
        """The saying as a heading."""
        return self.subject.title if isinstance(self.subject, Layer | Number) else self.text

    def value(self, side: Side[Any]) -> Any:
        """Return the number or truth of the saying for a side, an array of the shape of its masks."""
        match self.subject:
            case Condition():
                return self.subject.evaluate(side)
            case Number():
                return self.subject(side)
            case Layer():
                is_doubled = self.subject.identifier == "doubled_pawns"
                return popcount((LAYERS["rear_twins"] if is_doubled else self.subject)(side))
            case Formula():
                return popcount(computed(self.subject, side))

    def differences(self, boards: Boards) -> NDArray[Any]:
        """Return White's value minus Black's on each board, ``int64`` of the shape ``(boards,)``."""
        differences = numpy.empty(len(boards), numpy.int64)
        for start in range(0, len(boards), BLOCK):
            part = slice(start, start + BLOCK)
            sides = boards.part(part).sides()
            white, black = (numpy.asarray(self.value(side), numpy.int64) for side in sides)
            differences[part] = white - black
            release(sides[0])
        return differences


def measure(
    saying: Saying, games: PlayedGames, ply: int | None, *, equal_material: bool
) -> Iterator[NDArray[Any] | None]:
    """Yield None after each step, and at the end White's value minus Black's in each game, NaN if there is none.

    The position is that after ``ply`` moves, or all positions are averaged if that is None; with
    ``equal_material`` only positions in which the pieces of both sides are worth the same.
    """
    plies = range(_FIRST_PLY, _LAST_PLY + 1, _PLIES) if ply is None else range(ply, ply + 1)
    sums, counts = numpy.zeros(len(games)), numpy.zeros(len(games))
    for number, (numbers, pieces) in enumerate(replay(games, plies[-1])):
        if number not in plies:
            continue
        places = numpy.arange(len(numbers))
        if equal_material:
            places = numpy.flatnonzero(material(pieces) == 0)
        boards = boards_of(pieces[places], white_to_move=number % 2 == 0)
        sums[numbers[places]] += saying.differences(boards)
        counts[numbers[places]] += 1
        yield None
    with numpy.errstate(invalid="ignore"):
        yield sums / counts


@dataclass(frozen=True, slots=True)
class Point:
    """The games in which one side has ``least`` to ``most`` more, and its mean score above the expected one."""

    least: float
    most: float
    games: int
    mean: float
    interval: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Trial:
    """A saying tested on games in which a side has more, and parts of them; ``whole`` is None if they are too few."""

    saying: Saying
    whole: Point | None
    points: tuple[Point, ...]
    unequal_games: int
    equal_games: int

    @property
    def has_effect(self) -> bool:
        """Whether zero is outside the interval."""
        return self.whole is not None and not self.whole.interval[0] <= 0 <= self.whole.interval[1]


def try_saying(saying: Saying, differences: NDArray[Any], surplus: NDArray[Any]) -> Trial:
    """Return the trial of a saying by its difference and White's score less expectation in each game, or NaN."""
    rated = numpy.logical_not(numpy.isnan(differences) | numpy.isnan(surplus))
    differences, surplus = differences[rated], surplus[rated]
    unequal = differences != 0
    more, of_side = numpy.abs(differences[unequal]), (numpy.sign(differences) * surplus)[unequal]
    order = numpy.argsort(more, kind="stable")
    more, of_side = more[order], of_side[order]
    points = tuple(point for part in _parts(more) if (point := _point(more[part], of_side[part])) is not None)
    return Trial(saying, _point(more, of_side), points, len(more), int(numpy.count_nonzero(differences == 0)))


def _parts(more: NDArray[Any]) -> list[slice]:
    """Return the parts of sorted values that points are made of: equal values together, none too small."""
    few_values = len(numpy.unique(more)) <= _MOST_POINTS
    least = _LEAST_GAMES if few_values else max(_LEAST_GAMES, -(-len(more) // (2 * _MOST_POINTS)))
    ends: list[int] = []
    while (start := ends[-1] if ends else 0) < len(more):
        end = start
        while end < len(more) and end - start < least:
            end = int(more.searchsorted(more[end], side="right"))
        ends.append(end if len(more) - end >= least and len(ends) < _MOST_POINTS - 1 else len(more))
    starts = [0, *ends][: len(ends)]
    return [slice(start, end) for start, end in zip(starts, ends, strict=True)]


def _point(more: NDArray[Any], surplus: NDArray[Any]) -> Point | None:
    edges = interval(surplus)
    return None if edges is None else Point(float(more[0]), float(more[-1]), len(more), float(surplus.mean()), edges)
