"""Opening and saving of positions, and the menus of recent files and of sample positions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import QMimeData, QObject, Signal, Slot
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from pawnviz.core.board.fen import FenError, fen_span
from pawnviz.core.catalog import Sample, errata, samples
from pawnviz.core.positions import PACKED_ENDINGS
from pawnviz.core.user_layers.file import SUFFIX
from pawnviz.core.words import count_text, listed, plural
from pawnviz.model.document import Document
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.model.preferences import Preference, with_recent_file
from pawnviz.model.storage import FileError
from pawnviz.model.subjects import GamesFileError
from pawnviz.view.board.board import BoardView
from pawnviz.view.board.gestures import PICTURE_MIME, dropped_piece
from pawnviz.view.position.fen_line import FenLine
from pawnviz.view.widgets.bars import NoticeBar
from pawnviz.view.widgets.labels import plain_tip

if TYPE_CHECKING:
    from pawnviz.view.widgets.fields import PasteFilter


class RecentFilesMenu(QMenu):
    """A menu that opens a recent file, filled each time it is shown; the document's file goes to its top."""

    def __init__(
        self, document: Document, recent_files: Preference[tuple[str, ...]], open_path: Callable[[str], bool]
    ) -> None:
        """Offer recent files; ``open_path`` opens one and returns whether it could."""
        super().__init__("Open &recent")
        self._recent_files = recent_files
        self._document = document
        self._open_path = open_path
        self.setToolTipsVisible(True)
        self.aboutToShow.connect(self._fill)
        self.triggered.connect(self._open_chosen)
        document.free.file_changed.connect(self._remember)

    @Slot()
    def _fill(self) -> None:
        self.clear()
        for number, path in enumerate(self._recent_files.value, 1):
            name = Path(path).name.replace("&", "&&")
            action = self.addAction(f"&{number % 10} {name}")
            action.setToolTip(plain_tip(path))
            action.setData(path)
        if not self._recent_files.value:
            self.addAction("No files yet").setEnabled(False)

    @Slot(QAction)
    def _open_chosen(self, action: QAction) -> None:
        path = str(action.data())
        if not self._open_path(path) and not Path(path).exists():
            self._recent_files.value = tuple(recent for recent in self._recent_files.value if recent != path)

    @Slot()
    def _remember(self) -> None:
        self.remember(self._document.free.path)

    @Slot(str)
    def remember(self, path: str) -> None:
        """Put a file at the top; an empty path is none."""
        if path:
            with suppress(ValueError):  # A name that is no text cannot be kept.
                self._recent_files.value = with_recent_file(self._recent_files.value, path)


class SampleMenu(QMenu):
    """A menu that sets up a sample position with its layers, and shows a notice about it while it is on the board."""

    def __init__(self, document: Document, layers: ShownLayers, notices: NoticeBar) -> None:
        super().__init__("Sa&mple positions")
        self._document = document
        self._layers = layers
        self._notices = notices
        self._notice = ""
        self.setToolTipsVisible(True)
        self.aboutToShow.connect(self._fill)
        self.triggered.connect(self._set_up_chosen)
        document.position_changed.connect(self._remove_notice)

    @Slot()
    def _fill(self) -> None:
        if self.isEmpty():
            self._add(self, samples())
            self.addSeparator()
            menu = self.addMenu("&Errata of the wiki")
            menu.setToolTipsVisible(True)
            self._add(menu, errata())

    def _add(self, menu: QMenu, group: tuple[Sample, ...]) -> None:
        for sample in group:
            if sample.begins:
                menu.addSeparator()
            action = menu.addAction(f"&{sample.title}")
            action.setToolTip(sample.look)
            action.setData(sample)

    @Slot(QAction)
    def _set_up_chosen(self, action: QAction) -> None:
        self.set_up(action.data())

    def set_up(self, sample: Sample) -> None:
        """Set up a sample position with its layers and its notice."""
        self._document.set_fen(sample.fen)
        self._layers.apply_preset(sample.layers)
        self._notice = f"{sample.title}: {sample.look}"
        self._notices.show_message(self._notice)

    @Slot()
    def _remove_notice(self) -> None:
        self._notices.remove(self._notice)


_POSITION_FILES: Final = "Positions (*.fen *.epd *.txt);;All files (*)"
_GAMES_SUFFIXES: Final = frozenset({".pgn", *PACKED_ENDINGS})
_GAMES: Final = " ".join(f"*{suffix}" for suffix in sorted(_GAMES_SUFFIXES))
_FILES: Final = (
    f"Games, positions and layers ({_GAMES} *.fen *.epd *.txt *{SUFFIX});;"
    f"Games ({_GAMES});;Positions (*.fen *.epd *.txt);;Layers (*{SUFFIX});;All files (*)"
)

_MOST_NAMED: Final = 5  # The number of records that a question names.
_LONGEST_OFFERED: Final = 200  # The most characters of an unreadable text that the FEN line takes, to be corrected.


class OtherFiles(NamedTuple):
    """The functions that open files without positions: by the path of layers, and by the path or the text of games."""

    open_layers: Callable[[str], bool]
    open_games: Callable[[str, str], bool]


class PositionFiles(QObject):
    """Commands for positions from and to files, the clipboard and drops; notices report failures."""

    link_given = Signal(str)  # A link was pasted or dropped; carries it.
    message = Signal(str)  # A success; carries a sentence for the status line.
    notice = Signal(str)  # A failure; carries a sentence that stays.
    offer = Signal(str, str, object)  # Another step helps; carries a sentence, a button's text and a function.
    notice_ended = Signal(str)  # A notice or an offer no longer holds; carries its sentence.

    def __init__(
        self, document: Document, board: BoardView, fen_line: FenLine, others: OtherFiles, window: QWidget
    ) -> None:
        super().__init__(window)
        self._document = document
        self._board = board
        self._fen_line = fen_line
        self._others = others
        self._window = window
        self._fault = self._offer = self._edits_offer = ""
        self._paste_filter: PasteFilter | None = None
        document.free.file_changed.connect(self._follow_edits)

    # Files

    @Slot()
    def open_file(self) -> None:
        """Ask for a file and open it."""
        from PySide6.QtWidgets import QFileDialog

        path = self._document.free.path
        folder = str(Path(path).parent) if path else self._board.preferences.last_folder
        path, _ = QFileDialog.getOpenFileName(self._window, "Open games, positions or layers", folder, _FILES)
        if path:
            self.open_path(path)

    def open_path(self, path: str) -> bool:
        """Open a file of positions, layers or games; return whether it could be read."""
        self.end_fault()
        if path.lower().endswith(SUFFIX):
            return self._others.open_layers(path)
        if not _GAMES_SUFFIXES.isdisjoint(suffix.lower() for suffix in Path(path).suffixes[-2:]):
            return self._others.open_games(path, "")
        return self._open_positions(path)

    def _open_positions(self, path: str, *, drops_edits: bool = False) -> bool:
        try:
            count = self._document.open_file(path, drops_edits=drops_edits)
        except GamesFileError:
            return self._others.open_games(path, "")
        except FileError as error:
            self._show_fault(str(error))
            return False
        self.end_fault()
        self.message.emit(f"Opened {path}" + (f": the first of its {count:,} positions" if count > 1 else ""))
        edited = len(self._document.free.edited_entries)
        if edited:
            records = count_text(edited, "record")
            self._edits_offer = f"“{Path(path).name}” has {records} with unsaved edits."
            self.offer.emit(self._edits_offer, "Drop them", partial(self._open_positions, path, drops_edits=True))
        return True

    @Slot()
    def _follow_edits(self) -> None:
        if self._edits_offer and not self._document.free.edited_entries:
            self.notice_ended.emit(self._edits_offer)
            self._edits_offer = ""

    @Slot()
    def save_file(self) -> None:
        """Save to the document's file, after a question if another program has changed it; without one ask for it."""
        path = self._document.free.path
        if not path:
            self.save_file_as()
        elif self._document.free.file_was_changed:
            count = self._document.free.entry_count
            self._ask(
                f"“{Path(path).name}” was changed by another program since it was opened or saved here.",
                f"Overwrite it with {f'the {count:,} positions' if count > 1 else 'the position'} that you have open?",
                {"&Overwrite": partial(self._save_to, path), "Save &as…": self.save_file_as},
            )
        else:
            self._save_to(path)

    @Slot()
    def save_file_as(self) -> None:
        """Ask for a file and save to it."""
        from pawnviz.view.widgets.questions import ask_for_file

        start = self._document.free.path or "position.fen"
        ask_for_file(self._window, "Save the position", start, _POSITION_FILES, ".fen", self._save_to)

    def _ask(self, text: str, detail: str, answers: Mapping[str, Callable[[], object]]) -> None:
        from pawnviz.view.widgets.questions import Question

        Question(self._window, "Save the position", text, detail, answers, is_warning=True)

    def _save_to(self, path: str) -> None:
        lost = self._document.free.lost_moves
        if not lost:
            self._write_to(path)
            return
        named = [f"{entry + 1:,} ({', '.join(moves)})" for entry, moves in list(lost.items())[:_MOST_NAMED]]
        more = [f"{len(lost) - _MOST_NAMED:,} more"] if len(lost) > _MOST_NAMED else []
        records = f"{plural(len(lost), 'record')} {listed([*named, *more])}"
        self._ask(
            f"After your edits, moves of {records} are no longer legal.",
            "Save the file without these moves? Everything else in it stays.",
            {
                "Save &without them": partial(self._write_to, path, drops_lost_moves=True),
                "&Save with them": partial(self._write_to, path),
            },
        )

    def _write_to(self, path: str, *, drops_lost_moves: bool = False) -> None:
        try:
            losses = self._document.free.save_file(path, drops_lost_moves=drops_lost_moves)
        except FileError as error:
            self._show_fault(str(error))
        else:
            self.end_fault()
            count = self._document.free.entry_count
            self.message.emit(f"Saved {path}" + (f" with its {count:,} positions" if count > 1 else ""))
            if losses:
                self.notice.emit(losses)

    def _show_fault(self, message: str) -> None:
        self.end_fault()
        self._fault = message
        self.notice.emit(message)

    @Slot()
    def end_fault(self) -> None:
        """Withdraw the notice of the last failure."""
        self.notice_ended.emit(self._fault)
        self._fault = ""

    # Clipboard

    @Slot(QWidget)
    def leave_fens_to_board(self, field: QWidget) -> None:
        """Have a whole FEN that is pasted into a field set up on the board."""
        if self._paste_filter is None:
            from pawnviz.view.widgets.fields import PasteFilter

            self._paste_filter = PasteFilter(is_for_board, self.paste, self)
        field.installEventFilter(self._paste_filter)

    @Slot()
    def copy(self) -> None:
        """Put the game on the clipboard while one is on the board, else the FEN."""
        text, noun = self._document.subject.copied()
        QGuiApplication.clipboard().setText(text)
        self.message.emit(f"Copied {noun}")

    @Slot()
    def copy_fen(self) -> None:
        """Put the FEN on the clipboard."""
        QGuiApplication.clipboard().setText(self._document.position.fen())
        self.message.emit("Copied the FEN")

    @Slot()
    def paste(self) -> None:
        """Set up the position on the clipboard."""
        self._set_up(QGuiApplication.clipboard().text(), "The clipboard", "Pasted the position on the clipboard")

    def _set_up(self, text: str, origin: str, done: str) -> None:
        """Set up the position of a text and show ``done``, or report why the first line cannot be read."""
        line = next((line.strip() for line in text.splitlines() if line.strip()), "")
        if not line:
            self.message.emit(f"{origin} has no text; copy a FEN first")
            return
        from pawnviz.core.link import is_link

        if is_link(line):
            self.link_given.emit(line)
            return
        from pawnviz.core.positions import is_game_text, position_line

        if is_game_text(text):
            self._offer = f"{origin} has a game in PGN."
            self.offer.emit(self._offer, "Open it in Games", partial(self._others.open_games, "", text))
            return
        self.notice_ended.emit(self._offer)
        line = position_line(text) or line
        try:
            self._document.set_fen(line)
        except FenError as error:
            if len(line) <= _LONGEST_OFFERED:
                self._fen_line.offer(line)  # It says the error.
            else:
                self.message.emit(f"{origin} has no position. {error.message}")
        else:
            self.end_fault()
            self.message.emit(done)

    def can_take(self, data: QMimeData) -> bool:
        """Return whether dropped data is a local file or a text, and not a piece nor the program's own picture."""
        if dropped_piece(data) or data.hasFormat(PICTURE_MIME):
            return False
        return bool(_local_file(data) or data.hasText())

    def take(self, data: QMimeData) -> None:
        """Open a dropped file, or set up a dropped FEN."""
        path = _local_file(data)
        if path:
            self.open_path(path)
        else:
            self._set_up(data.text(), "What was dropped", "Set up the position that was dropped")


def is_for_board(text: str) -> bool:
    """Return whether a text is a link, or has a position with a side to move: meant for the board."""
    from pawnviz.core.link import is_link
    from pawnviz.core.positions import position_line

    return is_link(text) or fen_span(position_line(text)).field_count > 1


def _local_file(data: QMimeData) -> str:
    return next((url.toLocalFile() for url in data.urls() if url.isLocalFile()), "")
