"""The panels of games and of structures over the open file, and the ways to its games and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QWidget

from pawnviz.model.collections.explorer import Explorer, GameSearch, OpenFileIndex
from pawnviz.model.document import Document
from pawnviz.model.games.chosen_lanes import ChosenLanes
from pawnviz.model.games.games import Games
from pawnviz.model.preferences import HAND, LONGEST_SEARCH, GamesPlace
from pawnviz.view.board.board import BoardView, PromotionMenu
from pawnviz.view.games.games_page import GameBar, GamesPage

if TYPE_CHECKING:  # Imported when Explore is first shown.
    from pawnviz.view.explore.panel import ExplorePanel


class GamePanels(QObject):
    """The page of the games, the bar of the game on the board, and the ways to the games and back."""

    export_wanted = Signal()  # The open game is to be exported.
    message = Signal(str)  # A sentence on a refused move.
    page_wanted = Signal(str)  # A page is to be shown; carries its name.

    def __init__(self, document: Document, lanes: ChosenLanes, board: BoardView, window: QWidget) -> None:
        super().__init__(window)
        self._document = document
        self._board = board
        self.waiting: GamesPlace | None = None  # The game to be opened once it is listed.
        self.is_for_board = True  # Whether the waiting game is to be on the board.
        self.games = Games(document, self)
        self.index = OpenFileIndex(self.games, board.preferences, self)
        self.search = GameSearch(document, self.games, self.index, self)
        self.page = GamesPage(self.games, self.search, lanes, board.preferences, window)
        self.list = self.page.list
        self.moves_page = self.page.moves_page
        self.bar = GameBar(self.games, document)
        self.page.export_button.clicked.connect(self.export_wanted)
        self.promotion = PromotionMenu(document, board)
        self.list.entered.connect(self.enter_game)
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
            self.page_wanted.emit("games")
            self.page.show_moves()
            self.moves_page.take_letter(text)

    @Slot()
    def _tell_refused(self) -> None:
        self.message.emit("No legal move in the game. Ctrl+Shift+P sets up its position freely")

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
        """Return the open file with its game, current move and search; without a file nothing."""
        listing, (index, way) = self.games.listing, self.games.place
        if self.waiting is not None and (index == self.waiting.game or not self.games.reading.is_running):
            return self.waiting
        if listing is None or not listing.is_in_file:
            return GamesPlace()
        search = self.list.searched[:LONGEST_SEARCH]
        is_shown = self.games.is_on_board
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


class ExplorePanels(NamedTuple):
    """The explorer of structures and its page."""

    explorer: Explorer
    panel: ExplorePanel
