"""The page that compares definitions of one term on the board."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import cache, reduce
from itertools import combinations, compress, islice
from operator import or_
from typing import Any, Final

from PySide6.QtCore import QEvent, QModelIndex, QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QEnterEvent, QFont, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGridLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QSizePolicy,
    QTableView,
    QWidget,
)

from pawnviz.core.board.bitboard import SQUARE_NAMES
from pawnviz.core.board.side import Side
from pawnviz.core.catalog import boards_of_difference
from pawnviz.core.explain.reasons import REASONS, reason
from pawnviz.core.explain.terms import DISPUTED_TERMS, DisputedTerm, disputed_terms_of
from pawnviz.core.layers import LAYERS, Layer
from pawnviz.core.layers.marks import Style
from pawnviz.core.picture.difference import (
    PASTED,
    VariantRow,
    difference_layers,
    mask_layer,
    part_text,
    variant_rows,
    verdict_text,
)
from pawnviz.core.words import escaped, listed
from pawnviz.model.document import Document
from pawnviz.model.layers.shown_layers import ShownLayers, TemporaryLayers
from pawnviz.override import override, plain_override
from pawnviz.view.board.board import BoardView
from pawnviz.view.board.swatch import SwatchLabel
from pawnviz.view.inspector.sentences import SentenceList, reason_sentence
from pawnviz.view.layers.layer_list import LayerChoice
from pawnviz.view.widgets.buttons import IconButton
from pawnviz.view.widgets.labels import plain_label
from pawnviz.view.widgets.layouts import STRETCH, add_parts, column_of, row_of
from pawnviz.view.widgets.page import Navigation, Page
from pawnviz.view.widgets.rows import ROOT, Index, RowsModel, RowTable
from pawnviz.view.windows.bench_page import MaskField

_MOST_ROWS: Final = 12  # The number of visible rows.


class DefinitionModel(RowsModel[VariantRow]):
    """Squares in rows, definitions in columns."""

    def __init__(self, table: QTableView) -> None:
        super().__init__(table)
        self._table = table
        self._term: DisputedTerm | None = None
        self._sides: tuple[Side[int], ...] = ()
        self._compared: Collection[str] = ()

    def show_term(
        self,
        term: DisputedTerm,
        sides: tuple[Side[int], Side[int]],
        shown: tuple[bool, bool],
        compared: Collection[str],
    ) -> None:
        """Show a term's squares for the shown sides, with the compared layers in bold."""
        self._term, self._sides, self._compared = term, sides, compared
        self.show_rows(tuple(row for row in variant_rows(term, sides) if shown[0 if row.white else 1]))

    @override
    def columnCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() or self._term is None else len(self._term.variants)

    @override
    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if self._term is None:
            return None
        if orientation == Qt.Orientation.Vertical:
            row = self.rows[section]
            name, color, is_bold = SQUARE_NAMES[row.square], "White" if row.white else "Black", row.is_disputed
            text, spoken, tip = f"{name} {'○' if row.white else '●'}", f"{color} {name}", f"{name}, of {color}"
        else:
            variant = self._term.variants[section]
            label, is_bold = REASONS[variant.layer].label, variant.layer in self._compared
            short = re.search(r"\((.+)\)", label)
            text = spoken = short[1] if short else label
            about = f"<b>{escaped(label)}</b>, by {escaped(variant.whose)}: {escaped(variant.difference)}."
            parts = (about, escaped(LAYERS[variant.layer].definition), "Click to compare it.")
            tip = "".join(f"<p>{part}</p>" for part in parts)
        font = QFont(self._table.font())
        font.setBold(is_bold)
        roles = Qt.ItemDataRole
        values = {
            roles.DisplayRole: text,
            roles.AccessibleTextRole: spoken,
            roles.ToolTipRole: tip,
            roles.FontRole: font,
        }
        return values.get(roles(role))

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self.row_at(index)
        if row is None or self._term is None:
            return None
        holds = row.holds[index.column()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return "✓" if holds else "–"
            case Qt.ItemDataRole.AccessibleTextRole:
                return "yes" if holds else "no"
            case Qt.ItemDataRole.TextAlignmentRole:
                return Qt.AlignmentFlag.AlignCenter
            case Qt.ItemDataRole.ForegroundRole:
                return self._table.palette().text() if holds else self._table.palette().placeholderText()
            case Qt.ItemDataRole.ToolTipRole:
                layer = self._term.variants[index.column()].layer
                return f"<p>{escaped(reason(layer, self._sides[0 if row.white else 1], row.square).text)}</p>"
        return None


class DefinitionTable(RowTable):
    """A row is chosen as a whole, and a column's title can be clicked."""

    def __init__(self) -> None:
        super().__init__("Definitions side by side", 4)
        self.definitions = DefinitionModel(self)
        self.setModel(self.definitions)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        titles = self.horizontalHeader()
        titles.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        titles.setSectionsClickable(True)
        titles.setMinimumSectionSize(20)
        self.verticalHeader().setHighlightSections(False)
        self.verticalHeader().show()

    def choose(self, chosen: tuple[bool, int] | None) -> bool:
        """Select a square of White (true) or Black without a signal, or none; return whether it is among the rows."""
        squares = [(row.white, row.square) for row in self.definitions.rows]
        with QSignalBlocker(self.selectionModel()):
            if chosen in squares:
                self.selectRow(squares.index(chosen))
            else:
                self.setCurrentIndex(QModelIndex())  # Otherwise Qt makes one current when the focus comes.
        self.fit_rows(_MOST_ROWS)
        self.fit_columns()
        return chosen in squares

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit_columns()

    def fit_columns(self) -> None:
        """Give each column the room of its title and a like part of the rest, or of the whole width."""
        titles, count = self.horizontalHeader(), self.definitions.columnCount()
        least = [titles.sectionSizeHint(column) for column in range(count)]
        left_over = self.viewport().width() - sum(least)
        if left_over < 0:
            least, left_over = [0] * count, self.viewport().width()
        for column, width in enumerate(least):
            part = left_over * (column + 1) // count - left_over * column // count
            titles.resizeSection(column, width + part)


class DefinitionsView(QWidget):
    """The table of a term and the reasons for its chosen, pinned square, whose pawns are in the board's spotlight."""

    compare_wanted = Signal(str)  # A definition is to be compared; carries the identifier of its layer.

    def __init__(self, document: Document, layers: ShownLayers, board: BoardView) -> None:
        super().__init__()
        self._document = document
        self._board = board
        self.term: DisputedTerm | None = None  # The current term, or None.
        self._chosen: tuple[bool, int] | None = None
        self.table = DefinitionTable()
        self.table.selectionModel().currentRowChanged.connect(self._choose_row)
        self.table.horizontalHeader().sectionClicked.connect(self._choose_column)
        caption = plain_label("Definitions side b&y side", self.table, bold=True)
        self._hint = plain_label(muted=True, wrapped=True)
        self.reasons = SentenceList("")
        self.reasons.hovered.connect(self._point_at)
        self.reasons.chosen.connect(layers.set_current)
        self.reasons.setAccessibleName("Why each definition holds the square or not")
        column_of(caption, self.table, self._hint, self.reasons, parent=self, margins=0, spacing=8)

    def set_term(self, term: DisputedTerm | None) -> None:
        """Show another term at the next ``refresh``, with no square chosen."""
        self.term = term
        self.forget_square()

    def refresh(self, sides: tuple[bool, bool], compared: Collection[str]) -> None:
        """Show the term in the current position for these sides; ``compared`` are the layers that are compared."""
        self.setVisible(self.term is not None)
        if self.term is None:
            return
        self.table.definitions.show_term(self.term, self._document.position.sides(), sides, compared)
        if not self.table.choose(self._chosen):
            self.forget_square()
        self._show_reasons(self.term)

    def forget_square(self) -> None:
        """Choose no square, and unpin the former one."""
        if self._chosen is not None and self._board.state.pinned == self._chosen[1]:
            self._board.state.set_pinned(None)
        self._chosen = None

    def _show_reasons(self, term: DisputedTerm) -> None:
        choose = "Choose a row to read why; click a column's title to compare it."
        self._hint.setText(choose if self.table.definitions.rows else "No definition holds a square in this position.")
        chosen = self._chosen
        self._hint.setVisible(chosen is None)
        self.reasons.setVisible(chosen is not None)
        if chosen is not None:
            side = self._document.position.sides()[0 if chosen[0] else 1]
            reasons = [reason(variant.layer, side, chosen[1]) for variant in term.variants]
            self.reasons.show_sentences([reason_sentence(one) for one in reasons])

    @Slot(QModelIndex, QModelIndex)
    def _choose_row(self, current: QModelIndex, previous: QModelIndex) -> None:
        chosen = self.table.definitions.row_at(current)
        if self.term is not None and chosen is not None:
            self._chosen = (chosen.white, chosen.square)
            self._board.state.set_pinned(chosen.square)
            self._show_reasons(self.term)

    @Slot(int)
    def _choose_column(self, column: int) -> None:
        if self.term is not None:
            self.compare_wanted.emit(self.term.variants[column].layer)

    @Slot(object)
    def _point_at(self, named: object) -> None:
        if isinstance(named, int) and self._chosen is not None:
            self._board.state.set_spotlight(named | 1 << self._chosen[1])
        else:
            self._board.state.set_spotlight(None)


@cache
def _boards_text(first: str, second: str) -> str:
    """Return a sentence with links to boards on which two layers differ, empty if none is known."""
    boards = islice(boards_of_difference(first, second), 3)
    links = [f'<a href="{escaped(board.fen)}">{escaped(board.title)}</a>' for board in boards]
    return f"They differ on {listed(links)}." if links else ""


_SIDES: Final = {"Both sides": (True, True), "White": (True, False), "Black": (False, True)}


class PartBox(QWidget):
    """A part of a difference: its marks and title, and its squares for each side that is compared."""

    pointed = Signal(object)  # The part's squares as a mask while the pointer is over it, then None.

    def __init__(self) -> None:
        super().__init__()
        self._mask = 0
        self._swatch = SwatchLabel()
        self.title = plain_label(bold=True)
        self.title.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.squares = plain_label(wrapped=True)
        self.squares.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        texts = column_of(self.title, self.squares, spacing=1)
        row_of((self._swatch, Qt.AlignmentFlag.AlignTop), (texts, 1), parent=self, margins=0, spacing=8)

    def show_part(self, part: Layer, masks: Sequence[int], sides: tuple[bool, bool]) -> None:
        """Show a part with White's and Black's mask, for the compared sides."""
        self._mask = reduce(or_, compress(masks, sides), 0)
        self._swatch.show_style(Style(part.mark))
        self.title.setText(part.title)
        self.title.setToolTip(f"<p>{escaped(part.title)}</p><p>{escaped(part.definition)}</p>")
        self.squares.setText(part_text(masks, sides))

    @override
    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        if self._mask:
            self.pointed.emit(self._mask)

    @override
    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.pointed.emit(None)


class DefinitionsPage(Page):
    """The difference of two layers, or of a layer and a mask, on the board, and definitions of a disputed term."""

    def __init__(self, document: Document, layers: ShownLayers, board: BoardView, navigator: Navigation) -> None:
        super().__init__("Compare definitions")
        self._document = document
        self._navigator = navigator
        self._layers = layers
        self._board = board
        self._parts: tuple[Layer, ...] = ()
        self.parts_on_board = TemporaryLayers(layers, self)
        self.term_choice = QComboBox()
        self.first = LayerChoice(layers, "First layer")
        self.second = LayerChoice(layers, "Second layer", ("A pasted mask", PASTED))
        self.exchange = IconButton("swap-colors", "Exchange first and second")
        self.pasted = MaskField("Pasted mask", "0xff00, 65280, d4 e4, or a diagram of eight lines", 3)
        self.side_choice = QComboBox()
        self.on_board = QCheckBox("On the &board")
        self.verdict = plain_label(bold=True, wrapped=True)
        self.elsewhere = QLabel()
        self.find_button = QPushButton("Find where they differ")
        self.boxes = tuple(PartBox() for _ in range(3))
        self.definitions = DefinitionsView(document, layers, board)
        self._set_up_controls()
        self._lay_out()
        self._choose_term(DISPUTED_TERMS["backward"])
        document.position_changed.connect(self.refresh)
        layers.changed.connect(self._follow_temporary)
        layers.user_layers.changed.connect(self._take_layers)

    def _set_up_controls(self) -> None:
        self.term_choice.setAccessibleName("Disputed term")
        self.term_choice.setToolTip("A word that pages and programs define in several ways, or any two layers")
        self.term_choice.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        for term in DISPUTED_TERMS.values():
            self.term_choice.addItem(f"{term.title}: {len(term.variants)} definitions", term.identifier)
        self.term_choice.addItem("Any two layers", "")
        self.side_choice.setAccessibleName("Sides that are compared")
        self.side_choice.addItems(list(_SIDES))
        self.on_board.setToolTip("Show the difference on the board in place of other layers")
        self.on_board.setChecked(True)
        self.elsewhere.setWordWrap(True)
        self.elsewhere.setTextFormat(Qt.TextFormat.RichText)
        self.elsewhere.setTextInteractionFlags(Qt.TextInteractionFlag.LinksAccessibleByMouse)
        self.elsewhere.linkActivated.connect(self._set_up_board)
        self.find_button.setToolTip("Ask the open file of positions, or of games, where the two layers differ")
        self.find_button.clicked.connect(self._find)
        self.term_choice.activated.connect(self._take_term)
        for change in (self.first.picked, self.second.picked, self.pasted.changed):
            change.connect(self._take_layers)
        self.exchange.clicked.connect(self._exchange)
        self.side_choice.currentIndexChanged.connect(self._take_sides)
        self.on_board.clicked.connect(self._show_on_board)
        for box in self.boxes:
            box.pointed.connect(self._point_at)
        self.definitions.compare_wanted.connect(self._compare_definition)

    def _lay_out(self) -> None:
        choices = QGridLayout()
        choices.setHorizontalSpacing(8)
        choices.setVerticalSpacing(4)
        choices.setColumnStretch(1, 1)
        fields: dict[str, QComboBox] = {"Term": self.term_choice, "First": self.first, "Second": self.second}
        for row, (caption, field) in enumerate(fields.items()):
            choices.addWidget(plain_label(caption, field), row, 0)
            choices.addWidget(field, row, 1, 1, 1 if row else 2)
        choices.addWidget(self.exchange, 1, 2, 2, 1)
        add_parts(self.column, (choices, self.pasted, row_of(self.side_choice, STRETCH, self.on_board)))
        find = row_of(self.find_button, STRETCH)
        add_parts(self.column, (self.verdict, self.elsewhere, find, *self.boxes, self.definitions, STRETCH))

    @property
    def sides(self) -> tuple[bool, bool]:
        """Whether White's squares are compared, and whether Black's are."""
        return _SIDES[self.side_choice.currentText()]

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._show_on_board()
        self.refresh()

    # Comparison

    def open(self) -> None:
        """Choose two definitions of a term that differ on the board, unless those that are chosen do."""
        if self._differ(self.first.identifier, self.second.identifier):
            return
        for term in sorted(DISPUTED_TERMS.values(), key=lambda term: term is not self.definitions.term):
            for first, second in combinations([variant.layer for variant in term.variants], 2):
                if self._differ(first, second):
                    self._choose_term(term)
                    self.first.choose(first)
                    self.second.choose(second)
                    self._take_layers()
                    return

    def _differ(self, first: str, second: str) -> bool:
        if PASTED in (first, second):
            return True
        layers, sides = (self._layers.all[first], self._layers.all[second]), self._document.position.sides()
        return any(layers[0](side) != layers[1](side) for side, asked in zip(sides, self.sides, strict=True) if asked)

    def compare(self, identifier: str) -> None:
        """Compare a layer that stays with another definition of the same term, else with the current choice."""
        if not self.first.offers(identifier):
            return
        terms = disputed_terms_of(identifier)
        self._choose_term(terms[0] if terms else None)
        if terms:
            others = [variant.layer for variant in terms[0].variants if variant.layer != identifier]
            self.second.choose(next((other for other in others if self._differ(identifier, other)), others[0]))
        elif self.second.identifier == identifier:
            self.second.choose(self.first.identifier)
        self.first.choose(identifier)
        self._take_layers()

    def _choose_term(self, term: DisputedTerm | None) -> None:
        self.definitions.set_term(term)
        self.term_choice.setCurrentIndex(self.term_choice.findData(term.identifier if term else ""))
        if term is not None:
            self.first.choose(term.variants[0].layer)
            self.second.choose(term.variants[1].layer)
        self._take_layers()

    @Slot()
    def _take_term(self) -> None:
        self._choose_term(DISPUTED_TERMS.get(str(self.term_choice.currentData())))

    @Slot()
    def _exchange(self) -> None:
        first, second = self.first.identifier, self.second.identifier
        if second != PASTED:
            self.first.choose(second)
            self.second.choose(first)
            self._take_layers()

    @Slot(str)
    def _compare_definition(self, identifier: str) -> None:
        """Compare a definition with the first one; the first one itself becomes the second."""
        if identifier == self.first.identifier:
            self._exchange()
        else:
            self.second.choose(identifier)
            self._take_layers()

    @Slot()
    def _take_layers(self) -> None:
        is_pasted = self.second.identifier == PASTED
        if is_pasted and self.pasted.isHidden():
            self.side_choice.setCurrentText("White")  # A mask is of one side.
        self.pasted.setVisible(is_pasted)
        self.exchange.setEnabled(not is_pasted)
        second = self._pasted_layer() if is_pasted else self._layers.all[self.second.identifier]
        parts = () if second is None else difference_layers(self._layers.all[self.first.identifier], second)
        self._parts = parts[2:] if self._is_same() else parts
        if self.parts_on_board.are_shown:
            self._show_on_board()
        self.refresh()

    def _pasted_layer(self) -> Layer | None:
        if self.pasted.is_empty:
            self.pasted.message.show_message("Paste a mask to compare with the first layer.")
            return None
        mask = self.pasted.read()
        return None if mask is None else mask_layer(mask)

    def _is_same(self) -> bool:
        return self.first.identifier == self.second.identifier

    # On the board

    @Slot()
    def _show_on_board(self) -> None:
        if not self.on_board.isChecked():
            self.parts_on_board.hide()
        elif self.isVisible():
            white, black = self.sides
            self.parts_on_board.show(self._parts, white=white, black=black)

    @Slot()
    def _take_sides(self) -> None:
        if self.parts_on_board.are_shown:
            for part in self._parts:
                self._layers.set_shown(part.identifier, *self.sides)
        self.refresh()

    @Slot()
    def _follow_temporary(self) -> None:
        if self.isVisible():
            self.on_board.setChecked(self.parts_on_board.are_shown)

    @Slot(object)
    def _point_at(self, mask: object) -> None:
        self._board.state.set_spotlight(mask if isinstance(mask, int) else None)

    @plain_override
    def leave(self) -> None:
        self._board.state.set_spotlight(None)
        self.definitions.forget_square()
        self.parts_on_board.hide()

    # Reading

    @Slot()
    def refresh(self) -> None:
        """Update the parts of the difference and the table of definitions."""
        if not self.isVisible():
            return
        sides = self._document.position.sides()
        masks = [tuple(part(side) for side in sides) for part in self._parts]
        shown = self.sides
        self.verdict.setVisible(bool(masks))
        if masks:
            self.verdict.setText("Both are the same layer." if self._is_same() else verdict_text(masks, shown))
        pair = (self.first.identifier, self.second.identifier)
        boards = _boards_text(*pair) if self._are_built_in() and not self._differ(*pair) else ""
        self.elsewhere.setText(boards)
        self.elsewhere.setVisible(bool(boards))
        self.find_button.setVisible(self._are_built_in())
        for number, box in enumerate(self.boxes):
            box.setVisible(number < len(masks))
            if number < len(masks):
                box.show_part(self._parts[number], masks[number], shown)
        self.definitions.refresh(shown, pair)

    def _are_built_in(self) -> bool:
        return not self._is_same() and {self.first.identifier, self.second.identifier} <= LAYERS.keys()

    @Slot()
    def _find(self) -> None:
        color = None if all(self.sides) else self.sides[0]
        self._navigator.find_difference((self.first.identifier, self.second.identifier), color)

    @Slot(str)
    def _set_up_board(self, fen: str) -> None:
        self._document.set_fen(fen)
