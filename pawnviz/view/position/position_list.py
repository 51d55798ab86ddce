"""The positions of a file: a list to step through, with a filter, and the text of the current one."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QLabel, QListView, QPlainTextEdit, QToolButton, QWidget

from pawnviz.core.board.fen import FenError
from pawnviz.core.positions import operations
from pawnviz.core.words import count_text
from pawnviz.model.document import Document
from pawnviz.model.position_rows import NO_ENTRY, PositionRows
from pawnviz.override import override
from pawnviz.view.widgets.fields import SearchField
from pawnviz.view.widgets.layouts import STRETCH, column_of, row_of

_DETAIL_LINES: Final = 5  # The visible lines of the current position's text.


class PositionListView(QListView):
    """A list in which letters and digits go to a search, and are no commands of the window."""

    typed = Signal(str)  # A letter, a digit or a sign was typed.
    left = Signal()  # Escape was pressed.

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and _is_typed(event):
            event.accept()
            return True
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if _is_typed(event):
            self.typed.emit(event.text())
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


def _is_typed(event: QKeyEvent) -> bool:
    plain = event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
    return plain == Qt.KeyboardModifier.NoModifier and event.text().isprintable() and bool(event.text().strip())


class PositionListPanel(QWidget):
    """The lines of the document's file as a list; choosing one sets it up as a step, and edits stay with it.

    As the event filter of a dock it closes the file with the dock.
    """

    message = Signal(str)  # A sentence on why there is no step to take.

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._opening = (document.free.path, document.free.opening_count)
        self.rows = PositionRows(document, self)
        self.previous_button = _arrow(Qt.ArrowType.LeftArrow, "Previous position (Page Up)")
        self.next_button = _arrow(Qt.ArrowType.RightArrow, "Next position (Page Down)")
        self.number = QLabel()
        self.faults = QLabel()
        self.filter = SearchField()
        self.filter.setPlaceholderText("Find in the file, or go to a number")
        self.filter.setAccessibleName("Find in the file")
        self.filter.setToolTip("Show only lines that contain this text; with a number, Enter goes to this position")
        self.filter.setClearButtonEnabled(True)
        self.view = PositionListView()
        self.view.setModel(self.rows)
        self.view.setUniformItemSizes(True)
        self.view.setAccessibleName("Positions of the file")
        self.view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.view.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.details = QPlainTextEdit()
        self.details.setReadOnly(True)
        self.details.setTabChangesFocus(True)
        self.details.setAccessibleName("What the file says about this position")
        self.details.setFixedHeight(_DETAIL_LINES * self.fontMetrics().lineSpacing() + 10)
        head = row_of(self.previous_button, self.next_button, self.number, STRETCH, self.faults)
        column_of(head, self.filter, (self.view, 1), self.details, parent=self, margins=(6, 4, 6, 4), spacing=6)
        self.previous_button.clicked.connect(self.go_to_previous)
        self.next_button.clicked.connect(self.go_to_next)
        self.filter.textChanged.connect(self._search)
        self.filter.finished.connect(self._go_to_list)
        self.view.typed.connect(self._type)
        self.view.left.connect(self._end_search)
        self.view.selectionModel().currentChanged.connect(self._choose)
        self.rows.checked.connect(self._count)
        document.free.file_changed.connect(self._follow)
        document.position_changed.connect(self._follow)

    @Slot()
    def go_to_next(self) -> None:
        """Set up the next position of the file."""
        self._step(1)

    @Slot()
    def go_to_previous(self) -> None:
        """Set up the position before this one in the file."""
        self._step(-1)

    def _step(self, step: int) -> None:
        self.rows.follow()
        if self._document.free.entry_count < 2:
            self.message.emit("Open an EPD or FEN file of several positions first")
            return
        entry = self.rows.neighbor(self._document.free.file_place.entry, step)
        if entry == NO_ENTRY:
            among = " among those that were found" if self.filter.text().strip() else " of the file"
            self.message.emit(f"This is the {'last' if step > 0 else 'first'} position{among}")
        else:
            self._go_to(entry)

    def _go_to(self, entry: int) -> None:
        try:
            self._document.free.go_to_entry(entry)
            self._document.show(self._document.free)
        except (FenError, IndexError):
            self.message.emit(f"Position {entry + 1:,} of the file cannot be read")

    @Slot(QModelIndex, QModelIndex)
    def _choose(self, current: QModelIndex, previous: QModelIndex) -> None:
        entry = self.rows.entry_at(current.row())
        if entry not in (NO_ENTRY, self._document.free.file_place.entry):
            self._go_to(entry)

    @Slot(str)
    def _search(self, text: str) -> None:
        self.rows.set_filter("" if self._wanted_number() else text)
        self._show_current()

    @Slot(str)
    def _type(self, text: str) -> None:
        self.filter.setFocus(Qt.FocusReason.OtherFocusReason)
        self.filter.setCursorPosition(len(self.filter.text()))
        self.filter.insert(text)

    @Slot()
    def _end_search(self) -> None:
        if self.filter.text():
            self.filter.clear()
        else:
            self.filter.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _wanted_number(self) -> int:
        text = self.filter.text().strip()
        if not text.isdecimal() or text.startswith("0") or len(text) > 9:
            return 0
        return int(text) if int(text) <= self._document.free.entry_count else 0

    @Slot()
    def _go_to_list(self) -> None:
        """Move the focus to the row of the typed number, or to the first match."""
        number = self._wanted_number()
        if number:
            self.filter.clear()
            self._go_to(number - 1)
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)
        if self.rows.rowCount() and not self.view.currentIndex().isValid():
            self.view.setCurrentIndex(self.rows.index(0))

    # Display

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._follow()

    @Slot()
    def _follow(self) -> None:
        opening = (self._document.free.path, self._document.free.opening_count)
        if opening != self._opening:
            # A search ends with its file, even where the same one is opened anew.
            self._opening = opening
            self.filter.clear()
        if self.isVisible():
            self.rows.follow()
            self._count()
            self._show_current()

    @Slot()
    def _count(self) -> None:
        count = self._document.free.entry_count
        self.number.setText(position_number(self._document) if count else "No file of positions is open")
        broken = self.rows.broken_count
        self.faults.setText(f"{count_text(broken, 'line')} cannot be read" if broken else "")
        for button in (self.previous_button, self.next_button):
            button.setEnabled(count > 1)

    def _show_current(self) -> None:
        place, file = self._document.free.file_place, self._document.free.position_file
        row = self.rows.row_of(place.entry)
        index = self.rows.index(row) if row >= 0 else QModelIndex()
        flag = QItemSelectionModel.SelectionFlag
        self.view.selectionModel().setCurrentIndex(index, flag.ClearAndSelect)
        if row >= 0:
            self.view.scrollTo(index)
        has_entry = file is not None and place.entry < len(file.entries)
        details = operations(file.text(place.entry)) if file is not None and has_entry else ()
        text = "\n".join(f"{operation.name}  {operation.value}".rstrip() for operation in details)
        if self.details.toPlainText() != text:
            self.details.setPlainText(text)
        self.details.setVisible(bool(text))


def position_number(document: Document) -> str:
    """Return the place of a document's position in its file, such as ``12 of 1,188``."""
    return f"{document.free.file_place.entry + 1:,} of {document.free.entry_count:,}"


def _arrow(kind: Qt.ArrowType, tip: str) -> QToolButton:
    button = QToolButton()
    button.setArrowType(kind)
    button.setToolTip(tip)
    button.setAccessibleName(tip.partition(" (")[0])
    return button
