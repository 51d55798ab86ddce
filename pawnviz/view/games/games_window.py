"""The window of games: the games of a file, the moves of one, and the lives of its pawns, beside the board."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QSize, Qt, Signal, Slot
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication, QKeyEvent, QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QFileDialog,
    QHBoxLayout,
    QHeaderView,
    QProgressBar,
    QPushButton,
    QSplitter,
    QTableView,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from pawnviz.core.games.game_file import NoGamesError
from pawnviz.core.positions.game_text import is_game_text
from pawnviz.core.words import plural
from pawnviz.model.board_loan import BoardLoan
from pawnviz.model.games.game_edits import GameEdits
from pawnviz.model.games.game_reading import GameReading
from pawnviz.model.games.lanes import ChosenLanes
from pawnviz.model.games.last_move import LastMove
from pawnviz.model.games.listing import GameListing
from pawnviz.model.games.open_game import OpenGame
from pawnviz.override import override
from pawnviz.view.board.borrowing_window import BorrowingWindow
from pawnviz.view.games.events_page import EventsPage
from pawnviz.view.games.game_saving import GameSaving
from pawnviz.view.games.game_table import GameTableModel
from pawnviz.view.games.moves_page import MovesPage
from pawnviz.view.games.moves_view import go_by_key
from pawnviz.view.games.pawns_page import PawnsPage
from pawnviz.view.games.search_field import SearchField
from pawnviz.view.widgets.keys import native_keys
from pawnviz.view.widgets.labels import ElidedLabel
from pawnviz.view.widgets.message_label import MessageLabel

FILES: Final = "Games (*.pgn *.pgn.gz *.pgn.bz2 *.pgn.xz *.pgn.zst *.zip *.gz *.bz2 *.xz *.zst);;All files (*)"
"""The files that are offered where games are opened."""

_WIDTHS: Final = (52, 150, 44, 150, 44, 54, 150, 80, 42, 50)
"""The widths of the table's columns."""

_SAVE_KEYS: Final = native_keys("Ctrl+S")


class _GamesTable(QTableView):
    """A table in which Left and Right go through the open game."""

    def __init__(self, game: OpenGame) -> None:
        """Go through a game."""
        super().__init__()
        self._game = game

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() not in (Qt.Key.Key_Left, Qt.Key.Key_Right) or not go_by_key(self._game, event):
            super().keyPressEvent(event)


class GamesWindow(BorrowingWindow):
    """A window beside the board, on which the positions of a game are set up as one goes through it.

    The position from before comes back when the window is closed, unless it is kept or was edited meanwhile.
    """

    least_main_width = 780

    file_opened = Signal(str)
    """A file was opened or saved; carries its path."""

    def __init__(self, loan: BoardLoan, lanes: ChosenLanes, parent: QWidget | None = None) -> None:
        """Begin without a file; the lanes are drawn below the lives of the pawns."""
        super().__init__(loan, parent)
        self.setWindowTitle("Games")
        self.setModal(False)
        self.setAcceptDrops(True)
        self._listing: GameListing | None = None
        self._last_move: LastMove | None = None
        self._wanted: tuple[str, bytes | None] = ("", None)
        self.game = OpenGame(self)
        self.edits = GameEdits(self.game, self)
        self._reading = GameReading(self)
        self.open_button = QPushButton("&Open games…")
        self.progress = QProgressBar()
        self.cancel_button = QPushButton("&Cancel")
        self.filter_edit = SearchField()
        self.message = MessageLabel()
        self.saving = GameSaving(self.edits, self.message, self)
        self.save_button = QPushButton("&Save")
        self._model = GameTableModel(self)
        self.table = _GamesTable(self.game)
        self.heading = ElidedLabel(mode=Qt.TextElideMode.ElideRight)
        self.moves_page = MovesPage(self.game, self.edits, self)
        self.moves = self.moves_page.view
        self.pawns = PawnsPage(self.game, lanes)
        self.events = EventsPage(self.game)
        self.marks_box = QCheckBox("Mark &gains and losses")
        self.export_button = QPushButton("&Export as GIF…")
        self.keep_button = QPushButton("&Keep this position")
        self.close_button = QPushButton("C&lose")
        self._set_up_controls()
        self._lay_out()
        self._connect()
        self._show_state()

    # The window

    def _set_up_controls(self) -> None:
        """Name the controls and say what is expected."""
        self.open_button.setToolTip("Open a file of games in PGN, packed or not; or drop it here")
        self.progress.setAccessibleName("Progress of the list")
        self.progress.setRange(0, 1000)
        self.progress.setFixedWidth(90)
        self.filter_edit.setPlaceholderText("Find players, events, years, openings…")
        self.filter_edit.setClearButtonEnabled(True)
        self.filter_edit.setToolTip(f"Show the games in which all words are found ({native_keys('Ctrl+F')})")
        self.filter_edit.setAccessibleName("Find games")
        self.filter_edit.setMaxLength(200)
        self.filter_edit.setMinimumWidth(100)
        self.message.show_message("Open a file of games: the layers on the board follow each move.")
        self.table.setModel(self._model)
        self.table.setAccessibleName("Games")
        self.table.setSortingEnabled(True)
        self.table.setShowGrid(False)
        self.table.setAlternatingRowColors(True)
        self.table.setTabKeyNavigation(False)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.verticalHeader().hide()
        self.table.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 5)
        self.table.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        for column, width in enumerate(_WIDTHS):
            self.table.setColumnWidth(column, width)
        font = self.heading.font()
        font.setBold(True)
        self.heading.setFont(font)
        self.marks_box.setToolTip("Mark on the board what the shown layers gained and lost with the last move")
        self.export_button.setToolTip("Export the game with the layers of the board, animated or as one image a move")
        self.export_button.setEnabled(False)
        self.keep_button.setToolTip("Close this window and go on with the position on the board")
        self.save_button.setToolTip(f"Write the edited games into the file; all others stay as they are ({_SAVE_KEYS})")
        head = (self.open_button, self.cancel_button)
        for button in (*head, self.save_button, self.export_button, self.keep_button, self.close_button):
            button.setAutoDefault(False)

    def _lay_out(self) -> None:
        """Put the list above the game; the lives and the moves of the game share a page each."""
        head = QHBoxLayout()
        for part in (self.open_button, self.filter_edit, self.progress, self.cancel_button):
            head.addWidget(part, 1 if part is self.filter_edit else 0)
        pages = QTabWidget()
        pages.setDocumentMode(True)
        pages.setAccessibleName("Pages of the game")
        pages.addTab(self.pawns, "&Pawns")
        pages.addTab(self.moves_page, "&Moves")
        pages.addTab(self.events, "&What happened")
        game = QWidget()
        below = QVBoxLayout(game)
        below.setContentsMargins(0, 4, 0, 0)
        title = QHBoxLayout()
        title.addWidget(self.heading, 1)
        title.addWidget(self.marks_box)
        below.addLayout(title)
        below.addWidget(pages, 1)
        parts = QSplitter(Qt.Orientation.Vertical)
        parts.addWidget(self.table)
        parts.addWidget(game)
        parts.setSizes([140, 510])
        parts.setChildrenCollapsible(False)
        feet = QHBoxLayout()
        feet.addWidget(self.save_button)
        feet.addStretch(1)
        feet.addWidget(self.export_button)
        feet.addWidget(self.keep_button)
        feet.addWidget(self.close_button)
        column = QVBoxLayout(self)
        column.addLayout(head)
        column.addWidget(self.message)
        column.addWidget(parts, 1)
        column.addLayout(feet)

    def _connect(self) -> None:
        """Let the controls work."""
        self.open_button.clicked.connect(self._choose)
        self.save_button.clicked.connect(self.saving.save)
        keys = (
            ("Ctrl+S", self.saving.save),
            ("Ctrl+Shift+S", self.saving.save_as),
            ("Ctrl+V", self._paste),
            ("Ctrl+F", self.filter_edit.take_focus),
        )
        for sequence, slot in keys:
            QShortcut(QKeySequence(sequence), self).activated.connect(slot)
        self.edits.changed.connect(self._show_modified)
        self.edits.game_changed.connect(self._reading.cancel)
        self._reading.ended.connect(self._open_read)
        self.table.addAction(self.moves_page.actions_of_game.copy_action)
        self.saving.saved.connect(self._show_saved)
        self.saving.discarded.connect(self._open_again)
        self.saving.reading_wanted.connect(self._read_again)
        self.cancel_button.clicked.connect(self.cancel)
        self.filter_edit.textChanged.connect(self._filter)
        self.filter_edit.list_wanted.connect(self._focus_table)
        self.table.selectionModel().currentRowChanged.connect(self._open_current)
        self._model.modelReset.connect(self._show_current_again)
        self._model.modelReset.connect(self._show_state)
        self.game.changed.connect(self._show_game)
        self.game.moved.connect(self.set_up_position)
        self.edits.game_changed.connect(self._show_current_again)
        self.keep_button.clicked.connect(self._keep_position)
        self.close_button.clicked.connect(self.close)

    def follow_marks(self, last_move: LastMove) -> None:
        """Switch the marks of the last move on and off, and let them follow the game."""
        last_move.follow(self.game, self)
        self.finished.connect(last_move.changed)
        self.marks_box.setChecked(last_move.is_marked)
        self.marks_box.toggled.connect(last_move.set_marked)
        self._last_move = last_move
        last_move.changed.connect(self._show_marks)

    @Slot()
    def _show_marks(self) -> None:
        """Follow the command that switches the marks of the last move."""
        if self._last_move is not None:
            self.marks_box.setChecked(self._last_move.is_marked)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not event.spontaneous():
            (self.open_button if self._listing is None else self.table).setFocus()
            self.set_up_position()

    @override
    def sizeHint(self) -> QSize:
        return QSize(640, 760)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.accept()  # Enter in the table or the filter is no answer to a dialog.
        else:
            super().keyPressEvent(event)

    # Files

    @Slot()
    def _choose(self) -> None:
        path, _ = QFileDialog.getOpenFileName(self, "Open games", "", FILES)
        if path:
            self.open_path(path)

    def open_path(self, path: str) -> bool:
        """List the games of a file; where it cannot be read, say so, keep the list that is there, and return False.

        Where games were edited and not saved, ask first what is to become of them.
        """
        self._wanted = (path, None)
        return self._open_wanted() if self.saving.may_end(self._open_after_question) else True

    def open_text(self, text: str) -> bool:
        """List the games of a text, which are in no file until they are saved, as ``open_path`` does."""
        self._wanted = ("Pasted games", text.encode("utf-8", "replace"))
        return self._open_wanted() if self.saving.may_end(self._open_after_question) else True

    @Slot()
    def _paste(self) -> None:
        """List the games on the clipboard."""
        text = QGuiApplication.clipboard().text()
        if is_game_text(text):
            self.open_text(text)
        else:
            self.message.show_message("The clipboard has no game in PGN; a FEN is pasted in the main window.")

    def _open_after_question(self) -> None:
        """List the wanted games after a question was answered."""
        self._open_wanted()

    @Slot()
    def _read_again(self) -> None:
        """Open the file again as another program has left it."""
        if self._listing is not None:
            self.open_path(str(self._listing.path))

    def _open_wanted(self) -> bool:
        """List the wanted games, and return whether they could be opened."""
        path, data = self._wanted
        try:
            listing = GameListing(path, self, data=data)
        except NoGamesError as error:
            self.message.show_message(f"“{Path(path).name}” cannot be opened: {error}.", is_error=True)
            return False
        self.close_file()
        self._listing = self.saving.listing = listing
        self.edits.close()
        self.filter_edit.clear()
        self.table.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self._model.show_games(listing.games)
        self._name_window()
        listing.progressed.connect(self._show_further)
        listing.ended.connect(self._show_further)
        listing.start()
        self._show_state()
        self._announce_file()
        return True

    @Slot()
    def cancel(self) -> None:
        """List no further games of the file."""
        if self._listing is not None:
            self._listing.cancel()
            self._show_further()

    def close_file(self) -> None:
        """Close the file that is open; the list and the game stay as they are."""
        self._reading.cancel()
        if self._listing is not None:
            self._listing.close()
            self._listing.deleteLater()
            self._listing = self.saving.listing = None

    @Slot()
    def _show_further(self) -> None:
        """Add the games that were listed since."""
        if self._listing is not None:
            self._model.add_new_games()
            if not self._listing.is_running:
                self._model.sort_again()
            self._show_state()
            if not self.table.currentIndex().isValid() and self._model.rowCount():
                self.table.setCurrentIndex(self._model.index(0, 0))

    @Slot()
    def _show_state(self) -> None:
        """Say how many games there are, and how far the list has come."""
        listing = self._listing
        running = listing is not None and listing.is_running
        self.progress.setVisible(running)
        self.cancel_button.setVisible(running)
        self.filter_edit.setEnabled(listing is not None)
        if listing is None:
            return
        self.progress.setValue(int(listing.part * self.progress.maximum()))
        count, shown = len(listing.games), self._model.rowCount()
        games = f"{count:,} {plural(count, 'game')}" if count else "no games"
        said = games if shown == count else f"{shown:,} of {games}"
        is_whole = listing.part == 1 or listing.faults
        more = " so far" if running else "" if is_whole else "; the rest of the file was not listed"
        faults = "".join(f"; {fault}" for fault in listing.faults)
        self.message.show_message(f"“{listing.path.name}”: {said}{more}{faults}", is_error=bool(faults))

    @Slot(str)
    def _filter(self, text: str) -> None:
        """Show the games in which the words of a text are found."""
        self._model.set_filter(text)

    @Slot()
    def _focus_table(self) -> None:
        """Go from the filter to its first game."""
        self._model.finish()
        if self._model.rowCount():
            self.table.setCurrentIndex(self._model.index(0, 0))
            self.table.setFocus()

    @Slot()
    def _show_current_again(self) -> None:
        """Select the open game after the rows were arranged anew."""
        row = self._model.row_of(self.edits.index) if self._listing is not None and self.game.game is not None else None
        if row is not None:
            index = self._model.index(row, 0)
            flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
            self.table.selectionModel().setCurrentIndex(index, flags)
            self.table.scrollTo(index)

    # Edits and the end

    @Slot()
    def _show_modified(self) -> None:
        """Show in the title and at the button whether there is something to save."""
        self.setWindowModified(self.edits.is_modified)
        self.save_button.setEnabled(self.edits.is_modified)
        if self.edits.is_modified and self.saving.says_saved:
            self._show_state()

    @Slot()
    def _show_saved(self) -> None:
        """Show the games as they were saved."""
        self._name_window()
        self._model.show_again()
        self._announce_file()

    def _announce_file(self) -> None:
        """Say that a file was opened or saved."""
        if self._listing is not None and self._listing.is_in_file:
            self.file_opened.emit(str(self._listing.path.absolute()))

    def _name_window(self) -> None:
        """Name the file in the title."""
        name = f"{self._listing.path.name}[*] – " if self._listing is not None else ""
        self.setWindowTitle(f"{name}Games")

    @Slot()
    def _open_again(self) -> None:
        """Open the current game as the file has it."""
        self._open_current(self.table.currentIndex(), self.table.currentIndex())

    def may_end(self, then: Callable[[], None]) -> bool:
        """Return whether no edits would be lost; else ask, and do ``then`` where they were saved or dropped."""
        return self.saving.may_end(then)

    @override
    def reject(self) -> None:
        if self.may_end(self._hide):
            super().reject()

    def _hide(self) -> None:
        """Close after a question was answered."""
        super().reject()

    # The game

    @Slot(QModelIndex, QModelIndex)
    def _open_current(self, current: QModelIndex, previous: QModelIndex) -> None:
        """Open the game of the current row."""
        self._reading.cancel()
        if self._listing is None or not current.isValid():
            return
        index = self._model.index_of_row(current.row())
        if index == self.edits.index and self.game.game is not None:
            return
        if index in self.edits.edited:
            self.edits.open(index, None)
            return
        try:
            text = self._listing.text(index, self.edits.edited)
        except OSError as error:
            name = self._listing.path.name
            self.message.show_message(f"“{name}” cannot be read: {error.strerror or error}.", is_error=True)
            return
        self._reading.start(index, text)
        if self._reading.is_running:
            self.message.show_message(f"Reading game {index + 1:,}…")

    @Slot()
    def _open_read(self) -> None:
        """Open the game that was read."""
        self.edits.open(self._reading.index, self._reading.game)

    @Slot()
    def _show_game(self) -> None:
        """Show who plays, and what is wrong with the game."""
        game = self.game.game
        self.export_button.setEnabled(self.game.line is not None)
        headers = game.headers if game is not None else {}
        players = " – ".join(headers.get(name, "?") for name in ("White", "Black")) if game is not None else ""
        details = ", ".join(
            headers[name] for name in ("Event", "Date", "Result") if headers.get(name, "?").strip("?.") not in ("", "*")
        )
        self.heading.show_text(f"{players}    {details}".strip())
        if self.game.problems:
            line, text = self.game.problems[0]
            self.message.show_message(f"The game is broken in line {line}: {text}", is_error=True)
        else:
            self._show_state()

    @Slot()
    def set_up_position(self) -> None:
        """Set up the current position of the game on the board."""
        position, line = self.game.position, self.game.line
        if position is None or line is None:
            return
        ply = self.game.ply
        text = f"go to {line.moves[ply - 1].text}" if ply else "go to the beginning of the game"
        self.set_up(position, text, "go through a game", "the game")

    @Slot()
    def return_to_game(self) -> None:
        """Undo what was edited since the game was left, or set up its position again."""
        if not self._loan.undo_edits(self):
            self.set_up_position()

    @Slot()
    def _keep_position(self) -> None:
        """Leave the position on the board and close."""
        self._loan.keep_position(self)
        self.close()

    # Drops

    @override
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        data = event.mimeData()
        if any(url.isLocalFile() for url in data.urls()) or is_game_text(data.text()):
            event.acceptProposedAction()

    @override
    def dropEvent(self, event: QDropEvent) -> None:
        paths = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        if paths:
            self.open_path(paths[0])
        else:
            self.open_text(event.mimeData().text())
        event.acceptProposedAction()
