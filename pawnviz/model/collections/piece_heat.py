"""Games of an answer played through: where pieces stand, and sayings put to the test."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from typing import Any, Final

import numpy
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Slot

from pawnviz.core.board.position import START, Position
from pawnviz.core.collections.replay import Heat, PlayedGames, heat_of, moves_of
from pawnviz.core.collections.sayings import Saying, Trial, measure, try_saying
from pawnviz.core.games.cutting import GameText
from pawnviz.model.jobs import SliceJob
from pawnviz.override import plain_override

MOST_KEPT_GAMES: Final = 100_000  # The number of games whose moves are kept; some 200 bytes each.


class MoveCache:
    """Moves of games by their numbers in one collection, which gives the text of a game by its number."""

    def __init__(self, game_text: Callable[[int], GameText]) -> None:
        self._game_text = game_text
        self._moves: dict[int, array[int]] = {}
        self._others: dict[int, Position] = {}

    def read(self, games: Iterable[int]) -> Iterator[None]:
        """Read the moves of games, one at each step; raises as the collection does if its file has gone."""
        for game in games:
            if game not in self._moves:
                if len(self._moves) >= MOST_KEPT_GAMES:
                    self._moves.clear()
                    self._others.clear()
                self._moves[game], first = moves_of(self._game_text(game))
                if first != START:
                    self._others[game] = first
                yield

    def games(self, games: Sequence[int]) -> PlayedGames:
        """Return games that were read, numbered from 0 in this order."""
        others = {number: self._others[game] for number, game in enumerate(games) if game in self._others}
        return PlayedGames.of([self._moves[game] for game in games], others)


MOST_GAMES: Final = 5_000  # The number of games in a sample.
_SAMPLE_PART: Final = 50  # The number of games that are replayed at once.


class PieceHeat(SliceJob[None]):
    """The heat of one piece over a sample of games, which grows until it has all of them or ``MOST_GAMES``."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.heat: Heat | None = None
        self.game_count = 0  # The number of games that the sample is taken from.

    def replay(self, moves: MoveCache, games: NDArray[Any], first: NDArray[Any], end: NDArray[Any], piece: int) -> None:
        """Begin with spells, arrays of the shape ``(spells,)`` as ``heat_of`` takes them, in a random order."""
        self.start(self._replay(moves, games, first, end, piece))
        self.game_count = len(games)

    @Slot()
    @plain_override
    def cancel(self) -> None:
        super().cancel()
        self.heat, self.game_count = None, 0

    def _replay(
        self, moves: MoveCache, games: NDArray[Any], first: NDArray[Any], end: NDArray[Any], piece: int
    ) -> Generator[float, None, None]:
        order = numpy.random.default_rng(0).permutation(len(games))[:MOST_GAMES]
        for start in range(0, len(order), _SAMPLE_PART):
            places = order[start : start + _SAMPLE_PART]
            numbers = games[places].tolist()
            for _ in moves.read(numbers):
                yield start / len(order)
            heat = heat_of(moves.games(numbers), first[places], end[places], piece)
            self.heat = heat if self.heat is None else self.heat.joined(heat)
            yield (start + len(places)) / len(order)


_PART: Final = 2_000  # The number of games that are measured at once.


class SayingTrial(SliceJob[Trial]):
    """The trial of one saying at a time, and the different ones that were tried since the start of the program."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.tried: set[tuple[str, int | None, bool]] = set()

    def test(
        self, moves: MoveCache, surplus: NDArray[Any], saying: Saying, ply: int | None, *, equal_material: bool
    ) -> None:
        """Begin; ``surplus`` is White's score above the expected one in each game of the collection, or NaN."""
        self.tried.add((saying.text, ply, equal_material))
        self.start(self._measure(moves, surplus, saying, ply, equal_material=equal_material))

    def _measure(
        self, moves: MoveCache, surplus: NDArray[Any], saying: Saying, ply: int | None, *, equal_material: bool
    ) -> Generator[float | None, None, Trial]:
        games = numpy.flatnonzero(~numpy.isnan(surplus))
        if len(games) > MOST_KEPT_GAMES:
            games = numpy.sort(numpy.random.default_rng(0).permutation(games)[:MOST_KEPT_GAMES])
        differences = numpy.full(len(surplus), numpy.nan)
        for start in range(0, len(games), _PART):
            numbers = games[start : start + _PART]
            for _ in moves.read(numbers.tolist()):
                yield start / len(games)
            for values in measure(saying, moves.games(numbers.tolist()), ply, equal_material=equal_material):
                if values is not None:
                    differences[numbers] = values
                yield None
        return try_saying(saying, differences, surplus)
