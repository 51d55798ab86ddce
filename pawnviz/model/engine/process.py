"""The process of an engine behind its guard, which ends it however the program ends."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from typing import Final

from PySide6.QtCore import QObject, QTimer, Slot

from pawnviz.core.engine import guard
from pawnviz.model.jobs.process_job import ProcessJob
from pawnviz.override import override

_LEAVE: Final = 1500  # The milliseconds after which a leaving engine is ended; its guard does so sooner.
LONGEST_KILL: Final = 3000  # The milliseconds that a guard has to end all processes of an engine.


class EngineProcess(ProcessJob):
    """Runs an engine behind its guard; see that for the first character of a line. It ends when both are gone."""

    def __init__(self, program: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._is_leaving = False
        self._group = 0
        self.ended.connect(self._note_gone)
        self.start(sys.executable, "-I", "-S", guard.__file__, program)
        self._group = self.number

    def leave(self) -> None:
        """Tell the engine to end, and kill it if it is not gone a moment later."""
        if not self._is_leaving:
            self._is_leaving = True
            self.send("quit")
            self._process.closeWriteChannel()
            QTimer.singleShot(_LEAVE, self, self.kill)

    @Slot()
    def kill(self) -> None:
        """End the engine and all its processes at once; the guard knows which ones have left the group."""
        if sys.platform == "win32":
            self._process.kill()
        else:
            self._process.terminate()
            QTimer.singleShot(LONGEST_KILL, self, self.force)

    @Slot()
    def force(self) -> None:
        """End the guard and its group, where it does not do so itself."""
        self._kill_group()
        self._process.kill()

    @Slot()
    @override
    def cancel(self) -> None:
        self._kill_group()
        super().cancel()

    @Slot()
    def _note_gone(self) -> None:
        self._kill_group()  # Where something has ended the guard alone.
        self._group = 0

    def _kill_group(self) -> None:
        if sys.platform != "win32" and self._group:
            with suppress(OSError):  # The guard is no group yet, or all of it is gone.
                os.killpg(self._group, signal.SIGKILL)

    def wait(self, milliseconds: int) -> bool:
        """Wait for the end, at most this long; return whether it has come."""
        return not self._is_up() or self._process.waitForFinished(milliseconds)
