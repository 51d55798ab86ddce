"""The positions of a sheet as a list: added, named, moved and removed."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QPalette
from PySide6.QtWidgets import QAbstractItemView, QListWidget, QListWidgetItem, QStyledItemDelegate, QStyleOptionViewItem

from pawnviz.core.board.position import Position
from pawnviz.core.picture.sheet_positions import MOST_POSITIONS, SheetPosition, caption_of
from pawnviz.override import override

_FEN: Final = int(Qt.ItemDataRole.UserRole)  # The role of an item's position, as a text that Qt can drag.
_LONGEST_TITLE: Final = 300


class _TitleDelegate(QStyledItemDelegate):
    """Rows with their number; a position without a title has its side to move, as in its caption."""

    @override
    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        super().initStyleOption(option, index)
        entry = SheetPosition(_position(index.data(_FEN)), str(index.data() or ""))
        colored: Any = option  # PySide says nothing of these fields.
        colored.text = caption_of(entry, index.row() + 1, "title")
        if not entry.title:
            muted = option.palette.color(QPalette.ColorRole.PlaceholderText)
            option.palette.setColor(QPalette.ColorRole.Text, muted)

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        # Rows are as wide as the list, so that a longer text is elided and nothing is scrolled to the side.
        return QSize(0, super().sizeHint(option, index).height())


class SheetList(QListWidget):
    """The positions of a sheet in their order, each with an editable title; rows can be moved and removed."""

    changed = Signal()  # Positions, places or titles have changed.

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Positions of the sheet")
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.setUniformItemSizes(True)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        triggers = QAbstractItemView.EditTrigger
        self.setEditTriggers(triggers.DoubleClicked | triggers.EditKeyPressed)
        self.setToolTip("Double-click or F2: write a title; drag or Alt+Up, Alt+Down: move; Delete: remove")
        self.setItemDelegate(_TitleDelegate(self))
        self.itemChanged.connect(self._announce)
        self.model().rowsMoved.connect(self._announce)

    @override
    def sizeHint(self) -> QSize:
        return QSize(240, 160)

    @Slot()
    def _announce(self) -> None:
        self.changed.emit()

    @property
    def positions(self) -> list[SheetPosition]:
        """The positions in their order."""
        items = (self.item(row) for row in range(self.count()))
        return [SheetPosition(_position(item.data(_FEN)), item.text()[:_LONGEST_TITLE]) for item in items]

    def add(self, entries: Iterable[SheetPosition]) -> int:
        """Append positions, as many as a sheet may have, and return the number of the rest."""
        left_out = 0
        self.blockSignals(True)
        for entry in entries:
            if self.count() >= MOST_POSITIONS:
                left_out += 1
                continue
            item = QListWidgetItem(entry.title)
            item.setData(_FEN, entry.position.fen())
            item.setToolTip(entry.position.fen())
            item.setData(Qt.ItemDataRole.AccessibleTextRole, entry.title or entry.position.fen())
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable)
            self.addItem(item)
        self.blockSignals(False)
        self.changed.emit()
        return left_out

    @Slot()
    def remove_selected(self) -> None:
        """Remove the rows that are selected."""
        rows = sorted((self.row(item) for item in self.selectedItems()), reverse=True)
        for row in rows:
            self.takeItem(row)
        if rows:
            self.setCurrentRow(min(rows[-1], self.count() - 1))
            self.changed.emit()

    @Slot()
    def remove_all(self) -> None:
        """Remove all rows."""
        if self.count():
            self.clear()
            self.changed.emit()

    def move_current(self, step: int) -> None:
        """Move the current row up or down by a step."""
        row = self.currentRow()
        place = row + step
        if row >= 0 and 0 <= place < self.count():
            item = self.takeItem(row)
            self.insertItem(place, item)
            self.setCurrentRow(place)
            self.changed.emit()

    @override
    def event(self, event: QEvent) -> bool:
        is_override = event.type() is QEvent.Type.ShortcutOverride
        if is_override and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_F2:
            event.accept()  # Else a command of the main window takes it.
            return True
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.remove_selected()
        elif event.modifiers() & Qt.KeyboardModifier.AltModifier and event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.move_current(-1 if event.key() == Qt.Key.Key_Up else 1)
        else:
            super().keyPressEvent(event)


@lru_cache(maxsize=MOST_POSITIONS)
def _position(fen: str) -> Position:
    """Return the position of an item, cached since all of them are asked for at each change."""
    return Position.from_fen(fen)
