"""The status line: a message in passing, or else what the current square of the board holds, and the FEN's verdict."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QStatusBar, QWidget

from pawnviz.core.board.bitboard import SQUARE_NAMES
from pawnviz.model.document import Document
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.view.board.board import BoardView
from pawnviz.view.widgets.labels import ElidedLabel

MESSAGE_TIME: Final = 6000
"""The milliseconds for which a message is shown."""


class StatusLine(QStatusBar):
    """A line that reads the current square of a board and shows messages over it."""

    def __init__(self, document: Document, layers: ShownLayers, board: BoardView) -> None:
        """Read a board that shows this document and these layers."""
        super().__init__()
        self._document = document
        self._layers = layers
        self._board = board
        self._reading = ElidedLabel(mode=Qt.TextElideMode.ElideRight)
        self.addWidget(self._reading, 1)
        board.state.square_changed.connect(self._read_board)
        document.position_changed.connect(self._read_board)
        layers.changed.connect(self._read_board)

    @property
    def reading(self) -> str:
        """The sentence about the current square of the board."""
        return self._reading.full_text

    def add_verdict(self, verdict: QWidget) -> None:
        """Show a widget at the right end, where messages do not cover it; it takes at most half of the line."""
        self.addPermanentWidget(verdict, 1)
        self.setMinimumHeight(self.sizeHint().height())

    @Slot(str)
    def show_message(self, text: str) -> None:
        """Show a message for a few seconds."""
        self.showMessage(text, MESSAGE_TIME)

    @Slot()
    def _read_board(self) -> None:
        """Say what the current square holds, or what would change if the piece that is held were put down there."""
        state, pictures = self._board.state, self._board.pictures
        square = state.current_square
        if square is None and pictures.what_if is None:
            self._reading.show_text("")
            return
        # The sentences need every definition of the layers; the first picture does not wait for them.
        from pawnviz.model.reading import square_sentence, what_if_sentence

        if pictures.what_if is not None:
            self.clearMessage()
            text = what_if_sentence(pictures.what_if_changes(), removed=square is None)
        elif state.carried_from is not None:
            held = SQUARE_NAMES[state.carried_from]
            text = f"The piece of {held} is held: arrow keys carry it, Enter puts it down, Escape lets go."
        else:
            text = "" if square is None else square_sentence(self._document, self._layers, square)
        self._reading.show_text(text)
