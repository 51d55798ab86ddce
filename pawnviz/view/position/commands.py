"""The commands that save, copy and change the position on the board."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from pawnviz.model.document import Document
from pawnviz.model.storage import FileError

POSITION_FILES: Final = "Positions (*.fen *.epd *.txt);;All files (*)"
"""The files that are offered where a position is opened or saved."""


class PositionCommands(QObject):
    """Slots that save, copy and change a document's position."""

    message = Signal(str)
    """Something was done; a sentence for the status line."""
    noticed = Signal(str)
    """Something could not be done; a sentence that stays."""

    def __init__(self, document: Document, board: QWidget, window: QWidget) -> None:
        """Work on a document; ``board`` is what is copied as a picture, and questions are asked over ``window``."""
        super().__init__(window)
        self._document = document
        self._board = board
        self._window = window

    # File and clipboard

    @Slot()
    def save_file(self) -> None:
        """Save to the document's file, or ask for one where there is none or it holds more than one position."""
        path = self._document.path
        if path and not self._document.file_holds_more:
            self._save_to(path)
            return
        if path:
            self.message.emit(
                f"“{Path(path).name}” holds more than this position and stays as it is; choose another file"
            )
        self.save_file_as()

    @Slot()
    def save_file_as(self) -> None:
        """Ask for a file and save to it."""
        from PySide6.QtWidgets import QFileDialog

        path = self._document.path
        start = str(Path(path).with_name("position.fen")) if self._document.file_holds_more else path or "position.fen"
        path, _ = QFileDialog.getSaveFileName(self._window, "Save the position", start, POSITION_FILES)
        if path:
            self._save_to(path if Path(path).suffix else f"{path}.fen")

    def _save_to(self, path: str) -> None:
        try:
            self._document.save_file(path)
        except FileError as error:
            self.noticed.emit(str(error))
        else:
            self.message.emit(f"Saved {path}")

    @Slot()
    def copy_fen(self) -> None:
        """Put the FEN on the clipboard."""
        QGuiApplication.clipboard().setText(self._document.position.fen())
        self.message.emit("Copied the FEN")

    @Slot()
    def copy_picture(self) -> None:
        """Put the board as it is shown on the clipboard."""
        QGuiApplication.clipboard().setPixmap(self._board.grab())
        self.message.emit("Copied the board as a picture")

    # Editing

    @Slot()
    def undo(self) -> None:
        """Undo the last step."""
        self._document.undo_stack.undo()

    @Slot()
    def redo(self) -> None:
        """Do the last undone step again."""
        self._document.undo_stack.redo()

    @Slot()
    def set_start(self) -> None:
        """Set up the start position."""
        self._document.set_start()

    @Slot()
    def clear_board(self) -> None:
        """Remove all pieces."""
        self._document.clear()

    @Slot()
    def toggle_side(self) -> None:
        """Give the move to the other side."""
        self._document.set_white_to_move(not self._document.position.white_to_move)

    @Slot()
    def swap_colors(self) -> None:
        """Exchange White and Black."""
        self._document.swap_colors()

    @Slot()
    def mirror(self) -> None:
        """Exchange the a-file and the h-file."""
        self._document.mirror()

    @Slot()
    def shift_north(self) -> None:
        """Move all pieces one rank towards rank 8."""
        self._document.shift(0, 1)

    @Slot()
    def shift_south(self) -> None:
        """Move all pieces one rank towards rank 1."""
        self._document.shift(0, -1)

    @Slot()
    def shift_east(self) -> None:
        """Move all pieces one file towards the h-file."""
        self._document.shift(1, 0)

    @Slot()
    def shift_west(self) -> None:
        """Move all pieces one file towards the a-file."""
        self._document.shift(-1, 0)
