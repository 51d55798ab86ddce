"""The inspector's page of the current square, or of a pinned one."""

from __future__ import annotations

from html import escape
from typing import Any, Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QSize, Qt, Signal, Slot
from PySide6.QtGui import QBrush, QColor, QPainter
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from pawnviz.core.board.bitboard import SQUARE_NAMES
from pawnviz.core.explain.reasons import pawn_reasons
from pawnviz.core.layers.marks import Style
from pawnviz.model.document import Document, piece_name
from pawnviz.model.layers.layer_list import LayerListModel
from pawnviz.model.reading import (
    PAWN_FACTS,
    SQUARE_FACTS,
    LayerReading,
    SquareFact,
    SquareReading,
    pawn_facts,
    read_layers,
    read_square,
    square_facts,
)
from pawnviz.override import override
from pawnviz.view.board.board import BoardView
from pawnviz.view.board.swatch import swatch
from pawnviz.view.inspector.square_sections import FactGrid, SentenceList, ShortLabels, reason_sentence
from pawnviz.view.widgets.icons import icon
from pawnviz.view.widgets.labels import NONE, plain_label
from pawnviz.view.widgets.page import Page
from pawnviz.view.widgets.side_table import side_table
from pawnviz.view.widgets.theme import LIGHT, Theme

Index = QModelIndex | QPersistentModelIndex

_ROOT: Final = QModelIndex()
_SWATCH: Final = 14
"""The edge of a swatch in logical pixels."""


class SquarePage(Page):
    """What is under the eye, or pinned: square and piece, labels, layers and facts for each side, and a pawn's own.

    Everything down to the facts of the square keeps its place while the eye moves, so it can be read in passing; what a
    pawn alone has comes below, and is scrolled into view when a pawn is pinned.
    """

    layer_chosen = Signal()
    """A layer of the page became the current one."""

    def __init__(self, document: Document, layers: LayerListModel, board: BoardView) -> None:
        """Show the square under a board's eye."""
        super().__init__("Square pointed at")
        self._document = document
        self._layers = layers
        self._board = board
        self._pinned: int | None = None
        self.column.addLayout(self._make_title())
        self._short = ShortLabels()
        self.column.addWidget(self._short)
        self._model = _HeldModel(self)
        self._table = _held_table(self._model)
        self._delegate = _HeldDelegate(self._model, self)
        self._table.setItemDelegate(self._delegate)
        self._table.activated.connect(self._choose_row)
        self._model.modelReset.connect(self._fit_table)
        self._square_facts = FactGrid(SQUARE_FACTS, sides=True)
        self._why_title = _section_title("")
        self._reasons = SentenceList("It carries no label.")
        self._own_title = _section_title("The pawn's own squares")
        self._pawn_facts = FactGrid(PAWN_FACTS)
        self._pawn_part = QWidget()
        pawn = QVBoxLayout(self._pawn_part)
        pawn.setContentsMargins(0, 0, 0, 0)
        pawn.setSpacing(self.column.spacing())
        own: tuple[QWidget, ...] = (self._why_title, self._reasons, self._own_title, self._pawn_facts)
        for part in own:
            pawn.addWidget(part)
        parts: tuple[QWidget, ...] = (
            self._table,
            _section_title("The square"),
            self._square_facts,
            self._pawn_part,
        )
        for part in parts:
            self.column.addWidget(part)
        self.column.addStretch(1)
        self._fit_table()
        self._short.chosen.connect(self._choose_layer)
        self._reasons.chosen.connect(self._choose_layer)
        self._reasons.pointed.connect(self._point_at)
        board.square_changed.connect(self.mark_stale)
        document.position_changed.connect(self.mark_stale)
        layers.shown_changed.connect(self.mark_stale)
        layers.styles_changed.connect(self.mark_stale)
        layers.layers_changed.connect(self.mark_stale)

    def _make_title(self) -> QHBoxLayout:
        """Return the line with the square's name, its piece and the button that pins."""
        self._name = plain_label(scale=1.25, bold=True)
        self._name.setMinimumWidth(self._name.fontMetrics().horizontalAdvance("m8"))
        self._piece = plain_label(muted=True)
        self._piece.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._pin = QToolButton()
        self._pin.setCheckable(True)
        self._pin.setAutoRaise(True)
        self._pin.setIconSize(QSize(16, 16))
        self._pin.setFixedSize(22, 22)
        self._pin.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._pin.setAccessibleName("Pinned")
        self._pin.clicked.connect(self._release_pin)
        title = QHBoxLayout()
        title.setSpacing(8)
        title.addWidget(self._name)
        title.addWidget(self._piece, 1)
        title.addWidget(self._pin)
        return title

    def set_theme(self, theme: Theme) -> None:
        """Show the page in other colors."""
        super().set_theme(theme)
        self._pin.setIcon(icon("pin", theme.text))

    def refresh(self) -> None:
        """Read the current square, or the pinned one."""
        self._delegate.theme = self.theme
        square, pinned = self._board.read_square, self._board.pinned
        if square is None:
            self._name.setText(NONE)
            self._piece.setText("Point at a square or press an arrow key")
            self._model.show_reading(None, read_layers(self._layers, 0), self.theme)
            self._square_facts.show_values([(SquareFact(""), SquareFact(""))] * len(SQUARE_FACTS))
        else:
            reading = read_square(self._document, self._layers, square)
            self._name.setText(SQUARE_NAMES[square])
            self._piece.setText(reading.piece or "empty")
            self._model.show_reading(reading, reading.layers, self.theme)
            self._square_facts.show_values(square_facts(self._document.position.sides(), square))
        self._pin.setChecked(pinned is not None)
        self._pin.setVisible(pinned is not None)
        self._pin.setToolTip("Release the pinned square (Escape)")
        self._show_pawn(square)
        newly_pinned = pinned is not None and pinned != self._pinned
        if newly_pinned and not self._pawn_part.isHidden():
            self._show_why()
        elif pinned is None and self._pinned is not None:
            self.verticalScrollBar().setValue(0)
        self._pinned = pinned

    def _show_pawn(self, square: int | None) -> None:
        """Show the labels and facts of the pawn on a square, and nothing where there is none."""
        piece = None if square is None else self._document.position.piece_at(square)
        has_pawn = piece in ("P", "p")
        if square is None or piece is None or not has_pawn:
            self._short.show_labels((), self.theme)
        else:
            white, black = self._document.position.sides()
            side = white if piece == "P" else black
            reasons = pawn_reasons(side, square)
            self._why_title.setText(f"{SQUARE_NAMES[square]}, {piece_name(piece)}: its labels and why")
            self._short.show_labels([told for told in reasons if told.holds], self.theme)
            self._reasons.show_sentences([reason_sentence(told) for told in reasons], self.theme)
            self._pawn_facts.show_values([(SquareFact(text),) for text in pawn_facts(side, square)])
        self._pawn_part.setVisible(has_pawn)

    def _show_why(self) -> None:
        """Scroll until the reasons are seen, from their title on."""
        self.settle()
        bar = self.verticalScrollBar()
        top = self._pawn_part.y()
        if top + self._reasons.geometry().bottom() > bar.value() + self.viewport().height():
            bar.setValue(top)

    @Slot()
    def _release_pin(self) -> None:
        self._board.set_pinned(None)

    @Slot(object)
    def _point_at(self, named: object) -> None:
        """Point at the pawns that a sentence names, and at the pawn that it is about."""
        square = self._board.read_square
        if isinstance(named, int) and square is not None:
            self._board.set_spotlight(named | 1 << square)
        else:
            self._board.set_spotlight(None)

    @Slot()
    def _fit_table(self) -> None:
        """Make the table as high as its rows: the page scrolls, not the table."""
        height = self._model.rowCount() * self._table.verticalHeader().defaultSectionSize() + 1
        self._table.setFixedHeight(self._table.horizontalHeader().sizeHint().height() + height)
        self.settle()

    @Slot(QModelIndex)
    def _choose_row(self, index: QModelIndex) -> None:
        """Make the layer of a row the current one."""
        identifier = self._model.identifier_at(index.row())
        if identifier:
            self._choose_layer(identifier)

    @Slot(str)
    def _choose_layer(self, identifier: str) -> None:
        """Make a layer the current one."""
        self._layers.set_current(identifier)
        self.layer_chosen.emit()


def _section_title(text: str) -> QLabel:
    """Return a bold title with room above it."""
    title = plain_label(text, bold=True)
    title.setContentsMargins(0, 6, 0, 0)
    return title


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
            self.dataChanged.emit(self.index(0, 0), self.index(len(rows), 2))
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
                return Qt.AlignmentFlag.AlignVCenter | (
                    Qt.AlignmentFlag.AlignHCenter if section else Qt.AlignmentFlag.AlignLeft
                )
        elif role == Qt.ItemDataRole.DisplayRole:
            # Never seen, but a screen reader names the rows with it.
            return self._layers[section - 1].title if section else "Pawn guards"
        return None

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
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
            return f"<p>{escape(entry.definition)}<br>Double-click or Enter: show its formula and masks</p>"
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

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
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
    table = side_table(model, "Shown layers that hold the square")
    table.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    return table
