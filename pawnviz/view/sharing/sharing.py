"""The commands that take what the board shows to other programs."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTemporaryDir, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from pawnviz.model.document import Document
from pawnviz.model.kept.export_choices import ExportChoices, PictureChoices
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.view.board.board import BoardView
from pawnviz.view.position.status_line import StatusLine

if TYPE_CHECKING:
    from PySide6.QtCore import QMimeData
    from PySide6.QtGui import QImage
    from PySide6.QtWidgets import QAbstractButton

    from pawnviz.view.export.figure import Figure
    from pawnviz.view.sharing.picture_dialog import PictureDialog


class Sharing(QObject):
    """Copies, drags and exports pictures of a board; each dialog is made when it is first needed."""

    changed = Signal()
    """Other choices were made."""

    def __init__(
        self,
        document: Document,
        layers: ShownLayers,
        board: BoardView,
        status: StatusLine,
        choices: ExportChoices,
        window: QWidget,
    ) -> None:
        """Begin with what was chosen last; what was done is said in the status line."""
        super().__init__(window)
        self._document = document
        self._layers = layers
        self._board = board
        self._status = status
        self._choices = choices
        self._window = window
        self._picture_dialog: PictureDialog | None = None

    @property
    def choices(self) -> ExportChoices:
        """What was chosen last."""
        return self._choices

    def _figure(self, choices: PictureChoices, caption: str | None = None) -> Figure:
        """Return the board as a figure, with a caption in place of the one that says what it shows."""
        from pawnviz.view.sharing.board_figure import board_figure

        return board_figure(self._document, self._board, choices, caption)

    @Slot()
    def follow(self) -> None:
        """Show the board as it looks now in what is open."""
        if self._picture_dialog is not None:
            self._picture_dialog.follow()

    # A picture

    @Slot()
    def export_picture(self) -> None:
        """Open the dialog that exports the board as a picture."""
        if self._picture_dialog is None:
            from pawnviz.view.sharing.picture_dialog import PictureDialog

            self._picture_dialog = dialog = PictureDialog(
                self._document, self._figure, self._choices.picture, self._window
            )
            dialog.folder = self._choices.folder
            dialog.chosen.connect(self._keep_picture)
            dialog.saved.connect(self._tell_saved)
            self._board.pictures.changed.connect(self.follow)
            self._board.state.changed.connect(self.follow)
        raise_window(self._picture_dialog)

    @Slot()
    def _keep_picture(self) -> None:
        if self._picture_dialog is not None:
            self._keep(self._choices._replace(picture=self._picture_dialog.choices))

    @Slot(str)
    def _tell_saved(self, path: str) -> None:
        self._keep(self._choices._replace(folder=str(Path(path).parent)))
        self._status.show_message(f"Saved {path}")

    def _keep(self, choices: ExportChoices) -> None:
        if choices != self._choices:
            self._choices = choices
            self.changed.emit()

    @Slot()
    def copy_picture(self) -> None:
        """Put the board as a picture on the clipboard, as the dialog was set last."""
        from pawnviz.view.export.files import figure_mime, size_fault

        figure = self._figure(self._choices.picture)
        fault = size_fault(figure)
        if fault:
            self._status.show_message(f"The picture was not copied: {fault}")
            return
        QGuiApplication.clipboard().setMimeData(figure_mime(figure))
        size = f"{figure.width:,} × {figure.height:,} pixels"
        self._status.show_message(f"Copied the picture, as an image of {size} and as SVG")

    def let_drag_from(self, button: QAbstractButton) -> None:
        """Let the picture be dragged to another program from a button."""
        from pawnviz.view.sharing.dragging import ButtonDrag

        ButtonDrag(button, self._dragged)

    def _dragged(self) -> tuple[QMimeData, QImage] | None:
        """Return the picture for a drag and what it looks like."""
        from pawnviz.view.export.files import figure_image, figure_mime, size_fault

        figure = self._figure(self._choices.picture)
        fault = size_fault(figure)
        if fault:
            self._status.show_message(f"The picture cannot be dragged: {fault}")
            return None
        small = self._figure(self._choices.picture._replace(width=320))
        return figure_mime(figure, self._drag_folder, self.picture_name), figure_image(small)

    @cached_property
    def _drag_folder(self) -> Path | None:
        """Where pictures that are dragged are kept as files until the program ends, or None."""
        self._folder = QTemporaryDir()
        return Path(self._folder.path()) if self._folder.isValid() else None

    @property
    def picture_name(self) -> str:
        """What a file with the picture is called, without its ending."""
        from pawnviz.view.sharing.saving import offered_name

        path = self._document.path
        return offered_name(Path(path).stem if path else "position")

    # The end

    def close(self) -> None:
        """Close what is open."""
        if self._picture_dialog is not None:
            self._picture_dialog.close()


def raise_window(dialog: QWidget) -> None:
    """Show a window in front of the others."""
    dialog.show()
    dialog.raise_()
    dialog.activateWindow()
