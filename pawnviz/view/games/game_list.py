"""The list of the games of a file, with its search; it is folded to one line while a game is gone through."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractScrollArea,
    QFileDialog,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from pawnviz.core.collections.question import Question
from pawnviz.core.games.game_file import NoGamesError
from pawnviz.core.positions import PACKED_ENDINGS
from pawnviz.core.words import plural, shortened
from pawnviz.folders import is_resource
from pawnviz.model.collections.explorer import GameSearch
from pawnviz.model.games.game import OpenGame
from pawnviz.model.games.game_table import GameTableModel
from pawnviz.model.games.games import Games
from pawnviz.model.kept.folder import UnsavedGames
from pawnviz.model.preferences import Preferences
from pawnviz.override import override
from pawnviz.view.chips.chip_line import ChipLine
from pawnviz.view.games.game_saving import GameSaving
from pawnviz.view.games.lives import go_by_key
from pawnviz.view.widgets.labels import ElidedLabel, MessageLabel, native_keys
from pawnviz.view.widgets.layouts import STRETCH, column_of, row_of
from pawnviz.view.widgets.page import with_folded
from pawnviz.view.widgets.rows import RowTable
from pawnviz.view.widgets.theme import theme_of

FILES: Final = f"Games (*.pgn *{' *'.join(PACKED_ENDINGS)});;All files (*)"

GAME_LIST: Final = "games"  # The name of the list among folded sections.
_INVITATION: Final = "Open a file of games in PGN, also a compressed one, or drop it on the window."
_LEAST: Final = (52, 100, 40, 100, 40, 48, 70, 62, 38, 54)  # The least widths of the columns.
_SHARES: Final = {1: 0.45, 3: 0.45, 6: 0.1}  # The columns that take the rest of the width, with their shares.
_DROPPED: Final = (8, 4, 2, 6, 9, 0)  # The columns that a narrow list leaves out, in this order, before names are cut.
_PADDING: Final = 5  # The height of a row beyond that of a line.
_LONGEST: Final = 40  # The number of characters up to which a searched text is repeated.


class GamesView(RowTable):
    """A table that its columns fill; Left and Right go through the open game in it, and Enter goes into it."""

    entered_game = Signal()  # Enter was pressed.

    def __init__(self, game: OpenGame, model: GameTableModel) -> None:
        super().__init__("Games", _PADDING)
        self.setModel(model)
        self._game = game
        self.nothing_text = ""  # The sentence in place of rows; empty if there are rows.
        self.sort_by_headings()
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self._fitted: list[int] = []

    @property
    def first_column(self) -> int:
        """The first column that is not left out."""
        return next(column for column in range(len(_LEAST)) if not self.isColumnHidden(column))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_columns()

    def _fit_columns(self) -> None:
        widths = [self.columnWidth(column) for column in range(len(_LEAST))]
        if self._fitted and widths != self._fitted:
            return
        width = self.viewport().width()
        needed = sum(_LEAST)
        for column in _DROPPED:
            is_dropped = needed > width
            self.setColumnHidden(column, is_dropped)
            needed -= _LEAST[column] * is_dropped
        rest = max(0, width - needed)
        whole = sum(share for column, share in _SHARES.items() if not self.isColumnHidden(column))
        for column, least in enumerate(_LEAST):
            if not self.isColumnHidden(column):
                self.setColumnWidth(column, least + int(rest * _SHARES.get(column, 0) / whole))
        self._fitted = [self.columnWidth(column) for column in range(len(_LEAST))]
        current = self.currentIndex()
        if current.isValid() and self.isColumnHidden(current.column()):
            # Qt selects no further rows from a column that is hidden.
            seen = current.siblingAtColumn(self.first_column)
            self.selectionModel().setCurrentIndex(seen, QItemSelectionModel.SelectionFlag.NoUpdate)
        self.updateGeometries()  # The scroll bar may no longer be needed.

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.nothing_text:
            with QPainter(self.viewport()) as painter:
                painter.setPen(QColor(theme_of(self).muted_text))
                box = self.viewport().rect().adjusted(12, 16, -12, -4)
                flags = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap
                painter.drawText(box, flags, self.nothing_text)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        # Qt would make the first row the current one, which opens its game, also while another one is waited for.
        QAbstractScrollArea.focusInEvent(self, event)
        self.viewport().update()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered_game.emit()
        elif event.key() not in (Qt.Key.Key_Left, Qt.Key.Key_Right) or not go_by_key(self._game, event):
            super().keyPressEvent(event)


class GameList(QWidget):
    """The games of the open file: a line that unfolds to a search and a table."""

    file_opened = Signal(str)  # A file was opened or saved; carries its path.

    def __init__(self, games: Games, search: GameSearch, preferences: Preferences, window: QWidget) -> None:
        super().__init__()
        self._games = games
        self._search = search
        self._window = window
        self._folded = preferences.folded_sections
        self.folder = ""  # The folder of dialogs while no file is open, empty for the current one.
        self.opens_first = True  # Whether the first game of a file is opened by itself.
        self.fold_button = QToolButton(autoRaise=True)
        self.open_button = QPushButton("&Open…")
        self.samples_button = QPushButton("Sa&mple games")
        self.progress = QProgressBar(maximum=1000, textVisible=False)
        self.cancel_button = QPushButton("&Cancel")
        self.chips = ChipLine(search, preferences.flipped, keeps_words=True)
        self.save_button = QPushButton("&Save")
        self.message = MessageLabel()
        self.line = ElidedLabel(mode=Qt.TextElideMode.ElideRight)
        self.saving = GameSaving(games, self.message, window)
        self.model = GameTableModel(self)
        self.table = GamesView(games.game, self.model)
        self._lay_out()
        self._connect()
        self._show_state()

    def _lay_out(self) -> None:
        self.fold_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.open_button.setToolTip("Open a file of games in PGN, also a compressed one; or drop it here")
        self.samples_button.setToolTip("Open the games that come with the program")
        self.progress.setAccessibleName("Progress of the list")
        self.progress.setFixedWidth(48)
        field = self.chips.field
        field.setPlaceholderText("Find words, or white:karpov elo:2600- structure:carlsbad …")
        field.setClearButtonEnabled(True)
        field.setToolTip(
            "Show the games with all these words and fields; Enter turns fields into chips "
            f"({native_keys('Ctrl+F')}), {native_keys('Ctrl+PgDown')} opens the next game"
        )
        field.setAccessibleName("Find games")
        keys = native_keys("Ctrl+S")
        self.save_button.setToolTip(f"Write the edited games into the file; all others stay as they are ({keys})")
        head = row_of(self.fold_button, (self.line, 1), self.progress, self.cancel_button, self.save_button)
        self._body = QWidget()
        top_left = Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft
        search = row_of((self.chips, 1), (self.open_button, top_left), (self.samples_button, top_left), STRETCH)
        column_of(search, (self.table, 1), parent=self._body, margins=0)
        column_of(head, self.message, (self._body, 1), parent=self, margins=0, spacing=4)

    def _connect(self) -> None:
        self.fold_button.clicked.connect(self.toggle_folded)
        self.open_button.clicked.connect(self.choose)
        self.save_button.clicked.connect(self.saving.save)
        self._games.edits.changed.connect(self._show_modified)
        self.saving.saved.connect(self._show_saved)
        self.saving.discarded.connect(self._drop_edits)
        self.saving.reading_wanted.connect(self._read_again)
        self.cancel_button.clicked.connect(self.cancel)
        self._search.filter_changed.connect(self._find)
        self._search.changed.connect(self._show_state)
        self.chips.finished.connect(self._focus_first)
        self.chips.left.connect(self.table.setFocus)
        self.table.selectionModel().currentRowChanged.connect(self._open_current)
        self.table.clicked.connect(self._go_to_found)
        self._folded.changed.connect(self.show_folded)
        self.model.modelReset.connect(self._show_current_again)
        self.model.modelReset.connect(self._show_state)
        self._games.file_changed.connect(self._show_file)
        self._games.progressed.connect(self._show_further)
        self._games.game.changed.connect(self._show_game)
        self._games.edits.game_changed.connect(self._show_current_again)

    # Folding

    @property
    def is_folded(self) -> bool:
        """Whether the list is folded to its line."""
        return GAME_LIST in self._folded.value and self._games.game.game is not None

    @Slot()
    def toggle_folded(self) -> None:
        """Fold the list to its line, or unfold it."""
        self.set_folded(not self.is_folded)

    def set_folded(self, folded: bool) -> None:
        """Fold the list to its line while a game is open, or unfold it."""
        self._folded.value = with_folded(self._folded.value, GAME_LIST, folded=folded)

    @Slot()
    def show_folded(self) -> None:
        """Show the line alone, or all; an error message stays."""
        is_folded = self.is_folded
        self._body.setVisible(not is_folded)
        self.fold_button.setVisible(self._games.game.game is not None)
        self.fold_button.setArrowType(Qt.ArrowType.RightArrow if is_folded else Qt.ArrowType.DownArrow)
        does = "Unfold the list of games" if is_folded else "Fold the list to a line"
        self.fold_button.setToolTip(f"{does} ({native_keys('F3')})")
        self.fold_button.setAccessibleName(does)
        self.message.setVisible(bool(self.message.text()))
        vertical = QSizePolicy.Policy.Maximum if is_folded else QSizePolicy.Policy.Expanding
        self.setSizePolicy(QSizePolicy.Policy.Preferred, vertical)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self.line.geometry().contains(event.position().toPoint()) and self.fold_button.isVisible():
            self.toggle_folded()

    def take_focus(self) -> None:
        """Unfold the list and move the focus to it, or without games to the button that opens a file."""
        if self.is_folded:
            self.set_folded(False)
        (self.open_button if self._games.listing is None else self.table).setFocus(Qt.FocusReason.ShortcutFocusReason)

    def begin_search(self) -> None:
        """Unfold the list and move the focus to its search."""
        self.take_focus()
        if self._games.listing is not None:
            self.chips.take_focus()

    @Slot()
    def _find(self) -> None:
        self.model.set_filter(self._search.question.game_parts, self._search.found)
        self._show_state()

    def search_for(self, text: str) -> None:
        """Search for a text, whose fields become chips; one that cannot be read stays in the field with its fault."""
        self.chips.field.setText(text)
        self.chips.take()

    @property
    def searched(self) -> str:
        """The search as a text: the chips, and the text in the field."""
        return " ".join(filter(None, (Question(self._search.parts).text, self.chips.field.text().strip())))

    # Files

    @Slot()
    def choose(self) -> None:
        """Ask for a file of games and open it."""
        listing, folder = self._games.listing, self.folder
        if listing is not None and listing.is_in_file and not is_resource(listing.path):
            folder = str(listing.path.absolute().parent)
        path, _ = QFileDialog.getOpenFileName(self._window, "Open games", folder, FILES)
        if path:
            self.open_path(path)

    def open_path(self, path: str, data: bytes | None = None, unsaved: UnsavedGames | None = None) -> bool:
        """List the games of a file, after a question about unsaved edits; return False, with a message, on failure.

        With ``data`` they are those of a text, in no file until they are saved, and ``path`` is their name. The edits
        of ``unsaved`` are made again.
        """
        open_file = partial(self._open_file, path, data, unsaved)
        return open_file() if self.saving.may_end(open_file) else True

    @Slot()
    def _read_again(self) -> None:
        if self._games.listing is not None:
            self.open_path(str(self._games.listing.path))

    def _open_file(self, path: str, data: bytes | None, unsaved: UnsavedGames | None) -> bool:
        try:
            self._games.open_file(path, data)
        except NoGamesError as error:
            self._tell(f"“{Path(path).name}” cannot be opened: {error}.")
            return False
        self._announce_file()
        if unsaved is not None:
            self._games.restore(unsaved)
        return True

    @Slot()
    def _show_file(self) -> None:
        if self._games.listing is not None:
            self._search.set_parts(())
            self.chips.field.clear()
            self.table.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
            self.model.show_games(self._games.listing.games)
            self.message.show_message("")
            self._show_state()

    @Slot()
    def cancel(self) -> None:
        """List no further games of the file."""
        if self._games.listing is not None:
            self._games.listing.job.cancel()
            self._show_further()

    @Slot()
    def _show_further(self) -> None:
        listing = self._games.listing
        if listing is None:
            return
        self.model.add_new_games()
        if not listing.job.is_running:
            self.model.sort_again()
        self._show_game()
        self.open_first()

    def open_first(self) -> None:
        """Open the first listed game if none is open and a file is to open its first game by itself."""
        if self.opens_first and self._games.game.game is None and self.model.rowCount():
            self._choose_row(0)

    @Slot()
    def _show_state(self) -> None:
        listing = self._games.listing
        running = listing is not None and listing.job.is_running
        self.progress.setVisible(running)
        self.cancel_button.setVisible(running)
        for part in (self.line, self.chips, self.table):
            part.setVisible(listing is not None)
        self.samples_button.setVisible(listing is None)
        self.save_button.setVisible(self._games.edits.is_modified)
        searched = self.searched.strip()
        nothing = f"No game found for “{shortened(searched, _LONGEST)}”.\nEscape in the search shows all games again."
        self.table.nothing_text = nothing if searched and not self.model.rowCount() else ""
        self.table.viewport().update()
        if listing is None:
            self._tell("")
            return
        self.progress.setValue(int(listing.job.part * self.progress.maximum()))
        count, shown, name = len(listing.games), self.model.rowCount(), listing.path.name
        games = f"{count:,} {plural(count, 'game')}" if count else "no games"
        number = games if shown == count else f"{shown:,} of {games}"
        if running or self._search.is_waiting:
            number += " so far"
        elif listing.job.part < 1 and not listing.file.faults:
            number += "; the rest of the file was not listed"
        elif not count and not listing.file.faults:
            number = "holds no games"
        self.line.show_text(f"{name} · {number}", f"{listing.path}: {number}")
        fault = "; ".join([f"“{name}”: {number}", *listing.file.faults]) if listing.file.faults else ""
        self._tell(self._search.fault or fault or (f"“{name}” {number}" if number == "holds no games" else ""))

    def _tell(self, fault: str) -> None:
        if fault or not self.saving.says_saved:
            invitation = _INVITATION if self._games.listing is None else ""
            self.message.show_message(fault or invitation, is_error=bool(fault))
        self.show_folded()

    # The table

    def _choose_row(self, row: int) -> None:
        index = self.model.index(row, self.table.first_column)
        flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
        self.table.selectionModel().setCurrentIndex(index, flags)
        self.table.scrollTo(index)

    def choose_game(self, index: int, way: tuple[int, ...] = (), *, on_board: bool = True) -> None:
        """Open a game by its index in the file at a move, and select its row if the search lists it."""
        self._open(index, way, on_board=on_board)
        row = self.model.row_of(index)
        if row is not None:
            self._choose_row(row)

    def go_on(self, step: int) -> bool:
        """Open the game in the next row, or with -1 in the previous one, if the search holds; False at the end."""
        self.model.arranging.finish()
        row = self.model.row_of(self._games.place[0])
        wanted = 0 if row is None else row + step
        if not 0 <= wanted < self.model.rowCount():
            return False
        self._choose_row(wanted)
        return True

    @Slot()
    def _focus_first(self) -> None:
        self.model.arranging.finish()
        if self.model.rowCount():
            self._choose_row(0)
            self._go_to_found()
            self.table.setFocus()

    @Slot()
    def _show_current_again(self) -> None:
        is_open = self._games.listing is not None and self._games.game.game is not None
        row = self.model.row_of(self._games.edits.index) if is_open else None
        if row is not None and row != self.table.currentIndex().row():
            self._choose_row(row)

    def chosen_games(self) -> list[int]:
        """Return the indices of the selected games; all matches if fewer than two are selected."""
        rows = [index.row() for index in self.table.selectionModel().selectedRows()]
        return [self.model.index_of_row(row) for row in sorted(rows if len(rows) > 1 else range(self.model.rowCount()))]

    @Slot(QModelIndex, QModelIndex)
    def _open_current(self, current: QModelIndex, previous: QModelIndex) -> None:
        if current.isValid():
            index = self.model.index_of_row(current.row())
            if index != self._games.place[0]:
                self._open(index, (0,) * self._search.ply_of(index))

    @Slot()
    def _go_to_found(self) -> None:
        ply = self._search.ply_of(self._games.edits.index)
        if ply and not self._games.reading.is_running:
            self._games.go_to_main(ply)

    def _open(self, index: int, way: tuple[int, ...] = (), *, on_board: bool = True) -> None:
        listing = self._games.listing
        try:
            self._games.open_game(index, way, on_board=on_board)
        except OSError as error:
            name = listing.path.name if listing is not None else ""
            self._tell(f"“{name}” cannot be read: {error.strerror or error}.")
            return
        if self._games.reading.is_running:
            self.line.show_text(f"Reading game {self._games.read_index + 1:,}…")

    @Slot()
    def _show_game(self) -> None:
        self._show_state()
        read = self._games.game.read
        if read is not None and read.problems:
            line, text = read.problems[0]
            self._tell(f"The game is broken in line {line}: {text}")

    # Saving

    @Slot()
    def _show_modified(self) -> None:
        self.save_button.setVisible(self._games.edits.is_modified)
        if self._games.edits.is_modified and self.saving.says_saved:
            self.message.show_message("")
            self._show_state()

    @Slot()
    def _show_saved(self) -> None:
        self.table.viewport().update()
        self._show_state()
        self._announce_file()

    def _announce_file(self) -> None:
        listing = self._games.listing
        if listing is not None and listing.is_in_file:
            self.file_opened.emit(str(listing.path.absolute()))

    @Slot()
    def _drop_edits(self) -> None:
        index, way = self._games.place
        on_board = self._games.is_on_board
        self._games.edits.close()
        if index >= 0:
            self._open(index, way, on_board=on_board)
