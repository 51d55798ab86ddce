"""Work in a thread: for what cannot be cut into slices, while the window goes on answering."""

from __future__ import annotations

import atexit
import gc
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any, Final, Protocol

from PySide6.QtCore import QObject, QThread, QTimer, Slot

from pawnviz.model.jobs.job import Job, Result
from pawnviz.override import override

_LOOK_INTERVAL: Final = 50  # The milliseconds between two looks at how far a thread is.


class KeepGoing(Protocol):
    """A function that work in a thread calls often."""

    def __call__(self, part: float | None = None) -> bool:
        """Take the part that is done, where it is known, and return whether the work is to go on."""


class ThreadJob(Job[Result]):
    """Runs a function in a thread, which is asked to stop when the job is cancelled or deleted or the program ends.

    The function asks often whether it is to go on, and may raise any error or return anything once it is not. No signal
    of ours is sent in the thread, where it would meet what the window connects, disconnects and deletes meanwhile.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thread: _Thread | None = None
        self._looks = QTimer(self, interval=_LOOK_INTERVAL)
        self._looks.timeout.connect(self._note_part)

    def start(self, work: Callable[[KeepGoing], Result]) -> None:
        """Begin the work; it keeps nothing of the window alive and touches none of it."""
        self.cancel()
        self._begin()
        self._thread = thread = _Thread(work)
        thread.finished.connect(self._take_result)
        self.destroyed.connect(thread.requestInterruption)
        thread.begin()
        self._looks.start()

    @Slot()
    def cancel(self) -> None:
        """Ask the thread to stop, if one runs, and wait for nothing."""
        self.is_running = False
        self._looks.stop()
        thread, self._thread = self._thread, None
        if thread is not None:
            thread.requestInterruption()

    @Slot()
    def _note_part(self) -> None:
        if self._thread is not None and self.part != self._thread.part:
            self.part = self._thread.part
            self.progressed.emit()

    @Slot()
    def _take_result(self) -> None:
        # A thread that was cancelled ends while none or another one runs.
        thread = self._thread
        if thread is None or not thread.isFinished():
            return
        self._looks.stop()
        self._thread = None
        if thread.error is None:
            self._end(thread.result)
        else:
            self._fail(thread.error)


class _Thread(QThread):
    """A thread that calls one function, and has its result or its error in the end."""

    def __init__(self, work: Callable[[KeepGoing], Any]) -> None:
        super().__init__()
        self._work = work
        self.part = 0.0
        self.result: Any = None
        self.error: Exception | None = None
        self.finished.connect(self._let_go)

    def begin(self) -> None:
        """Start the thread, which stays until it has ended, whoever asked for it.

        Meanwhile Python's collector of garbage does not run: it would take widgets apart in the thread that happens to
        need memory, which Qt does not survive.
        """
        if not _threads and gc.isenabled():
            _restoring.callback(gc.enable)
            gc.disable()
        _threads.add(self)
        self.start(QThread.Priority.LowPriority)

    @override
    def run(self) -> None:
        try:
            self.result = self._work(self._keep_going)
        except Exception as error:
            self.error = error

    def _keep_going(self, part: float | None = None) -> bool:
        if part is not None:
            self.part = min(1.0, part)
        return not self.isInterruptionRequested()

    @Slot()
    def _let_go(self) -> None:
        self.wait()
        _threads.discard(self)
        if not _threads:
            _restoring.close()


_threads: Final[set[_Thread]] = set()  # Those that have not ended.
_restoring: Final = ExitStack()  # What Python does otherwise while there are some.


@atexit.register
def end_threads() -> None:
    """Stop all threads and wait for their end."""
    for thread in _threads:
        thread.requestInterruption()
    for thread in _threads:
        thread.wait()
