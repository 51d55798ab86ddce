"""How long a piece stands on each square over the spells of many games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pawnviz.core.collections.replay import PlayedGames, replay

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Heat:
    """The mean number of a kind of piece on each square, over the positions of each game, every game counted once.

    ``shares`` has the shape ``(64,)``: 0.25 is a quarter of the time with one piece on the square.
    """

    shares: NDArray[Any]
    games: int

    def joined(self, other: Heat) -> Heat:
        """Return the heat of the games of both."""
        games = self.games + other.games
        if not games:
            return self
        return Heat((self.shares * self.games + other.shares * other.games) / games, games)


def heat_of(games: PlayedGames, first: NDArray[Any], end: NDArray[Any], piece: int) -> Heat:
    """Return the heat of a piece, by its number of ``PIECES``, from position ``first`` up to the one before ``end``.

    Both are arrays of the shape ``(games,)``. Positions behind the last move of a game are left out, and so is a game
    without any.
    """
    import numpy

    ends = numpy.minimum(end, numpy.diff(games.starts) + 1)
    lengths = numpy.maximum(ends - first, 0)
    weights = numpy.where(lengths > 0, 1 / numpy.maximum(lengths, 1), 0)
    shares = numpy.zeros(64)
    for ply, (numbers, pieces) in enumerate(replay(games, int(ends.max(initial=1)) - 1)):
        places = numpy.flatnonzero((first[numbers] <= ply) & (ply < ends[numbers]))
        if len(places):
            shares += weights[numbers[places]] @ (pieces[places] == piece)
    count = int(numpy.count_nonzero(lengths))
    return Heat(shares / max(count, 1), count)
