"""The positions of the document's file as rows of a list, and among them the unreadable lines."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Generator
from typing import Any, Final

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal, Slot

from pawnviz.core.board.fen import FenError
from pawnviz.core.positions import PositionFile, shown, title
from pawnviz.core.words import escaped
from pawnviz.model.document import Document
from pawnviz.model.jobs import SliceJob
from pawnviz.override import override

NO_ENTRY: Final = -1  # The entry of a row that is no position.
_PIECE: Final = 0.006  # The seconds for which lines are read in one go, so that the window is never kept waiting.

_NO_PLACEMENT: Final = "It does not begin with the pieces of a position."

Index = QModelIndex | QPersistentModelIndex

_ROOT: Final = QModelIndex()


class PositionRows(QAbstractListModel):
    """The lines with a text of a document's file that a filter leaves; faults are found while the program idles."""

    checked = Signal()  # More lines have been read, and ``broken_count`` may be higher.

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        """Begin without rows; ``follow`` reads the document's file."""
        super().__init__(parent)
        self._document = document
        self._file: PositionFile | None = None
        self._numbers: tuple[int, ...] = ()
        self._filter = ""
        self._found: list[int] = []
        self._faults: dict[int, str] = {}
        self._told_count = 0
        self._checking: SliceJob[None] = SliceJob(self, _PIECE)
        self._checking.progressed.connect(self._tell)
        self._checking.ended.connect(self._tell)

    @Slot()
    def follow(self) -> None:
        """Read the document's file, if it is another one, and mark edited positions."""
        file = self._document.free.position_file
        if file is not self._file:
            self.beginResetModel()
            self._file = file
            self._numbers = () if file is None else tuple(sorted(file.entries + file.others))
            self._faults = dict.fromkeys(() if file is None else file.others, _NO_PLACEMENT)
            self._told_count = len(self._faults)
            self._find()
            self.endResetModel()
            self._checking.start(self._check_lines())
            self.checked.emit()
        elif self._found:
            self.dataChanged.emit(self.index(0), self.index(len(self._found) - 1))

    def set_filter(self, text: str) -> None:
        """Leave the rows that contain a text, or all for an empty one."""
        if text.strip().casefold() != self._filter:
            self.beginResetModel()
            self._filter = text.strip().casefold()
            self._find()
            self.endResetModel()

    def _find(self) -> None:
        file = self._file
        self._found = [
            number for number in self._numbers if file is not None and self._filter in file.lines[number].casefold()
        ]

    @property
    def broken_count(self) -> int:
        """The number of unreadable lines, as far as they are known."""
        return len(self._faults)

    @property
    def is_checking(self) -> bool:
        """Whether there are unread lines."""
        return self._checking.is_running

    def entry_at(self, row: int) -> int:
        """Return the entry of a row, ``NO_ENTRY`` for an unreadable line."""
        if self._file is None or not 0 <= row < len(self._found) or self._found[row] in self._faults:
            return NO_ENTRY
        return bisect_left(self._file.entries, self._found[row])

    def row_of(self, entry: int) -> int:
        """Return the row of an entry, -1 where the filter leaves it out."""
        if self._file is None or not 0 <= entry < len(self._file.entries):
            return -1
        number = self._file.entries[entry]
        row = bisect_left(self._found, number)
        return row if row < len(self._found) and self._found[row] == number else -1

    def neighbor(self, entry: int, step: int) -> int:
        """Return the next readable entry of the filter forward (1) or backward (-1), or ``NO_ENTRY``."""
        if self._file is None:
            return NO_ENTRY
        number = self._file.entries[entry] if entry < len(self._file.entries) else 0
        row = bisect_left(self._found, number)
        if step < 0 or (row < len(self._found) and self._found[row] == number):
            row += step
        while 0 <= row < len(self._found):
            number = self._found[row]
            self._check(number)
            if number not in self._faults:
                return bisect_left(self._file.entries, number)
            row += step
        return NO_ENTRY

    # Faults

    def _check(self, number: int) -> None:
        if self._file is not None and number not in self._faults:
            try:
                self._file.position(bisect_left(self._file.entries, number))
            except FenError as error:
                self._faults[number] = error.message

    def _check_lines(self) -> Generator[None, None, None]:
        for number in () if self._file is None else self._file.entries:
            self._check(number)
            yield

    @Slot()
    def _tell(self) -> None:
        if len(self._faults) != self._told_count or not self._checking.is_running:
            if len(self._faults) != self._told_count and self._found:
                self.dataChanged.emit(self.index(0), self.index(len(self._found) - 1))
            self._told_count = len(self._faults)
            self.checked.emit()

    # Rows

    @override
    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._found)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = index.row()
        if self._file is None or not 0 <= row < len(self._found):
            return None
        number = self._found[row]
        fault = self._faults.get(number)
        line = shown(self._file.lines[number])
        if role == Qt.ItemDataRole.DisplayRole:
            if fault is not None:
                return f"Line {number + 1:,} cannot be read: {fault}"
            entry = bisect_left(self._file.entries, number)
            star = " *" if entry in self._document.free.edited_entries else ""
            return f"{entry + 1:,}{star}   {title(line) or line}"
        if role == Qt.ItemDataRole.ToolTipRole:
            text = line if len(line) <= 400 else f"{line[:400]}…"
            return f"<p>Line {number + 1:,}: {escaped(text)}</p>" + (f"<p>{escaped(fault)}</p>" if fault else "")
        return None

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        return flags if self.entry_at(index.row()) != NO_ENTRY else flags & ~Qt.ItemFlag.ItemIsSelectable
