"""White's score in games, and how it differs from the score that the ratings let expect.

The expectation of a game is ``1 / (1 + 10 ** (-(difference + advantage) / 400))`` by the difference of the ratings,
White's less Black's. White's advantage is such that the mean of score less expectation over a whole collection is 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pawnviz.core.collections.arrays import UNKNOWN_RESULT, GameColumns
from pawnviz.core.collections.interval import interval

if TYPE_CHECKING:
    from numpy.typing import NDArray

FEWEST_RATED: Final = 30  # A sample of fewer rated games is small.
_LARGEST_ADVANTAGE: Final = 2000.0
_HALVINGS: Final = 40  # The steps of the bisection, the last one of 4e-9 points.


@dataclass(frozen=True, slots=True)
class Score:
    """The results of some games, all White's.

    ``score`` is White's mean score over the games with a result, ``None`` without any. ``rated`` counts those in
    which both players have a rating; over these alone are ``expected``, the mean expectation, and ``difference``, the
    mean of score less expectation, ``None`` without any, with an ``interval`` of 95 %, ``None`` for too few.
    """

    games: int
    wins: int
    draws: int
    losses: int
    score: float | None
    rated: int
    expected: float | None
    difference: float | None
    interval: tuple[float, float] | None

    @property
    def is_small(self) -> bool:
        """Whether there are so few rated games that the difference says little."""
        return self.rated < FEWEST_RATED


class Ratings(NamedTuple):
    """The ratings and results of the games that have both, to which White's advantage is fitted.

    ``differences`` are those of the ratings, ``counts`` the number of games that have each, arrays of the shape
    ``(differences,)``, and ``points`` White's half points in all of these games.
    """

    differences: NDArray[Any]
    counts: NDArray[Any]
    points: int

    @classmethod
    def of(cls, games: GameColumns) -> Ratings:
        """Return those of some games."""
        import numpy

        rated = _is_rated(games)
        values = games.white_elo[rated].astype(numpy.int64) - games.black_elo[rated]
        least = int(values.min(initial=0))
        counts = numpy.bincount(values - least)
        places = numpy.flatnonzero(counts)
        return cls(places + least, counts[places], int(games.result[rated].sum(dtype=numpy.int64)))

    @classmethod
    def joined(cls, parts: Sequence[Ratings]) -> Ratings:
        """Return those of the games of several parts together."""
        import numpy

        differences, places = numpy.unique(numpy.concatenate([part.differences for part in parts]), return_inverse=True)
        counts = numpy.zeros(len(differences), numpy.int64)
        numpy.add.at(counts, places, numpy.concatenate([part.counts for part in parts]))
        return cls(differences, counts, sum(part.points for part in parts))

    @property
    def advantage(self) -> float:
        """White's advantage, by which scores and expectations have the same mean, within bounds; 0 without games."""
        count = int(self.counts.sum())
        if not count:
            return 0.0
        low, high = -_LARGEST_ADVANTAGE, _LARGEST_ADVANTAGE
        for _ in range(_HALVINGS):
            middle = (low + high) / 2
            if float((expectation(self.differences + middle) * self.counts).sum()) < self.points / 2:
                low = middle
            else:
                high = middle
        return (low + high) / 2


class Expectations:
    """White's score and expected score in each game of a collection, with White's advantage in points of rating."""

    def __init__(self, games: GameColumns, advantage: float | None = None) -> None:
        """Fit White's advantage to the games where none is given."""
        self._result = games.result
        self.is_rated = _is_rated(games)
        self._games = games
        self.advantage = Ratings.of(games).advantage if advantage is None else advantage

    @cached_property
    def _residuals(self) -> NDArray[Any]:
        """Score less expectation of each game, computed once for the many moves that a game counts for."""
        difference = self._games.white_elo.astype(float) - self._games.black_elo
        residuals: NDArray[Any] = self._result / 2 - expectation(difference + self.advantage)
        return residuals

    def residuals(self, games: NDArray[Any]) -> NDArray[Any]:
        """Return score less expectation of those of some games that are rated."""
        residuals: NDArray[Any] = self._residuals[games[self.is_rated[games]]]
        return residuals

    def score(self, games: NDArray[Any]) -> Score:
        """Return the score of some games by their numbers."""
        import numpy

        results = self._result[games]
        losses, draws, wins = (int(numpy.count_nonzero(results == points)) for points in range(3))
        finished = wins + draws + losses
        residuals = self.residuals(games)
        rated = len(residuals)
        difference = float(residuals.mean()) if rated else None
        expected = None
        if difference is not None:
            expected = float(self._result[games[self.is_rated[games]]].mean()) / 2 - difference
        return Score(
            games=len(games),
            wins=wins,
            draws=draws,
            losses=losses,
            score=(wins + draws / 2) / finished if finished else None,
            rated=rated,
            expected=expected,
            difference=difference,
            interval=interval(residuals),
        )


def _is_rated(games: GameColumns) -> NDArray[Any]:
    """Return which games have the ratings of both players and a result."""
    rated: NDArray[Any] = (games.white_elo > 0) & (games.black_elo > 0) & (games.result != UNKNOWN_RESULT)
    return rated


def expectation(difference: NDArray[Any]) -> NDArray[Any]:
    """Return the expected score for differences of rating."""
    expected: NDArray[Any] = 1 / (1 + 10 ** (difference / -400))
    return expected
