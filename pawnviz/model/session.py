"""What comes back at the next start: the position, its file and the cursor; and the autosave that sees to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar, Final

from PySide6.QtCore import QCoreApplication, QElapsedTimer, QObject, QTimer, Signal, Slot

from pawnviz.core.board.fen import FenError
from pawnviz.core.board.position import Position
from pawnviz.model.document import Document
from pawnviz.model.layers.user_layer_file import KeptLayers
from pawnviz.model.settings import read_path, read_truth, settings_folder
from pawnviz.model.storage import FileError, KeptValues, kept, kept_bytes, read_kept, write_file

FIRST_FEN: Final = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8"
"""The position of the first start: a middlegame whose spans, levers and islands are worth looking at."""

DELAY: Final = 1000
"""The milliseconds from the last change until it is written."""

LONGEST_DELAY: Final = 3000
"""The milliseconds from the first change that is not yet written until it is, however many follow."""


def _read_fen(value: object) -> str:
    if isinstance(value, str):
        try:
            return Position.from_fen(value).fen()
        except FenError:
            pass
    raise ValueError("a FEN")


def _read_cursor(value: object) -> int | None:
    if value is None or (isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 64):
        return value
    raise ValueError("a square from 0 to 63, or null")


@dataclass(frozen=True)
class Session:
    """The position as a FEN, the file it belongs to, whether it was edited since, and the keyboard cursor's square."""

    FILE_NAME: ClassVar[str] = "session.json"

    fen: str = field(default=FIRST_FEN, metadata=kept(_read_fen))
    path: str = field(default="", metadata=kept(read_path))
    modified: bool = field(default=False, metadata=kept(read_truth))
    cursor: int | None = field(default=None, metadata=kept(_read_cursor))

    @classmethod
    def of(cls, document: Document, cursor: int | None = None) -> Session:
        """Return the session of a document."""
        return cls(document.position.fen(), document.path, document.modified, cursor)

    def resume(self, document: Document) -> None:
        """Give a document the position and file, with nothing to undo; raises ``FenError`` for a wrong FEN."""
        document.restore(Position.from_fen(self.fen), self.path, modified=self.modified)


def load_session(folder: Path | None = None) -> tuple[Session, str]:
    """Return the session kept in a folder and a notice for people, empty if everything is well. Never raises."""
    return read_kept(Session, folder or settings_folder())


class Autosave(QObject):
    """Writes settings, session and own layers soon after a change, and when the application quits.

    Each file is replaced whole, and only when it would differ from what was written last. Of two running instances the
    one that writes last is read at the next start.
    """

    failed = Signal(str)
    """Nothing can be written; carries a sentence for people. Sent once until writing succeeds again."""

    def __init__(
        self,
        gather: Callable[[], Sequence[KeptValues | KeptLayers]],
        folder: Path | None = None,
        parent: QObject | None = None,
        *,
        delay: int = DELAY,
        longest_delay: int = LONGEST_DELAY,
    ) -> None:
        """Keep how what is to be written is found and where it goes; delays are milliseconds."""
        super().__init__(parent)
        self._gather = gather
        self._folder = folder or settings_folder()
        self._delay = delay
        self._longest_delay = longest_delay
        self._written: dict[str, bytes] = {}
        self._has_failed = False
        self._since_first = QElapsedTimer()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.flush)
        application = QCoreApplication.instance()
        if application is not None:
            application.aboutToQuit.connect(self.flush)

    @Slot()
    def touch(self) -> None:
        """Note that something changed, to be written soon."""
        if not self._timer.isActive():
            self._since_first.start()
        left = self._longest_delay - self._since_first.elapsed()
        self._timer.start(max(0, min(self._delay, left)))

    def mark_written(self, values: KeptLayers) -> None:
        """Take these for what was written last: they are written when they are others, not before."""
        self._written[values.FILE_NAME] = values.file_bytes()

    @Slot()
    def flush(self) -> None:
        """Write now what differs from what was written last."""
        self._timer.stop()
        try:
            for values in self._gather():
                self._write(values)
        except FileError as error:
            if not self._has_failed:
                self._has_failed = True
                self.failed.emit(f"Settings and position are not kept: {error.message}")
        else:
            self._has_failed = False

    def _write(self, values: KeptValues | KeptLayers) -> None:
        """Write one file if it differs; raises ``FileError``."""
        data = values.file_bytes() if isinstance(values, KeptLayers) else kept_bytes(values)
        if self._written.get(values.FILE_NAME) == data:
            return
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise FileError(f"The folder “{self._folder}” cannot be made: {error.strerror}.") from None
        write_file(self._folder / values.FILE_NAME, data)
        self._written[values.FILE_NAME] = data
