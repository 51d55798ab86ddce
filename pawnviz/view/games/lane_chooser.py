"""The choice of lanes: a menu of the usual numbers, and a field for any layer, number or formula."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, QStringListModel, Qt, QTimer, Slot
from PySide6.QtGui import QAction, QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QCompleter, QLineEdit, QMenu, QToolButton, QWidget

from pawnviz.core.labels.order import USUAL_LANES
from pawnviz.model.games.chosen_lanes import ChosenLanes, LaneError
from pawnviz.model.games.open_game import OpenGame
from pawnviz.model.preferences.preferences import LONGEST_LANE
from pawnviz.override import override
from pawnviz.view.games.life_key import LifeKey
from pawnviz.view.games.timeline_export import TimelineExport
from pawnviz.view.widgets.layouts import column_of, row_of
from pawnviz.view.widgets.message_label import MessageLabel

_OTHER: Final = "&Add a layer or formula…"


class _LaneField(QLineEdit):
    """A field that offers the titles of all lanes."""

    def __init__(self, lanes: ChosenLanes) -> None:
        super().__init__()
        self._lanes = lanes
        self._titles = QStringListModel(self)
        self.found = QCompleter(self._titles, self)
        self.found.setFilterMode(Qt.MatchFlag.MatchContains)
        self.found.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.setCompleter(self.found)
        self._popup = self.found.popup()
        # Qt keeps Enter from the field while titles are offered, also where none of them is chosen.
        if self._popup is not None:
            self._popup.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        popup = self._popup
        if popup is not None and watched is popup and isinstance(event, QKeyEvent):
            is_enter = event.type() == QEvent.Type.KeyPress and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
            if is_enter and not popup.currentIndex().isValid():
                popup.hide()
                self.returnPressed.emit()
                return True
        return super().eventFilter(watched, event)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        self._titles.setStringList([title for _, title in self._lanes.offered()])
        super().focusInEvent(event)


class LaneChooser(QWidget):
    """A button whose menu switches lanes on and off, a key or a field for any other lane, and the export."""

    def __init__(self, game: OpenGame, lanes: ChosenLanes) -> None:
        super().__init__()
        self._lanes = lanes
        self.button = QToolButton()
        self.button.setText("&Numbers")
        self.button.setToolTip("Choose the numbers that are followed below the lives of the pawns")
        self.button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.menu = QMenu(self.button)
        self.menu.aboutToShow.connect(self._fill_menu)
        self.menu.triggered.connect(self._switch)
        self.button.setMenu(self.menu)
        self.key = LifeKey()
        self.field = _LaneField(lanes)
        self.field.setPlaceholderText("A layer, a number, or a formula such as own & rank_4(own)")
        self.field.setAccessibleName("Add a lane: a layer, a number or a formula")
        self.field.setToolTip("Type a part of a title, or a formula; Enter adds the lane, Escape leaves")
        self.field.setMaxLength(LONGEST_LANE)
        self.message = MessageLabel()
        # A path with a long name has no place for a break, and must not make the window wider.
        self.message.setMinimumWidth(1)
        self.export = TimelineExport(game, lanes, self)
        self.export.button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.export.finished.connect(self._say)
        self.field.hide()
        self.message.hide()
        self.field.returnPressed.connect(self._add)
        self.field.textEdited.connect(self.message.hide)
        self.field.found.activated.connect(self._add_title)
        game.changed.connect(self.message.hide)
        row = row_of(self.button, (self.key, 1), (self.field, 1), self.export.button, margins=0)
        column_of(row, self.message, parent=self, margins=(0, 2, 0, 2), spacing=2)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.field.isVisible():
            self.field.clear()
            self._close_field()
            self.button.setFocus()
        else:
            super().keyPressEvent(event)

    @Slot(str, bool)
    def _say(self, text: str, is_error: bool) -> None:
        self.message.show_message(text, is_error=is_error)
        self.message.setToolTip(text)
        self.message.show()

    def _close_field(self) -> None:
        self.message.hide()
        self.field.hide()
        self.key.show()

    @Slot()
    def _fill_menu(self) -> None:
        self.menu.clear()
        chosen = self._lanes.texts
        others = [text for text in chosen if text not in USUAL_LANES]
        for text in (*USUAL_LANES, "", *others) if others else USUAL_LANES:
            if not text:
                self.menu.addSeparator()
                continue
            action = self.menu.addAction(self._lanes.title(text).replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(text in chosen)
            action.setData(text)
        self.menu.addSeparator()
        self.menu.addAction(_OTHER)

    @Slot(QAction)
    def _switch(self, action: QAction) -> None:
        if action.data() is not None:
            self._try(str(action.data()), on=action.isChecked())
            return
        self.key.hide()
        self.field.show()
        self.field.setFocus()

    @Slot()
    def _add(self) -> None:
        text = self.field.text().strip()
        if text and self._try(text, on=True):
            self.field.clear()
            self._close_field()
            self.button.setFocus()

    @Slot(str)
    def _add_title(self, title: str) -> None:
        if self._try(title, on=True):
            self._close_field()
            self.button.setFocus()
            # The field takes the title once this has returned.
            QTimer.singleShot(0, self.field, self.field.clear)

    def _try(self, text: str, *, on: bool) -> bool:
        try:
            if on:
                self._lanes.add(text)
            else:
                self._lanes.remove(text)
        except LaneError as error:
            self._say(str(error), True)
            return False
        self.message.hide()
        return True
