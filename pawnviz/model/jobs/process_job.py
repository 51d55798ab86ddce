"""Work in a process: for what may hang, crash or take all of a core, and must not do so to the window."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Final

from PySide6.QtCore import QCoreApplication, QObject, QProcess, QProcessEnvironment, Slot

import pawnviz
from pawnviz.model.jobs.job import Job

LONGEST_LINE: Final = 1 << 20  # The number of bytes that a line of a process may have.
MOST_BYTES: Final = 8 << 20  # The number of bytes in a second from which a process floods.
LONGEST_END: Final = 1000  # The milliseconds that the system has to end a process that was killed.


class ProcessJob(Job[None]):
    """Runs a program, gives it lines and takes those that it says; reading and writing never wait.

    A line ``%`` with a number says the part that is done. A program that floods, that crashes or that cannot be started
    is the fault. It is killed when the job is cancelled and when the application quits; where that is killed itself,
    the end of its input is what a program notices.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lines: list[str] = []
        self._rest = b""
        self._second = 0.0
        self._byte_count = 0
        self._process = self._make_process()
        application = QCoreApplication.instance()
        if application is not None:
            application.aboutToQuit.connect(self.cancel)

    def _make_process(self) -> QProcess:
        process = QProcess(self)
        process.setStandardErrorFile(QProcess.nullDevice())
        process.readyReadStandardOutput.connect(self._read)
        process.finished.connect(self._note_end)
        process.errorOccurred.connect(self._note_error)
        return process

    @property
    def number(self) -> int:
        """The number by which the system knows the process, 0 where none runs."""
        return int(self._process.processId())

    def start(self, program: str, *arguments: str) -> None:
        """Run a program, named by its path."""
        self._start(program, arguments, QProcessEnvironment.systemEnvironment())

    def _start(self, program: str, arguments: Sequence[str], environment: QProcessEnvironment) -> None:
        self.cancel()
        # Not the same object again: Qt does not survive that it is started while it tells of its last lines.
        self._process.deleteLater()
        self._process = self._make_process()
        self._begin()
        self._lines, self._rest, self._byte_count = [], b"", 0
        self._process.setProcessEnvironment(environment)
        self._process.start(program, list(arguments))

    def start_module(self, module: str, *arguments: str) -> None:
        """Run a module of pawnviz as a program of its own."""
        environment = QProcessEnvironment.systemEnvironment()
        paths = [str(Path(pawnviz.__file__).parents[1]), environment.value("PYTHONPATH")]
        environment.insert("PYTHONPATH", os.pathsep.join(path for path in paths if path))
        self._start(sys.executable, ("-P", "-m", module, *arguments), environment)

    def _is_up(self) -> bool:
        return self._process.state() != QProcess.ProcessState.NotRunning

    def send(self, *lines: str) -> None:
        """Give the program lines, if it runs."""
        if self._is_up():
            self._process.write("".join(f"{line}\n" for line in lines).encode())

    def take_lines(self) -> list[str]:
        """Return the lines that have come since the last time."""
        lines, self._lines = self._lines, []
        return lines

    @Slot()
    def cancel(self) -> None:
        """End the process, if one runs, before this returns."""
        self.is_running = False
        self._process.blockSignals(True)
        self._process.kill()
        self._process.waitForFinished(LONGEST_END)

    @Slot()
    def _read(self) -> None:
        data = bytes(self._process.readAllStandardOutput().data())
        if monotonic() >= self._second + 1:
            self._second, self._byte_count = monotonic(), 0
        self._byte_count += len(data)
        *lines, self._rest = (self._rest + data).split(b"\n")
        if self._byte_count > MOST_BYTES or max(map(len, (*lines, self._rest))) > LONGEST_LINE:
            self.cancel()
            self._end(fault="The process was stopped, since it floods the program with output.")
        elif lines:
            for line in lines:
                self._take(line.decode("utf-8", "replace"))
            self.progressed.emit()

    def _take(self, line: str) -> None:
        if line.startswith("%"):
            with suppress(ValueError):
                self.part = min(1.0, float(line[1:]))
        else:
            self._lines.append(line)

    @Slot(QProcess.ProcessError)
    def _note_error(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart:
            self._end(fault=f"The process cannot be started: {self._process.errorString()}.")

    @Slot(int, QProcess.ExitStatus)
    def _note_end(self, status: int, kind: QProcess.ExitStatus) -> None:
        self._read()
        if self.is_running and not self._is_up():  # Its last lines were no flood, and led to no other process.
            reason = "a crash" if kind == QProcess.ExitStatus.CrashExit else f"the status {status}"
            self._end(fault=f"The process has ended with {reason}." if status or reason == "a crash" else "")
