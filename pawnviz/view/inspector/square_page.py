"""The page of a square: what stands on it, and the layers that hold it."""

from __future__ import annotations

from typing import Any, Final

from PySide6.QtCore import QAbstractTableModel, QEvent, QModelIndex, QPersistentModelIndex, QSize, Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication, QPainter
from PySide6.QtWidgets import (
    QHBoxLayout,
    QSizePolicy,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QToolButton,
    QWidget,
)

from pawnviz.core.board.bitboard import SQUARE_NAMES
from pawnviz.core.board.side import Side
from pawnviz.core.explain.pawn_words import (
    SQUARE_FACTS,
    SquareFact,
    pawn_headline,
    ranked_labels,
    square_facts,
    square_labels,
)
from pawnviz.core.layers.marks import Style
from pawnviz.core.layers.passers import outside_kings_square
from pawnviz.core.words import escaped
from pawnviz.model.document import Document
from pawnviz.model.endings import Tables
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.model.reading import LayerAtSquare, SquareContent, layers_at, square_content
from pawnviz.override import override, plain_override
from pawnviz.view.board.board import BoardView
from pawnviz.view.board.swatch import swatch
from pawnviz.view.inspector.pawn_section import FactGrid, PawnSection, ShortLabels
from pawnviz.view.inspector.sentences import Sentence, SentenceList, reason_sentence
from pawnviz.view.widgets.labels import NONE, plain_label, section_title
from pawnviz.view.widgets.layouts import row_of
from pawnviz.view.widgets.page import Page
from pawnviz.view.widgets.rows import CENTER, LEFT, side_table
from pawnviz.view.widgets.theme import icon, theme_of

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


class SquarePage(Page):
    """The current square, or the pinned one: its piece, a pawn's labels, layers and facts.

    Nothing changes its place from square to square, so that the page can be read in passing. Only a pinned square
    or the board's cursor gets reasons: for each label of a pawn, for missing labels on demand, and for holes,
    outposts, break squares and king squares.
    """

    layer_chosen = Signal()  # A layer of the page became the current one.

    def __init__(self, document: Document, layers: ShownLayers, board: BoardView, tables: Tables) -> None:
        super().__init__("Square pointed at")
        self._document = document
        self._tables = tables
        self._layers = layers
        self._board = board
        self._name = plain_label(scale=1.25, bold=True)
        self._piece = plain_label(muted=True)
        self._pin = QToolButton()
        self._headline = SentenceList("Click a pawn to read what matters about it, why, and why not.", fewest_lines=2)
        self._headline.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._short = ShortLabels()
        self._pawn = PawnSection(self.column.spacing())
        self._pawn.hide()
        self._reasons = SentenceList("")
        self._reasons.hide()
        self._model = HeldLayersModel(self)
        self._shown_square: int | None = None
        self._table = held_layers_table(self._model)
        self._table.setItemDelegate(HeldLayersDelegate(self._model, self))
        self._facts = FactGrid(SQUARE_FACTS, sides=True)
        self.column.addLayout(self._title_line())
        for part in (
            *(self._headline, self._short, self._pawn, self._reasons),
            *(self._table, section_title("The square"), self._facts),
        ):
            self.column.addWidget(part)
        self.column.addStretch(1)
        self._fit_table()
        self._table.activated.connect(self._choose_row)
        self._model.modelReset.connect(self._fit_table)
        self._short.chosen.connect(self._choose_layer)
        self._pawn.chosen.connect(self._choose_layer)
        for sentences in (self._pawn, self._reasons):
            sentences.hovered.connect(self._show_named)
        self._pawn.resized.connect(self.settle)
        board.state.square_changed.connect(self.mark_stale)
        document.position_changed.connect(self.mark_stale)
        layers.changed.connect(self.mark_stale)
        tables.changed.connect(self.mark_stale)

    def _title_line(self) -> QHBoxLayout:
        self._name.setMinimumWidth(self._name.fontMetrics().horizontalAdvance("m8"))
        self._piece.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._pin.setCheckable(True)
        self._pin.setAutoRaise(True)
        self._pin.setIconSize(QSize(16, 16))
        self._pin.setFixedSize(22, 22)
        self._pin.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._pin.setAccessibleName("Pinned")
        self._pin.setToolTip("Release the pinned square (Escape)")
        self._pin.clicked.connect(self._release_pin)
        self._draw_pin()
        return row_of(self._name, (self._piece, 1), self._pin, spacing=8)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._draw_pin()

    def _draw_pin(self) -> None:
        self._pin.setIcon(icon("pin", theme_of(self).text))

    # Content

    @plain_override
    def refresh(self) -> None:
        square, pinned = self._board.state.inspected_square, self._board.state.pinned
        self._show_square(square)
        self._show_pawn(square)
        self._show_reasons(square)
        self._pin.setChecked(pinned is not None)
        self._pin.setVisible(pinned is not None)
        if square != self._shown_square:
            self._shown_square = square
            self.verticalScrollBar().setValue(0)

    def _show_square(self, square: int | None) -> None:
        if square is None:
            self._name.setText(NONE)
            self._piece.setText("Point at a square or press an arrow key")
            self._model.show_layers(None, layers_at(self._layers, 0))
            self._facts.show_values([(SquareFact(""), SquareFact(""))] * len(SQUARE_FACTS))
        else:
            content = square_content(self._document, self._layers, square)
            self._name.setText(SQUARE_NAMES[square])
            self._piece.setText(content.piece or "empty")
            self._model.show_layers(content, content.layers)
            self._facts.show_values(square_facts(self._document.position.sides(), square))

    def _show_pawn(self, square: int | None) -> None:
        piece = None if square is None else self._document.position.piece_at(square)
        height = self._headline.height(), self._pawn.height()
        if square is None or piece not in ("P", "p"):
            self._headline.show_sentences(())
            self._short.show_labels(())
            stays = False
        else:
            side = self._document.position.sides()[0 if piece == "P" else 1]
            ranked = ranked_labels(side, square)
            headline = pawn_headline(side, square)
            self._headline.show_sentences([Sentence("", headline)] * bool(headline) + self._exception(side, square))
            self._short.show_labels(ranked.first)
            stays = self._board.state.pinned is not None or self._board.state.cursor_shown
            if stays:
                self._pawn.show_pawn(side, square, ranked)
        self.set_part_visible(self._short, not stays)
        self.set_part_visible(self._pawn, stays)
        if (self._headline.height(), self._pawn.sizeHint().height()) != height:
            self.settle()

    def _show_reasons(self, square: int | None) -> None:
        """Show the reasons of a pinned square for each side, unless a pawn stands on it."""
        position = self._document.position
        stays = self._board.state.pinned is not None or self._board.state.cursor_shown
        sentences: list[Sentence] = []
        if square is not None and stays and not position.pawns >> square & 1:
            for side, name in zip(position.sides(), ("White", "Black"), strict=True):
                for label in square_labels(side, square):
                    sentence = reason_sentence(label)
                    sentences.append(sentence._replace(title=f"{sentence.title} ({name})"))
        texts = self._reasons.texts
        self._reasons.show_sentences(sentences)
        self.set_part_visible(self._reasons, bool(sentences))
        if sentences:
            # There is no pawn that the empty lines could be about.
            self.set_part_visible(self._short, False)
        self.set_part_visible(self._headline, not sentences)
        if self._reasons.texts != texts:
            self.settle()

    def _exception(self, side: Side[int], square: int) -> list[Sentence]:
        if not self._tables.folder.value or not outside_kings_square(side) >> square & 1:
            return []
        from pawnviz.core.tablebases.verdict import square_sentence

        self._tables.ask()
        verdict = self._tables.verdict
        sentence = None if verdict is None else square_sentence(verdict, side, 1 << square)
        return [] if sentence is None else [Sentence(*sentence)]

    @property
    def why_not_field(self) -> QWidget:
        """The field of the question why a pawn does not carry a label, which takes the keys."""
        return self._pawn.why_not.field

    @property
    def why_not_box(self) -> QWidget:
        """The question why the pawn does not carry a label, with its answer."""
        return self._pawn.why_not

    def ask_why_not(self) -> None:
        """Move the focus to the question why the pawn of the page does not carry a label."""
        self.refresh_if_seen()
        if self._pawn.isVisible():
            self._pawn.why_not.edit.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self._pawn.why_not.edit.selectAll()

    @Slot()
    def _fit_table(self) -> None:
        """Make the table as high as its rows: the page scrolls, not the table."""
        height = self._model.rowCount() * self._table.verticalHeader().defaultSectionSize() + 1
        self._table.setFixedHeight(self._table.horizontalHeader().sizeHint().height() + height)
        self.settle()

    # Mouse and keys

    @Slot()
    def _release_pin(self) -> None:
        self._board.state.set_pinned(None)

    @Slot(object)
    def _show_named(self, named: object) -> None:
        square = self._board.state.inspected_square
        shown = named | 1 << square if isinstance(named, int) and square is not None else None
        self._board.state.set_spotlight(shown)

    @Slot(QModelIndex)
    def _choose_row(self, index: QModelIndex) -> None:
        identifier = self._model.identifier_at(index.row())
        if identifier:
            self._choose_layer(identifier)

    @Slot(str)
    def _choose_layer(self, identifier: str) -> None:
        if identifier in self._layers.all:  # A temporary layer may be gone since the page was made.
            self._layers.set_current(identifier)
            self.layer_chosen.emit()
