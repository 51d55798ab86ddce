"""A saying put to the test over the games of a collection, between other work."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QObject, Signal, Slot

from pawnviz.core.collections.sayings import Saying, Trial, measure, try_saying
from pawnviz.model.collections.move_cache import MOST_GAMES, MoveCache
from pawnviz.model.jobs.slice_job import SliceJob

if TYPE_CHECKING:
    from numpy.typing import NDArray

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
        if len(games) > MOST_GAMES:
            games = numpy.sort(numpy.random.default_rng(0).permutation(games)[:MOST_GAMES])
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
