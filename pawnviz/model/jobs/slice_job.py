"""Work in slices between turns of the event loop, so that the window stays responsive."""

from __future__ import annotations

from collections.abc import Callable, Generator
from time import perf_counter
from typing import Final

from PySide6.QtCore import QObject, QTimer, Slot

from pawnviz.model.jobs.job import Job, Result

PIECE: Final = 0.02  # The default seconds of a slice.


class SliceJob(Job[Result]):
    """Runs a generator that yields often, the part that is done or None; its ``FileError`` is the fault."""

    def __init__(
        self, parent: QObject | None = None, piece: float = PIECE, clock: Callable[[], float] = perf_counter
    ) -> None:
        super().__init__(parent)
        self.piece = piece  # The seconds of a slice by its clock.
        self._clock = clock
        self._work: Generator[float | None, None, Result] | None = None
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._run_slice)

    def start(self, work: Generator[float | None, None, Result], *, at_once: bool = False) -> None:
        """Begin in the next turn of the event loop, or ``at_once`` with a slice before this returns."""
        self.cancel()
        self._work = work
        self._begin()
        if at_once:
            self._run_slice()
        else:
            self._timer.start()

    @Slot()
    def cancel(self) -> None:
        """Close the work, if one runs."""
        self._timer.stop()
        self.is_running = False
        work, self._work = self._work, None
        if work is not None:
            work.close()

    def finish(self) -> None:
        """Run the work to its end, however long it takes."""
        while self.is_running:
            self._run_slice()

    @Slot()
    def _run_slice(self) -> None:
        work = self._work
        if work is None:
            return
        end = self._clock() + self.piece
        try:
            part = next(work)
            while self._clock() <= end:
                part = next(work)
        except StopIteration as stop:
            self._work = None
            self._timer.stop()
            self._end(stop.value)
        except Exception as error:
            self._work = None
            self._timer.stop()
            self._fail(error)
        else:
            self.part = self.part if part is None else min(1.0, part)
            self.progressed.emit()
            if self._work is not None:
                self._timer.start()
