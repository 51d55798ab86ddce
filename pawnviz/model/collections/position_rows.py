"""The positions of the document's file as rows of a list that a question filters, and among them unreadable lines."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Generator, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal, Slot

from pawnviz.core.board.fen import FenError
from pawnviz.core.board.position import Position
from pawnviz.core.collections.fields import POSITION_FIELDS
from pawnviz.core.collections.question import NamePart, PositionPart, holding
from pawnviz.core.positions import PositionFile, advice, name, shown
from pawnviz.core.structures import leading_structures
from pawnviz.core.words import escaped
from pawnviz.model.collections.asking import Asking
from pawnviz.model.document import Document
from pawnviz.model.jobs import SliceJob
from pawnviz.model.storage import FileError
from pawnviz.override import override

NO_ENTRY: Final = -1  # The entry of a row that is no position.
ROW: Final = Qt.ItemDataRole.UserRole  # The role of a row's ``PositionRow``.
_ASKED: Final = 256  # The number of positions that are searched at once.
_PIECE: Final = 0.006  # The seconds for which lines are read in one go, so that the window is never kept waiting.

_NO_PLACEMENT: Final = "It does not begin with the pieces of a position."

Index = QModelIndex | QPersistentModelIndex

_ROOT: Final = QModelIndex()


class PositionRow(NamedTuple):
    """A position of the file: its number from 1, its pawns, the name of their structure, and its line in words.

    ``structure`` is empty without a name; ``advice`` is such as ``best e5``, and ``name`` the operation ``id``.
    """

    number: int
    is_edited: bool
    white: int
    black: int
    structure: str
    advice: str
    name: str


@lru_cache(maxsize=1024)
def _structure_of(position: Position) -> str:
    found = leading_structures(position.sides()[0])
    return found[0].heading if found else ""


class PositionRows(QAbstractListModel):
    """The lines with a text of a document's file for which a question holds; faults are found in idle time."""

    checked = Signal()  # More lines have been read or asked.

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self.asking = Asking(document, None, parent=self, fields=POSITION_FIELDS)
        self.asking.changed.connect(self._ask)
        self._file: PositionFile | None = None
        self._numbers: tuple[int, ...] = ()
        self._asked: tuple[tuple[str, ...], tuple[PositionPart, ...]] = ((), ())
        self._found: list[int] = []
        self.faults: dict[int, str] = {}  # What is wrong with unreadable lines, by their numbers, as far as known.
        self._told_count = 0
        self.checking: SliceJob[None] = SliceJob(self, _PIECE)
        self.checking.progressed.connect(self._tell)
        self.checking.ended.connect(self._tell)
        self.search: SliceJob[None] = SliceJob(self, _PIECE)
        self.search.progressed.connect(self.checked)
        self.search.ended.connect(self.checked)

    @Slot()
    def follow(self) -> None:
        """Read the document's file, if it is another one, and mark edited positions."""
        file = self._document.free.position_file
        if file is not self._file:
            self.beginResetModel()
            self._file = file
            self._numbers = () if file is None else tuple(sorted(file.entries + file.others))
            self.faults = dict.fromkeys(() if file is None else file.others, _NO_PLACEMENT)
            self._told_count = len(self.faults)
            self._found = []
            self.endResetModel()
            self.checking.start(self._check_lines())
            self._find()
        elif self._found:
            self.dataChanged.emit(self.index(0), self.index(len(self._found) - 1))

    @property
    def wanted_number(self) -> int:
        """The number of a position, if the question is nothing else; 0 otherwise."""
        parts = self.asking.question.parts
        text = parts[0].name if len(parts) == 1 and isinstance(parts[0], NamePart) else ""
        number = int(text) if text.isdecimal() and not text.startswith("0") and len(text) < 10 else 0
        return number if number <= self._document.free.entry_count else 0

    @property
    def is_filtered(self) -> bool:
        """Whether a question leaves some of the lines."""
        return self._asked != ((), ())

    @Slot()
    def _ask(self) -> None:
        question = self.asking.question
        words = () if self.wanted_number else question.parts
        names = tuple(part.name.casefold() for part in words if isinstance(part, NamePart))
        if (names, question.position_parts) != self._asked:
            self._asked = names, question.position_parts
            self._find()

    def _find(self) -> None:
        words, parts = self._asked
        file = self._file
        self.beginResetModel()
        self.search.cancel()
        self._found = list(self._numbers)
        if file is not None:
            for word in words:
                self._found = [number for number in self._found if word in file.lines[number].casefold()]
            if parts:
                numbers, self._found = self._found, []
                self.search.start(self._search_positions(file, numbers, parts))
        self.endResetModel()
        self.checked.emit()

    def _search_positions(
        self, file: PositionFile, numbers: Sequence[int], parts: Sequence[PositionPart]
    ) -> Generator[None, None, None]:
        for start in range(0, len(numbers), _ASKED):
            positions: dict[int, Position] = {}
            for number in numbers[start : start + _ASKED]:
                try:
                    positions[number] = Position.from_fen(shown(file.lines[number]))
                except FenError:
                    continue
            try:
                truth = holding(parts, tuple(positions.values())).tolist()
            except ValueError as error:  # A structure that the user has removed.
                raise FileError(f"{error}.") from None
            found = [number for number, holds in zip(positions, truth, strict=True) if holds]
            if found:
                self.beginInsertRows(_ROOT, len(self._found), len(self._found) + len(found) - 1)
                self._found += found
                self.endInsertRows()
            yield

    def entry_at(self, row: int) -> int:
        """Return the entry of a row, ``NO_ENTRY`` for an unreadable line."""
        if self._file is None or not 0 <= row < len(self._found) or self._found[row] in self.faults:
            return NO_ENTRY
        return bisect_left(self._file.entries, self._found[row])

    def row_of(self, entry: int) -> int:
        """Return the row of an entry, -1 if the filter leaves it out."""
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
            if number not in self.faults:
                return bisect_left(self._file.entries, number)
            row += step
        return NO_ENTRY

    # Faults

    def _check(self, number: int) -> None:
        if self._file is not None and number not in self.faults:
            try:
                self._file.position(bisect_left(self._file.entries, number))
            except FenError as error:
                self.faults[number] = error.message

    def _check_lines(self) -> Generator[None, None, None]:
        for number in () if self._file is None else self._file.entries:
            self._check(number)
            yield

    @Slot()
    def _tell(self) -> None:
        if len(self.faults) != self._told_count or not self.checking.is_running:
            if len(self.faults) != self._told_count and self._found:
                self.dataChanged.emit(self.index(0), self.index(len(self._found) - 1))
            self._told_count = len(self.faults)
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
        fault = self.faults.get(number)
        line = shown(self._file.lines[number])
        if role == Qt.ItemDataRole.DisplayRole:
            if fault is not None:
                return f"Line {number + 1:,} cannot be read: {fault}"
            each = self.row_at(row)
            star = " *" if each is not None and each.is_edited else ""
            texts = () if each is None else (each.structure, each.advice, each.name)
            number_text = f"{bisect_left(self._file.entries, number) + 1:,}{star}"
            return f"{number_text}   {', '.join(filter(None, texts)) or line}"
        if role == ROW:
            return self.row_at(row)
        if role == Qt.ItemDataRole.ToolTipRole:
            text = line if len(line) <= 400 else f"{line[:400]}…"
            return f"<p>Line {number + 1:,}: {escaped(text)}</p>" + (f"<p>{escaped(fault)}</p>" if fault else "")
        return None

    def row_at(self, row: int) -> PositionRow | None:
        """Return the position of a row, None for an unreadable line."""
        entry = self.entry_at(row)
        if self._file is None or entry == NO_ENTRY:
            return None
        line = self._file.text(entry)
        try:
            position = Position.from_fen(line)
        except FenError:
            return None
        white, black = position.pawns & position.white, position.pawns & position.black
        is_edited = entry in self._document.free.edited_entries
        return PositionRow(entry + 1, is_edited, white, black, _structure_of(position), advice(line), name(line))

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        return flags if self.entry_at(index.row()) != NO_ENTRY else flags & ~Qt.ItemFlag.ItemIsSelectable
