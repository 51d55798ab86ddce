"""The positions of a file: a list to step through, with a question as chips, and the text of the current one."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFont, QPainter, QShowEvent
from PySide6.QtWidgets import (
    QLabel,
    QListView,
    QPlainTextEdit,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from pawnviz.core.board.fen import FenError
from pawnviz.core.explain.summary import NO_STRUCTURE
from pawnviz.core.positions import operations
from pawnviz.core.words import count_text
from pawnviz.model.collections.position_rows import NO_ENTRY, ROW, PositionRow, PositionRows
from pawnviz.model.document import Document
from pawnviz.model.preferences import Preference
from pawnviz.override import override
from pawnviz.view.board.small_boards import ICON_EDGE, skeleton_icon
from pawnviz.view.chips.chip_line import ChipLine
from pawnviz.view.widgets.buttons import arrow_button
from pawnviz.view.widgets.labels import MessageLabel
from pawnviz.view.widgets.layouts import STRETCH, column_of, row_of
from pawnviz.view.widgets.rows import Index, SearchedList
from pawnviz.view.widgets.theme import theme_of

_GAP: Final = 4  # The pixels around a row's picture and texts.


class _PositionDelegate(QStyledItemDelegate):
    """Draws a position: the skeleton of its pawns, the name of their structure, and below it the advice and the id."""

    def __init__(self, flipped: Preference[bool], view: QListView) -> None:
        super().__init__(view)
        self._flipped = flipped
        flipped.changed.connect(view.viewport().update)

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, max(ICON_EDGE, 2 * option.fontMetrics.height()) + 2 * _GAP)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = index.data(ROW)
        if not isinstance(row, PositionRow):
            super().paint(painter, option, index)
            return
        theme, style = theme_of(option.widget), option.widget.style()
        style.drawPrimitive(QStyle.PrimitiveElement.PE_PanelItemViewItem, option, painter, option.widget)
        is_chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        strong, muted = (theme.highlighted_text,) * 2 if is_chosen else (theme.text, theme.muted_text)
        place = option.rect.adjusted(_GAP, _GAP, -_GAP, -_GAP)
        icon = skeleton_icon(row.white, row.black, theme, flipped=self._flipped.value)
        icon.paint(painter, QRect(place.left(), place.top(), ICON_EDGE, ICON_EDGE))
        place.setLeft(place.left() + ICON_EDGE + 2 * _GAP)
        number = f"{row.number:,}{' *' if row.is_edited else ''}"
        upper, lower = QRect(place), QRect(place)
        upper.setBottom(place.center().y())
        lower.setTop(upper.bottom() + 1)
        painter.save()
        _write(painter, upper, number, muted, at_end=True)
        upper.setRight(upper.right() - option.fontMetrics.horizontalAdvance(number) - 2 * _GAP)
        if row.advice:
            _write(painter, lower, row.advice, strong)
            lower.setLeft(lower.left() + option.fontMetrics.horizontalAdvance(row.advice) + 3 * _GAP)
        _write(painter, lower, row.name, muted)
        font = QFont(option.font)
        font.setBold(bool(row.structure))
        painter.setFont(font)
        _write(painter, upper, row.structure or NO_STRUCTURE, strong if row.structure else muted)
        painter.restore()


def _write(painter: QPainter, place: QRect, text: str, color: str, *, at_end: bool = False) -> None:
    painter.setPen(QColor(color))
    side = Qt.AlignmentFlag.AlignRight if at_end else Qt.AlignmentFlag.AlignLeft
    fitting = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, place.width())
    painter.drawText(place, side | Qt.AlignmentFlag.AlignVCenter, fitting)


class PositionListPanel(QWidget):
    """The lines of the document's file as a list; choosing one sets it up as a step, and edits stay with it."""

    message = Signal(str)  # A sentence on why there is no step to take.

    def __init__(self, document: Document, flipped: Preference[bool]) -> None:
        super().__init__()
        self._document = document
        self._opening = (document.free.path, document.free.opening_count)
        self.rows = PositionRows(document, self)
        self.previous_button = arrow_button(Qt.ArrowType.LeftArrow, "Previous position (Page Up)")
        self.next_button = arrow_button(Qt.ArrowType.RightArrow, "Next position (Page Down)")
        self.number = QLabel()
        self.faults = QLabel()
        self.state = MessageLabel()
        self.chips = ChipLine(self.rows.asking, flipped, keeps_words=True)
        self.filter = self.chips.field
        self.filter.setPlaceholderText("Find words, a number, or layer:outposts structure:carlsbad …")
        self.filter.setAccessibleName("Find in the file")
        self.filter.setToolTip(
            "Show the positions with all these words and fields; Enter turns fields into chips, or goes to a position "
            "by its number"
        )
        self.filter.setClearButtonEnabled(True)
        self.view = SearchedList(accessibleName="Positions of the file", uniformItemSizes=True)
        self.view.setModel(self.rows)
        self.view.setItemDelegate(_PositionDelegate(flipped, self.view))
        self.view.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.details = QPlainTextEdit(readOnly=True, tabChangesFocus=True)
        self.details.setAccessibleName("What the file says about this position")
        self.details.setFixedHeight(5 * self.fontMetrics().lineSpacing() + 10)
        head = row_of(self.previous_button, self.next_button, self.number, STRETCH, self.faults)
        parts = (head, self.chips, self.state, (self.view, 1), self.details)
        column_of(*parts, parent=self, margins=(6, 4, 6, 4), spacing=6)
        self.previous_button.clicked.connect(self._step)
        self.next_button.clicked.connect(self._step)
        self.chips.finished.connect(self._go_to_list)
        self.chips.left.connect(self.view.setFocus)
        self.view.typed.connect(self._type)
        self.view.left.connect(self._end_search)
        self.view.selectionModel().currentChanged.connect(self._choose)
        self.rows.modelReset.connect(self.view.scrollToTop)  # Qt stays where the rows before were.
        self.rows.checked.connect(self._count)
        document.free.file_changed.connect(self._follow)
        document.position_changed.connect(self._follow)

    @Slot()
    def _step(self) -> None:
        self.go_on(1 if self.sender() is self.next_button else -1)

    def go_on(self, step: int) -> None:
        """Set up the next position of the file, or with -1 the one before this; at the end say so."""
        self.rows.follow()
        if self._document.free.entry_count < 2:
            self.message.emit("Open an EPD or FEN file of several positions first")
            return
        entry = self.rows.neighbor(self._document.free.file_place.entry, step)
        if entry == NO_ENTRY:
            among = " among those that were found" if self.rows.is_filtered else " of the file"
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

    @Slot()
    def _go_to_list(self) -> None:
        if number := self.rows.wanted_number:
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
            # A search ends with its file, even if the same one is opened anew.
            self._opening = opening
            self.rows.asking.set_parts((), ())
            self.filter.clear()
        if self.isVisible():
            self.rows.follow()
            self._count()

    @Slot()
    def _count(self) -> None:
        count = self._document.free.entry_count
        number = f"{self._document.free.file_place.entry + 1:,} of {count:,}"
        self.number.setText(number if count else "No file of positions is open")
        broken, search = len(self.rows.faults), self.rows.search
        self.faults.setText(f"{count_text(broken, 'line')} cannot be read" if broken else "")
        for button in (self.previous_button, self.next_button):
            button.setEnabled(count > 1)
        found = self.rows.rowCount()
        text = count_text(found, "position") + (" so far" if search.is_running else "")
        if not found and not search.is_running:
            text = "No position fits. Remove a chip or a word."
        self.state.show_message(search.fault or text, is_error=bool(search.fault))
        self.state.setVisible(self.rows.is_filtered)
        self._show_current()

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
