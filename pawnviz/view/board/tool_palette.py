"""The strip of spare pieces: hand, eraser and twelve pieces, one of which is the chosen tool."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPoint, QPointF, QSize, Qt, Slot
from PySide6.QtGui import QAction, QDrag, QIcon, QKeySequence, QMouseEvent, QPixmap
from PySide6.QtWidgets import QApplication, QButtonGroup, QToolButton, QWidget

from pawnviz.model.document import piece_name
from pawnviz.model.preferences import ERASER, HAND
from pawnviz.override import override, plain_override
from pawnviz.view.board.board import BoardView
from pawnviz.view.board.canvas import piece_image
from pawnviz.view.board.gestures import piece_mime
from pawnviz.view.commands import TOOL_KEYS
from pawnviz.view.widgets.labels import native_keys
from pawnviz.view.widgets.layouts import column_of, with_properties
from pawnviz.view.widgets.theme import Recolored, Theme, icon, theme_of

_LARGEST: Final = 38  # The edge of a button in a high window.
_SMALLEST: Final = 20  # The edge of a button in a low one.
_TOOLS: Final = (HAND, ERASER, *"KQRBNPkqrbnp")


class ToolPalette(QWidget):
    """A strip of buttons that choose the board's tool; a piece can also be dragged from its button onto the board."""

    def __init__(self, board: BoardView) -> None:
        super().__init__(accessibleName="Spare pieces")
        self._board = board
        self._buttons: dict[str, ToolButton] = {}
        group = QButtonGroup(self, exclusive=True)
        self._column = column_of(parent=self, margins=0, spacing=0)
        for tool in _TOOLS:
            button = ToolButton(tool, board, self)
            group.addButton(button)
            self._buttons[tool] = button
            self._column.addWidget(button)
        board.preferences.tool.changed.connect(self._follow)
        board.laid_out.connect(self._fit)
        self._fit()
        self._follow()

    def button(self, tool: str) -> QToolButton:
        """Return the button of a tool."""
        return self._buttons[tool]

    @Slot()
    def _fit(self) -> None:
        size = max(_SMALLEST, min(_LARGEST, (self._board.height() - 4) // len(_TOOLS)))
        for button in self._buttons.values():
            button.set_size(size)

    @Slot()
    def _follow(self) -> None:
        self._buttons[self._board.state.tool].setChecked(True)


class ToolButton(Recolored, QToolButton):
    """One tool of the palette."""

    def __init__(self, tool: str, board: BoardView, parent: QWidget) -> None:
        super().__init__(parent)
        self._tool = tool
        self._board = board
        self._pressed: QPointF | None = None
        self._size = 0
        name = {HAND: "Hand", ERASER: "Eraser"}.get(tool) or piece_name(tool).capitalize()
        purpose = {HAND: "drag pieces on the board", ERASER: "remove pieces"}.get(
            tool, "place on the board, or drag it there"
        )
        key = TOOL_KEYS.get(tool, "")
        tip = f"{name}: {purpose} ({native_keys(key or 'Esc')})"
        with_properties(self, checkable=True, autoRaise=True, toolTip=tip, accessibleName=name)
        self.clicked.connect(self._choose)
        if key:
            action = QAction(board, shortcut=QKeySequence(key), shortcutContext=Qt.ShortcutContext.WidgetShortcut)
            action.triggered.connect(self._choose)
            board.addAction(action)

    def set_size(self, size: int) -> None:
        """Give the button this height, in logical pixels."""
        if size == self._size:
            return
        self._size = size
        self.setIconSize(QSize(size - 2, size - 2))
        self.setFixedSize(size + 4, size)
        self.recolor()

    @plain_override
    def recolor(self) -> None:
        theme = theme_of(self)
        if self._tool in (HAND, ERASER):
            self.setIcon(icon("hand" if self._tool == HAND else "eraser", theme.text, (24,)))
        elif self._size:
            self.setIcon(QIcon(piece_pixmap(self._tool, self._size - 2, self.devicePixelRatioF(), theme)))

    @Slot()
    def _choose(self) -> None:
        self._board.preferences.tool.value = self._tool

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pressed = event.position() if event.button() == Qt.MouseButton.LeftButton else None
        super().mousePressEvent(event)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        if self._pressed is None or self._tool in (HAND, ERASER):
            return
        if (event.position() - self._pressed).manhattanLength() < QApplication.startDragDistance():
            return
        self._pressed = None
        self.setDown(False)
        drag = QDrag(self)
        drag.setMimeData(piece_mime(self._tool))
        size = self._board.board_geometry.square_size
        scale = self._board.board_geometry.scale
        pixmap = piece_pixmap(self._tool, round(size / scale), scale, theme_of(self._board))
        drag.setPixmap(pixmap)
        middle = round(size / scale / 2)
        drag.setHotSpot(QPoint(middle, middle))
        drag.exec(Qt.DropAction.CopyAction)


def piece_pixmap(piece: str, size: int, ratio: float, theme: Theme) -> QPixmap:
    """Return the picture of a piece on a transparent square, crisp at the given device pixel ratio."""
    pixmap = QPixmap.fromImage(piece_image(piece, round(size * ratio), theme))
    pixmap.setDevicePixelRatio(ratio)
    return pixmap
