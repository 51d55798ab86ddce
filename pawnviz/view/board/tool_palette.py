"""The editor's palette: hand, eraser and twelve pieces, one of which is the chosen tool."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QPoint, QPointF, QSize, Qt, Slot
from PySide6.QtGui import QAction, QDrag, QIcon, QKeySequence, QMouseEvent, QPixmap
from PySide6.QtWidgets import QApplication, QButtonGroup, QGridLayout, QToolButton, QWidget

from pawnviz.model.document import piece_name
from pawnviz.model.preferences.preferences import ERASER, HAND
from pawnviz.override import override
from pawnviz.view.board.board import BoardView
from pawnviz.view.board.drops import piece_mime
from pawnviz.view.board.pieces import piece_image
from pawnviz.view.board.single_keys import is_single
from pawnviz.view.commands import TOOL_KEYS
from pawnviz.view.widgets.icons import icon
from pawnviz.view.widgets.keys import native_keys
from pawnviz.view.widgets.theme import Theme, theme_of

_SIZE: Final = 38  # The edge of a button in two columns.
_SMALL: Final = 27  # The edge of a button in one column.
_ROWS: Final = ((HAND, ERASER), *zip("KQRBNP", "kqrbnp", strict=True))


class ToolPalette(QWidget):
    """Buttons that choose the board's tool; a piece can also be dragged from its button onto the board."""

    def __init__(self, board: BoardView, parent: QWidget | None = None, *, narrow: bool = False) -> None:
        super().__init__(parent)
        self._board = board
        self._buttons: dict[str, ToolButton] = {}
        group = QButtonGroup(self)
        group.setExclusive(True)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(2)
        for tools in _ROWS:
            for tool in tools:
                button = ToolButton(tool, board, self)
                group.addButton(button)
                self._buttons[tool] = button
        self.set_narrow(narrow)
        board.preferences.tool.changed.connect(self._follow)
        self._follow()

    def button(self, tool: str) -> QToolButton:
        """Return the button of a tool."""
        return self._buttons[tool]

    def set_narrow(self, narrow: bool) -> None:
        """Put small buttons into one column, White's pieces above Black's, or large ones into two."""
        rows: list[tuple[str, ...]] = list(_ROWS)
        if narrow:
            (hand, *white), (eraser, *black) = zip(*_ROWS, strict=True)
            rows = [(tool,) for tool in (hand, eraser, *white, *black)]
        for row, side_by_side in enumerate(rows):
            for column, tool in enumerate(side_by_side):
                self._grid.addWidget(self._buttons[tool], row, column)
                self._buttons[tool].set_size(_SMALL if narrow else _SIZE)
        self._grid.setSpacing(0 if narrow else 2)

    @Slot()
    def _follow(self) -> None:
        self._buttons[self._board.state.tool].setChecked(True)


class ToolButton(QToolButton):
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
        self.setCheckable(True)
        self.setAutoRaise(True)
        keys = TOOL_KEYS[tool]
        self.setToolTip(f"{name}: {purpose} ({native_keys(keys[-1])})")
        self.setAccessibleName(name)
        self.clicked.connect(self._choose)
        # An action of the board also works while the palette is hidden.
        action = QAction(board)
        action.setShortcuts([QKeySequence(key) for key in keys if not is_single(key)])
        action.triggered.connect(self._choose)
        board.addAction(action)
        board.single_keys.add(action, filter(is_single, keys))

    def set_size(self, size: int) -> None:
        """Give the button this height, in logical pixels."""
        if size == self._size:
            return
        self._size = size
        self.setIconSize(QSize(size - 2, size - 2))
        self.setFixedSize(size + 4, size)
        self._draw_icon()

    def _draw_icon(self) -> None:
        theme = theme_of(self)
        if self._tool in (HAND, ERASER):
            self.setIcon(icon("hand" if self._tool == HAND else "eraser", theme.text, (24,)))
        else:
            self.setIcon(QIcon(piece_pixmap(self._tool, self._size - 2, self.devicePixelRatioF(), theme)))

    @Slot()
    def _choose(self) -> None:
        self._board.preferences.tool.value = self._tool

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.PaletteChange and self._size:
            self._draw_icon()
        super().changeEvent(event)

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
