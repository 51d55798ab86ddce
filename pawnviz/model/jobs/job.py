"""The interface of all work beside the window: whether it runs, its progress, and its result or fault."""

from __future__ import annotations

from typing import Generic, TypeVar

from PySide6.QtCore import QObject, Signal

from pawnviz.model.storage import FileError

Result = TypeVar("Result")


class Job(QObject, Generic[Result]):
    """One work at a time: another one cancels and replaces it.

    Each kind has a ``start`` for its kind of work and a ``cancel``, after which no signal comes.
    """

    progressed = Signal()  # The work has come further.
    ended = Signal()  # The work has ended and was not cancelled: there is a result, or a fault.

    mistake = "This cannot be done"  # The beginning of the fault where the program is wrong.

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
