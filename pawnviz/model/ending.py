"""Who wins the document's ending of kings and pawns: solved at once, or while the program goes on."""

from __future__ import annotations

import atexit
import gc
import sys
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QThread, Signal, Slot

from pawnviz.core.board.position import Position
from pawnviz.model.document import Document
from pawnviz.override import override

if TYPE_CHECKING:  # The solver's tables are made when the first pawn ending is solved.
    from pawnviz.core.endings.outcome import Ending

SWITCH_INTERVAL: Final = 0.001
"""The seconds after which a solving thread lets the window have its turn.

With Python's own 0.005 the window waits about three times as long.
"""


class PawnEnding(QObject):
    """What is proved of the document's position if it is an ending of kings and pawns.

    Nothing is computed before ``solve`` is called, and nothing at all while other pieces are on the board. A position
    that takes longer than a frame is solved in a thread, which stops when the document's position changes, when this
    object is deleted, and when the program ends.
    """

    changed = Signal()
    """The solving that ``solve`` left to a thread has come to its end, or the document has another position."""

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        """Follow a document's position."""
        super().__init__(parent)
        self._document = document
        self._position: Position | None = None
        self._ending: Ending | None = None
        self._thread: _SolvingThread | None = None
        document.position_changed.connect(self._forget)

    @property
    def ending(self) -> Ending | None:
        """What is proved, or None for another kind of position, an illegal one, and while it is not known yet."""
        return self._ending

    @property
    def position(self) -> Position | None:
        """The pawn ending that is solved or being solved, or None for another kind of position or an illegal one."""
        return self._position if self.is_solving or self._ending is not None else None

    @property
    def is_solving(self) -> bool:
        """Whether a thread solves the position."""
        return self._thread is not None

    def solve(self) -> None:
        """Solve the document's position, unless that is done or under way.

        What cannot be decided within a few milliseconds is solved in a thread; ``changed`` says when it has ended.
        """
        position = self._document.position
        if position == self._position:
            return
        self._position = position
        if not position.pawns or position.knights | position.bishops | position.rooks | position.queens:
            return
        from pawnviz.core.endings.outcome import solved_at_once

        ending = solved_at_once(position)
        if ending is None:
            return
        if ending.is_decided:
            self._ending = ending
            return
        self._thread = _SolvingThread(position)
        self._thread.finished.connect(self._take_ending)
        self.destroyed.connect(self._thread.requestInterruption)
        self._thread.begin()

    @Slot()
    def _forget(self) -> None:
        """Stop the solving, and know nothing of the new position yet."""
        if self._thread is not None:
            self._thread.finished.disconnect(self._take_ending)
            self._thread.requestInterruption()
        self._position = self._ending = self._thread = None
        self.changed.emit()

    @Slot()
    def _take_ending(self) -> None:
        """Take what the thread has found."""
        # What a thread that was stopped has sent just before is not meant for the position of now.
        if self._thread is not None and self._thread.isFinished():
            self._ending, self._thread = self._thread.ending, None
            self.changed.emit()


class _SolvingThread(QThread):
    """A thread that solves one pawn ending; ``ending`` is None until it has."""

    def __init__(self, position: Position) -> None:
        super().__init__()
        self._position = position
        self.ending: Ending | None = None
        self.finished.connect(self._let_go)

    def begin(self) -> None:
        """Start the thread, which stays until it has ended, whoever asked for it."""
        _running.add(self)
        self.start(QThread.Priority.LowPriority)

    @override
    def run(self) -> None:
        from pawnviz.core.endings.outcome import solve
        from pawnviz.core.endings.pieces import SolvingInterruptedError

        try:
            self.ending = solve(self._position, keep_going=self._keep_going)
        except SolvingInterruptedError:
            self.ending = None

    def _keep_going(self) -> bool:
        return not self.isInterruptionRequested()

    @Slot()
    def _let_go(self) -> None:
        """Let go of the thread, which has ended."""
        self.wait()
        _running.remove(self)


class _RunningThreads:
    """The threads that have not ended, and what Python does otherwise while there are some.

    It gives the window its turn sooner, and its collector of garbage does not run: that runs in the thread that happens
    to need memory, and Qt does not survive that widgets are taken apart in another thread than theirs.
    """

    def __init__(self) -> None:
        self._threads: set[_SolvingThread] = set()
        self._collects = False
        self._switch_interval = 0.0

    def add(self, thread: _SolvingThread) -> None:
        """Keep a thread that is to be started."""
        if not self._threads:
            self._collects = gc.isenabled()
            gc.disable()
            self._switch_interval = sys.getswitchinterval()
            sys.setswitchinterval(SWITCH_INTERVAL)
        self._threads.add(thread)

    def remove(self, thread: _SolvingThread) -> None:
        """Let go of a thread that has ended."""
        self._threads.discard(thread)
        if self._threads:
            return
        sys.setswitchinterval(self._switch_interval)
        if self._collects:
            gc.enable()

    def end(self) -> None:
        """Stop all threads and wait for their end."""
        for thread in self._threads:
            thread.requestInterruption()
        for thread in self._threads:
            thread.wait()


_running = _RunningThreads()
atexit.register(_running.end)
