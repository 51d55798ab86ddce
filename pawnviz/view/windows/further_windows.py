"""The windows beside the main one, each made when it is first needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QWidget

from pawnviz import __version__
from pawnviz.model.document import Document
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.view.board.board import BoardView

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QAction

    from pawnviz.model.collections.indexing import FileIndex
    from pawnviz.view.layers.panel import LayerPanel
    from pawnviz.view.user_layers.user_layer_commands import UserLayerCommands
    from pawnviz.view.windows.difference_dialog import DifferenceDialog
    from pawnviz.view.windows.mask_bench import MaskBench
    from pawnviz.view.windows.presentation import Presentation


class FurtherWindows(QObject):
    """Slots that open the windows beside the main one, over its document, layers and board."""

    message = Signal(str)  # A success; carries a sentence for the status line.
    notice = Signal(str)  # A failure; carries a sentence that stays.
    offer = Signal(str, str, object)  # A step can be taken; carries a sentence, a button's text and a function.
    field_made = Signal(QWidget)  # A field for other texts than FENs was made; carries it.

    def __init__(
        self,
        document: Document,
        layers: ShownLayers,
        board: BoardView,
        window: QWidget,
    ) -> None:
        """Open windows over ``window``."""
        super().__init__(window)
        self._document = document
        self._layers = layers
        self._board = board
        self._window = window
        self._dialogs: dict[str, QWidget] = {}
        self._user_layer_commands: UserLayerCommands | None = None
        self._presentation: Presentation | None = None
        self._actions: Sequence[QAction] = ()
        self.bench: MaskBench | None = None

    def close(self) -> None:
        """Close them all."""
        if self._user_layer_commands is not None:
            self._user_layer_commands.close()
        for dialog in self._dialogs.values():
            dialog.close()
        if self._presentation is not None:
            self._presentation.end()

    # User layers

    @property
    def user_layer_commands(self) -> UserLayerCommands:
        """The commands and windows of user layers, made when they are first needed."""
        if self._user_layer_commands is None:
            from pawnviz.view.user_layers.user_layer_commands import UserLayerCommands

            self._user_layer_commands = commands = UserLayerCommands(self._document, self._layers, self._window)
            commands.message.connect(self.message)
            commands.notice.connect(self.notice)
            commands.offer.connect(self.offer)
        return self._user_layer_commands

    @Slot(object)
    def follow(self, panel: LayerPanel) -> None:
        """Connect the requests of a panel of layers."""
        commands = self.user_layer_commands
        panel.footer.new_button.clicked.connect(commands.write_new)
        panel.commands.add_receivers(
            {
                "edit_formula": commands.edit,
                "duplicate": commands.duplicate,
                "delete": commands.delete,
                "export": commands.export_layer,
                "compare": self._compare_layer,
            }
        )
        panel.offer.connect(self.offer)

    # Windows

    @Slot()
    def compare_definitions(self) -> None:
        """Open the difference view."""
        self._raise(self._differences())

    def _compare_layer(self, identifier: str) -> None:
        differences = self._differences()
        differences.compare(identifier)
        self._raise(differences)

    def _differences(self) -> DifferenceDialog:
        from pawnviz.view.windows.difference_dialog import DifferenceDialog

        dialog = self._dialogs.get("differences")
        if not isinstance(dialog, DifferenceDialog):
            dialog = self._dialogs["differences"] = DifferenceDialog(
                self._document, self._layers, self._board, self._window
            )
        return dialog

    @Slot()
    def open_manual(self) -> None:
        """Open the manual."""
        from pawnviz.core.catalog.manual import manual
        from pawnviz.view.windows.help_window import HelpWindow

        if "manual" not in self._dialogs:
            self._dialogs["manual"] = HelpWindow("Manual", manual(), self._window)
        self._raise(self._dialogs["manual"])

    @Slot()
    def open_glossary(self) -> None:
        """Open the glossary."""
        from pawnviz.core.catalog.glossary import glossary
        from pawnviz.view.windows.help_window import HelpWindow

        if "glossary" not in self._dialogs:
            self._dialogs["glossary"] = HelpWindow("Glossary", glossary(), self._window)
        self._raise(self._dialogs["glossary"])

    @Slot()
    def open_bench(self) -> None:
        """Open the mask bench."""
        from pawnviz.view.windows.mask_bench import MaskBench

        if self.bench is None:
            self._dialogs["bench"] = self.bench = MaskBench(self._document, self._layers, self._window)
            self.field_made.emit(self.bench.text)
        self._raise(self.bench)

    def open_indexes(self, index: FileIndex) -> None:
        """Open the limits of the indexes, of which that of the open file is one."""
        from pawnviz.view.windows.index_dialog import IndexDialog

        if "indexes" not in self._dialogs:
            self._dialogs["indexes"] = IndexDialog(index, self._board.preferences, self._window)
        self._raise(self._dialogs["indexes"])

    @Slot()
    def list_keys(self) -> None:
        """List all keys."""
        from pawnviz.view.windows.keys_dialog import KeysDialog

        if "keys" not in self._dialogs:
            self._dialogs["keys"] = KeysDialog(self._window)
        self._raise(self._dialogs["keys"])

    @property
    def presentation(self) -> Presentation:
        """The board on the whole screen, made when it is first needed."""
        from pawnviz.view.windows.presentation import Presentation

        if self._presentation is None:
            self._presentation = Presentation(self._document, self._layers, self._board, self._window)
            self._presentation.take_actions(self._actions)
        return self._presentation

    def give_actions(self, actions: Sequence[QAction]) -> None:
        """Set the commands whose keys work in the presentation."""
        self._actions = actions

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
        """Show name, version and license of this program."""
        from html import escape

        from PySide6.QtWidgets import QMessageBox

        from pawnviz.core.words import capitalized
        from pawnviz.log import description
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
            f"<p>{escape(capitalized(description()))}</p>"
        )
        box.open()
