"""The inspector's page of the square under the eye, or of a pinned one."""

from __future__ import annotations

from typing import Any, Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QBrush, QColor, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QSizePolicy,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from pawnviz.core.bitboard import SQUARE_NAMES
from pawnviz.core.marks import Style
from pawnviz.core.single_pawn import single_pawn
from pawnviz.model.document import Document
from pawnviz.model.layer_list import LayerListModel
from pawnviz.view.board import BoardView
from pawnviz.view.labels import NONE, ValueLabel, plain_label
from pawnviz.view.page import Page
from pawnviz.view.reading import LayerReading, SquareReading, pawn_squares, read_layers, read_square
from pawnviz.view.swatch import swatch
from pawnviz.view.theme import LIGHT, Theme

Index = QModelIndex | QPersistentModelIndex

_ROOT: Final = QModelIndex()
_SWATCH: Final = 14
"""The edge of a swatch in logical pixels."""


class SquarePage(Page):
    """What is under the eye: square and man, the layers that hold it and for whom, guards, and a pawn's own squares.

    Each line keeps its place while the eye moves, so the page can be read in passing.
    """

    layer_chosen = Signal()
    """A layer of the page became the current one."""

    def __init__(self, document: Document, layers: LayerListModel, board: BoardView) -> None:
        """Show the square under a board's eye."""
        super().__init__("Square under the eye")
        self._document = document
        self._layers = layers
        self._board = board
        self._name = plain_label(scale=1.25, bold=True)
        self._name.setMinimumWidth(self._name.fontMetrics().horizontalAdvance("m8"))
        self._man = plain_label(muted=True)
        self._man.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        title = QHBoxLayout()
        title.setSpacing(8)
        title.addWidget(self._name)
        title.addWidget(self._man, 1)
        self.column.addLayout(title)
        self._model = _HeldModel(self)
        self._table = _held_table(self._model)
        self._delegate = _HeldDelegate(self._model, self)
        self._table.setItemDelegate(self._delegate)
        self._table.activated.connect(self._choose_layer)
        self._model.modelReset.connect(self._fit_table)
        self._fit_table()
        self.column.addWidget(self._table)
        own_title = plain_label("The pawn's own squares", bold=True)
        own_title.setContentsMargins(0, 6, 0, 0)
        self.column.addWidget(own_title)
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(2)
        grid.setColumnStretch(1, 1)
        self._own: list[ValueLabel] = []
        for row, (name, _) in enumerate(pawn_squares(single_pawn(True, 0))):
            value = ValueLabel(name)
            grid.addWidget(plain_label(name, muted=True), row, 0)
            grid.addWidget(value, row, 1)
            self._own.append(value)
        self.column.addLayout(grid)
        self.column.addStretch(1)
        board.square_changed.connect(self.mark_stale)
        document.position_changed.connect(self.mark_stale)
        layers.shown_changed.connect(self.mark_stale)
        layers.styles_changed.connect(self.mark_stale)

    def refresh(self) -> None:
        """Read the square under the eye."""
        self._delegate.theme = self.theme
        square = self._board.square
        if square is None:
            self._name.setText(NONE)
            self._man.setText("Point at a square or press an arrow key")
            self._model.show_reading(None, read_layers(self._layers, 0), self.theme)
        else:
            reading = read_square(self._document, self._layers, square)
            self._name.setText(SQUARE_NAMES[square])
            self._man.setText(reading.man or "empty")
            self._model.show_reading(reading, reading.layers, self.theme)
        pawn = None if square is None else reading.pawn
        if pawn is None:
            for value in self._own:
                value.show_text(NONE)
        else:
            for value, (_, names) in zip(self._own, pawn_squares(pawn), strict=True):
                value.show_text(names or NONE)

    @Slot()
    def _fit_table(self) -> None:
        """Make the table as high as its rows: the page scrolls, not the table."""
        height = self._model.rowCount() * self._table.verticalHeader().defaultSectionSize() + 1
        self._table.setFixedHeight(self._table.horizontalHeader().sizeHint().height() + height)
        self.settle()

    @Slot(QModelIndex)
    def _choose_layer(self, index: QModelIndex) -> None:
        """Make the layer of a row the current one."""
        identifier = self._model.identifier_at(index.row())
        if identifier:
            self._layers.set_current(identifier)
            self.layer_chosen.emit()


class _HeldModel(QAbstractTableModel):
    """Rows for the pawn guards and for each shown layer, with a column for each side."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._reading: SquareReading | None = None
        self._layers: tuple[LayerReading, ...] = ()
        self._theme = LIGHT

    def show_reading(self, reading: SquareReading | None, layers: tuple[LayerReading, ...], theme: Theme) -> None:
        """Show a square's reading, or with None the layers alone."""
        rows = [entry.identifier for entry in layers]
        same = rows == [entry.identifier for entry in self._layers]
        if not same:
            self.beginResetModel()
        self._reading, self._layers, self._theme = reading, layers, theme
        if same:
            self.dataChanged.emit(self.index(0, 1), self.index(len(rows), 2))
        else:
            self.endResetModel()

    def identifier_at(self, row: int) -> str:
        """Return the identifier of a row's layer, empty for the guards."""
        return self._layers[row - 1].identifier if 1 <= row <= len(self._layers) else ""

    def held_style(self, row: int, column: int) -> Style | None:
        """Return how a row's layer is drawn where it holds the square for the side of the column, else None."""
        if self._reading is None or not 1 <= row <= len(self._layers) or not column:
            return None
        entry = self._layers[row - 1]
        return entry.style if (entry.holds_white if column == 1 else entry.holds_black) else None

    def rowCount(self, parent: Index = _ROOT) -> int:
        """Return the number of shown layers and one."""
        return 0 if parent.isValid() else 1 + len(self._layers)

    def columnCount(self, parent: Index = _ROOT) -> int:
        """Return the number of columns."""
        return 0 if parent.isValid() else 3

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return a column's title."""
        if orientation == Qt.Orientation.Horizontal:
            if role == Qt.ItemDataRole.DisplayRole:
                return ("", "White", "Black")[section]
            if role == Qt.ItemDataRole.AccessibleTextRole:
                return ("Layer", "White", "Black")[section]
            if role == Qt.ItemDataRole.TextAlignmentRole:
                return Qt.AlignmentFlag.AlignVCenter | (
                    Qt.AlignmentFlag.AlignHCenter if section else Qt.AlignmentFlag.AlignLeft
                )
        elif role == Qt.ItemDataRole.DisplayRole:
            # Never seen, but a screen reader names the rows with it.
            return self._layers[section - 1].title if section else "Pawn guards"
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return a cell's text, color, alignment, tool tip, or words for a screen reader."""
        row, column = index.row(), index.column()
        if not index.isValid() or row > len(self._layers):
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignVCenter | (
                Qt.AlignmentFlag.AlignHCenter if column else Qt.AlignmentFlag.AlignLeft
            )
        white = column == 1
        if row == 0:
            return self._guard_data(column, role)
        entry = self._layers[row - 1]
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{entry.definition}\nDouble-click or Enter: show its formula and masks"
        if column == 0:
            return entry.title if role == Qt.ItemDataRole.DisplayRole else None
        shown, holds = (entry.white, entry.holds_white) if white else (entry.black, entry.holds_black)
        known = self._reading is not None and shown
        if role == Qt.ItemDataRole.DisplayRole:
            return NONE if known and not holds else ""
        if role == Qt.ItemDataRole.ForegroundRole:
            return QBrush(QColor(self._theme.muted_text))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            side = "White" if white else "Black"
            return f"{side}: {'not shown' if not shown else 'no square' if not known else 'in' if holds else 'not in'}"
        return None

    def _guard_data(self, column: int, role: int) -> Any:
        """Return a cell of the row of pawn guards."""
        if role == Qt.ItemDataRole.ToolTipRole:
            return "How many pawns of each side attack the square"
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        if column == 0:
            return "Pawn guards"
        if self._reading is None:
            return ""
        return str(self._reading.white_guards if column == 1 else self._reading.black_guards)


class _HeldDelegate(QStyledItemDelegate):
    """Draws the layer's own mark where it holds the square."""

    def __init__(self, model: _HeldModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._model = model
        self.theme = LIGHT

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw a cell, and the side's mark in its middle."""
        if index.column() == 0:
            # The text begins where the page's other texts do.
            option.rect = option.rect.adjusted(-3, 0, 0, 0)
        super().paint(painter, option, index)
        style = self._model.held_style(index.row(), index.column())
        if style is not None:
            ratio = painter.device().devicePixelRatioF()
            image = swatch(style, index.column() == 1, self.theme, _SWATCH, ratio)
            cell = option.rect
            painter.drawImage(
                cell.left() + (cell.width() - _SWATCH) // 2, cell.top() + (cell.height() - _SWATCH) // 2, image
            )


def _held_table(model: _HeldModel) -> QTableView:
    """Return a plain table without scroll bars for the shown layers."""
    table = QTableView()
    table.setModel(model)
    table.setAccessibleName("Shown layers that hold the square")
    table.setFrameShape(QFrame.Shape.NoFrame)
    table.viewport().setAutoFillBackground(False)
    table.setShowGrid(False)
    table.setWordWrap(False)
    table.setTabKeyNavigation(False)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    table.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    table.verticalHeader().hide()
    height = table.fontMetrics().height() + 3
    table.verticalHeader().setMinimumSectionSize(height)
    table.verticalHeader().setDefaultSectionSize(height)
    header = table.horizontalHeader()
    header.setHighlightSections(False)
    header.setSectionsClickable(False)
    header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
    for column in (1, 2):
        header.resizeSection(column, header.sectionSizeHint(column))
    return table
