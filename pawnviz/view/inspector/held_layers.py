"""The table of the shown layers on the page of a square: the sides for which each of them holds it."""

from __future__ import annotations

from typing import Any, Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QGuiApplication, QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QTableView, QWidget

from pawnviz.core.layers.marks import Style
from pawnviz.core.words import escaped
from pawnviz.model.reading import LayerAtSquare, SquareContent
from pawnviz.override import override
from pawnviz.view.board.swatch import swatch
from pawnviz.view.widgets.labels import NONE
from pawnviz.view.widgets.rows import CENTER, LEFT, side_table
from pawnviz.view.widgets.theme import theme_of

Index = QModelIndex | QPersistentModelIndex

_ROOT: Final = QModelIndex()
_SWATCH: Final = 14  # The edge of a swatch in logical pixels.


class HeldLayersModel(QAbstractTableModel):
    """A row for the pawn guards and one for each shown layer, with a column for each side."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._content: SquareContent | None = None
        self._layers: tuple[LayerAtSquare, ...] = ()

    def show_layers(self, content: SquareContent | None, layers: tuple[LayerAtSquare, ...]) -> None:
        """Show a square's layers, or with None the layers alone."""
        if (content, layers) == (self._content, self._layers):
            return
        rows = [entry.layer.identifier for entry in layers]
        same = rows == [entry.layer.identifier for entry in self._layers]
        if not same:
            self.beginResetModel()
        self._content, self._layers = content, layers
        if same:
            self.dataChanged.emit(self.index(0, 0), self.index(len(rows), 2))
        else:
            self.endResetModel()

    def identifier_at(self, row: int) -> str:
        """Return the identifier of a row's layer, empty for the guards."""
        return self._layers[row - 1].layer.identifier if 1 <= row <= len(self._layers) else ""

    def held_style(self, row: int, column: int) -> Style | None:
        """Return the style of a row's layer if it holds the square for the side of the column, else None."""
        if self._content is None or not 1 <= row <= len(self._layers) or not column:
            return None
        entry = self._layers[row - 1]
        return entry.style if (entry.holds_white if column == 1 else entry.holds_black) else None

    @override
    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else 1 + len(self._layers)

    @override
    def columnCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else 3

    @override
    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation == Qt.Orientation.Horizontal:
            if role == Qt.ItemDataRole.DisplayRole:
                return ("", "White", "Black")[section]
            if role == Qt.ItemDataRole.AccessibleTextRole:
                return ("Layer", "White", "Black")[section]
            if role == Qt.ItemDataRole.TextAlignmentRole:
                return CENTER if section else LEFT
        elif role == Qt.ItemDataRole.DisplayRole:
            # The heading of a row is hidden; a screen reader names the row with it.
            return self._layers[section - 1].layer.title if section else "Pawn guards"
        return None

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row, column = index.row(), index.column()
        if not index.isValid() or row > len(self._layers):
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return CENTER if column else LEFT
        if row == 0:
            return self._guard_data(column, role)
        entry = self._layers[row - 1]
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"<p>{escaped(entry.layer.definition)}<br>Double-click or Enter: show its formula and masks</p>"
        if column == 0:
            return entry.layer.title if role == Qt.ItemDataRole.DisplayRole else None
        return self._side_data(entry, column == 1, role)

    def _side_data(self, entry: LayerAtSquare, white: bool, role: int) -> Any:
        shown, holds = (entry.white, entry.holds_white) if white else (entry.black, entry.holds_black)
        if role == Qt.ItemDataRole.DisplayRole:
            return NONE if self._content is not None and shown and not holds else ""
        if role == Qt.ItemDataRole.ForegroundRole:
            return QGuiApplication.palette().placeholderText()
        if role == Qt.ItemDataRole.AccessibleTextRole:
            if not shown:
                text = "not shown"
            elif self._content is None:
                text = "no square"
            else:
                text = "in" if holds else "not in"
            return f"{'White' if white else 'Black'}: {text}"
        return None

    def _guard_data(self, column: int, role: int) -> Any:
        if role == Qt.ItemDataRole.ToolTipRole:
            return "How many pawns of each side attack the square"
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        if column == 0:
            return "Pawn guards"
        if self._content is None:
            return ""
        return str(self._content.white_guards if column == 1 else self._content.black_guards)


class HeldLayersDelegate(QStyledItemDelegate):
    """Draws the layer's own mark where it holds the square."""

    def __init__(self, model: HeldLayersModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._model = model

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        if index.column() == 0:
            # The text begins where the page's other texts do.
            option.rect = option.rect.adjusted(-3, 0, 0, 0)
        super().paint(painter, option, index)
        style = self._model.held_style(index.row(), index.column())
        if style is not None:
            ratio = painter.device().devicePixelRatioF()
            image = swatch(style, index.column() == 1, theme_of(option.widget), _SWATCH, ratio)
            cell = option.rect
            painter.drawImage(
                cell.left() + (cell.width() - _SWATCH) // 2, cell.top() + (cell.height() - _SWATCH) // 2, image
            )


def held_layers_table(model: HeldLayersModel) -> QTableView:
    """Return a plain table of the shown layers, without scroll bars."""
    table = side_table(model, "Shown layers that hold the square")
    table.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    return table
