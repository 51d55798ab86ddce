"""The bar above the board that says whether a game is on it, with the buttons that go through the game and leave it."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeySequence, QPalette, QShortcut
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QToolButton

from pawnviz.model.games.open_game import OpenGame
from pawnviz.override import override
from pawnviz.view.games.board_game import BoardGame
from pawnviz.view.widgets.icons import icon
from pawnviz.view.widgets.keys import native_keys
from pawnviz.view.widgets.labels import ElidedLabel
from pawnviz.view.widgets.theme import theme_of

_STEPS: Final = (
    ("go-first", "Go to the beginning of the game", "Alt+Home"),
    ("go-back", "Go one move back", "Alt+Left"),
    ("go-forward", "Go one move forward", "Alt+Right"),
    ("go-last", "Go to the end of the line", "Alt+End"),
)
"""The buttons that go through the game: their icons, what they do, and their keys."""


class GameBar(QFrame):
    """A colored bar while a game is open: it says whose position the board shows, the game's or the user's own."""

    back_wanted = Signal()
    """The position of the game is wanted on the board again."""

    def __init__(self, game: OpenGame, board_game: BoardGame) -> None:
        """Follow a game and whether it is on the board."""
        super().__init__()
        self._game = game
        self._board_game = board_game
        self.setAutoFillBackground(True)
        self.setAccessibleName("Game on the board")
        self.label = ElidedLabel(mode=Qt.TextElideMode.ElideRight)
        font = self.label.font()
        font.setBold(True)
        self.label.setFont(font)
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 3, 6, 3)
        row.setSpacing(4)
        row.addWidget(self.label, 1)
        self.step_buttons = []
        for number, (_, text, keys) in enumerate(_STEPS):
            button = QToolButton()
            button.setObjectName(f"{number}")
            button.setAccessibleName(text)
            button.setToolTip(f"{text} ({native_keys(keys)})")
            # A button with a shortcut of its own would wait for its animation.
            QShortcut(QKeySequence(keys), self).activated.connect(button.click)
            button.setIconSize(QSize(16, 16))
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(self._step)
            self.step_buttons.append(button)
            row.addWidget(button)
        row.addSpacing(6)
        self.leave_button = QPushButton("Leave the game")
        self.leave_button.clicked.connect(board_game.leave)
        self.back_button = QPushButton("Back to the game")
        self.back_button.setToolTip("Put the position of the game on the board again")
        self.back_button.clicked.connect(self.back_wanted)
        for push_button in (self.back_button, self.leave_button):
            push_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            row.addWidget(push_button)
        # The board stays where it is when other buttons are shown.
        self.setFixedHeight(row.sizeHint().height())
        board_game.changed.connect(self.follow)
        self._draw_icons()
        self.hide()

    @Slot()
    def follow(self) -> None:
        """Say whose position the board shows."""
        game, board_game = self._game.game, self._board_game
        line = self._game.line
        if game is None or line is None or not board_game.has_window:
            self.hide()
            return
        is_on_board, was_left = board_game.is_on_board, board_game.was_left
        ply = self._game.ply
        players = " – ".join(game.headers.get(name, "?") for name in ("White", "Black"))
        where = f"after {line.moves[ply - 1].text}" if ply else "before the first move"
        if is_on_board:
            text = f"{f'After {line.moves[ply - 1].text}' if ply else 'Game start'}: {players}"
            tip = "A legal move on the board is played in the game. Any other edit leaves it, and Undo returns to it."
            colors = (QPalette.ColorRole.Link, QPalette.ColorRole.Base)
        elif was_left:
            text = "Edited position"
            tip = f"It is not the game's, which is {where}. Undo, or the button, goes back to it."
            colors = (QPalette.ColorRole.BrightText, QPalette.ColorRole.Base)
        else:
            text = "Your own position"
            tip = f"The game is {where}. Go to a move of it to put it on the board."
            colors = (QPalette.ColorRole.Window, QPalette.ColorRole.WindowText)
        self.label.show_text(text, f"{text}. {tip}")
        self.setBackgroundRole(colors[0])
        self.label.setForegroundRole(colors[1])
        self.leave_button.setVisible(is_on_board or was_left)
        self.leave_button.setText("Leave the game" if is_on_board else "Keep it")
        does = "Put your own position back on the board" if is_on_board else "Keep the edited position as your own"
        self.leave_button.setToolTip(f"{does} ({native_keys('Ctrl+G')})")
        self.back_button.setVisible(not is_on_board)
        for number, button in enumerate(self.step_buttons):
            button.setVisible(is_on_board)
            button.setEnabled(is_on_board and (ply > 0 if number < 2 else ply < len(line.moves)))
        self.show()

    @Slot()
    def _step(self) -> None:
        """Go where the clicked button leads."""
        number = int(self.sender().objectName())
        line = self._game.line
        end = len(line.moves) if line is not None else 0
        self._game.go_to((0, self._game.ply - 1, self._game.ply + 1, end)[number])

    def _draw_icons(self) -> None:
        """Draw the icons in the color of a button's text."""
        for button, (name, _, _) in zip(self.step_buttons, _STEPS, strict=True):
            button.setIcon(icon(name, theme_of(self).text))

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._draw_icons()
