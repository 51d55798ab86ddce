"""The page of games in one column, and the bar above the board while a game is on it."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QSize, Qt, Signal, Slot
from PySide6.QtGui import QPalette, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QSizePolicy, QToolButton, QWidget

from pawnviz.core.games.cutting import has_players, shown_date, shown_result
from pawnviz.core.picture.sheet_positions import players_of
from pawnviz.model.collections.explorer import GameSearch
from pawnviz.model.document import Document
from pawnviz.model.games.chosen_lanes import ChosenLanes
from pawnviz.model.games.game import OpenGame
from pawnviz.model.games.games import Games
from pawnviz.model.preferences import Preferences
from pawnviz.override import override, plain_override
from pawnviz.view.games.film import FILM_TIP, Events, Film
from pawnviz.view.games.game_list import GameList
from pawnviz.view.games.lanes import LaneChooser, LanesView
from pawnviz.view.games.lives import GamePart, LifeKey, LifeView
from pawnviz.view.games.moves import MovesPage
from pawnviz.view.widgets.labels import ElidedLabel, native_keys, plain_label, plain_tip
from pawnviz.view.widgets.layouts import STRETCH, column_of, scroll_area
from pawnviz.view.widgets.page import FoldSection
from pawnviz.view.widgets.theme import icon, theme_of

_STEPS: Final = (
    ("go-first", "Go to the beginning of the game", "Alt+Home"),
    ("go-back", "Go one move back", "Alt+Left"),
    ("go-forward", "Go one move forward", "Alt+Right"),
    ("go-last", "Go to the end of the line", "Alt+End"),
)


_DETAILS: Final = ("Event", "Date", "Result")  # The tags in the tool tip of the bar.


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
        self.label = ElidedLabel(bold=True, mode=Qt.TextElideMode.ElideRight)
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
        self.keep_button.setToolTip(f"Copy this position to Position, where pieces are set up freely ({keep})")
        self.keep_button.clicked.connect(self.keep_wanted)
        self.leave_button = QPushButton("Leave")
        self.leave_button.setToolTip(f"Go to your own position; the same key returns to this move ({leave})")
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
        self.label.mode = Qt.TextElideMode.ElideMiddle  # Chapters often begin alike.
        if has_players(headers):
            short_players = " – ".join(headers.get(name, "?").partition(",")[0] for name in ("White", "Black"))
            self.label.mode = Qt.TextElideMode.ElideRight
        move = line.moves[ply - 1].text if ply else "Start"
        where = f"after {move}" if ply else "before the first move"
        details = ", ".join(text for text in map(headers.get, _DETAILS) if text and text.strip("?.") not in ("", "*"))
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


class GameHeading(GamePart):
    """The players with the result, and below them the event, the date, the opening and the ratings."""

    def __init__(self, game: OpenGame) -> None:
        super().__init__(game)
        self.players = plain_label(scale=1.2, bold=True, wrapped=True)
        self.details = plain_label(muted=True, wrapped=True)
        for label in (self.players, self.details):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        column_of(self.players, self.details, parent=self, margins=(4, 2, 4, 2), spacing=2)
        game.edited.connect(self.follow_game)

    @plain_override
    def show_game(self) -> None:
        game = self._game.game
        headers = dict(game.headers) if game is not None else {}
        result = headers.get("Result", "*")
        shown = {name: text.strip() for name, text in headers.items() if text.strip() not in ("", "?", "*")}
        players = players_of(headers) or "? – ?"
        self.players.setText(f"{players}   {shown_result(result)}" if result in shown.values() else players)
        ratings = [shown.get(name, "?") for name in ("WhiteElo", "BlackElo")]
        opening = " ".join(shown[name] for name in ("ECO", "Opening", "Variation") if name in shown)
        event = shown.get("Event", "") if has_players(headers) else ""
        parts = (event, shown.get("Site", ""), shown_date(shown.get("Date", "")), opening)
        elo = f"Elo {' – '.join(ratings)}" if any(rating != "?" for rating in ratings) else ""
        self.details.setText(" · ".join(part for part in dict.fromkeys((*parts, elo)) if part))
        self.details.setVisible(bool(self.details.text()))


class GamesPage(QWidget):
    """One column: the line of the list of games, which unfolds, and below it the sections of the open game."""

    def __init__(
        self, games: Games, search: GameSearch, lanes: ChosenLanes, preferences: Preferences, window: QWidget
    ) -> None:
        super().__init__()
        game, folded = games.game, preferences.folded_sections
        self._game = game
        self.list = GameList(games, search, preferences, window)
        self.heading = GameHeading(game)
        self.export_button = QPushButton("GIF…")
        self.export_button.setToolTip("Export the game with the layers of the board, animated or as one image a move")
        self.moves_page = MovesPage(game, window, self.export_button)
        self.lives = LifeView(game)
        self.key = LifeKey()
        self.film = Film(game, preferences)
        self.lanes = LanesView(game, lanes)
        self.chooser = LaneChooser(game, lanes)
        self.events = Events(game, preferences.flipped)
        lives, numbers = QWidget(), QWidget()
        column_of(self.lives, self.key, parent=lives, margins=0, spacing=2)
        column_of(self.lanes, self.chooser, parent=numbers, margins=0, spacing=2)
        self.moves = FoldSection("moves", "Moves", self.moves_page, folded)
        self.sections = (
            self.moves,
            FoldSection("lives", "Lives of the pawns", lives, folded),
            FoldSection("film", "Film of the pawns", self.film, folded, tip=plain_tip(FILM_TIP)),
            FoldSection("events", "Turning points", self.events, folded, self.events.kinds, self.events.copy_button),
            FoldSection("numbers", "Numbers", numbers, folded),
        )
        content = QWidget()
        column_of(self.heading, *self.sections, STRETCH, parent=content, margins=(0, 0, 4, 0), spacing=6)
        self.area = scroll_area(content)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        column_of((self.list, 2), (self.area, 3), parent=self, margins=(8, 4, 4, 4), spacing=6)
        game.changed.connect(self._show_state)
        self._show_state()

    @Slot()
    def _show_state(self) -> None:
        """Show the game if there is one, and let the list fill the page otherwise."""
        self.area.setVisible(self._game.game is not None)
        for section in self.sections[1:]:
            section.setVisible(self._game.line is not None)
        self.list.show_folded()

    def show_moves(self) -> None:
        """Unfold the moves and scroll to them."""
        self.moves.set_open(True)
        self.area.ensureWidgetVisible(self.moves)

    @override
    def sizeHint(self) -> QSize:
        return QSize(400, 620)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        height = self.height()
        self.moves_page.view.set_room(max(64, int(height * 0.2)))
        self.lives.set_room(int(height * 0.44))
        self.film.set_room(height)
        self.events.set_room(height // 2)
