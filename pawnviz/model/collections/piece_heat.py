"""Where a piece stands over the spells of many games: a growing sample of them, replayed between other work."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QObject, Signal, Slot

from pawnviz.core.collections.heat import Heat, heat_of
from pawnviz.model.collections.move_cache import MoveCache
from pawnviz.model.jobs.slice_job import SliceJob

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_GAMES: Final = 5_000  # The number of games in a sample.
_PART: Final = 50  # The number of games that are replayed at once.


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
        for start in range(0, len(order), _PART):
            places = order[start : start + _PART]
            numbers = games[places].tolist()
            for _ in moves.read(numbers):
                yield start / len(order)
            heat = heat_of(moves.games(numbers), first[places], end[places], piece)
            self.heat = heat if self.heat is None else self.heat.joined(heat)
            yield (start + len(places)) / len(order)
