"""The events of a game's pawns and structures, as a list that can be searched, copied and gone through."""

from __future__ import annotations

import itertools
from typing import Final

from PySide6.QtCore import QEvent, QItemSelectionModel, QSize, Qt, Slot
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QComboBox, QLabel, QListView, QListWidget, QListWidgetItem

from pawnviz.core.games.line import MoveLine
from pawnviz.core.games.lives import LifeEvent, event_kinds, pawn_spells
from pawnviz.core.games.structure_events import structure_events, structure_spells, structure_words
from pawnviz.model.games.open_game import OpenGame
from pawnviz.model.preferences import Preference
from pawnviz.override import override, plain_override
from pawnviz.view.board.skeleton_picture import skeleton_icon
from pawnviz.view.games.game_view import GamePart, go_by_key
from pawnviz.view.widgets.copy_button import CopyButton
from pawnviz.view.widgets.layouts import column_of
from pawnviz.view.widgets.theme import theme_of

_KINDS: Final = {"Captures and promotions": (), **event_kinds()}

_EVERYTHING: Final = "Everything"
_ICON: Final = 28  # The edge of a skeleton in a row.
_INDENT: Final = "    "  # Stands before an event below its move.
_PLY: Final = Qt.ItemDataRole.UserRole
_VERTICAL: Final = (
    *(Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Home, Qt.Key.Key_End),
)
"""The keys to other rows; with Shift or Control they select rows and stay at the move."""
_PLAIN: Final = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)


class _EventList(QListWidget):
    """A list as high as its rows that copies the selected ones, or all; keys go to the move of another row or step."""

    def __init__(self, game: OpenGame) -> None:
        super().__init__()
        self._game = game
        self.room = 0  # The greatest height, beyond which the rows scroll.

    @override
    def updateGeometries(self) -> None:
        super().updateGeometries()
        self.setFixedHeight(max(1, min(self.room, self.contentsSize().height() + 2 * self.frameWidth())))

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


class Events(GamePart):
    """The structures of the open game, and a row for each of their changes, or below each move its events of pawns.

    A click or Enter goes to its move.
    """

    def __init__(self, game: OpenGame, flipped: Preference[bool]) -> None:
        super().__init__(game)
        self._flipped = flipped
        self.structures = QLabel()
        self.structures.setTextFormat(Qt.TextFormat.PlainText)
        self.structures.setWordWrap(True)
        self.structures.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.structures.setAccessibleName("Structures of the game")
        self.kinds = QComboBox()
        self.kinds.setAccessibleName("Which events are listed")
        self.kinds.addItem("Structure")
        self.kinds.addItem(_EVERYTHING)
        self.kinds.addItems(list(_KINDS))
        self.kinds.setMaxVisibleItems(self.kinds.count())
        self.kinds.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.kinds.setMinimumContentsLength(8)
        self.list = _EventList(game)
        self.list.setAccessibleName("What the moves did to the pawns")
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.list.setIconSize(QSize(_ICON, _ICON))
        self.list.setWordWrap(True)
        self.list.setSpacing(2)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.copy_button = CopyButton("what happened", text="Copy")
        column_of(self.structures, self.list, parent=self, margins=0, spacing=4)
        flipped.changed.connect(self._draw)
        game.lives_found.connect(self._follow_lives)
        self.kinds.activated.connect(self.follow_game)
        self.list.itemClicked.connect(self._go)
        self.list.itemActivated.connect(self._go)

    def set_room(self, height: int) -> None:
        """Show all events, or in a longer list so many as have room in this height."""
        self.list.room = height
        self.list.updateGeometries()

    @plain_override
    def show_game(self) -> None:
        line = self._game.line
        words = structure_words(structure_spells(line), line) if line is not None else ""
        self.structures.setText(f"{words}." if words else "No named structure." if line is not None else "")
        self.list.clear()
        if line is not None and not self.kinds.currentIndex():
            for change in structure_events(line):
                self._add_row(change.text, change.ply)
            self._draw()
        elif line is not None:
            self._add_moves(line)
        has_rows = bool(self.list.count())
        if line is not None and not has_rows and not self._game.is_finding_lives:
            item = QListWidgetItem("Nothing of this kind in this game.")
            item.setFlags(Qt.ItemFlag.NoItemFlags)
            self.list.addItem(item)
        self.copy_button.setEnabled(has_rows)
        rows = [self.structures.text(), *(self.list.item(row).text() for row in range(self.list.count()))]
        self.copy_button.offer("\n".join(rows), "the game")
        self.show_move()

    @Slot()
    def _draw(self) -> None:
        """Draw the skeleton of each change of the structure, with the squares that it changes."""
        line = self._game.line
        if line is None or self.kinds.currentIndex():
            return
        spells = {spell.first: (former, spell) for former, spell in itertools.pairwise(pawn_spells(line))}
        for row in range(self.list.count()):
            item = self.list.item(row)
            if item.data(_PLY) in spells:
                former, spell = spells[item.data(_PLY)]
                pawns, before = (spell.white, spell.black), (former.white, former.black)
                theme, flipped = theme_of(self), self._flipped.value
                item.setIcon(skeleton_icon(*pawns, theme, former=before, edge=_ICON, flipped=flipped))

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.PaletteChange:
            self._draw()
        super().changeEvent(event)

    @Slot()
    def _follow_lives(self) -> None:
        if self.kinds.currentIndex():
            self.follow_game()

    def _add_moves(self, line: MoveLine) -> None:
        listed = (event for event in self._game.events if self._is_listed(event))
        for ply, events in itertools.groupby(listed, key=lambda event: event.ply):
            move = line.moves[ply - 1].text
            heading = self._add_row(move, ply)
            font = heading.font()
            font.setBold(True)
            heading.setFont(font)
            for event in events:
                words = event.text.removeprefix(move).lstrip(": ")
                self._add_row(f"{_INDENT}{words}", ply).setToolTip(event.text)

    def _add_row(self, text: str, ply: int) -> QListWidgetItem:
        item = QListWidgetItem(text)
        item.setData(_PLY, ply)
        item.setToolTip(text)
        self.list.addItem(item)
        return item

    def _is_listed(self, event: LifeEvent) -> bool:
        if self.kinds.currentText() not in _KINDS:
            return True
        labels = _KINDS[self.kinds.currentText()]
        return bool(set(labels) & set(event.labels)) if labels else not event.labels

    @plain_override
    def show_move(self) -> None:
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
