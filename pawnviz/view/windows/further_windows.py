"""The windows beside the main one, each made when it is first needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QKeySequence, QShortcut, QUndoGroup
from PySide6.QtWidgets import QWidget

from pawnviz import __version__
from pawnviz.model.board_loan import BoardLoan
from pawnviz.model.document import Document
from pawnviz.model.games.lanes import ChosenLanes
from pawnviz.model.games.last_move import LastMove
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.view.board.board import BoardView
from pawnviz.view.position.status_line import StatusLine
from pawnviz.view.widgets.notice_bar import NoticeBar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QAction

    from pawnviz.model.games.open_game import OpenGame
    from pawnviz.view.games.board_game import BoardGame
    from pawnviz.view.games.games_window import GamesWindow
    from pawnviz.view.layers.panel import LayerPanel
    from pawnviz.view.user_layers.workshop import LayerWorkshop
    from pawnviz.view.windows.difference_dialog import DifferenceDialog
    from pawnviz.view.windows.mask_bench import MaskBench
    from pawnviz.view.windows.presentation import Presentation


class FurtherWindows(QObject):
    """Slots that open the windows beside the main one, over its document, layers and board."""

    field_made = Signal(QWidget)
    """A field that holds no FENs was made; carries it."""
    bar_made = Signal(QWidget)
    """A bar that belongs above the board was made; carries it."""
    games_opened = Signal(str)
    """A file of games was opened or saved; carries its path."""
    export_game_asked = Signal()
    """The open game is to be exported as an animation."""

    def __init__(
        self,
        document: Document,
        layers: ShownLayers,
        board: BoardView,
        status: StatusLine,
        notices: NoticeBar,
        window: QWidget,
    ) -> None:
        """Open windows over ``window``; what was done in them is said in its status line or above its board."""
        super().__init__(window)
        self._document = document
        self._layers = layers
        self.loan = BoardLoan(document, layers, self)
        self.lanes = ChosenLanes(layers, board.preferences.lanes, self)
        self.last_move = LastMove(document, self.loan, board.preferences.mark_last_move, self)
        self._board = board
        board.pictures.follow_last_move(self.last_move)
        self._status = status
        self._notices = notices
        self._window = window
        self._dialogs: dict[str, QWidget] = {}
        self._workshop: LayerWorkshop | None = None
        self._presentation: Presentation | None = None
        self._actions: Sequence[QAction] = ()
        self._game_actions: Sequence[QAction] = ()
        self.bench: MaskBench | None = None
        self._games: GamesWindow | None = None
        self._board_game: BoardGame | None = None
        self.steps = QUndoGroup(self)
        """The steps that Undo and Redo go through: the document's, or those of a game that is on the board."""
        self.steps.addStack(document.undo_stack)
        self.steps.setActiveStack(document.undo_stack)

    def close(self) -> bool:
        """Close them all, and return whether that was done; where edits would be lost, ask first and close none."""
        if self._games is not None and not self._games.may_end(self._close_window):
            return False
        if self._workshop is not None:
            self._workshop.close()
        for dialog in self._dialogs.values():
            dialog.close()
        if self._games is not None:
            self._games.close_file()
        if self._presentation is not None:
            self._presentation.end()
        return True

    def _close_window(self) -> None:
        """Close the main window after a question was answered."""
        self._window.close()

    def save_games(self) -> bool:
        """Save the edited games of the game that is on the board; return whether there are any."""
        games = self._games
        if games is None or not games.isVisible() or not games.edits.is_modified:
            return False
        games.saving.save()
        return True

    # Layers of the user's own

    @property
    def workshop(self) -> LayerWorkshop:
        """Where layers of the user's own are written, shared and taken, made when it is first asked for."""
        if self._workshop is None:
            from pawnviz.view.user_layers.workshop import LayerWorkshop

            self._workshop = workshop = LayerWorkshop(self._document, self._layers, self._window)
            workshop.message.connect(self._status.show_message)
            workshop.notice.connect(self._notices.show_message)
            workshop.offer.connect(self._notices.offer)
        return self._workshop

    def follow(self, panel: LayerPanel) -> None:
        """Carry out what a panel of layers asks for."""
        workshop = self.workshop
        panel.footer.new_button.clicked.connect(workshop.write_new)
        panel.commands.add_receivers(
            {
                "edit_formula": workshop.edit,
                "duplicate": workshop.duplicate,
                "delete": workshop.delete,
                "export": workshop.export_layer,
                "compare": self._compare_layer,
            }
        )
        panel.offer.connect(self._notices.offer)

    # Windows

    @Slot()
    def compare_definitions(self) -> None:
        """Open the difference view."""
        self._raise(self._differences())

    def _compare_layer(self, identifier: str) -> None:
        """Compare a layer with another one."""
        differences = self._differences()
        differences.compare(identifier)
        self._raise(differences)

    def _differences(self) -> DifferenceDialog:
        from pawnviz.view.windows.difference_dialog import DifferenceDialog

        dialog = self._dialogs.get("differences")
        if not isinstance(dialog, DifferenceDialog):
            dialog = self._dialogs["differences"] = DifferenceDialog(
                self._document, self._layers, self.loan, self._board, self._window
            )
        return dialog

    @Slot()
    def open_errata(self) -> None:
        """Open the errata gallery."""
        from pawnviz.view.windows.errata_gallery import ErrataGallery

        if "errata" not in self._dialogs:
            self._dialogs["errata"] = ErrataGallery(self._document, self.loan, self._window)
        self._raise(self._dialogs["errata"])

    @Slot()
    def open_games(self) -> None:
        """Open the window of games."""
        self.games_window()

    def open_games_file(self, path: str, text: str = "") -> bool:
        """List the games of a file, or of a text, and return whether it could be opened or has to wait."""
        return self.games_window().open_text(text) if text else self.games_window().open_path(path)

    def games_window(self) -> GamesWindow:
        """Open the window of games and return it."""
        if self._games is None:
            from pawnviz.view.games.board_game import BoardGame
            from pawnviz.view.games.game_bar import GameBar
            from pawnviz.view.games.games_window import GamesWindow

            self._dialogs["games"] = self._games = games = GamesWindow(self.loan, self.lanes, self._window)
            games.follow_marks(self.last_move)
            self._board_game = BoardGame(games, games.game, games.edits, self.loan, self._board, self.steps)
            bar = GameBar(games.game, self._board_game)
            bar.back_wanted.connect(games.return_to_game)
            bar.back_wanted.connect(self._board_game.take_hand)
            QShortcut(QKeySequence("F1"), games).activated.connect(self.list_keys)
            games.file_opened.connect(self.games_opened)
            self.bar_made.emit(bar)
            games.addActions(self._game_actions)
            games.export_button.clicked.connect(self.export_game_asked)
            self._present_game()
        self._raise(self._games)
        return self._games

    def title(self) -> str:
        """Return what the position on the board is called: players and move of the open game, or the file's title."""
        from pawnviz.core.picture.sheet_positions import game_positions, players_of
        from pawnviz.model.reading import file_title

        window, game = self._games, self.game()
        if window is None or game is None or not self.loan.has_position(window) or self.loan.is_edited:
            return file_title(self._document)
        if game.line is None or game.game is None:
            return ""
        return game_positions(game.line, [game.ply], players_of(dict(game.game.headers)))[0].title

    def game(self) -> OpenGame | None:
        """Return the game that is open in the window of games, or None."""
        return self._games.game if self._games is not None and self._games.game.game is not None else None

    @Slot()
    def leave_game(self) -> None:
        """Give the board back, on which a game is."""
        game = self._board_game
        if game is not None and (game.is_on_board or game.was_left):
            game.leave()
        else:
            self._status.show_message("No game is on the board")

    @Slot()
    def open_bench(self) -> None:
        """Open the mask bench."""
        from pawnviz.view.windows.mask_bench import MaskBench

        if self.bench is None:
            self._dialogs["bench"] = self.bench = MaskBench(self._document, self._layers, self.loan, self._window)
            self.field_made.emit(self.bench.text)
        self._raise(self.bench)

    @Slot()
    def open_check(self) -> None:
        """Open the check of an engine's masks."""
        from pawnviz.view.windows.check_window import CheckWindow

        if "check" not in self._dialogs:
            self._dialogs["check"] = CheckWindow(self._document, self._layers, self.loan, self._window)
        self._raise(self._dialogs["check"])

    @Slot()
    def list_keys(self) -> None:
        """List all keys."""
        from pawnviz.view.windows.keys_dialog import KeysDialog

        if "keys" not in self._dialogs:
            self._dialogs["keys"] = KeysDialog(self._window)
        self._raise(self._dialogs["keys"])

    @property
    def presentation(self) -> Presentation:
        """The board on the whole screen, made when it is first asked for."""
        from pawnviz.view.windows.presentation import Presentation

        if self._presentation is None:
            self._presentation = Presentation(self._document, self._layers, self._board, self._window)
            self._presentation.take_actions(self._actions)
            self._present_game()
        return self._presentation

    def _present_game(self) -> None:
        """Let the presentation follow the open game, once there are both."""
        if self._presentation is not None and self._games is not None and self._board_game is not None:
            self._presentation.follow_game(self._games.game, self._board_game, self.title)

    def give_actions(self, actions: Sequence[QAction], game_actions: Sequence[QAction]) -> None:
        """Name the commands whose keys work in the presentation, and those whose keys work in the window of games."""
        self._actions = actions
        self._game_actions = game_actions

    @Slot()
    def present(self) -> None:
        """Fill the screen with the board, or return to the window."""
        self.presentation.toggle()

    @staticmethod
    def _raise(dialog: QWidget) -> None:
        dialog.show()
        dialog.raise_()
        dialog.activateWindow()

    @Slot()
    def about(self) -> None:
        """Say what this program is."""
        from PySide6.QtWidgets import QMessageBox

        from pawnviz.view.widgets.icons import app_icon

        box = QMessageBox(self._window)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setWindowTitle("About pawnviz")
        box.setIconPixmap(app_icon().pixmap(64, 64))
        box.setTextFormat(Qt.TextFormat.RichText)
        box.setText(
            f"<h3>pawnviz {__version__}</h3><p>Shows pawn structure as named, overlaid masks.</p>"
            "<p>Names, definitions and formulas follow the pawn pages of the "
            '<a href="https://www.chessprogramming.org/Pawn_Pattern_and_Properties">chess programming wiki</a>.</p>'
            "<p>GPL-3.0-or-later. Pieces from python-chess.</p>"
        )
        box.open()
