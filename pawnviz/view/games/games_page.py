"""The page of games: one column with the list of a file, and who played, the moves and the pawns of the open game."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QPushButton, QWidget

from pawnviz.core.games.headers import has_players, shown_date, shown_result
from pawnviz.core.picture.sheet_positions import players_of
from pawnviz.model.collections.game_search import GameSearch
from pawnviz.model.games.chosen_lanes import ChosenLanes
from pawnviz.model.games.games import Games
from pawnviz.model.games.open_game import OpenGame
from pawnviz.model.preferences import Preferences
from pawnviz.override import override, plain_override
from pawnviz.view.games.events import Events
from pawnviz.view.games.film import FILM_TIP, Film
from pawnviz.view.games.game_list import GameList
from pawnviz.view.games.game_view import GamePart
from pawnviz.view.games.lanes import LaneChooser, LanesView
from pawnviz.view.games.lives import LifeKey, LifeView
from pawnviz.view.games.moves import MovesPage
from pawnviz.view.widgets.fold import FoldSection
from pawnviz.view.widgets.labels import plain_label
from pawnviz.view.widgets.layouts import STRETCH, column_of, scroll_area
from pawnviz.view.widgets.markup import plain_tip

_MOVES_SHARE: Final = 0.2  # The most of the page's height that the moves take, and the lives, whose rows shrink.
_LIVES_SHARE: Final = 0.44
_LEAST_MOVES: Final = 64  # The least height of the moves in logical pixels.
_UNKNOWN: Final = ("", "?", "*")


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
        shown = {name: text.strip() for name, text in headers.items() if text.strip() not in _UNKNOWN}
        players = players_of(headers) or "? – ?"
        self.players.setText(f"{players}   {shown_result(result)}" if result in shown.values() else players)
        ratings = [shown.get(name, "?") for name in ("WhiteElo", "BlackElo")]
        opening = " ".join(shown[name] for name in ("ECO", "Opening", "Variation") if name in shown)
        event = shown.get("Event", "") if has_players(headers) else ""
        parts = (event, shown.get("Site", ""), shown_date(shown.get("Date", "")), opening)
        elo = f"Elo {' – '.join(ratings)}" if any(rating != "?" for rating in ratings) else ""
        self.details.setText(" · ".join(part for part in dict.fromkeys((*parts, elo)) if part))
        self.details.setVisible(bool(self.details.text()))

    @plain_override
    def show_move(self) -> None:
        pass  # The heading is that of the game.


class GamesPage(QWidget):
    """One column: the line of the list of games, which unfolds, and below it the sections of the open game.

    Without a game the list fills the page. Sections that are folded stay so.
    """

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
        self.moves_page = MovesPage(game, games.edits, window, self.export_button)
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
            FoldSection(
                *("events", "Turning points", self.events, folded), *(self.events.kinds, self.events.copy_button)
            ),
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
        self.moves_page.view.set_room(max(_LEAST_MOVES, int(height * _MOVES_SHARE)))
        self.lives.set_room(int(height * _LIVES_SHARE))
        self.film.set_room(height)
        self.events.set_room(height // 2)
