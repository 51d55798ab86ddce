"""The workspaces of the window, and the offer to restore unsaved edits of games."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from pawnviz.core.board.position import START
from pawnviz.core.words import count_text, listed, plural
from pawnviz.folders import resource_path
from pawnviz.model.document import Document
from pawnviz.model.games.chosen_lanes import ChosenLanes
from pawnviz.model.kept.folder import UnsavedGames, UnsavedGamesFile, UnsavedGamesFiles
from pawnviz.model.preferences import GamesPlace
from pawnviz.model.storage import FileError
from pawnviz.view.board.board import BoardView
from pawnviz.view.navigator import Navigator
from pawnviz.view.position.fen_line import FenEdit

if TYPE_CHECKING:
    from pawnviz.core.collections.question import PlayerPart
    from pawnviz.model.games.game import OpenGame
    from pawnviz.view.explore.panel import ExplorePanel
    from pawnviz.view.games.games_page import GamePanels

_PASTED: Final = "pasted games"


class GameRecovery(QObject):
    """Asks about the unsaved edits of games of ended programs, one file after another, the newest first.

    If the file of the games is not as it was, the edited games are opened alone; nothing is written into it.
    """

    changed = Signal()  # There is something to answer, or no longer.
    restored = Signal()  # Edits were restored, and are to be kept at once.

    def __init__(self, workspaces: Workspaces, navigator: Navigator, window: QWidget) -> None:
        """Begin without an offer, until ``take`` is called."""
        super().__init__(window)
        self._workspaces = workspaces
        self._navigator = navigator
        self._window = window
        self._files: UnsavedGamesFiles | None = None
        self._sentence = ""
        self._restored_file: UnsavedGamesFile | None = None
        self._is_alone = False
        workspaces.games_made.connect(self._follow_games)

    @Slot()
    def _follow_games(self) -> None:
        self._workspaces.games.games.restoring.ended.connect(self._take_restored)

    @property
    def has_edits(self) -> bool:
        """Whether there are edits to restore or to discard."""
        return bool(self._left)

    @property
    def _left(self) -> list[UnsavedGamesFile]:
        return self._files.left if self._files is not None else []

    def take(self, files: UnsavedGamesFiles) -> str:
        """Find the files that ended programs have left, and offer their edits; return a notice on faulty ones."""
        self._files = files
        notice = files.find()
        self.offer()
        return notice

    def offer(self) -> None:
        """Offer to answer about the newest edits; without any, withdraw the last offer."""
        notice = self._navigator.status.notice
        if self._sentence:
            notice.remove(self._sentence)
        self._sentence = _sentence(self._left[-1].kept) if self._left else ""
        if self._sentence:
            notice.offer(self._sentence, "Restore or discard…", self.ask)
        self.changed.emit()

    @Slot()
    def ask(self) -> None:
        """Ask whether the newest edits are to be restored or discarded; the offer stays until that is answered."""
        self.offer()
        if not self._left:
            self._navigator.say("No edits of games are left from an earlier session")
            return
        from pawnviz.view.widgets.questions import Question

        unsaved = self._left[-1].kept
        if not unsaved.path:
            state = "They were pasted and are in no file. Restore opens the edited games alone."
        elif unsaved.is_file_unchanged:
            state = "The file is as it was. Restore opens it with the edits, which you can then save."
        else:
            fate = "was changed by another program since" if Path(unsaved.path).exists() else "is not there any more"
            state = f"The file {fate}. Restore opens the edited games alone, which you can save beside it."
        Question(
            self._window,
            "Unsaved edits of games",
            self._sentence,
            f"{state} Discard deletes the edits.",
            {"&Restore": self._restore, "&Discard": self._discard},
        )

    def _discard(self) -> None:
        self._remove(self._left[-1])
        self._navigator.say("The edits are discarded; the file is as it was")

    def _remove(self, file: UnsavedGamesFile) -> None:
        try:
            file.remove()
        except FileError as error:
            self._navigator.say(error.message)
            return
        self._left.remove(file)
        self.offer()

    def _restore(self) -> None:
        self._restored_file = self._left[-1]
        self._open(is_alone=not self._restored_file.kept.is_file_unchanged)

    def _open(self, *, is_alone: bool) -> None:
        assert self._restored_file is not None
        self._is_alone = is_alone
        unsaved = self._restored_file.kept
        if self._workspaces.current != "explore":
            self._workspaces.show_games()
        panels = self._workspaces.games
        listing = panels.games.listing
        if is_alone:
            name = f"{Path(unsaved.path).name.partition('.')[0]}-edited" if unsaved.path else _PASTED
            panels.list.open_path(name, *unsaved.alone())
        elif listing is not None and listing.stamp == unsaved.stamp and listing.path.absolute() == Path(unsaved.path):
            panels.games.restore(unsaved)
        else:
            panels.list.open_path(unsaved.path, None, unsaved)

    @Slot()
    def _take_restored(self) -> None:
        """Delete the file of restored edits once they are kept here; open games alone that their file has not."""
        file, games = self._restored_file, self._workspaces.games.games
        if file is None or self._files is None:
            return
        if games.restoring.result is None:
            if self._is_alone:
                self._navigator.say(f"The edits cannot be restored: {games.restoring.fault}")
            else:
                self._open(is_alone=True)
            return
        self._restored_file = None
        self.restored.emit()
        restored = f"Restored {count_text(len(file.kept.games), 'edited game')}"
        name = Path(file.kept.path).name
        self._navigator.say(f"{restored} alone; “{name}” has others" if self._is_alone and name else restored)
        if self._files.own.kept == games.unsaved():
            self._remove(file)


def _sentence(unsaved: UnsavedGames) -> str:
    numbers = [f"{kept.game + 1:,}" for kept in unsaved.games]
    if len(numbers) > 5:
        numbers[5:] = [f"{len(numbers) - 5} more"]
    name = f"“{Path(unsaved.path).name}”" if unsaved.path else _PASTED
    games = f"{plural(len(unsaved.games), 'game')} {listed(numbers)}"
    return f"Edits of {games} of {name} were not saved when pawnviz ended."


POSITION: Final = "position"
GAMES: Final = "games"
EXPLORE: Final = "explore"


class Workspaces(QObject):
    """The current workspace of a window.

    *Games* shows the open game; *Position* and *Explore* keep the position that is on the board, of a game or free. In
    *Position* pieces are set up freely, on a copy of a game's position; elsewhere those of a game move by the rules.
    """

    changed = Signal()  # The current workspace has changed.
    structure_wanted = Signal(str, str)  # A structure of the user is to be kept; carries its title and its pattern.
    games_made = Signal()  # The panels of the games were made.

    def __init__(
        self, document: Document, lanes: ChosenLanes, board: BoardView, navigator: Navigator, window: QWidget
    ) -> None:
        super().__init__(window)
        self._document = document
        self._lanes = lanes
        self._board = board
        self._navigator = navigator
        self._window = window
        self.current = POSITION  # The name of the current workspace.
        self._kept, self._place = "", GamesPlace()
        self._is_closed = self._has_left_games = False
        self.made_games: GamePanels | None = None  # The panels of the games, or None before they were made.
        self.made_explore: ExplorePanel | None = None  # The page of the explorer, or None before it was made.
        document.subject_changed.connect(self._follow_subject)
        navigator.file_opened.connect(self.show_position)
        document.edits_freely = True

    @property
    def games(self) -> GamePanels:
        """The panels of the games, made when they are first needed."""
        if self.made_games is None:
            from pawnviz.view.games.games_page import GamePanels

            self.made_games = made = GamePanels(self._document, self._lanes, self._board, self._navigator, self._window)
            made.list.samples_button.clicked.connect(self.open_samples)
            made.bar.leave_button.clicked.connect(self.leave_or_return)
            self.changed.connect(made.follow_subject)
            self.games_made.emit()
        return self.made_games

    @property
    def explore(self) -> ExplorePanel:
        """The page of the explorer, made when it is first needed."""
        if self.made_explore is None:
            from pawnviz.model.collections.explorer import Explorer
            from pawnviz.view.explore.panel import ExplorePanel

            games, question = self.games, self._board.preferences.question
            explorer = Explorer(self._document, games.games, games.index, question, self)
            self.made_explore = page = ExplorePanel(explorer, self._document, self._board, self._navigator)
            page.open_button.clicked.connect(self.choose_games)
            page.samples_button.clicked.connect(self.open_samples)
            page.games.game_wanted.connect(self.open_game)
            page.pattern_bar.structure_wanted.connect(self.structure_wanted)
        return self.made_explore

    def game(self) -> OpenGame | None:
        """Return the open game, or None."""
        game = self.made_games.games.game if self.made_games is not None else None
        return game if game is not None and game.game is not None else None

    @property
    def has_listing(self) -> bool:
        """Whether a file of games is open."""
        return self.made_games is not None and self.made_games.games.listing is not None

    # Switching

    def _go_to(self, workspace: str, *, keeps_pages: bool = False) -> None:
        self._has_left_games = False
        if workspace == self.current:
            self._navigator.go_home(workspace)
            return
        panels = self.games if workspace == EXPLORE else self.made_games
        if panels is not None and panels.waiting is None:
            # Explore is about all games of a file, and keeps the position on the board.
            panels.list.opens_first = workspace != EXPLORE
        self.current = workspace
        self._document.edits_freely = workspace == POSITION
        self._board.state.hide_cursor()  # Elsewhere its keys go through a game.
        # The focus of a page that is hidden would come to the board as by the Tab key, which shows its cursor.
        # A FEN that is typed in Games is on the board of Position before it is complete.
        if workspace != POSITION or not isinstance(self._window.focusWidget(), FenEdit):
            self._navigator.focus_board()
        self._navigator.go_home(workspace, keeps_pages=keeps_pages)
        self.changed.emit()

    @Slot()
    def show_position(self) -> None:
        """Go to *Position*, with the position that is on the board."""
        self._kept = ""
        self._go_to(POSITION)
        self._navigator.focus_board()

    @Slot()
    def begin_position(self) -> None:
        """Go to *Position* with the start position in no file, as one step."""
        self._document.set_up(START, "begin a new position")
        self.show_position()

    @Slot()
    def show_games(self) -> None:
        """Go to *Games*, with the open game on the board, or from there to the list of games."""
        self._kept = ""
        is_shown = self.current == GAMES
        panels = self.games
        panels.is_for_board = True
        if panels.can_return:
            panels.games.show()
        self._go_to(GAMES)
        if self.game() is None:
            panels.list.open_first()  # A file that was opened in Explore has none open.
        if is_shown or self.game() is None:
            panels.list.take_focus()
        else:
            self._navigator.focus_board()

    @Slot()
    def show_explore(self) -> None:
        """Go to the question of *Explore*, with the position that is on the board."""
        self._kept = ""
        self._go_to(EXPLORE)
        self.explore.take_focus()

    def draw_structure(self) -> None:
        """Draw a pattern in *Explore*, which can be kept as a structure."""
        self.show_explore()
        self.explore.pattern_bar.begin("")

    @Slot()
    def leave_or_return(self) -> None:
        """Leave the game on the board for the free position, or come back to its move."""
        panels = self.made_games
        if panels is not None and panels.games.is_on_board:
            self._document.show(self._document.free)
        elif panels is not None and panels.can_return:
            panels.games.show()

    # Commands

    @property
    def saves_games(self) -> bool:
        """Whether the games are saved: in *Games*, and wherever one is on the board."""
        is_on_board = self.made_games is not None and self.made_games.games.is_on_board
        return is_on_board or (self.current == GAMES and self.has_listing)

    def go_on(self, step: int) -> None:
        """Open the next game of the list, or set up the next position of the file, with -1 the previous one."""
        if self.saves_games and not self.games.list.go_on(step):
            self._navigator.say(f"This is the {'last' if step > 0 else 'first'} game of the list")
        elif not self.saves_games:
            self._navigator.widgets.positions.go_on(step)

    @Slot(int, int)
    def open_game(self, index: int, ply: int) -> None:
        """Open a game of the file in *Games*, by its index from 0, after this number of moves, once it is listed."""
        self._kept = ""
        panels = self.games
        panels.open_game(index, ply)
        if panels.can_return and panels.waiting is None:
            panels.games.show()
        self._go_to(GAMES)
        self._navigator.focus_board()

    def name_kept_structure(self, structure: str) -> None:
        """Name a structure that was kept, by its identifier, in the question, the position and the open game."""
        self._document.position_changed.emit()
        if self.made_explore is not None:
            self.made_explore.pattern_bar.ask_for_kept(structure)
        if self.made_games is not None:
            self.made_games.games.game.changed.emit()

    def _leave_position(self) -> None:
        if self.current == POSITION:
            self.show_games()
        else:
            self._go_to(self.current)

    @Slot()
    def choose_games(self) -> None:
        """Ask for a file of games, which is listed, or in *Explore* explored."""
        self._leave_position()
        self.games.list.choose()

    def open_games(self, path: str, text: str = "") -> bool:
        """List the games of a file or a text; return whether it could be opened or has to wait."""
        # Pasted games are in no file, so that the place in the last one is kept.
        self._place = self.games_place if text else GamesPlace()
        self._leave_position()
        if text:
            return self.games.list.open_path("Pasted games", text.encode("utf-8", "replace"))
        return self.games.list.open_path(path)

    def show_player(self, player: PlayerPart) -> None:
        """Go to *Games*, where the list has the games of a player alone."""
        if self.current != GAMES:
            self.show_games()
        self.games.list.search_for("")
        self.games.search.set_parts((player,))
        self._navigator.show(GAMES)
        self.games.list.take_focus()

    @Slot()
    def open_indexes(self) -> None:
        """Ask for the limits of the indexes of files of games."""
        from pawnviz.view.windows.index_dialog import IndexDialog

        IndexDialog(self.games.index, self._board.preferences, self._window).open()

    @Slot()
    def open_samples(self) -> None:
        """List the games that come with the program, or in *Explore* explore them."""
        self.open_games(str(resource_path("games.pgn")))

    @Slot()
    def copy_games(self) -> None:
        """Ask for a new file and copy the chosen games to it."""
        self.show_games()
        self.games.list.saving.copy_games(self.games.list.chosen_games())

    @Slot()
    def _follow_subject(self) -> None:
        panels = self.made_games
        if panels is None:
            return
        if self.current == GAMES and self._document.subject is self._document.free and panels.can_return:
            self._go_to(POSITION, keeps_pages=True)
            self._has_left_games = True
        elif self._has_left_games and panels.games.is_on_board:
            self._go_to(GAMES, keeps_pages=True)

    # Between starts

    @property
    def workspace_to_keep(self) -> str:
        """The name of the current workspace, or of the one to go on with before ``resume``."""
        return self._kept or self.current

    @property
    def games_place(self) -> GamesPlace:
        """The place in the games."""
        place = self._place if self.made_games is None or self._is_closed else self.made_games.place()
        return place if place.path else self._place

    def close(self) -> None:
        """Close the file of games, whose place is kept, and explore no further."""
        self._place, self._is_closed = self.games_place, True
        if self.made_explore is not None:
            self.made_explore.explorer.end()
        if self.made_games is not None:
            self.made_games.end()

    def restore(self, current: str, place: GamesPlace) -> None:
        """Set the workspace and the games that ``resume`` restores."""
        self._kept, self._place = current, place

    def resume(self) -> None:
        """Restore, once the window stands, workspace and games of the last session unless others are asked for."""
        kept, self._kept = self._kept, ""
        if kept in (GAMES, EXPLORE):
            self._go_to(kept)
        if kept == GAMES or self._place.path:
            self.games.resume(self._place, shows=self.current == GAMES or (kept != "" and self._place.on_board))
