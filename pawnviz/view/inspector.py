"""The inspector: the square under the eye, the layer that is looked at, and the numbers of the position."""

from __future__ import annotations

import re
from html import escape
from typing import Any, Final

from PySide6.QtCore import (
    QAbstractTableModel,
    QCoreApplication,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QSize,
    Qt,
    QTimer,
    Signal,
    Slot,
)
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontDatabase,
    QGuiApplication,
    QPainter,
    QPalette,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLayout,
    QScrollArea,
    QSizePolicy,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QTabWidget,
    QToolButton,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from pawnviz.core.bitboard import SQUARE_NAMES, diagram, popcount, square_names, to_hex
from pawnviz.core.layers import NUMBERS, Layer, Number
from pawnviz.core.layers.registry import WIKI
from pawnviz.core.marks import Style
from pawnviz.core.single_pawn import single_pawn
from pawnviz.model.document import Document
from pawnviz.model.layer_list import LayerListModel
from pawnviz.view.board import BoardView
from pawnviz.view.icons import icon
from pawnviz.view.mask_view import MaskView
from pawnviz.view.reading import LayerReading, SquareReading, count_text, pawn_squares, read_layers, read_square
from pawnviz.view.swatch import swatch
from pawnviz.view.theme import LIGHT, Theme

Index = QModelIndex | QPersistentModelIndex

COPIED_TIME: Final = 1500
"""Milliseconds for which a copy button says what it copied."""

_ROOT: Final = QModelIndex()
_NONE: Final = "–"
_SWATCH: Final = 14
"""The edge of a swatch in logical pixels."""
_LINK: Final = Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard


class Inspector(QWidget):
    """Three pages: the square under the eye, the current layer with its masks, and the numbers of both sides.

    Nothing is computed for a page that is not seen.
    """

    notice = Signal(str)
    """A sentence about what was just copied."""

    def __init__(
        self, document: Document, layers: LayerListModel, board: BoardView, parent: QWidget | None = None
    ) -> None:
        """Show a document's position, the layers of a list and the square under a board's eye."""
        super().__init__(parent)
        self.setObjectName("inspector")
        self.setAccessibleName("Inspector")
        self._square_page = SquarePage(document, layers, board)
        self._layer_page = LayerPage(document, layers)
        self._numbers_page = NumbersPage(document)
        self._tabs = QTabWidget()
        self._tabs.setDocumentMode(True)
        self._tabs.setAccessibleName("Pages of the inspector")
        for page, title, tip in (
            (self._square_page, "S&quare", "The square under the pointer or the board's cursor"),
            (self._layer_page, "La&yer", "The layer chosen in the list of layers"),
            (self._numbers_page, "Num&bers", "The numbers of the position"),
        ):
            self._tabs.addTab(page, title)
            self._tabs.setTabToolTip(self._tabs.count() - 1, tip)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._tabs)
        self._square_page.layer_chosen.connect(self.show_layer)
        self._layer_page.notice.connect(self.notice)

    def set_theme(self, theme: Theme) -> None:
        """Show everything in other colors."""
        for page in (self._square_page, self._layer_page, self._numbers_page):
            page.set_theme(theme)

    @Slot()
    def show_square(self) -> None:
        """Turn to the square under the eye."""
        self._tabs.setCurrentWidget(self._square_page)

    @Slot()
    def show_layer(self) -> None:
        """Turn to the current layer."""
        self._tabs.setCurrentWidget(self._layer_page)

    @Slot()
    def show_numbers(self) -> None:
        """Turn to the numbers of the position."""
        self._tabs.setCurrentWidget(self._numbers_page)

    def sizeHint(self) -> QSize:
        """Return a size that shows a layer with its masks."""
        return QSize(300, 360)


class Page(QScrollArea):
    """A page that scrolls down, and is brought up to date once for many changes and only while it is seen."""

    def __init__(self, name: str) -> None:
        """Make an empty page; ``name`` is what a screen reader calls it."""
        super().__init__()
        self.theme = LIGHT
        self._stale = True
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.refresh_if_seen)
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.body = QWidget()
        self.column = QVBoxLayout(self.body)
        self.column.setContentsMargins(10, 8, 10, 8)
        self.column.setSpacing(6)
        self.setWidget(self.body)

    def refresh(self) -> None:
        """Show what is the case now."""
        raise NotImplementedError

    def set_theme(self, theme: Theme) -> None:
        """Show the page in other colors."""
        self.theme = theme
        self.mark_stale()

    @Slot()
    def mark_stale(self) -> None:
        """Bring the page up to date as soon as the program has nothing else to do, or when it is next seen."""
        self._stale = True
        if self.isVisible():
            self._timer.start(0)

    @Slot()
    def refresh_if_seen(self) -> None:
        """Bring the page up to date if it is seen and something changed."""
        if self._stale and self.isVisible():
            self._stale = False
            self.refresh()

    def settle(self) -> None:
        """Give every text its room at once: left to itself, Qt lays out the page in several steps that can be seen."""
        parts = [part for part in self.body.findChildren(QWidget) if part.layout() is not None]
        for part in (*reversed(parts), self.body, self) * 2:
            QCoreApplication.sendEvent(part, QEvent(QEvent.Type.LayoutRequest))

    def showEvent(self, event: QShowEvent) -> None:
        """Bring the page up to date before it is seen."""
        super().showEvent(event)
        self.refresh_if_seen()


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
            self._name.setText(_NONE)
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
                value.show_text(_NONE)
        else:
            for value, (_, names) in zip(self._own, pawn_squares(pawn), strict=True):
                value.show_text(names or _NONE)

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
            return _NONE if known and not holds else ""
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


class LayerPage(Page):
    """The current layer: title, chapter, definition and formula, then count, picture and hex number for each side."""

    notice = Signal(str)
    """A sentence about what was just copied."""

    def __init__(self, document: Document, layers: LayerListModel) -> None:
        """Show the current layer of a list."""
        super().__init__("Current layer")
        self._document = document
        self._layers = layers
        self._settled: Layer | None = None
        self._empty = plain_label("Choose a layer in the list to see its definition and masks.", muted=True)
        self._empty.setWordWrap(True)
        self.column.addWidget(self._empty)
        self._content = QWidget()
        self.column.addWidget(self._content)
        self.column.addStretch(1)
        content = QVBoxLayout(self._content)
        content.setContentsMargins(0, 0, 0, 0)
        content.setSpacing(5)
        self._title = plain_label(scale=1.25, bold=True)
        self._title.setWordWrap(True)
        self._chapter = QLabel()
        self._chapter.setTextFormat(Qt.TextFormat.RichText)
        self._chapter.setTextInteractionFlags(_LINK)
        self._chapter.setOpenExternalLinks(True)
        self._chapter.setWordWrap(True)
        self._definition = ValueLabel("Definition")
        self._definition.setWordWrap(True)
        self._identifier = ElidedLabel("Name", fixed=True)
        self._copy_identifier = CopyButton("identifier")
        self._formula = FormulaBox()
        self._copy_formula = CopyButton("formula")
        for widget in (self._title, self._chapter, self._definition):
            content.addWidget(widget)
        content.addLayout(_row(plain_label("Name", muted=True), self._identifier, self._copy_identifier))
        formula = QVBoxLayout()
        formula.setSpacing(2)
        self._formula_caption = plain_label("Formula", muted=True)
        formula.addLayout(_row(self._formula_caption, QWidget(), self._copy_formula))
        formula.addWidget(self._formula)
        content.addLayout(formula)
        content.addSpacing(4)
        self._sides = (SideColumn("White"), SideColumn("Black"))
        sides = QHBoxLayout()
        sides.setSpacing(8)
        for side in self._sides:
            sides.addWidget(side, 1)
        content.addLayout(sides)
        for button in self._buttons():
            button.copied.connect(self.notice)
        document.position_changed.connect(self.mark_stale)
        layers.current_changed.connect(self.mark_stale)
        layers.modelReset.connect(self.mark_stale)

    def _buttons(self) -> list[CopyButton]:
        return [self._copy_identifier, self._copy_formula, *(button for side in self._sides for button in side.buttons)]

    def set_theme(self, theme: Theme) -> None:
        """Show the page in other colors."""
        super().set_theme(theme)
        for button in (self._copy_identifier, self._copy_formula):
            button.setIcon(icon("copy", theme.text))

    def refresh(self) -> None:
        """Read the current layer."""
        identifier = self._layers.current
        self._empty.setVisible(not identifier)
        self._content.setVisible(bool(identifier))
        if not identifier:
            return
        layer = self._layers.layer(identifier)
        self._title.setText(layer.title)
        self._chapter.setText(f"{escape(layer.chapter.title)} · {source_link(layer.source, self.theme)}")
        self._chapter.setToolTip(layer.source)
        self._definition.show_text(layer.definition)
        self._identifier.show_text(layer.identifier)
        what = "formula" if layer.formula else "rule"
        self._formula_caption.setText(what.capitalize())
        self._formula.set_caption(what.capitalize(), fixed=bool(layer.formula))
        self._formula.show_text(layer.formula or layer.rule)
        self._copy_identifier.offer(layer.identifier, layer.title)
        self._copy_formula.set_what(what)
        self._copy_formula.offer(layer.formula or layer.rule, layer.title)
        fen = self._document.position.fen()
        for side, white in zip(self._sides, (True, False), strict=True):
            side.show_mask(layer, self._layers.mask(identifier, white), fen, self.theme.mark_color(white), self.theme)
        if layer != self._settled:
            self._settled = layer
            self.settle()


class SideColumn(QWidget):
    """A layer's mask for one side: count, picture and hex number, and buttons that copy each form."""

    def __init__(self, side: str) -> None:
        """Make the column of ``White`` or ``Black``."""
        super().__init__()
        self._side = side
        self._count = ValueLabel(side, muted=True)
        self._picture = MaskView(f"{side}'s mask")
        self._hex = ValueLabel(f"{side}'s mask in hexadecimal", fixed=True, scale=0.9)
        self._copy_hex = CopyButton("hex number", side, text="Hex")
        self._copy_diagram = CopyButton("diagram", side, text="Diagram")
        self._copy_squares = CopyButton("squares", side, text="Squares")
        self._copy_all = CopyButton("layer with everything", side, text="All")
        self.buttons = (self._copy_hex, self._copy_diagram, self._copy_squares, self._copy_all)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        heading = QHBoxLayout()
        heading.addWidget(plain_label(side, bold=True))
        heading.addStretch(1)
        heading.addWidget(self._count)
        column.addLayout(heading)
        column.addWidget(self._picture)
        column.addWidget(self._hex)
        column.addWidget(plain_label("Copy as", muted=True))
        grid = QGridLayout()
        grid.setSpacing(3)
        for place, button in enumerate(self.buttons):
            button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            grid.addWidget(button, place // 2, place % 2)
        for place in range(2):
            grid.setColumnStretch(place, 1)
        # All four as wide as the widest, so that the columns are equal and still fit a narrow dock.
        grid.setColumnMinimumWidth(0, max(button.minimumSizeHint().width() for button in self.buttons))
        grid.setColumnMinimumWidth(1, grid.columnMinimumWidth(0))
        column.addLayout(grid)

    def show_mask(self, layer: Layer, mask: int, fen: str, color: QColor, theme: Theme) -> None:
        """Show a layer's mask and offer its texts."""
        count = count_text(popcount(mask))
        names = square_names(mask)
        self._count.show_text(count)
        self._picture.set_mask(mask)
        self._picture.set_colors(theme, color)
        self._hex.show_text(to_hex(mask))
        self._copy_hex.offer(to_hex(mask), layer.title)
        self._copy_diagram.offer(diagram(mask), layer.title)
        self._copy_squares.offer(names, layer.title)
        lines = (
            f"{layer.title} ({layer.identifier}), {self._side}: {count}",
            layer.definition,
            f"Formula: {layer.formula}" if layer.formula else f"Rule: {layer.rule}",
            f"FEN: {fen}",
            f"Hex: {to_hex(mask)}",
            f"Squares: {names or _NONE}",
            diagram(mask),
        )
        self._copy_all.offer("\n".join(lines), layer.title)


class NumbersPage(Page):
    """Every number of the vocabulary for both sides of the position."""

    def __init__(self, document: Document) -> None:
        """Show the numbers of a document's position."""
        super().__init__("Numbers")
        self._document = document
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(3)
        grid.setColumnStretch(0, 1)
        for column, side in enumerate(("White", "Black"), 1):
            grid.addWidget(plain_label(side, bold=True), 0, column, Qt.AlignmentFlag.AlignRight)
        self._values: list[tuple[Number, list[ValueLabel]]] = []
        for row, number in enumerate(NUMBERS.values(), 1):
            title = plain_label(number.title)
            title.setToolTip(number.definition)
            grid.addWidget(title, row, 0, Qt.AlignmentFlag.AlignTop)
            values = [ValueLabel(f"{number.title} of {side}", fixed=bool(number.bits)) for side in ("White", "Black")]
            for column, value in enumerate(values, 1):
                value.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
                grid.addWidget(value, row, column)
            self._values.append((number, values))
        self.column.addLayout(grid)
        self.column.addSpacing(8)
        for number in NUMBERS.values():
            meaning = plain_label(f"{number.title}: {number.definition}", muted=True)
            meaning.setWordWrap(True)
            self.column.addWidget(meaning)
        self.column.addStretch(1)
        document.position_changed.connect(self.mark_stale)

    def refresh(self) -> None:
        """Read the numbers of the position."""
        sides = self._document.position.sides()
        for number, labels in self._values:
            for side, label in zip(sides, labels, strict=True):
                value = number(side)
                files = f"\n{file_letters(value)}" if number.bits == 8 else ""
                label.show_text(number.text(value) + files)


class CopyButton(QToolButton):
    """A button that copies a text it was offered and says so."""

    copied = Signal(str)
    """A sentence about what was copied."""

    def __init__(self, what: str, side: str = "", *, text: str = "") -> None:
        """Make a button that copies ``what`` of a side; without a text it shows the sign for copying."""
        super().__init__()
        self._what = ""
        self._of = ""
        self._offered = ""
        self.setText(text)
        self.set_what(f"{side}'s {what}" if side else what)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        if text:
            font = QFont(self.font())
            font.setPointSizeF(font.pointSizeF() * 0.9)
            self.setFont(font)
        else:
            self.setAutoRaise(True)
            self.setIconSize(QSize(16, 16))
            self.setFixedSize(20, 20)
        self.clicked.connect(self._copy)

    def set_what(self, what: str) -> None:
        """Copy something of another name."""
        self._what = what
        self.setAccessibleName(f"Copy {what}")
        self.setToolTip(f"Copy {what}")

    def offer(self, text: str, of: str) -> None:
        """Take the text that the button copies, and the title of the layer it is of."""
        self._offered = text
        self._of = of

    @Slot()
    def _copy(self) -> None:
        """Put the text on the clipboard."""
        QGuiApplication.clipboard().setText(self._offered)
        QToolTip.showText(self.mapToGlobal(self.rect().bottomLeft()), "Copied", self, self.rect(), COPIED_TIME)
        self.copied.emit(f"Copied {self._what} of {self._of}.")


def source_link(address: str, theme: Theme) -> str:
    """Return a link to a page of the wiki, or to another source, as rich text in a theme's color."""
    text = "wiki page" if address.startswith(WIKI) else "source"
    return f'<a href="{escape(address)}" style="color: {theme.link}">{text}</a>'


class ValueLabel(QLabel):
    """A text that belongs to a caption; a screen reader reads both. It can be selected with the mouse."""

    def __init__(self, caption: str, *, fixed: bool = False, muted: bool = False, scale: float = 1.0) -> None:
        """Show nothing yet; ``fixed`` takes the font of code, ``scale`` its size against the program's font."""
        super().__init__()
        self._caption = caption
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        _dress(self, fixed=fixed, muted=muted, scale=scale)

    def set_caption(self, caption: str, *, fixed: bool) -> None:
        """Belong to another caption, in the font of code or in the program's."""
        self._caption = caption
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont) if fixed else QFont()
        font.setPointSizeF(self.font().pointSizeF())
        self.setFont(font)

    def show_text(self, text: str) -> None:
        """Show a text."""
        if text != self.text():
            self.setText(text)
            self.setAccessibleName(f"{self._caption}: {'none' if text == _NONE else text}")


class ElidedLabel(ValueLabel):
    """A value on one line whose end is left out where it does not fit; the tool tip shows all of it."""

    def __init__(self, caption: str, *, fixed: bool = False) -> None:
        """Show nothing yet."""
        super().__init__(caption, fixed=fixed)
        self._full = ""
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def show_text(self, text: str) -> None:
        """Show as much of a text as fits."""
        self._full = text
        self.setToolTip(text)
        self._elide()
        self.setAccessibleName(f"{self._caption}: {text}")

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show more or less of the text."""
        super().resizeEvent(event)
        self._elide()

    def _elide(self) -> None:
        self.setText(self.fontMetrics().elidedText(self._full, Qt.TextElideMode.ElideMiddle, self.width()))


class FormulaBox(ValueLabel):
    """A formula in a frame, in as many lines as it needs; unlike a plain label it breaks within long calls too."""

    def __init__(self) -> None:
        """Show nothing yet."""
        super().__init__("Formula", fixed=True)
        self._full = ""
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Base)
        self.setMargin(4)
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    @property
    def full_text(self) -> str:
        """The text without its line breaks."""
        return self._full

    def show_text(self, text: str) -> None:
        """Show a text."""
        self._full = text
        self.setText(self._lines(self.width()))
        self.setAccessibleName(f"{self._caption}: {text}")
        self.updateGeometry()

    def hasHeightForWidth(self) -> bool:
        """Return that a narrow box is higher."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of the lines at a width."""
        lines = self._lines(width).count("\n") + 1
        return lines * self.fontMetrics().lineSpacing() + 2 * (self.margin() + self.frameWidth())

    def sizeHint(self) -> QSize:
        """Return the size at the present width."""
        return QSize(self.width(), self.heightForWidth(self.width()))

    def minimumSizeHint(self) -> QSize:
        """Return the size of one line of a few words."""
        return QSize(120, self.fontMetrics().lineSpacing() + 2 * (self.margin() + self.frameWidth()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the lines elsewhere."""
        super().resizeEvent(event)
        self.setText(self._lines(self.width()))

    def _lines(self, width: int) -> str:
        """Return the text broken into lines that fit a box of this width."""
        room = max(width, 120) - 2 * (self.margin() + self.frameWidth()) - 1
        metrics = self.fontMetrics()
        lines = [""]
        for token in re.findall(r"[~(]*\w+\(*|\s+|\W", self._full):
            if lines[-1] and metrics.horizontalAdvance(lines[-1] + token.rstrip()) > room:
                lines.append("")
            if lines[-1] or not token.isspace():
                lines[-1] += token
        return "\n".join(line.rstrip() for line in lines)


def plain_label(text: str = "", *, scale: float = 1.0, bold: bool = False, muted: bool = False) -> QLabel:
    """Return a plain label in a font relative to the program's."""
    label = QLabel(text)
    _dress(label, scale=scale, bold=bold, muted=muted)
    return label


def _dress(label: QLabel, *, scale: float = 1.0, bold: bool = False, muted: bool = False, fixed: bool = False) -> None:
    """Give a label a font relative to the program's, or that of code, and plain text."""
    label.setTextFormat(Qt.TextFormat.PlainText)
    size = label.font().pointSizeF() * scale
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont) if fixed else QFont(label.font())
    font.setPointSizeF(size)
    font.setBold(bold)
    label.setFont(font)
    if muted:
        label.setForegroundRole(QPalette.ColorRole.PlaceholderText)


def _row(caption: QWidget, widget: QWidget, button: QWidget) -> QLayout:
    """Return a caption and a widget beside it with a small button at the right."""
    row = QHBoxLayout()
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(8)
    row.addWidget(caption)
    row.addWidget(widget, 1)
    row.addWidget(button)
    return row


def file_letters(files: int) -> str:
    """Return a byte of files as eight signs, a letter for a file in it and a dot for one that is not: ``abc··fgh``."""
    return "".join(letter if files >> file & 1 else "·" for file, letter in enumerate("abcdefgh"))
