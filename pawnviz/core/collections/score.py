"""White's score in games, and how it differs from the score that the ratings let expect.

The expectation of a game is ``1 / (1 + 10 ** (-(difference + advantage) / 400))`` by the difference of the ratings,
White's less Black's. White's advantage is such that the mean of score less expectation over a whole collection is 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any, Final

from pawnviz.core.collections.arrays import UNKNOWN_RESULT, GameColumns

if TYPE_CHECKING:
    from numpy.typing import NDArray

FEWEST_RATED: Final = 30  # A sample of fewer rated games is small.
_LARGEST_ADVANTAGE: Final = 2000.0
_HALVINGS: Final = 40  # The steps of the bisection, the last one of 4e-9 points.

# The quantiles of Student's t for an interval of 95 %, by degrees of freedom from 1.
_QUANTILES: Final = (
    *(12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131),
    *(2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042),
)


@dataclass(frozen=True, slots=True)
class Score:
    """The results of some games, all White's.

    ``score`` is White's mean score over the games with a result, ``None`` without any. ``rated`` counts those in
    which both players have a rating; over these alone are ``expected``, the mean expectation, and ``difference``, the
    mean of score less expectation, with an ``interval`` of 95 % from the spread of the games, by Student's t. Both are
    ``None`` without rated games, and the interval is with fewer than two.
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


class Expectations:
    """White's score and expected score in each game of a collection, with White's advantage in points of rating."""

    def __init__(self, games: GameColumns, advantage: float | None = None) -> None:
        """Fit White's advantage to the games where none is given."""
        self._result = games.result
        self.is_rated = (games.white_elo > 0) & (games.black_elo > 0) & (games.result != UNKNOWN_RESULT)
        self._difference = games.white_elo.astype(float) - games.black_elo
        self.advantage = self._fitted() if advantage is None else advantage

    def _fitted(self) -> float:
        """Return the advantage by which scores and expectations have the same mean, within bounds; 0 without games."""
        difference = self._difference[self.is_rated]
        if not len(difference):
            return 0.0
        score = float(self._result[self.is_rated].mean()) / 2
        low, high = -_LARGEST_ADVANTAGE, _LARGEST_ADVANTAGE
        for _ in range(_HALVINGS):
            middle = (low + high) / 2
            if float(expectation(difference + middle).mean()) < score:
                low = middle
            else:
                high = middle
        return (low + high) / 2

    def residuals(self, games: NDArray[Any]) -> NDArray[Any]:
        """Return score less expectation of those of some games that are rated."""
        rated = games[self.is_rated[games]]
        residuals: NDArray[Any] = self._result[rated] / 2 - expectation(self._difference[rated] + self.advantage)
        return residuals

    def score(self, games: NDArray[Any]) -> Score:
        """Return the score of some games by their numbers."""
        results = self._result[games]
        losses, draws, wins = (int((results == points).sum()) for points in range(3))
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
            interval=_interval(residuals),
        )


def expectation(difference: NDArray[Any]) -> NDArray[Any]:
    """Return the expected score for differences of rating."""
    expected: NDArray[Any] = 1 / (1 + 10 ** (difference / -400))
    return expected


def _interval(values: NDArray[Any]) -> tuple[float, float] | None:
    count = len(values)
    if count < 2:
        return None
    half = quantile(count - 1) * float(values.std(ddof=1)) / sqrt(count)
    mean = float(values.mean())
    return mean - half, mean + half


def quantile(degrees: int) -> float:
    """Return the 97.5 % quantile of Student's t for a number of degrees of freedom, to three digits."""
    # Beyond the table by the first terms of its expansion around the normal distribution.
    return _QUANTILES[degrees - 1] if degrees <= len(_QUANTILES) else 1.96 + 2.3724 / degrees + 2.8225 / degrees**2
