"""The windows beside the main one, each made when it is first needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QWidget

from pawnviz import __version__
from pawnviz.model.board_loan import BoardLoan
from pawnviz.model.document import Document
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.view.board.board import BoardView
from pawnviz.view.widgets.icons import app_icon

if TYPE_CHECKING:
    from pawnviz.view.layers.panel import LayerPanel
    from pawnviz.view.user_layers.workshop import LayerWorkshop
    from pawnviz.view.windows.difference_dialog import DifferenceDialog
    from pawnviz.view.windows.mask_bench import MaskBench


class FurtherWindows(QObject):
    """Slots that open the windows beside the main one, over its document, layers and board."""

    message = Signal(str)
    """Something was done; a sentence for the status line."""
    noticed = Signal(str)
    """Something could not be done; a sentence that stays."""
    offered = Signal(str, str, object)
    """Something can be taken back: a sentence, the text of a button, and what the button does."""

    def __init__(self, document: Document, layers: ShownLayers, board: BoardView, window: QWidget) -> None:
        """Open windows over ``window``."""
        super().__init__(window)
        self._document = document
        self._layers = layers
        self._loan = BoardLoan(document, layers, self)
        self._board = board
        self._window = window
        self._dialogs: dict[str, QWidget] = {}
        self._workshop: LayerWorkshop | None = None
        self.bench: MaskBench | None = None

    def close(self) -> None:
        """Close them all."""
        if self._workshop is not None:
            self._workshop.close()
        for dialog in self._dialogs.values():
            dialog.close()

    @Slot()
    def compare_definitions(self) -> None:
        """Open the difference view."""
        self._raise(self._differences())

    @Slot(str)
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
                self._document, self._layers, self._loan, self._board, self._window
            )
        return dialog

    @property
    def workshop(self) -> LayerWorkshop:
        """Where layers of the user's own are written, shared and taken, made when it is first needed."""
        if self._workshop is None:
            from pawnviz.view.user_layers.workshop import LayerWorkshop

            self._workshop = workshop = LayerWorkshop(self._document, self._layers, self._window)
            workshop.message.connect(self.message)
            workshop.noticed.connect(self.noticed)
            workshop.offered.connect(self.offered)
        return self._workshop

    def follow(self, panel: LayerPanel) -> None:
        """Carry out what the panel asks for."""
        panel.new_wanted.connect(self.new_layer)
        panel.formula_wanted.connect(self._edit_formula)
        panel.copy_wanted.connect(self._copy_layer)
        panel.delete_wanted.connect(self._delete_layer)
        panel.export_wanted.connect(self._export_layer)
        panel.compare_wanted.connect(self._compare_layer)
        panel.offered.connect(self.offered)

    @Slot()
    def new_layer(self) -> None:
        """Write a layer of one's own."""
        self.workshop.write_new()

    @Slot(str)
    def _edit_formula(self, identifier: str) -> None:
        self.workshop.edit(identifier)

    @Slot(str)
    def _copy_layer(self, identifier: str) -> None:
        self.workshop.duplicate(identifier)

    @Slot(str)
    def _delete_layer(self, identifier: str) -> None:
        self.workshop.delete(identifier)

    @Slot(str)
    def _export_layer(self, identifier: str) -> None:
        self.workshop.export_layer(identifier)

    @Slot()
    def import_layers(self) -> None:
        """See what a file of layers holds, and take it."""
        self.workshop.import_layers()

    @Slot()
    def export_layers(self) -> None:
        """Write layers of one's own to a file."""
        self.workshop.export_layers()

    @Slot()
    def open_errata(self) -> None:
        """Open the errata gallery."""
        # The gallery is not needed for the first picture.
        from pawnviz.view.windows.errata_gallery import ErrataGallery

        if "errata" not in self._dialogs:
            self._dialogs["errata"] = ErrataGallery(self._document, self._layers, self._loan, self._window)
        self._raise(self._dialogs["errata"])

    @Slot()
    def open_bench(self) -> None:
        """Open the mask bench."""
        from pawnviz.view.windows.mask_bench import MaskBench

        if self.bench is None:
            self._dialogs["bench"] = self.bench = MaskBench(self._document, self._layers, self._loan, self._window)
        self._raise(self.bench)

    @Slot()
    def open_check(self) -> None:
        """Open the check of an engine's masks."""
        from pawnviz.view.windows.check_window import CheckWindow

        if "check" not in self._dialogs:
            self._dialogs["check"] = CheckWindow(self._document, self._layers, self._loan, self._window)
        self._raise(self._dialogs["check"])

    @Slot()
    def list_keys(self) -> None:
        """List all keys."""
        from pawnviz.view.windows.keys_dialog import KeysDialog

        if "keys" not in self._dialogs:
            self._dialogs["keys"] = KeysDialog(self._window)
        self._raise(self._dialogs["keys"])

    @staticmethod
    def _raise(dialog: QWidget) -> None:
        dialog.show()
        dialog.raise_()
        dialog.activateWindow()

    @Slot()
    def about(self) -> None:
        """Say what this program is."""
        from PySide6.QtWidgets import QMessageBox

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
