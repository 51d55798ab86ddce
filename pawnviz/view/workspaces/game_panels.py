"""The panels of the workspace of games, over the open file of games, and the commands that go through it."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QPushButton, QSplitter, QWidget

from pawnviz.model.collections.game_search import GameSearch
from pawnviz.model.collections.open_file_index import OpenFileIndex
from pawnviz.model.document import Document
from pawnviz.model.games.chosen_lanes import ChosenLanes
from pawnviz.model.games.games import Games
from pawnviz.model.preferences.choices import LONGEST_SEARCH, GamesPlace
from pawnviz.model.preferences.preferences import HAND
from pawnviz.view.board.board import BoardView
from pawnviz.view.board.promotion import PromotionMenu
from pawnviz.view.games.events_page import EventsPage
from pawnviz.view.games.game_bar import GameBar
from pawnviz.view.games.game_list import GameList
from pawnviz.view.games.moves_page import MovesPage
from pawnviz.view.games.pawns_page import PawnsPage


class GamePanels(QObject):
    """The list of games, the lives and lanes, the moves and the events of the open game, in docks of the window."""

    export_wanted = Signal()  # The open game is to be exported.
    message = Signal(str)  # A sentence on a refused move.

    def __init__(
        self,
        document: Document,
        lanes: ChosenLanes,
        board: BoardView,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._document = document
        self._board = board
        self._waiting: GamesPlace | None = None
        self._is_for_board = True
        self.games = Games(document, self)
        self.index = OpenFileIndex(self.games, board.preferences, self)
        self.search = GameSearch(document, self.games, self.index, self)
        self.list = GameList(self.games, self.search, board.preferences.flipped, window)
        self.bar = GameBar(self.games, document)
        self.moves_page = MovesPage(self.games.game, self.games.edits, window)
        self.pawns = PawnsPage(self.games.game, lanes, board.preferences)
        self.events = EventsPage(self.games.game, board.preferences.flipped)
        self.export_button = QPushButton("Expo&rt as GIF…")
        self.export_button.setToolTip("Export the game with the layers of the board, animated or as one image a move")
        self.export_button.clicked.connect(self.export_wanted)
        self.promotion = PromotionMenu(document, board)
        self.moves_page.row.addWidget(self.export_button)
        self.page = QSplitter(Qt.Orientation.Vertical)
        for part in (self.list, self.moves_page, self.pawns, self.events):
            self.page.addWidget(part)
        self.list.entered.connect(self.enter_game)
        self.games.game.moved.connect(self._fold_list)
        document.subject_changed.connect(self._follow_subject)
        document.edit_refused.connect(self._tell_refused)
        self.games.game.changed.connect(self._follow_subject)
        self.games.file_changed.connect(self._end_waiting)
        board.preferences.tool.changed.connect(self._keep_hand)
        board.state.typed.connect(self._take_letter)
        self._follow_subject()

    # The subject

    @Slot()
    def _follow_subject(self) -> None:
        is_on_board = self.games.is_on_board
        self.export_button.setEnabled(self.games.game.line is not None)
        self.moves_page.actions_of_game.set_enabled(is_on_board)
        self._keep_hand()

    @Slot()
    def _keep_hand(self) -> None:
        if self.games.is_on_board:
            self._board.preferences.tool.value = HAND

    @Slot(str)
    def _take_letter(self, text: str) -> None:
        if self.games.is_on_board:
            self.moves_page.take_letter(text)

    @Slot()
    def _tell_refused(self) -> None:
        self.message.emit("No legal move in the game. Ctrl+Shift+P sets up its position freely")

    @property
    def can_return(self) -> bool:
        """Whether a game is open that is not on the board."""
        return self.games.subject.is_open and not self.games.is_on_board

    # The list

    @Slot()
    def enter_game(self) -> None:
        """Fold the list and go to the open game."""
        if self.games.subject.is_open:
            self.games.show()
            self.list.set_folded(True)
            self._board.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def _fold_list(self) -> None:
        is_resumed = self._waiting is not None
        if (
            self.games.game.ply
            and not (is_resumed or self.list.isAncestorOf(self._window_focus()))
            and self.games.is_on_board
        ):
            self.list.set_folded(True)

    def _window_focus(self) -> QWidget:
        return self.list.window().focusWidget() or self._board

    # Between starts

    def place(self) -> GamesPlace:
        """Return the open file with its game, current move and search; without a file nothing."""
        listing, (index, way) = self.games.listing, self.games.place
        if self._waiting is not None and (index == self._waiting.game or not self.games.reading.is_running):
            return self._waiting
        if listing is None or not listing.is_in_file:
            return GamesPlace()
        search = self.list.searched[:LONGEST_SEARCH]
        is_shown = self.games.is_on_board
        return GamesPlace(str(listing.path.absolute()), max(0, index), way, search, self.list.is_folded, is_shown)

    def resume(self, place: GamesPlace, *, shows: bool) -> None:
        """Open a file again and go on at its game once that is listed; on the board only where it ``shows``."""
        if not place.path:
            return
        self._is_for_board, self.list.opens_first = shows, False
        is_open = self.list.open_path(place.path)
        self._waiting = place  # That of a missing file is kept, until another file is opened.
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
            game = self.games.game.game
            if index == self.games.edits.index and game is not None:
                nodes = (game, *game.mainline())
                self.games.game.go_to_node(nodes[min(ply, len(nodes) - 1)])
            self.list.choose_game(index, (0,) * ply, on_board=True)
            self.list.set_folded(True)
        elif listing is not None and listing.job.is_running:
            self._end_waiting()
            self._is_for_board, self.list.opens_first = True, False
            self._wait_for(GamesPlace(str(listing.path.absolute()), index, (0,) * ply, folded=True))

    def _wait_for(self, place: GamesPlace) -> None:
        """Go on at a place of the open file once its game is listed."""
        self._waiting = place
        self.list.set_folded(place.folded)
        self.games.progressed.connect(self._go_on)
        self.games.edits.game_changed.connect(self._end_waiting)

    @property
    def is_waiting(self) -> bool:
        """Whether a game is to be opened once it is listed."""
        return self._waiting is not None

    @Slot()
    def _go_on(self) -> None:
        """Restore the game and its move, once the game is listed."""
        place, listing = self._waiting, self.games.listing
        is_waiting = listing is not None and (len(listing.games) or listing.job.is_running)
        if place is None or listing is None or not is_waiting or self.games.reading.is_running:
            self._end_waiting()
        elif len(listing.games) > place.game or not listing.job.is_running:
            self.games.progressed.disconnect(self._go_on)
            if len(listing.games) <= place.game:
                place = self._waiting = place.replace(game=0, way=())
            self.list.search_for(place.search)
            self.list.model.finish()
            self.list.choose_game(place.game, place.way, on_board=self._is_for_board)
            if not self.games.reading.is_running:
                self._end_waiting()

    @Slot()
    def _end_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting, self.list.opens_first = None, True
