"""The page of games in one column, the bar of the game on the board, and the ways to the games and back."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Slot
from PySide6.QtGui import QPalette, QResizeEvent
from PySide6.QtWidgets import QFrame, QPushButton, QSizePolicy, QToolButton, QWidget

from pawnviz.core.games.cutting import has_players, shown_date, shown_result
from pawnviz.core.picture.sheet_positions import players_of
from pawnviz.model.collections.explorer import GameSearch, OpenFileIndex, StructureCount
from pawnviz.model.document import Document
from pawnviz.model.games.chosen_lanes import ChosenLanes
from pawnviz.model.games.game import OpenGame
from pawnviz.model.games.games import Games
from pawnviz.model.preferences import HAND, LONGEST_SEARCH, GamesPlace, Preferences
from pawnviz.override import override, plain_override
from pawnviz.view.board.board import BoardView, PromotionMenu
from pawnviz.view.commands import COMMANDS
from pawnviz.view.games.film import FILM_TIP, Events, Film
from pawnviz.view.games.game_list import GameList
from pawnviz.view.games.lanes import LaneChooser, LanesView
from pawnviz.view.games.lives import GamePart, LifeKey, LifeView
from pawnviz.view.games.moves import MovesPage
from pawnviz.view.widgets.buttons import IconButton
from pawnviz.view.widgets.labels import ElidedLabel, native_keys, plain_label, plain_tip
from pawnviz.view.widgets.layouts import STRETCH, column_of, row_of, scroll_area
from pawnviz.view.widgets.page import FoldSection, Navigation
from pawnviz.view.widgets.theme import theme_of

_STEPS: Final = ("go_first", "go_back", "go_forward", "go_last")  # The commands of the buttons of the bar.
_WIDE: Final = 99  # The stretch of a part that takes all room beside a title.
_DETAILS: Final = ("Event", "Date", "Result")  # The tags in the tool tip of the bar.


class GameBar(QFrame):
    """A colored bar that is shown while a game is on the board."""

    def __init__(self, games: Games, document: Document) -> None:
        super().__init__()
        self._games = games
        self.step_buttons: list[QToolButton] = []
        self.setAutoFillBackground(True)
        self.setAccessibleName("Game on the board")
        self.label = ElidedLabel(bold=True, mode=Qt.TextElideMode.ElideRight)
        for name in _STEPS:
            command = COMMANDS[name]
            button = IconButton(command.icon, f"{command.tip} ({native_keys(command.shortcuts)})")
            button.setAutoRaise(False)
            button.setObjectName(name)
            button.clicked.connect(self._step)
            self.step_buttons.append(button)
        self.keep_button, self.leave_button = QPushButton("Set up"), QPushButton("Leave")
        keep, leave = native_keys("Ctrl+Shift+P"), native_keys("Ctrl+G")
        self.keep_button.setToolTip(f"Copy this position to Position, where pieces are set up freely ({keep})")
        self.keep_button.clicked.connect(document.keep_position)
        self.leave_button.setToolTip(f"Go to your own position; the same key returns to this move ({leave})")
        for push_button in (self.keep_button, self.leave_button):
            push_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            push_button.setMaximumWidth(push_button.fontMetrics().horizontalAdvance(push_button.text()) + 22)
        buttons = (*self.step_buttons, self.keep_button, self.leave_button)
        self._row = row_of((self.label, 1), *buttons, parent=self, margins=(8, 1, 6, 1), spacing=4)
        # The board stays where it is when other buttons are shown.
        self.setFixedHeight(self._row.sizeHint().height())
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
        room = self.width() - margins.left() - margins.right() - self._row.spacing()
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
        game.go_to((0, game.ply - 1, game.ply + 1, end)[_STEPS.index(self.sender().objectName())])

    def _color(self) -> None:
        # A link of the dark theme is so bright that the bar would outshine the board.
        is_dark = theme_of(self).name == "dark"
        role = QPalette.ColorRole.Highlight if is_dark else QPalette.ColorRole.Link
        if role != self.backgroundRole():  # Setting it is announced as a change of the palette.
            self.setBackgroundRole(role)
        self.label.setForegroundRole(QPalette.ColorRole.HighlightedText if is_dark else QPalette.ColorRole.Base)

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
        self.moves_page = MovesPage(game, window)
        self.lives = LifeView(game)
        self.key = LifeKey()
        self.film = Film(game, preferences)
        self.lanes = LanesView(game, lanes)
        self.chooser = LaneChooser(game, lanes)
        self.events = Events(game, preferences.flipped)
        numbers = QWidget()
        column_of(self.lanes, self.chooser, parent=numbers, margins=0, spacing=2)
        moves = ((self.moves_page.field, _WIDE), self.moves_page.edit_button, self.export_button)
        self.moves = FoldSection("moves", "Moves", self.moves_page, folded, *moves)
        film = (self.film.heading, _WIDE)
        self.sections = (
            self.moves,
            FoldSection("lives", "Lives of the pawns", self.lives, folded, (self.key, _WIDE)),
            FoldSection("film", "Film of the pawns", self.film, folded, film, tip=plain_tip(FILM_TIP)),
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
        self.moves_page.view.set_room(max(64, int(height * 0.15)))
        self.lives.set_room(int(height * 0.4))
        self.film.view.set_room(height)
        self.events.set_room(height // 2)


class GamePanels(QObject):
    """The page of the games, the bar of the game on the board, and the ways to the games and back."""

    def __init__(
        self, document: Document, lanes: ChosenLanes, board: BoardView, navigator: Navigation, window: QWidget
    ) -> None:
        super().__init__(window)
        self._document = document
        self._board = board
        self._navigator = navigator
        self.waiting: GamesPlace | None = None  # The game to be opened once it is listed.
        self.is_for_board = True  # Whether the waiting game is to be on the board.
        self.games = Games(document, self)
        self.index = OpenFileIndex(self.games, board.preferences, self)
        self.count = StructureCount(self.index, self)
        self.search = GameSearch(document, self.games, self.index, self)
        self.page = GamesPage(self.games, self.search, lanes, board.preferences, window)
        self.list, self.moves_page = self.page.list, self.page.moves_page
        self.bar = GameBar(self.games, document)
        self.promotion = PromotionMenu(document, board)
        for entered in (self.list.table.entered_game, self.list.table.doubleClicked):
            entered.connect(self.enter_game)
        document.subject_changed.connect(self.follow_subject)
        document.edit_refused.connect(self._tell_refused)
        self.games.game.changed.connect(self.follow_subject)
        self.games.file_changed.connect(self._follow_file)
        board.state.typed.connect(self._take_letter)
        self.follow_subject()

    # The subject

    @Slot()
    def follow_subject(self) -> None:
        """Let keys edit the game if its pieces move by the rules, and put the hand on its board."""
        is_on_board = self.games.is_on_board
        self.page.export_button.setEnabled(self.games.game.line is not None)
        self.moves_page.actions_of_game.set_enabled(is_on_board and not self._document.takes_edits)
        if is_on_board:
            self._board.preferences.tool.value = HAND

    @Slot(str)
    def _take_letter(self, text: str) -> None:
        if self.games.is_on_board:
            self._navigator.show("games")
            self.page.show_moves()
            self.moves_page.take_letter(text)

    @Slot()
    def _tell_refused(self) -> None:
        self._navigator.say("No legal move in the game. Ctrl+Shift+P sets up its position freely")

    @property
    def can_return(self) -> bool:
        """Whether a game is open that is not on the board."""
        return self.games.game.is_open and not self.games.is_on_board

    @Slot()
    def enter_game(self) -> None:
        """Fold the list and go to the open game."""
        if self.games.game.is_open:
            self.games.show()
            self.list.set_folded(True)
            self._board.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def _follow_file(self) -> None:
        """Let the keys of the board go through the first game of another file at once."""
        self._end_waiting()
        if self.list.opens_first:
            self._board.setFocus(Qt.FocusReason.OtherFocusReason)

    # Between starts

    def place(self) -> GamesPlace:
        """Return the open file with its game, current move and search, none without a file."""
        listing, (index, way) = self.games.listing, self.games.place
        if self.waiting is not None and (index == self.waiting.game or not self.games.reading.is_running):
            return self.waiting
        if listing is None or not listing.is_in_file:
            return GamesPlace()
        search, is_shown = self.list.searched[:LONGEST_SEARCH], self.games.is_on_board
        return GamesPlace(str(listing.path.absolute()), max(0, index), way, search, is_shown)

    def resume(self, place: GamesPlace, *, shows: bool) -> None:
        """Open a file again and go on at its game once that is listed; on the board only if it ``shows``."""
        if not place.path:
            return
        self.is_for_board, self.list.opens_first = shows, False
        is_open = self.list.open_path(place.path)
        self.waiting = place  # That of a missing file is kept, until another file is opened.
        self.list.opens_first = not is_open
        if is_open:
            self._wait_for(place)

    def end(self) -> None:
        """Close the file and index it no further."""
        self.search.end()
        self.index.cancel()
        self.games.close_file()

    def open_game(self, index: int, ply: int) -> None:
        """Open a listed game by its index, after this number of moves, on the board."""
        listing = self.games.listing
        if listing is not None and index < len(listing.games):
            if index == self.games.edits.index:
                self.games.go_to_main(ply)
            self.list.choose_game(index, (0,) * ply, on_board=True)
        elif listing is not None and listing.job.is_running:
            self._end_waiting()
            self.is_for_board, self.list.opens_first = True, False
            self._wait_for(GamesPlace(str(listing.path.absolute()), index, (0,) * ply))

    def _wait_for(self, place: GamesPlace) -> None:
        self.waiting = place
        self.games.progressed.connect(self._go_on)
        self.games.edits.game_changed.connect(self._end_waiting)

    @Slot()
    def _go_on(self) -> None:
        place, listing = self.waiting, self.games.listing
        is_waiting = listing is not None and (len(listing.games) or listing.job.is_running)
        if place is None or listing is None or not is_waiting or self.games.reading.is_running:
            self._end_waiting()
        elif len(listing.games) > place.game or not listing.job.is_running:
            self.games.progressed.disconnect(self._go_on)
            if len(listing.games) <= place.game:
                place = self.waiting = place.replace(game=0, way=())
            self.list.search_for(place.search)
            self.list.model.arranging.finish()
            self.list.choose_game(place.game, place.way, on_board=self.is_for_board)
            if not self.games.reading.is_running:
                self._end_waiting()

    @Slot()
    def _end_waiting(self) -> None:
        if self.waiting is not None:
            self.waiting, self.list.opens_first = None, True
