"""The process of an engine behind its guard, which ends it however the program ends."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from typing import Final

from PySide6.QtCore import QObject, QProcess, QTimer, Signal, Slot

from pawnviz.core.engine import guard

_LEAVE: Final = 1500
"""The milliseconds after which a leaving engine is ended; its guard does so sooner."""

LONGEST_KILL: Final = 3000
"""The milliseconds that a guard has to end all processes of an engine."""


class EngineProcess(QObject):
    """Runs an engine and exchanges lines with it; reading and writing never wait."""

    arrived = Signal()
    """There are lines for ``take_lines``."""
    ended = Signal()
    """The engine and its guard are gone."""

    def __init__(self, program: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rest = b""
        self._lines: list[str] = []
        self._is_leaving = False
        self._group = 0
        self._process = QProcess(self)
        self._process.setStandardErrorFile(QProcess.nullDevice())
        self._process.readyReadStandardOutput.connect(self._read)
        self._process.finished.connect(self._end)
        self._process.errorOccurred.connect(self._fail)
        self._process.start(sys.executable, ["-I", "-S", guard.__file__, program])
        self._group = self._process.processId()

    @property
    def group(self) -> int:
        """The number of the group of processes of the engine and its guard, 0 once they are gone."""
        return self._group

    def take_lines(self) -> list[str]:
        """Return the lines since the last call; see ``guard`` for the first character of a line."""
        lines, self._lines = self._lines, []
        return lines

    def send(self, *commands: str) -> None:
        """Send commands to the engine, a line each."""
        self._process.write("".join(f"{command}\n" for command in commands).encode())

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

    def _kill_group(self) -> None:
        if sys.platform != "win32" and self._group:
            with suppress(OSError):  # The guard is no group yet, or all of it is gone.
                os.killpg(self._group, signal.SIGKILL)

    def wait(self, milliseconds: int) -> bool:
        """Wait for the end, at most this long; return whether it has come."""
        return self._process.state() == QProcess.ProcessState.NotRunning or self._process.waitForFinished(milliseconds)

    @Slot()
    def _read(self) -> None:
        *lines, self._rest = (self._rest + bytes(self._process.readAllStandardOutput().data())).split(b"\n")
        if lines:
            self._lines += [line.decode("utf-8", "replace") for line in lines]
            self.arrived.emit()

    @Slot(QProcess.ProcessError)
    def _fail(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart:
            self.ended.emit()

    @Slot()
    def _end(self) -> None:
        self._read()
        self._kill_group()  # Where something has ended the guard alone.
        self._group = 0
        self.ended.emit()
