"""The panels in the window's docks: the editor with its tools and fields, the layers, and the inspector."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from pawnviz.model.document import Document
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.view.board.board import BoardView
from pawnviz.view.board.tool_palette import ToolPalette
from pawnviz.view.inspector.inspector import Inspector
from pawnviz.view.layers.panel import LayerPanel
from pawnviz.view.position.fields import PositionFields
from pawnviz.view.widgets.layouts import column_of, scroll_area


class Panels:
    """The panels over one document, layer list and board; the docks own them."""

    def __init__(self, document: Document, layers: ShownLayers, board: BoardView, *, narrow: bool) -> None:
        self.tools = ToolPalette(board, narrow=narrow)
        self.fields = PositionFields(document)
        self.layer_panel = LayerPanel(document, layers)
        self.inspector = Inspector(document, layers, board)
        content = QWidget()
        self._content = content
        self._column = column_of((self.tools, Qt.AlignmentFlag.AlignHCenter), self.fields, parent=content)
        self.editor = scroll_area(content)
        # Tab goes to the controls inside and scrolls to them.
        self.editor.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def set_narrow(self, narrow: bool, width: int) -> None:
        """Give the editor one column of small tools, or two of large ones, and at least this width."""
        side, top = (3, 2) if narrow else (8, 6)
        self._column.setContentsMargins(side, top, side, top)
        self._column.setSpacing(4 if narrow else 10)
        self.tools.set_narrow(narrow)
        self._content.adjustSize()
        self.editor.setMinimumWidth(max(width, self._content.sizeHint().width() + 4))

    def set_flipped(self, flipped: bool) -> None:
        """Flip the marks as on the board."""
        self.layer_panel.set_flipped(flipped)
