"""Jobs: work in slices, in a thread or in a process, with progress, cancel and a fault in words."""

from __future__ import annotations

import atexit
import gc
import os
import sys
from collections.abc import Callable, Generator
from contextlib import ExitStack, suppress
from pathlib import Path
from time import monotonic, perf_counter
from typing import Any, Final, Generic, TypeAlias, TypeVar

from PySide6.QtCore import QCoreApplication, QObject, QProcess, QProcessEnvironment, QThread, QTimer, Signal, Slot

import pawnviz
from pawnviz.model.storage import FileError
from pawnviz.override import override

Result = TypeVar("Result")


class Job(QObject, Generic[Result]):
    """One work at a time: another one cancels and replaces it; after ``cancel`` no signal comes."""

    progressed = Signal()  # The work has come further.
    ended = Signal()  # The work has ended and was not cancelled: there is a result, or a fault.

    mistake = "This cannot be done"  # The beginning of the fault if the program is wrong.

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.is_running = False
        self.part = 0.0  # The part that is done, from 0 to 1.
        self.result: Result | None = None
        self.fault = ""  # A sentence on why there is no result; empty otherwise.

    def _begin(self) -> None:
        self.is_running, self.part, self.result, self.fault = True, 0.0, None, ""

    def _end(self, result: Result | None = None, fault: str = "") -> None:
        """End the work; a fault leaves the part that was done."""
        self.is_running, self.result, self.fault = False, result, fault
        if not fault:
            self.part = 1.0
        self.ended.emit()

    def _fail(self, error: Exception) -> None:
        """End the work by an error of a file, or by a mistake of the program, which is raised."""
        if isinstance(error, FileError):
            self._end(fault=error.message)
        else:
            self._end(fault=f"{self.mistake}: {error or type(error).__name__}.")
            raise error


class SliceJob(Job[Result]):
    """Runs a generator that yields often, the part that is done or None; its ``FileError`` is the fault."""

    def __init__(
        self, parent: QObject | None = None, piece: float = 0.02, clock: Callable[[], float] = perf_counter
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
        except Exception as error:
            self._work = None
            self._timer.stop()
            if isinstance(error, StopIteration):
                self._end(error.value)
            else:
                self._fail(error)
        else:
            self.part = self.part if part is None else min(1.0, part)
            self.progressed.emit()
            if self._work is not None:
                self._timer.start()


KeepGoing: TypeAlias = Callable[..., bool]
"""A function that work in a thread calls often, with the part that is done if it is known; whether to continue."""


class ThreadJob(Job[Result]):
    """Runs a function in a thread, which is asked to stop when the job is cancelled or deleted or the program ends.

    The function asks often whether to continue, and may raise any error or return anything once it is not. No signal
    of ours is sent in the thread, where it would meet what the window connects, disconnects and deletes meanwhile.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thread: _Thread | None = None
        self._looks = QTimer(self, interval=50)
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
        if thread is not None and thread.isFinished():
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


LONGEST_LINE: Final = 1 << 20  # The number of bytes that a line of a process may have.
MOST_BYTES: Final = 8 << 20  # The number of bytes in a second from which a process floods.
LONGEST_END: Final = 1000  # The milliseconds that the system has to end a process that was killed.


class ProcessJob(Job[None]):
    """Runs a program, gives it lines and takes those that it says; reading and writing never wait.

    A line ``%`` with a number says the part that is done. A program that floods, that crashes or that cannot be started
    is the fault. It is killed when the job is cancelled and when the application quits; if that is killed itself,
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
        """The system's number of the process, 0 if none runs."""
        return int(self._process.processId())

    def start(self, program: str, *arguments: str, path: str = "") -> None:
        """Run a program, named by its path; it looks for modules of Python in a further ``path``."""
        self.cancel()
        # Not the same object again: Qt does not survive that it is started while it tells of its last lines.
        self._process.deleteLater()
        self._process = self._make_process()
        self._begin()
        self._lines, self._rest, self._byte_count = [], b"", 0
        if path:
            environment = QProcessEnvironment.systemEnvironment()
            paths = [path, environment.value("PYTHONPATH")]
            environment.insert("PYTHONPATH", os.pathsep.join(filter(None, paths)))
            self._process.setProcessEnvironment(environment)
        self._process.start(program, list(arguments))

    def start_module(self, module: str, *arguments: str) -> None:
        """Run a module of pawnviz as a program of its own; in a frozen program that is the same program."""
        if getattr(sys, "frozen", False):
            self.start(sys.executable, "--module", module, *arguments)
        else:
            self.start(sys.executable, "-P", "-m", module, *arguments, path=str(Path(pawnviz.__file__).parents[1]))

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
            for line in (data.decode("utf-8", "replace") for data in lines):
                if line.startswith("%"):
                    with suppress(ValueError):
                        self.part = min(1.0, float(line[1:]))
                else:
                    self._lines.append(line)
            self.progressed.emit()

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
