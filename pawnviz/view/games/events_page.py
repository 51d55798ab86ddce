"""The events of a game's pawns and structures, as a list that can be searched, copied and gone through."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QItemSelectionModel, Qt, Slot
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QComboBox, QLabel, QListWidget, QListWidgetItem, QWidget

from pawnviz.core.games.lives import LifeEvent, event_kinds
from pawnviz.core.games.structure_spells import structure_spells, structure_words
from pawnviz.model.games.open_game import OpenGame
from pawnviz.override import override
from pawnviz.view.games.moves_view import go_by_key
from pawnviz.view.widgets.copy_button import CopyButton
from pawnviz.view.widgets.labels import plain_label
from pawnviz.view.widgets.layouts import STRETCH, column_of, row_of

_KINDS: Final = {"Captures and promotions": (), **event_kinds()}

_PLY: Final = Qt.ItemDataRole.UserRole
_VERTICAL: Final = (
    *(Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Home, Qt.Key.Key_End),
)
"""The keys to other rows; with Shift or Control they select rows and stay at the move."""
_PLAIN: Final = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)


class _EventList(QListWidget):
    """A list that copies its selected rows, or all; keys to another row go to its move, Left and Right step."""

    def __init__(self, game: OpenGame) -> None:
        super().__init__()
        self._game = game

    def texts(self) -> list[str]:
        """Return the selected rows in their order, or all of them where fewer than two are selected."""
        chosen = sorted(self.row(item) for item in self.selectedItems())
        rows = chosen if len(chosen) > 1 else range(self.count())
        return [self.item(row).text() for row in rows]

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right)
        if event.matches(QKeySequence.StandardKey.Copy):
            QGuiApplication.clipboard().setText("\n".join(self.texts()))
        elif not (steps and go_by_key(self._game, event)):
            super().keyPressEvent(event)
            if event.key() in _VERTICAL and event.modifiers() in _PLAIN and self.currentItem() is not None:
                self.itemActivated.emit(self.currentItem())


class EventsPage(QWidget):
    """The structures of the open game, and a row for each event of a pawn; a click or Enter goes to its move."""

    def __init__(self, game: OpenGame) -> None:
        super().__init__()
        self._game = game
        self._is_stale = True
        self.structures = QLabel()
        self.structures.setTextFormat(Qt.TextFormat.PlainText)
        self.structures.setWordWrap(True)
        self.structures.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.structures.setAccessibleName("Structures of the game")
        self.kinds = QComboBox()
        self.kinds.setAccessibleName("Which events are listed")
        self.kinds.addItem("Everything")
        self.kinds.addItems(list(_KINDS))
        self.kinds.setMaxVisibleItems(self.kinds.count())
        self.list = _EventList(game)
        self.list.setAccessibleName("What the moves did to the pawns")
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.list.setUniformItemSizes(True)
        self.copy_button = CopyButton("what happened", text="Copy")
        caption = plain_label("Sho&w")
        caption.setBuddy(self.kinds)
        row = row_of(caption, self.kinds, STRETCH, self.copy_button)
        column_of(self.structures, row, (self.list, 1), parent=self, margins=(6, 6, 6, 4))
        game.changed.connect(self._follow_game)
        game.moved.connect(self._show_move)
        self.kinds.activated.connect(self._follow_game)
        self.list.itemClicked.connect(self._go)
        self.list.itemActivated.connect(self._go)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._is_stale:
            self._show_game()

    @Slot()
    def _follow_game(self) -> None:
        self._is_stale = True
        if self.isVisible():
            self._show_game()

    def _show_game(self) -> None:
        self._is_stale = False
        line = self._game.line
        words = structure_words(structure_spells(line), line) if line is not None else ""
        self.structures.setText(f"{words}." if words else "No named structure." if line is not None else "")
        self.list.clear()
        for event in self._game.events:
            if self._is_listed(event):
                item = QListWidgetItem(event.text)
                item.setData(_PLY, event.ply)
                item.setToolTip(event.text)
                self.list.addItem(item)
        has_rows = bool(self.list.count())
        if line is not None and not has_rows:
            item = QListWidgetItem("Nothing of this kind in this game.")
            item.setFlags(Qt.ItemFlag.NoItemFlags)
            self.list.addItem(item)
        self.copy_button.setEnabled(has_rows)
        rows = [self.structures.text(), *(self.list.item(row).text() for row in range(self.list.count()))]
        self.copy_button.offer("\n".join(rows), "the game")
        self._show_move()

    def _is_listed(self, event: LifeEvent) -> bool:
        if not self.kinds.currentIndex():
            return True
        labels = _KINDS[self.kinds.currentText()]
        return bool(set(labels) & set(event.labels)) if labels else not event.labels

    @Slot()
    def _show_move(self) -> None:
        if self._is_stale:
            return
        self.list.clearSelection()
        items = [self.list.item(row) for row in range(self.list.count())]
        for item in items:
            if item.data(_PLY) == self._game.ply:
                item.setSelected(True)
        chosen = self.list.selectedItems()
        before = [item for item in items if (item.data(_PLY) or 0) <= self._game.ply]
        current = self.list.currentItem()
        if chosen and current not in chosen:
            # Keys go on from the rows of the current move.
            self.list.setCurrentItem(chosen[0], QItemSelectionModel.SelectionFlag.NoUpdate)
        if chosen or before:
            self.list.scrollToItem((chosen or before)[-1])

    @Slot(QListWidgetItem)
    def _go(self, item: QListWidgetItem) -> None:
        ply = item.data(_PLY)
        if ply is not None:
            self._game.go_to(ply)
