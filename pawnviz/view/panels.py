"""The panels in the window's docks: the editor with its tools and fields, the layers, and the inspector."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from pawnviz.model.document import Document
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.view.board.board import BoardView
from pawnviz.view.board.tool_palette import ToolPalette
from pawnviz.view.inspector.inspector import Inspector
from pawnviz.view.layers.panel import LayerPanel
from pawnviz.view.position.fields import PositionFields


class Panels:
    """The panels over one document, layer list and board; the docks own them."""

    def __init__(self, document: Document, layers: ShownLayers, board: BoardView) -> None:
        self.tools = ToolPalette(board)
        self.fields = PositionFields(document)
        self.layer_panel = LayerPanel(document, layers)
        self.inspector = Inspector(document, layers, board)
        content = QWidget()
        layout = QVBoxLayout(content)
        layout.setContentsMargins(8, 6, 8, 6)
        layout.setSpacing(10)
        layout.addWidget(self.tools, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addWidget(self.fields)
        self.editor = QScrollArea()
        self.editor.setWidget(content)
        self.editor.setWidgetResizable(True)
        self.editor.setFrameShape(QFrame.Shape.NoFrame)
        # Tab goes to the controls inside and scrolls to them.
        self.editor.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.editor.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.editor.setMinimumWidth(content.sizeHint().width() + 4)

    def set_flipped(self, flipped: bool) -> None:
        """Flip the marks as on the board."""
        self.layer_panel.set_flipped(flipped)
