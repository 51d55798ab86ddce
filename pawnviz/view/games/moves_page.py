"""The page of the moves: the moves as text, a field for moves, and the menu that edits the game."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, Qt, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QToolButton, QWidget

from pawnviz.core.games.editing import TypedMoveError, split_glyph, typed_move
from pawnviz.core.games.line import board_at
from pawnviz.model.games.game_edits import GameEdits
from pawnviz.model.games.open_game import OpenGame
from pawnviz.override import override
from pawnviz.view.games.game_actions import GameActions
from pawnviz.view.games.moves_view import MovesView
from pawnviz.view.widgets.layouts import column_of
from pawnviz.view.widgets.message_label import MessageLabel


class _MoveField(QLineEdit):
    """A field for moves, out of which Left and Right go through the game while it is empty."""

    def __init__(self, view: MovesView) -> None:
        super().__init__()
        self._view = view

    @override
    def event(self, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride and not self.text():
            steps = (QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo)
            if any(event.matches(key) for key in steps):
                event.ignore()  # In an empty field they are those of the game.
                return False
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.clear()
            self._view.setFocus()
        elif not self.text() and event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down):
            self._view.keyPressEvent(event)
        else:
            super().keyPressEvent(event)


class MovesPage(QWidget):
    """The moves of the open game, which are played, commented and put in order here."""

    def __init__(self, game: OpenGame, edits: GameEdits, window: QWidget) -> None:
        super().__init__()
        self._game = game
        self._edits = edits
        self.view = MovesView(game)
        self.actions_of_game = GameActions(game, edits, window)
        self.field = _MoveField(self.view)
        self.field.setPlaceholderText("Type a move, such as Nf3 or Nf3!?")
        self.field.setAccessibleName("Move")
        self.field.setMaxLength(200)
        self.field.setClearButtonEnabled(True)
        self.edit_button = QToolButton()
        self.edit_button.setText("Ed&it")
        self.edit_button.setToolTip("Comments, glyphs, variations; also with the right button on a move")
        self.edit_button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.edit_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.edit_button.setMenu(self.actions_of_game.menu)
        self.edit_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.fault = MessageLabel()
        self.fault.hide()
        self.row = row = QHBoxLayout()  # The field and the buttons below the moves.
        row.addWidget(self.field, 1)
        row.addWidget(self.edit_button)
        column_of((self.view, 1), self.fault, row, parent=self, margins=(6, 4, 6, 4), spacing=4)
        self.setFocusProxy(self.view)
        self.view.typed.connect(self.take_letter)
        self.view.menu_wanted.connect(self._show_menu)
        self.field.returnPressed.connect(self._play_typed)
        self.field.textChanged.connect(self.fault.hide)
        for change in (game.changed, game.moved):
            change.connect(self._follow)
        self._follow()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not event.spontaneous():
            self.fault.hide()

    @Slot()
    def _follow(self) -> None:
        self.fault.hide()
        self.field.setEnabled(self._game.can_be_edited)
        self.edit_button.setEnabled(self._game.can_be_edited)

    @Slot(str)
    def take_letter(self, text: str) -> None:
        """Take a sign typed in the moves or on the board: a judgement of the current move, or the start of the next."""
        if text in ("!", "?"):
            self.actions_of_game.type_judgement(text)
        elif text.isalnum() and self.field.isEnabled():
            self.field.setFocus()
            self.field.setText(text)

    @Slot(QPoint)
    def _show_menu(self, place: QPoint) -> None:
        if self._game.can_be_edited:
            self.actions_of_game.menu.popup(place)

    @Slot()
    def _play_typed(self) -> None:
        """Play the typed moves; the first impossible one is named and stays in the field."""
        words = self.field.text().split()
        while words:
            node = self._game.node
            if node is None:
                return
            if words[0].rstrip(".").isdecimal() and len(words) > 1:
                words.pop(0)
                continue
            san, glyph = split_glyph(words[0])
            try:
                if san or glyph is None:
                    self._edits.play(typed_move(board_at(node), san))
            except TypedMoveError as error:
                self._refuse(words, str(error))
                return
            if glyph is not None and not self.actions_of_game.give_glyph(glyph):
                self._refuse(words, f"There is no move before {words[0]}")
                return
            words.pop(0)
        self.field.setText("")  # Without the steps of typing, which Undo would bring back.

    def _refuse(self, words: list[str], reason: str) -> None:
        """Leave words in the field and name the fault."""
        self.field.setText(" ".join(words))
        self.fault.show_message(f"{reason}.", is_error=True)
        self.fault.show()
