"""Games of an answer played through: where pieces stand, and sayings put to the test."""

from __future__ import annotations

from array import array
from collections.abc import Generator, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol

from PySide6.QtCore import QObject, Signal, Slot

from pawnviz.core.board.position import START, Position
from pawnviz.core.collections.replay import Heat, PlayedGames, heat_of, moves_of
from pawnviz.core.collections.sayings import Saying, Trial, measure, try_saying
from pawnviz.core.games.cutting import GameText
from pawnviz.model.jobs import SliceJob

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_KEPT_GAMES: Final = 100_000  # The number of games whose moves are kept; some 200 bytes each.


class GameSource(Protocol):
    """A collection, as far as texts of games are concerned."""

    def game_text(self, game: int) -> GameText:
        """Return the text of a game by its number from 0."""


class MoveCache:
    """Moves of games by their numbers in one collection."""

    def __init__(self, source: GameSource) -> None:
        self._source = source
        self._moves: dict[int, array[int]] = {}
        self._others: dict[int, Position] = {}

    def read(self, games: Iterable[int]) -> Iterator[None]:
        """Read the moves of games, one at each step; raises as the collection does where its file has gone."""
        for game in games:
            if game not in self._moves:
                if len(self._moves) >= MOST_KEPT_GAMES:
                    self._moves.clear()
                    self._others.clear()
                self._moves[game], first = moves_of(self._source.game_text(game))
                if first != START:
                    self._others[game] = first
                yield

    def games(self, games: Sequence[int]) -> PlayedGames:
        """Return games that were read, numbered from 0 in this order."""
        others = {number: self._others[game] for number, game in enumerate(games) if game in self._others}
        return PlayedGames.of([self._moves[game] for game in games], others)


MOST_GAMES: Final = 5_000  # The number of games in a sample.
_SAMPLE_PART: Final = 50  # The number of games that are replayed at once.


class PieceHeat(QObject):
    """The heat of one piece over a sample of games, which grows until it has all of them or ``MOST_GAMES``."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.heat: Heat | None = None
        self.game_count = 0  # The number of games that the sample is taken from.
        self._job: SliceJob[None] = SliceJob(self)
        self._job.progressed.connect(self.changed)
        self._job.ended.connect(self.changed)

    @property
    def is_running(self) -> bool:
        """Whether the sample still grows."""
        return self._job.is_running

    @property
    def fault(self) -> str:
        """A sentence on why the games cannot be read, or an empty text."""
        return self._job.fault

    def start(self, moves: MoveCache, games: NDArray[Any], first: NDArray[Any], end: NDArray[Any], piece: int) -> None:
        """Begin with spells, arrays of the shape ``(spells,)`` as ``heat_of`` takes them, in a random order."""
        self.heat, self.game_count = None, len(games)
        self._job.start(self._replay(moves, games, first, end, piece))
        self.changed.emit()

    @Slot()
    def stop(self) -> None:
        """Stop and forget the heat."""
        self._job.cancel()
        self.heat, self.game_count = None, 0
        self.changed.emit()

    def _replay(
        self, moves: MoveCache, games: NDArray[Any], first: NDArray[Any], end: NDArray[Any], piece: int
    ) -> Generator[float, None, None]:
        import numpy

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


class SayingTrial(QObject):
    """The trial of one saying at a time, and the number of different ones that were tried so far."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._job: SliceJob[Trial] = SliceJob(self)
        self._job.progressed.connect(self.changed)
        self._job.ended.connect(self.changed)
        self._tried: set[tuple[str, int | None, bool]] = set()

    @property
    def trial(self) -> Trial | None:
        """The last trial, or None before its end."""
        return self._job.result

    @property
    def is_running(self) -> bool:
        """Whether a trial runs."""
        return self._job.is_running

    @property
    def part(self) -> float:
        """The part of the games that were measured, from 0 to 1."""
        return self._job.part

    @property
    def fault(self) -> str:
        """A sentence on why the games cannot be read, or an empty text."""
        return self._job.fault

    @property
    def trial_count(self) -> int:
        """The number of different trials since the start of the program."""
        return len(self._tried)

    def start(
        self,
        moves: MoveCache,
        surplus: NDArray[Any],
        saying: Saying,
        ply: int | None,
        *,
        equal_material: bool,
    ) -> None:
        """Begin; ``surplus`` is White's score above the expected one in each game of the collection, or NaN."""
        self._tried.add((saying.text, ply, equal_material))
        self._job.start(self._measure(moves, surplus, saying, ply, equal_material=equal_material))
        self.changed.emit()

    @Slot()
    def stop(self) -> None:
        """Stop a trial that runs."""
        self._job.cancel()
        self.changed.emit()

    def _measure(
        self, moves: MoveCache, surplus: NDArray[Any], saying: Saying, ply: int | None, *, equal_material: bool
    ) -> Generator[float | None, None, Trial]:
        import numpy

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
