"""The autosave: changes are on the disk within a second, each file by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from PySide6.QtCore import QCoreApplication, QElapsedTimer, QObject, QTimer, Signal, Slot

from pawnviz.core.words import capitalized, listed
from pawnviz.model.kept.file import KeptFile
from pawnviz.model.storage import BusyError, FileError, FullDiskError

DELAY: Final = 300  # The milliseconds from the last change until it is written.
LONGEST_DELAY: Final = 800  # The milliseconds from the first unwritten change until it is written, however many follow.
MOST_BUSY: Final = 10  # The number of attempts while another program is writing until a failure is reported.
RETRY_DELAY: Final = 5000  # The milliseconds from a failed write to the next attempt.


class Autosave(QObject):
    """Writes kept values soon after a change, and when the application quits."""

    failed = Signal(str)  # Writing fails; carries a line for each reason. Emitted when that is news.
    taken_over = Signal()  # A file held changes of another program, which are now the program's own.

    def __init__(
        self,
        gather: Callable[[], Iterable[tuple[KeptFile[Any], Any]]],
        parent: QObject | None = None,
        *,
        delay: int = DELAY,
        longest_delay: int = LONGEST_DELAY,
    ) -> None:
        super().__init__(parent)
        self._gather = gather
        self._delay = delay
        self._longest_delay = longest_delay
        self._busy_count = 0
        self._faults: frozenset[tuple[str, str]] = frozenset()
        self._since_first = QElapsedTimer()
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.flush)
        application = QCoreApplication.instance()
        if application is not None:
            application.aboutToQuit.connect(self.finish)

    @Slot()
    def touch(self) -> None:
        """Note a change, to be written soon."""
        if not self._timer.isActive() or not self._since_first.isValid():
            self._since_first.start()
        left = self._longest_delay - self._since_first.elapsed()
        self._timer.start(max(0, min(self._delay, left)))

    @Slot()
    def flush(self) -> None:
        """Write all changes now."""
        values = tuple(self._gather())  # Values that are only known now are changes that are written now.
        self._timer.stop()
        self._since_first.invalidate()
        faults: list[tuple[str, str]] = []
        has_taken_over = is_busy = False
        for file, value in values:
            try:
                has_taken_over |= file.keep(value) != value and file.TAKES_OVER
            except BusyError as error:
                is_busy = True
                if self._busy_count >= MOST_BUSY:
                    faults.append((error.message, file.subject))
            except FullDiskError:
                faults.append((f"The disk of “{file.path.parent}” is full; free some space.", file.subject))
            except FileError as error:
                faults.append((error.message, file.subject))
        news: dict[str, list[str]] = {}
        for message, subject in faults:
            if (message, subject) not in self._faults:
                news.setdefault(message, []).append(subject)
        self._faults = frozenset(faults)
        self._busy_count = self._busy_count + 1 if is_busy else 0
        if is_busy or faults:
            self._timer.start(RETRY_DELAY if faults else self._delay)
        if has_taken_over:
            self.taken_over.emit()
        if news:
            lines = (f"{capitalized(listed(subjects))} cannot be kept: {message}" for message, subjects in news.items())
            self.failed.emit("\n".join(lines))

    @Slot()
    def finish(self) -> None:
        """Write all changes, and again while another program is writing, up to ``MOST_BUSY`` times."""
        self.flush()
        while 0 < self._busy_count <= MOST_BUSY:
            self.flush()
