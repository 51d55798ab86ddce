"""The bar above the board while a game is on it: last move, players, and buttons to go through the game."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QSize, Qt, Signal, Slot
from PySide6.QtGui import QPalette, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QSizePolicy, QToolButton

from pawnviz.core.games.headers import has_players
from pawnviz.core.picture.sheet_positions import players_of
from pawnviz.model.document import Document
from pawnviz.model.games.games import Games
from pawnviz.override import override
from pawnviz.view.widgets.labels import ElidedLabel, native_keys
from pawnviz.view.widgets.theme import icon, theme_of

_STEPS: Final = (
    ("go-first", "Go to the beginning of the game", "Alt+Home"),
    ("go-back", "Go one move back", "Alt+Left"),
    ("go-forward", "Go one move forward", "Alt+Right"),
    ("go-last", "Go to the end of the line", "Alt+End"),
)


class GameBar(QFrame):
    """A colored bar that is shown while a game is on the board."""

    leave_wanted = Signal()  # The free position is wanted on the board.
    keep_wanted = Signal()  # The position of the game is wanted as the free position.

    def __init__(self, games: Games, document: Document) -> None:
        super().__init__()
        self._games = games
        self.step_buttons: list[QToolButton] = []
        self.setAutoFillBackground(True)
        self.setAccessibleName("Game on the board")
        self.label = ElidedLabel(mode=Qt.TextElideMode.ElideRight)
        font = self.label.font()
        font.setBold(True)
        self.label.setFont(font)
        self._row = row = QHBoxLayout(self)
        row.setContentsMargins(8, 1, 6, 1)
        row.setSpacing(4)
        row.addWidget(self.label, 1)
        for number, (_, text, keys) in enumerate(_STEPS):
            button = QToolButton()
            button.setObjectName(f"{number}")
            button.setAccessibleName(text)
            button.setToolTip(f"{text} ({native_keys(keys)})")
            button.setIconSize(QSize(16, 16))
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(self._step)
            self.step_buttons.append(button)
            row.addWidget(button)
        row.addSpacing(4)
        self.keep_button = QPushButton("Set up")
        keep, leave = native_keys("Ctrl+Shift+P"), native_keys("Ctrl+G")
        self.keep_button.setToolTip(f"Go on with this position in Position, where pieces are set up freely ({keep})")
        self.keep_button.clicked.connect(self.keep_wanted)
        self.leave_button = QPushButton("Leave")
        self.leave_button.setToolTip(f"Go to your own position; the same key comes back to this move ({leave})")
        self.leave_button.clicked.connect(self.leave_wanted)
        for push_button in (self.keep_button, self.leave_button):
            push_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            push_button.setMaximumWidth(push_button.fontMetrics().horizontalAdvance(push_button.text()) + 22)
            row.addWidget(push_button)
        # The board stays where it is when other buttons are shown.
        self.setFixedHeight(row.sizeHint().height())
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        for change in (games.game.moved, games.game.edited, games.game.changed, document.subject_changed):
            change.connect(self.follow)
        self._color()
        self.follow()

    @Slot()
    def follow(self) -> None:
        """Show the current move and the players."""
        game, line = self._games.game.game, self._games.game.line
        if game is None or line is None or not self._games.is_on_board:
            self.hide()
            return
        ply = self._games.game.ply
        headers = dict(game.headers)
        players = short_players = players_of(headers) or "? – ?"
        if has_players(headers):
            short_players = " – ".join(headers.get(name, "?").partition(",")[0] for name in ("White", "Black"))
        # Chapters often begin alike.
        self.label.mode = Qt.TextElideMode.ElideRight if has_players(headers) else Qt.TextElideMode.ElideMiddle
        move = line.moves[ply - 1].text if ply else "Start"
        where = f"after {move}" if ply else "before the first move"
        details = ", ".join(
            game.headers[name]
            for name in ("Event", "Date", "Result")
            if game.headers.get(name, "?").strip("?.") not in ("", "*")
        )
        text, short = f"{move} · {players}", f"{move} · {short_players}"
        self._make_room(short)
        if self.label.fontMetrics().horizontalAdvance(text) > self.label.width():
            text = short
        self.label.show_text(text, f"{players} {where}. {details}".strip())
        for number, button in enumerate(self.step_buttons):
            button.setEnabled(ply > 0 if number < 2 else ply < len(line.moves))
        self.show()

    def _make_room(self, text: str) -> None:
        margins = self._row.contentsMargins()
        room = self.width() - margins.left() - margins.right() - 2 * self._row.spacing()
        room -= self.label.fontMetrics().horizontalAdvance(text) + self.leave_button.sizeHint().width()
        for buttons in (self.step_buttons, (self.keep_button,)):
            room -= sum(button.sizeHint().width() + self._row.spacing() for button in buttons)
            for button in buttons:
                button.setVisible(room >= 0)
        self._row.activate()

    @Slot()
    def _step(self) -> None:
        game = self._games.game
        end = len(game.line.moves) if game.line is not None else 0
        game.go_to((0, game.ply - 1, game.ply + 1, end)[int(self.sender().objectName())])

    def _color(self) -> None:
        theme = theme_of(self)
        # A link of the dark theme is so bright that the bar would outshine the board.
        is_dark = theme.name == "dark"
        role = QPalette.ColorRole.Highlight if is_dark else QPalette.ColorRole.Link
        if role != self.backgroundRole():  # Setting it is announced as a change of the palette.
            self.setBackgroundRole(role)
        self.label.setForegroundRole(QPalette.ColorRole.HighlightedText if is_dark else QPalette.ColorRole.Base)
        for button, (name, _, _) in zip(self.step_buttons, _STEPS, strict=False):
            button.setIcon(icon(name, theme.text))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.follow()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._color()
