"""The definitions of a disputed term side by side: their table, and the reasons of a square."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QLabel, QTableWidget, QTableWidgetItem, QWidget

from pawnviz.core.board.bitboard import SQUARE_NAMES
from pawnviz.core.board.side import Side
from pawnviz.core.explain.reasons import REASONS, reason
from pawnviz.core.explain.terms import DisputedTerm, Variant
from pawnviz.core.layers import LAYERS
from pawnviz.core.picture.difference import VariantRow, variant_rows
from pawnviz.core.words import escaped
from pawnviz.model.document import Document
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.override import override
from pawnviz.view.board.board import BoardView
from pawnviz.view.inspector.sentences import SentenceList, reason_sentence
from pawnviz.view.widgets.labels import plain_label
from pawnviz.view.widgets.layouts import column_of

_MOST_ROWS: Final = 7  # The number of visible rows.


class DefinitionTable(QTableWidget):
    """Squares in rows, definitions in columns; a row is chosen as a whole, and a column's title can be clicked."""

    def __init__(self) -> None:
        super().__init__(0, 0)
        self.rows: tuple[VariantRow, ...] = ()
        self.setAccessibleName("Definitions side by side")
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        titles, squares = self.horizontalHeader(), self.verticalHeader()
        titles.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        titles.setSectionsClickable(True)
        titles.setHighlightSections(False)
        titles.setMinimumSectionSize(20)
        squares.setDefaultSectionSize(self.fontMetrics().height() + 4)
        squares.setMinimumSectionSize(12)
        squares.setHighlightSections(False)

    def show_term(
        self,
        term: DisputedTerm,
        sides: tuple[Side[int], Side[int]],
        shown: tuple[bool, bool],
        compared: Collection[str],
        chosen: tuple[bool, int] | None,
    ) -> bool:
        """Show a term's squares for the shown sides without a signal, and return whether the chosen one is among them.

        A square is chosen as a pair of White's (true or false) and its number.
        """
        is_shown = {True: shown[0], False: shown[1]}
        self.rows = tuple(row for row in variant_rows(term, sides) if is_shown[row.white])
        with QSignalBlocker(self):
            self.setColumnCount(len(term.variants))
            self.setRowCount(len(self.rows))
            for column, variant in enumerate(term.variants):
                self._name_column(column, variant, is_compared=variant.layer in compared)
            for number, row in enumerate(self.rows):
                self._fill_row(number, row, term, sides[0 if row.white else 1])
            places = [number for number, row in enumerate(self.rows) if (row.white, row.square) == chosen]
            if places:
                self.selectRow(places[0])
            else:
                self.clearSelection()
                self.setCurrentCell(-1, -1)
        self._fit_height()
        self._fit_columns()
        return bool(places)

    def _name_column(self, column: int, variant: Variant, *, is_compared: bool) -> None:
        """Name a definition by the part of its label in parentheses, if it has one."""
        label = REASONS[variant.layer].label
        short = re.search(r"\((.+)\)", label)
        item = QTableWidgetItem(short[1] if short else label)
        parts = (
            f"<b>{escaped(label)}</b>, by {escaped(variant.whose)}: {escaped(variant.difference)}.",
            escaped(LAYERS[variant.layer].definition),
            "Click to compare it.",
        )
        item.setToolTip("".join(f"<p>{part}</p>" for part in parts))
        font = item.font()
        font.setBold(is_compared)
        item.setFont(font)
        self.setHorizontalHeaderItem(column, item)

    def _fill_row(self, number: int, row: VariantRow, term: DisputedTerm, side: Side[int]) -> None:
        name, color = SQUARE_NAMES[row.square], "White" if row.white else "Black"
        title = QTableWidgetItem(f"{name} {'○' if row.white else '●'}")
        title.setData(Qt.ItemDataRole.AccessibleTextRole, f"{color} {name}")
        title.setToolTip(f"{name}, of {color}")
        font = title.font()
        font.setBold(row.is_disputed)
        title.setFont(font)
        self.setVerticalHeaderItem(number, title)
        for column, (variant, holds) in enumerate(zip(term.variants, row.holds, strict=True)):
            item = QTableWidgetItem("✓" if holds else "–")
            item.setTextAlignment(Qt.AlignmentFlag.AlignCenter)
            item.setToolTip(f"<p>{escaped(reason(variant.layer, side, row.square).text)}</p>")
            item.setData(Qt.ItemDataRole.AccessibleTextRole, "yes" if holds else "no")
            self.setItem(number, column, item)
        self._color_row(number, row)

    def _color_row(self, number: int, row: VariantRow) -> None:
        for column, holds in enumerate(row.holds):
            item = self.item(number, column)
            if item is not None:
                item.setForeground(self.palette().text() if holds else self.palette().placeholderText())

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "rows"):
            for number, row in enumerate(self.rows):
                self._color_row(number, row)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_columns()

    def _fit_columns(self) -> None:
        """Give each column the room of its title and a like part of the rest, or of the whole width."""
        titles, count = self.horizontalHeader(), self.columnCount()
        least = [titles.sectionSizeHint(column) for column in range(count)]
        left_over = self.viewport().width() - sum(least)
        if left_over < 0:
            least, left_over = [0] * count, self.viewport().width()
        for column, width in enumerate(least):
            part = left_over * (column + 1) // count - left_over * column // count
            titles.resizeSection(column, width + part)

    def _fit_height(self) -> None:
        header = self.horizontalHeader().sizeHint().height()
        shown = min(len(self.rows), _MOST_ROWS)
        self.setFixedHeight(header + shown * self.verticalHeader().defaultSectionSize() + 2 * self.frameWidth())


class DefinitionsView(QWidget):
    """The table of a term and the reasons for its chosen, pinned square, whose pawns are in the board's spotlight."""

    compare_wanted = Signal(str)  # A definition is to be compared; carries the identifier of its layer.

    def __init__(self, document: Document, layers: ShownLayers, board: BoardView) -> None:
        super().__init__()
        self._document = document
        self._board = board
        self._term: DisputedTerm | None = None
        self._chosen: tuple[bool, int] | None = None
        self.table = DefinitionTable()
        self.table.currentCellChanged.connect(self._choose_row)
        self.table.horizontalHeader().sectionClicked.connect(self._choose_column)
        caption = QLabel("Definitions side b&y side")
        caption.setBuddy(self.table)
        self._hint = plain_label(muted=True, wrapped=True)
        self.reasons = SentenceList("")
        self.reasons.hovered.connect(self._point_at)
        self.reasons.chosen.connect(layers.set_current)
        self.reasons.setAccessibleName("Why each definition holds the square or not")
        column_of(caption, self.table, self._hint, self.reasons, parent=self, margins=0, spacing=8)

    @property
    def term(self) -> DisputedTerm | None:
        """The current term, or None."""
        return self._term

    def set_term(self, term: DisputedTerm | None) -> None:
        """Show another term at the next ``refresh``, with no square chosen."""
        self._term = term
        self.forget_square()

    def refresh(self, sides: tuple[bool, bool], compared: Collection[str]) -> None:
        """Show the term in the current position for these sides; ``compared`` are the layers that are compared."""
        self.setVisible(self._term is not None)
        if self._term is None:
            return
        if not self.table.show_term(self._term, self._document.position.sides(), sides, compared, self._chosen):
            self.forget_square()
        self._show_reasons(self._term)

    def forget_square(self) -> None:
        """Choose no square, and unpin the former one."""
        if self._chosen is not None and self._board.state.pinned == self._chosen[1]:
            self._board.state.set_pinned(None)
        self._chosen = None

    def _show_reasons(self, term: DisputedTerm) -> None:
        if self.table.rows:
            self._hint.setText("Choose a row to read why; click a column's title to compare it.")
        else:
            self._hint.setText("No definition holds a square in this position.")
        chosen = self._chosen
        self._hint.setVisible(chosen is None)
        self.reasons.setVisible(chosen is not None)
        if chosen is not None:
            side = self._document.position.sides()[0 if chosen[0] else 1]
            reasons = [reason(variant.layer, side, chosen[1]) for variant in term.variants]
            self.reasons.show_sentences([reason_sentence(one) for one in reasons])

    @Slot(int, int, int, int)
    def _choose_row(self, row: int, column: int, previous_row: int, previous_column: int) -> None:
        if self._term is not None and 0 <= row < len(self.table.rows):
            chosen = self.table.rows[row]
            self._chosen = (chosen.white, chosen.square)
            self._board.state.set_pinned(chosen.square)
            self._show_reasons(self._term)

    @Slot(int)
    def _choose_column(self, column: int) -> None:
        if self._term is not None:
            self.compare_wanted.emit(self._term.variants[column].layer)

    @Slot(object)
    def _point_at(self, named: object) -> None:
        if isinstance(named, int) and self._chosen is not None:
            self._board.state.set_spotlight(named | 1 << self._chosen[1])
        else:
            self._board.state.set_spotlight(None)
