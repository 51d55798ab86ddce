"""The page of a square: one sentence on it, the reasons of its labels, and a table of what holds for each side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Final, NamedTuple

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QPoint,
    QSize,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QSizePolicy,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolButton,
    QWidget,
)

from pawnviz.core.board.bitboard import SQUARE_NAMES
from pawnviz.core.board.side import Side
from pawnviz.core.explain.pawn_words import (
    SQUARE_FACTS,
    SquareFact,
    pawn_headline,
    square_facts,
    square_headline,
    square_labels,
)
from pawnviz.core.layers.marks import Style
from pawnviz.core.layers.passers import outside_kings_square
from pawnviz.model.document import Document
from pawnviz.model.endings import Tables
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.model.reading import LayerAtSquare, layers_at, piece_at
from pawnviz.override import override, plain_override
from pawnviz.view.board.board import BoardView
from pawnviz.view.board.swatch import swatch
from pawnviz.view.inspector.pawn_section import PawnSection
from pawnviz.view.inspector.sentences import Sentence, SentenceList, reason_sentence
from pawnviz.view.widgets.labels import plain_label, plain_tip
from pawnviz.view.widgets.layouts import STRETCH, add_parts, row_of
from pawnviz.view.widgets.page import Page
from pawnviz.view.widgets.rows import CENTER, LEFT, Index, RowsModel, side_table
from pawnviz.view.widgets.theme import icon, theme_of

_SWATCH: Final = 14  # The edge of a swatch in logical pixels.
_NAMES: Final = ("White", "Black")
_EMPTY: Final = "Click a pawn or any other square, and this page says what it is for each side."


class _Row(NamedTuple):
    """A fact of a square, or a shown layer that holds it: its title, its meaning, and a value for White and Black.

    ``style`` and ``identifier`` are those of a layer, whose mark stands in place of a value that is not empty.
    """

    title: str
    tip: str
    values: tuple[SquareFact, SquareFact]
    style: Style | None = None
    identifier: str = ""


def _rows(sides: tuple[Side[int], Side[int]], square: int, layers: Sequence[LayerAtSquare]) -> Iterator[_Row]:
    for (caption, meaning), facts in zip(SQUARE_FACTS, square_facts(sides, square), strict=True):
        white, black = (fact._replace(value="" if fact.value == "no" else fact.value) for fact in facts)
        if white.value or black.value:
            yield _Row(caption, plain_tip(meaning), (white, black))
    for entry in layers:
        if entry.holds_white or entry.holds_black:
            tip = plain_tip(f"{entry.layer.definition}\nDouble-click or Enter: show its formula and masks")
            white, black = (SquareFact("in" * holds) for holds in (entry.holds_white, entry.holds_black))
            yield _Row(entry.layer.title, tip, (white, black), entry.style, entry.layer.identifier)


class _Model(RowsModel[_Row]):
    headings = ("", *_NAMES)
    alignments: ClassVar = {1: CENTER, 2: CENTER}

    @override
    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        # The heading of a row is hidden; a screen reader names the row with it.
        is_name = orientation == Qt.Orientation.Vertical and role == Qt.ItemDataRole.DisplayRole
        return self.rows[section].title if is_name else super().headerData(section, orientation, role)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row, column = self.row_at(index), index.column()
        if row is None:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self.alignments.get(column, LEFT)
        fact = row.values[column - 1] if column else SquareFact(row.title)
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(fact.why) if fact.why else row.tip
        if column == 0:
            return row.title if role == Qt.ItemDataRole.DisplayRole else None
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{_NAMES[column - 1]}: {fact.value or 'no'}"
        return fact.value if role == Qt.ItemDataRole.DisplayRole and row.style is None else None


class _Delegate(QStyledItemDelegate):
    def __init__(self, model: _Model, parent: QWidget) -> None:
        super().__init__(parent)
        self._model = model

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        column = index.column()
        if column == 0:
            # The text begins where the page's other texts do.
            option.rect = option.rect.adjusted(-3, 0, 0, 0)
        super().paint(painter, option, index)
        row = self._model.rows[index.row()]
        if column and row.style is not None and row.values[column - 1].value:
            ratio = painter.device().devicePixelRatioF()
            image = swatch(row.style, column == 1, theme_of(option.widget), _SWATCH, ratio)
            painter.drawImage(option.rect.center() - QPoint(_SWATCH, _SWATCH) / 2, image)


class SquarePage(Page):
    """The current or the pinned square: its piece, one sentence, labels with reasons, and what holds for a side."""

    layer_chosen = Signal()  # A layer of the page became the current one.

    def __init__(self, document: Document, layers: ShownLayers, board: BoardView, tables: Tables) -> None:
        super().__init__("Square pointed at")
        self._document = document
        self._tables = tables
        self._layers = layers
        self._board = board
        self._name = plain_label(scale=1.5, bold=True)
        self._piece = plain_label(muted=True)
        self._pin = QToolButton()
        # Two lines, so that the question below it stays where it is from pawn to pawn.
        self._headline = SentenceList(_EMPTY, fewest_lines=2)
        self._headline.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.pawn = PawnSection(self.column.spacing())
        self._reasons = SentenceList("")
        self._model = _Model(self)
        self._shown_square: int | None = None
        self._table = side_table(self._model, "What holds on the square", "a2 b3 c4 d5 ")
        self._table.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._table.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        self._table.setItemDelegate(_Delegate(self._model, self))
        add_parts(self.column, (self._title_line(), self._headline, self.pawn, self._reasons, self._table, STRETCH))
        self._table.activated.connect(self._choose_row)
        self.pawn.chosen.connect(self._choose_layer)
        self._reasons.chosen.connect(self._choose_layer)
        for sentences in (self.pawn, self._reasons):
            sentences.hovered.connect(self._show_named)
        self.pawn.resized.connect(self.settle)
        for change in (board.state.square_changed, document.position_changed, layers.changed, tables.changed):
            change.connect(self.mark_stale)

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

    @plain_override
    def refresh(self) -> None:
        state, position = self._board.state, self._document.position
        square, is_pinned = state.inspected_square, state.pinned is not None
        sides = position.sides()
        piece = None if square is None else position.piece_at(square)
        pawn = sides[0 if piece == "P" else 1] if square is not None and piece in ("P", "p") else None
        headline: list[Sentence] = []
        reasons: list[Sentence] = []
        rows: tuple[_Row, ...] = ()
        if square is not None:
            self._name.setText(SQUARE_NAMES[square])
            self._piece.setText(piece_at(self._document, square))
            rows = tuple(_rows(sides, square, layers_at(self._layers, square)))
            if pawn is None:
                headline = [Sentence("", square_headline(sides, square))]
                reasons = [
                    (sentence := reason_sentence(label))._replace(title=f"{sentence.title} ({name})")
                    for side, name in zip(sides, _NAMES, strict=True)
                    for label in square_labels(side, square)
                ]
            else:
                headline = [Sentence("", text) for text in [pawn_headline(pawn, square)] if text]
                headline += self._exception(pawn, square)
                self.pawn.show_pawn(pawn, square, is_pinned=is_pinned or state.cursor_shown)
        self._headline.show_sentences(headline)
        self._reasons.show_sentences(reasons)
        if rows != self._model.rows:
            self._model.show_rows(rows)
        self._table.fit_rows()
        self._pin.setChecked(is_pinned)
        self._pin.setVisible(is_pinned)
        self._name.setVisible(square is not None)
        self._piece.setVisible(square is not None)
        self.pawn.setVisible(pawn is not None)
        self._reasons.setVisible(bool(reasons))
        self._table.setVisible(bool(rows))
        self.settle()
        if square != self._shown_square:
            self._shown_square = square
            self.verticalScrollBar().setValue(0)

    def _exception(self, side: Side[int], square: int) -> list[Sentence]:
        if not self._tables.folder.value or not outside_kings_square(side) >> square & 1:
            return []
        from pawnviz.core.tablebases.verdict import square_sentence

        self._tables.ask()
        verdict = self._tables.verdict
        sentence = None if verdict is None else square_sentence(verdict, side, 1 << square)
        return [] if sentence is None else [Sentence(*sentence)]

    def ask_why_not(self) -> None:
        """Move the focus to the question why the pawn of the page does not carry a label."""
        self.refresh_if_seen()
        if self.pawn.why_not.isVisible():
            self.pawn.why_not.edit.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self.pawn.why_not.edit.selectAll()

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
        self._choose_layer(self._model.rows[index.row()].identifier)

    @Slot(str)
    def _choose_layer(self, identifier: str) -> None:
        if identifier in self._layers.all:  # A temporary layer may be gone since the page was made.
            self._layers.set_current(identifier)
            self.layer_chosen.emit()
