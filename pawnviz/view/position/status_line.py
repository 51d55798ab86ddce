"""The line of messages below the board: a message, or else the current square of the board; and the FEN's verdict."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QStatusBar

from pawnviz.core.board.bitboard import SQUARE_NAMES
from pawnviz.model.document import Document
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.view.board.board import BoardView
from pawnviz.view.widgets.bars import NoticeBar
from pawnviz.view.widgets.labels import ElidedLabel, plain_tip


class StatusLine(QStatusBar):
    """A line that reads the current square of a board and shows messages over it."""

    def __init__(self, document: Document, layers: ShownLayers, board: BoardView) -> None:
        super().__init__()
        self._document = document
        self._layers = layers
        self._board = board
        self._gives_way = False
        self._later = ""
        self._reading = ElidedLabel(mode=Qt.TextElideMode.ElideRight)
        self._reading.setContentsMargins(4, 0, 0, 0)  # Where messages begin.
        self.notice = NoticeBar()  # Lasting messages, one at a time, which passing ones cover for their time.
        self.notice.added.connect(self.clearMessage)
        self.addWidget(self.notice, 3)
        self.addWidget(self._reading, 1)
        board.state.square_changed.connect(self._read_board)
        document.position_changed.connect(self.clearMessage)
        document.position_changed.connect(self._read_board)
        document.free.file_left.connect(self._say_left)
        document.copied.connect(self._say_copied)
        layers.changed.connect(self._read_board)
        self.messageChanged.connect(self._tip_message)

    @property
    def reading(self) -> str:
        """The sentence about the current square of the board."""
        return self._reading.full_text

    @Slot(str)
    def _tip_message(self, text: str) -> None:
        self.setToolTip(plain_tip(text))

    @Slot(bool)
    def give_way(self, gives: bool) -> None:
        """Leave the whole line to the verdict, or no longer, so that no error is cut."""
        if gives != self._gives_way:
            self._gives_way = gives
            self.clearMessage()
            self._reading.setVisible(not gives)

    @Slot(str)
    def show_message(self, text: str) -> None:
        """Show a message for ten seconds."""
        self.showMessage(text, 10_000)

    @Slot(str)
    def _say_left(self, name: str) -> None:
        self._say_later(f"Left {name}; undo leads back")

    @Slot(str)
    def _say_copied(self, name: str) -> None:
        self._say_later(f"This is a copy of the position; undo leads back to {name}")

    def _say_later(self, text: str) -> None:
        """Show a sentence behind the message about the position that has come onto the board."""
        self._later = text
        self.clearMessage()
        QTimer.singleShot(0, self, self._add_later)

    @Slot()
    def _add_later(self) -> None:
        message = self.currentMessage()
        self.show_message(f"{message}. {self._later}" if message else self._later)

    def follow_steps(self, undo: QAction, redo: QAction) -> None:
        """Report undone and redone steps of these actions."""
        undo.triggered.connect(self._say_undone)
        redo.triggered.connect(self._say_redone)

    @Slot()
    def _say_undone(self) -> None:
        text = self._document.undo_stack.redoText()
        self.show_message(f"Undone: {text}{self._entry_words()}" if text else "Undone: the game is on the board again")

    @Slot()
    def _say_redone(self) -> None:
        self.show_message(f"Done again: {self._document.undo_stack.undoText()}{self._entry_words()}")

    def _entry_words(self) -> str:
        count = self._document.free.entry_count
        return f". This is position {self._document.free.file_place.entry + 1:,} of {count:,}." if count > 1 else ""

    @Slot()
    def _read_board(self) -> None:
        state, pictures = self._board.state, self._board.pictures
        square, held = state.current_square, state.held
        if square is None and pictures.what_if is None:
            self._reading.show_text("")
            return
        # The sentences need every definition of the layers; the first picture does not wait for them.
        from pawnviz.model.reading import square_sentence, what_if_sentence

        if pictures.what_if is not None:
            self.clearMessage()
            text = what_if_sentence(pictures.what_if_changes(), removed=square is None)
        elif held is not None and held.by_key and held.source is not None:
            source = SQUARE_NAMES[held.source]
            text = f"The piece of {source} is held: arrow keys carry it, Enter puts it down, Escape lets go."
        else:
            text = "" if square is None else square_sentence(self._document, self._layers, square)
        self._reading.show_text(text)
