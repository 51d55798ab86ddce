"""The difference view: two layers, or a layer and a mask, apart on the board, and disputed terms as tables."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from typing import Final

from PySide6.QtCore import QEvent, QSize, Qt, Signal, Slot
from PySide6.QtGui import QEnterEvent, QFontDatabase, QPalette, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QScrollArea,
    QSizePolicy,
    QSpacerItem,
    QTableWidget,
    QTableWidgetItem,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from pawnviz.core.board.bitboard import SQUARE_NAMES, popcount
from pawnviz.core.board.mask_text import files_and_squares, reading_text
from pawnviz.core.board.notation import MAPPINGS, NotationError, read_mask
from pawnviz.core.explain.disputed_terms import DISPUTED_TERMS, DisputedTerm, disputed_terms_of
from pawnviz.core.explain.reasons import REASONS, reason
from pawnviz.core.layers import Layer
from pawnviz.core.layers.marks import Style
from pawnviz.core.picture.difference import PASTED, VariantRow, difference_layers, mask_layer, variant_rows
from pawnviz.core.words import capitalized, count_text
from pawnviz.model.board_loan import BoardLoan
from pawnviz.model.document import Document
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.override import override
from pawnviz.view.board.board import BoardView
from pawnviz.view.board.swatch import swatch_icon
from pawnviz.view.inspector.sentence_list import SentenceList
from pawnviz.view.inspector.sentences import reason_sentence
from pawnviz.view.layers.choice import LayerChoice
from pawnviz.view.widgets.focus_ring import FocusRing
from pawnviz.view.widgets.icons import icon
from pawnviz.view.widgets.labels import plain_label
from pawnviz.view.widgets.theme import Theme, theme_of
from pawnviz.view.windows.borrowing_window import BorrowingWindow

_SWATCH: Final = 16
"""The edge of a swatch in logical pixels."""
_SIDES: Final = ("White", "Black")
_MOST_ROWS: Final = 7
"""The number of rows of a term's table that are seen without scrolling."""


class DifferenceDialog(BorrowingWindow):
    """A window beside the board that shows where two layers, or a layer and a pasted mask, differ and agree.

    The three parts are shown on the board in place of other layers, which come back when the window closes. A disputed
    term offers its definitions side by side: a table of the squares that they hold, and the reasons for one of them.
    """

    def __init__(
        self, document: Document, layers: ShownLayers, loan: BoardLoan, board: BoardView, parent: QWidget
    ) -> None:
        """Begin with the definitions of a backward pawn; nothing on the board changes until the window is shown."""
        super().__init__(loan, parent)
        self._document = document
        self._layers = layers
        self._board = board
        self._parts: tuple[Layer, ...] = ()
        self._rows: tuple[VariantRow, ...] = ()
        self._term: DisputedTerm | None = None
        self._chosen_row: tuple[bool, int] | None = None
        self.setWindowTitle("Compare definitions")
        self._build()
        self._ring = FocusRing(self)
        self._choose_term(DISPUTED_TERMS["backward"])
        document.position_changed.connect(self._read)
        loan.changed.connect(self._follow_loan)
        layers.own.changed.connect(self._take_layers)

    # The window

    def _build(self) -> None:
        self.term_choice = QComboBox()
        self.term_choice.setAccessibleName("Disputed term")
        self.term_choice.setToolTip("A word that pages and programs define in several ways, or any two layers")
        for term in DISPUTED_TERMS.values():
            self.term_choice.addItem(f"{term.title}: {len(term.variants)} definitions", term.identifier)
        self.term_choice.addItem("Any two layers", "")
        self.term_choice.activated.connect(self._take_term)
        self.first = LayerChoice(self._layers, "First layer")
        self.second = LayerChoice(self._layers, "Second layer", ("A pasted mask", PASTED))
        for choice in (self.first, self.second):
            choice.picked.connect(self._take_layers)
        self.exchange = QToolButton()
        self.exchange.setAutoRaise(True)
        self.exchange.setAccessibleName("Exchange first and second")
        self.exchange.setToolTip("Exchange first and second")
        self.exchange.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.exchange.clicked.connect(self._exchange)
        choices = QGridLayout()
        choices.setHorizontalSpacing(8)
        choices.setVerticalSpacing(4)
        choices.setColumnStretch(1, 1)
        fields: tuple[tuple[str, QComboBox], ...] = (
            ("&Term", self.term_choice),
            ("&First", self.first),
            ("&Second", self.second),
        )
        for row, (caption, field) in enumerate(fields):
            label = QLabel(caption)
            label.setBuddy(field)
            choices.addWidget(label, row, 0)
            choices.addWidget(field, row, 1, 1, 1 if row else 2)
        choices.addWidget(self.exchange, 1, 2, 2, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 10, 10, 10)
        column.setSpacing(8)
        column.addLayout(choices)
        column.addWidget(self._build_paste())
        column.addLayout(self._build_sides())
        self._verdict = plain_label(bold=True)
        self._verdict.setWordWrap(True)
        column.addWidget(self._verdict)
        self.boxes = tuple(PartBox() for _ in range(3))
        for box in self.boxes:
            box.pointed.connect(self._point_at)
            column.addWidget(box)
        self._caption = QLabel("&Definitions side by side")
        column.addWidget(self._caption)
        column.addWidget(self._build_table())
        self._caption.setBuddy(self.table)
        self._hint = plain_label("Choose a row to read why; click a column's title to compare it.", muted=True)
        self._hint.setWordWrap(True)
        column.addWidget(self._hint)
        self.reasons = SentenceList("")
        self.reasons.pointed.connect(self._point_at_named)
        self.reasons.chosen.connect(self._layers.set_current)
        inside = QWidget()
        text = QVBoxLayout(inside)
        text.setContentsMargins(0, 0, 6, 0)
        text.addWidget(self.reasons)
        text.addStretch(1)
        self._details = QScrollArea()
        self._details.setWidget(inside)
        self._details.setWidgetResizable(True)
        self._details.setFrameShape(QFrame.Shape.NoFrame)
        self._details.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._details.setAccessibleName("Why each definition holds the square or not")
        column.addWidget(self._details, 1)
        column.addSpacerItem(QSpacerItem(0, 0, QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Expanding))
        close = QPushButton("&Close")
        close.setToolTip("Close; the layers from before come back")
        close.setAutoDefault(False)
        close.clicked.connect(self.close)
        column.addWidget(close, 0, Qt.AlignmentFlag.AlignRight)

    def _build_paste(self) -> QWidget:
        """Return the field for a mask, the mapping that its numbers are read in, and what was read."""
        self.text = QPlainTextEdit()
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.text.setPlaceholderText("0xff00, 65280, d4 e4, or a diagram of eight lines")
        self.text.setAccessibleName("Pasted mask")
        self.text.setTabChangesFocus(True)
        self.text.setFixedHeight(3 * self.text.fontMetrics().lineSpacing() + 10)
        self.text.textChanged.connect(self._take_layers)
        self.mapping_choice = QComboBox()
        self.mapping_choice.setAccessibleName("Square mapping of numbers")
        self.mapping_choice.setToolTip("Which square each bit of a number stands for")
        self.mapping_choice.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        for name, mapping in MAPPINGS.items():
            self.mapping_choice.addItem(f"{name}: {mapping.title}", name)
        self.mapping_choice.activated.connect(self._take_layers)
        self._message = plain_label()
        self._message.setWordWrap(True)
        # The spare height of the window goes elsewhere.
        self._message.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self._paste = QWidget()
        self._paste.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        column = QVBoxLayout(self._paste)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        for part in (self.text, self.mapping_choice, self._message):
            column.addWidget(part)
        return self._paste

    def _build_sides(self) -> QHBoxLayout:
        """Return the choice of sides, and whether the difference is on the board."""
        line = QHBoxLayout()
        line.setSpacing(10)
        self._group = QButtonGroup(self)
        self.side_buttons = tuple(QRadioButton(text) for text in ("&White", "&Black", "B&oth"))
        for number, button in enumerate(self.side_buttons):
            self._group.addButton(button, number)
            button.toggled.connect(self._lead_tab_to_side)
            line.addWidget(button)
        self.side_buttons[2].setChecked(True)
        self._group.idClicked.connect(self._take_sides)
        line.addStretch(1)
        self.on_board = QCheckBox("On the boa&rd")
        self.on_board.setToolTip("Show the difference on the board in place of other layers")
        self.on_board.setChecked(True)
        self.on_board.clicked.connect(self._show_on_board)
        line.addWidget(self.on_board)
        return line

    def _build_table(self) -> QTableWidget:
        """Return the table of a term: squares in rows, definitions in columns."""
        self.table = QTableWidget(0, 0)
        self.table.setAccessibleName("Definitions side by side")
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setTabKeyNavigation(False)
        self.table.setShowGrid(False)
        self.table.setWordWrap(False)
        self.table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.table.horizontalHeader().setSectionsClickable(True)
        self.table.horizontalHeader().setHighlightSections(False)
        self.table.horizontalHeader().setMinimumSectionSize(20)
        self.table.horizontalHeader().sectionClicked.connect(self._compare_column)
        self.table.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 4)
        self.table.verticalHeader().setMinimumSectionSize(12)
        self.table.verticalHeader().setHighlightSections(False)
        self.table.currentCellChanged.connect(self._choose_row)
        return self.table

    @override
    def sizeHint(self) -> QSize:
        return QSize(440, 680)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._show_on_board()
        self._read()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "boxes"):
            self._read()

    # What is compared

    def compare(self, identifier: str) -> None:
        """Compare a layer: by the term that it is a definition of, else with what is compared now.

        Layers that are only shown for a time, such as a difference's, are not compared.
        """
        terms = disputed_terms_of(identifier)
        if not self.first.offers(identifier):
            return
        if terms:
            self._choose_term(terms[0])
            variants = [variant.layer for variant in terms[0].variants]
            self.first.choose(identifier)
            self.second.choose(next(layer for layer in variants if layer != identifier))
        else:
            self._choose_term(None)
            if self.second.identifier == identifier:
                self.second.choose(self.first.identifier)
            self.first.choose(identifier)
        self._take_layers()

    def _choose_term(self, term: DisputedTerm | None) -> None:
        """Show a term's table and compare its first two definitions; with None, no table."""
        self._term = term
        self._forget_row()
        self.term_choice.setCurrentIndex(self.term_choice.findData(term.identifier if term else ""))
        if term is not None:
            self.first.choose(term.variants[0].layer)
            self.second.choose(term.variants[1].layer)
            self.table.setColumnCount(len(term.variants))
        self._take_layers()

    @Slot()
    def _take_term(self) -> None:
        self._choose_term(DISPUTED_TERMS.get(str(self.term_choice.currentData())))

    @Slot()
    def _exchange(self) -> None:
        """Make the first layer the second and the second the first; a mask stays the second."""
        first, second = self.first.identifier, self.second.identifier
        if second != PASTED:
            self.first.choose(second)
            self.second.choose(first)
            self._take_layers()

    @Slot(int)
    def _compare_column(self, column: int) -> None:
        """Compare a definition with the first one, or what is the first one with the second."""
        if self._term is not None:
            identifier = self._term.variants[column].layer
            if identifier == self.first.identifier:
                self._exchange()
            else:
                self.second.choose(identifier)
                self._take_layers()

    @Slot()
    def _take_layers(self) -> None:
        """Compare what is chosen now."""
        if self.second.identifier == PASTED and self._paste.isHidden():
            # A mask is of one side.
            self.side_buttons[0].setChecked(True)
        self._paste.setVisible(self.second.identifier == PASTED)
        self.exchange.setEnabled(self.second.identifier != PASTED)
        second = self._second_layer()
        if second is None or not self.first.identifier:
            self._parts_are(())
        else:
            parts = difference_layers(self._layers.all[self.first.identifier], second)
            is_same = self.first.identifier == self.second.identifier
            self._parts_are(parts[2:] if is_same else parts)
        self._read()

    def _second_layer(self) -> Layer | None:
        """Return the second layer, or the pasted mask, or None where there is none; say what was read of a mask."""
        if self.second.identifier != PASTED:
            return self._layers.all[self.second.identifier] if self.second.identifier else None
        text = self.text.toPlainText()
        if not text.strip():
            self._show_message("Paste a mask to compare with the first layer.")
            return None
        mapping = MAPPINGS[str(self.mapping_choice.currentData())]
        try:
            found = read_mask(text, mapping)
        except NotationError as error:
            self._show_message(capitalized(str(error)), wrong=True)
            return None
        self._show_message(reading_text(found, mapping))
        return mask_layer(found.mask)

    def _show_message(self, text: str, *, wrong: bool = False) -> None:
        """Say what was read of a mask, or what is wrong with it."""
        self._message.setText(text)
        self._message.setForegroundRole(QPalette.ColorRole.BrightText if wrong else QPalette.ColorRole.PlaceholderText)

    # On the board

    def _parts_are(self, parts: tuple[Layer, ...]) -> None:
        """Take other parts, and show them in place of the former ones where those are on the board."""
        self._parts = parts
        if self.is_borrowing:
            self._show_on_board()

    @Slot()
    def _show_on_board(self) -> None:
        """Show the difference on the board, or what was shown before."""
        if self.on_board.isChecked():
            white, black = self._sides()
            self.borrow(self._parts, white=white, black=black)
        else:
            self._loan.give_back(self)

    @Slot()
    def _lead_tab_to_side(self) -> None:
        """Have Tab lead to the side that is chosen; Qt sees to it only once the keys were at one of them."""
        for button in self.side_buttons:
            policy = Qt.FocusPolicy.StrongFocus if button.isChecked() else Qt.FocusPolicy.ClickFocus
            button.setFocusPolicy(policy)

    @Slot()
    def _take_sides(self) -> None:
        """Show the sides that are chosen."""
        white, black = self._sides()
        if self.is_borrowing:
            for part in self._parts:
                self._layers.set_shown(part.identifier, white, black)
        self._read()

    def _sides(self) -> tuple[bool, bool]:
        """Return whether White's and Black's squares are compared."""
        number = self._group.checkedId()
        return number != 1, number != 0

    @Slot()
    def _follow_loan(self) -> None:
        """Notice when another window has put its own layers on the board."""
        if self.isVisible():
            self.on_board.setChecked(self.is_borrowing)

    @Slot(object)
    def _point_at(self, mask: object) -> None:
        """Show the squares of a part alone, or all again."""
        self._board.state.set_spotlight(mask if isinstance(mask, int) else None)

    @Slot(object)
    def _point_at_named(self, named: object) -> None:
        """Show the pawns that a sentence names and the square that it is about."""
        if isinstance(named, int) and self._chosen_row is not None:
            self._board.state.set_spotlight(named | 1 << self._chosen_row[1])
        else:
            self._board.state.set_spotlight(None)

    # Reading

    @Slot()
    def _read(self) -> None:
        """Show the parts of the difference and the table for the position on the board."""
        if not self.isVisible():
            return
        theme = theme_of(self)
        self.exchange.setIcon(icon("swap-colors", theme.text))
        sides = self._document.position.sides()
        masks = [tuple(part(side) for side in sides) for part in self._parts]
        self._verdict.setVisible(bool(masks))
        if masks:
            self._verdict.setText(self._verdict_words(masks))
        for number, box in enumerate(self.boxes):
            box.setVisible(number < len(masks))
            if number < len(masks):
                box.show_part(self._parts[number], masks[number], self._sides(), theme)
        self._read_term(theme)

    def _verdict_words(self, masks: Sequence[Sequence[int]]) -> str:
        """Say on how many squares the two differ for each side that is compared."""
        if self.first.identifier == self.second.identifier:
            return "Both are the same layer."
        first, second, both = masks
        compared = [number for number, wanted in enumerate(self._sides()) if wanted]
        counts = [(number, popcount(first[number] | second[number])) for number in compared]
        if any(count for _, count in counts):
            words = ", ".join(
                f"for {_SIDES[number]} on {count_text(count, 'square')}" for number, count in counts if count
            )
            return f"They differ {words}."
        if any(both[number] for number in compared):
            return "No difference in this position."
        return "Neither holds a square in this position."

    def _read_term(self, theme: Theme) -> None:
        """Fill the table of the term."""
        term = self._term
        for part in (self._caption, self.table, self._hint, self._details):
            part.setVisible(term is not None)
        if term is None:
            return
        white, black = self._sides()
        rows = variant_rows(term, self._document.position.sides())
        self._rows = tuple(row for row in rows if (white if row.white else black))
        self._name_columns(term)
        self.table.blockSignals(True)
        self.table.setRowCount(len(self._rows))
        for number, row in enumerate(self._rows):
            self._fill_row(number, row, term, theme)
        chosen = [number for number, row in enumerate(self._rows) if (row.white, row.square) == self._chosen_row]
        if chosen:
            self.table.selectRow(chosen[0])
        else:
            self.table.clearSelection()
            self.table.setCurrentCell(-1, -1)
            self._forget_row()
        self.table.blockSignals(False)
        self._fit_table()
        self._show_reasons(theme)

    def _name_columns(self, term: DisputedTerm) -> None:
        """Name each definition in its column, those that are compared in bold."""
        compared = (self.first.identifier, self.second.identifier)
        for column, variant in enumerate(term.variants):
            label = REASONS[variant.layer].label
            short = re.search(r"\((.+)\)", label)
            item = QTableWidgetItem(short[1] if short else label)
            layer = self._layers.all[variant.layer]
            item.setToolTip(
                f"<p><b>{label}</b>, by {variant.whose}: {variant.difference}.</p><p>{layer.definition}</p>"
                "<p>Click to compare it.</p>"
            )
            font = item.font()
            font.setBold(variant.layer in compared)
            item.setFont(font)
            self.table.setHorizontalHeaderItem(column, item)

    def _fill_row(self, number: int, row: VariantRow, term: DisputedTerm, theme: Theme) -> None:
        """Name a square and say which definitions hold it."""
        name = SQUARE_NAMES[row.square]
        title = QTableWidgetItem(f"{name} {'○' if row.white else '●'}")
        title.setData(Qt.ItemDataRole.AccessibleTextRole, f"{'White' if row.white else 'Black'} {name}")
        title.setToolTip(f"{name}, of {'White' if row.white else 'Black'}")
        font = title.font()
        font.setBold(row.is_disputed)
        title.setFont(font)
        self.table.setVerticalHeaderItem(number, title)
        side = self._document.position.sides()[0 if row.white else 1]
        for column, (variant, holds) in enumerate(zip(term.variants, row.holds, strict=True)):
            item = QTableWidgetItem("✓" if holds else "–")
            item.setTextAlignment(Qt.AlignmentFlag.AlignCenter)
            item.setToolTip(f"<p>{reason(variant.layer, side, row.square).text}</p>")
            item.setData(Qt.ItemDataRole.AccessibleTextRole, "yes" if holds else "no")
            item.setForeground(self.palette().text() if holds else self.palette().placeholderText())
            self.table.setItem(number, column, item)

    def _fit_table(self) -> None:
        """Make the table as high as its rows, up to a number of them."""
        header = self.table.horizontalHeader().sizeHint().height()
        shown = min(len(self._rows), _MOST_ROWS)
        row_height = self.table.verticalHeader().defaultSectionSize()
        self.table.setFixedHeight(header + shown * row_height + 2 * self.table.frameWidth())

    @Slot(int, int, int, int)
    def _choose_row(self, row: int, column: int, previous_row: int, previous_column: int) -> None:
        """Read why each definition holds the square of a row, and pin it."""
        if 0 <= row < len(self._rows):
            self._chosen_row = (self._rows[row].white, self._rows[row].square)
            self._board.state.set_pinned(self._rows[row].square)
            self._show_reasons(theme_of(self))

    def _forget_row(self) -> None:
        """Choose no row, and release its square."""
        if self._chosen_row is not None and self._board.state.pinned == self._chosen_row[1]:
            self._board.state.set_pinned(None)
        self._chosen_row = None

    def _show_reasons(self, theme: Theme) -> None:
        term, chosen = self._term, self._chosen_row
        if not self._rows:
            self._hint.setText("On this position no square is held by any of the definitions.")
        else:
            self._hint.setText("Choose a row to read why; click a column's title to compare it.")
        self._hint.setVisible(term is not None and chosen is None)
        self.reasons.setVisible(chosen is not None)
        # Tab passes what is empty.
        self._details.setFocusPolicy(Qt.FocusPolicy.NoFocus if chosen is None else Qt.FocusPolicy.StrongFocus)
        if term is not None and chosen is not None:
            side = self._document.position.sides()[0 if chosen[0] else 1]
            told = [reason(variant.layer, side, chosen[1]) for variant in term.variants]
            self.reasons.show_sentences([reason_sentence(one) for one in told])

    # Leaving

    @override
    def leave(self) -> None:
        """Give the board back, without a pinned square or a spotlight of this window."""
        self._board.state.set_spotlight(None)
        self._forget_row()
        super().leave()


class PartBox(QWidget):
    """A part of a difference: its marks and title, and its squares for each side that is compared."""

    pointed = Signal(object)
    """The part's squares while the pointer is over it as a mask, or None."""

    def __init__(self) -> None:
        """Show nothing yet."""
        super().__init__()
        self._mask = 0
        self._swatch = QLabel()
        self._title = plain_label(bold=True)
        self._title.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._squares = plain_label()
        self._squares.setWordWrap(True)
        self._squares.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(1)
        grid.setColumnStretch(1, 1)
        grid.addWidget(self._swatch, 0, 0)
        grid.addWidget(self._title, 0, 1)
        grid.addWidget(self._squares, 1, 1)

    @property
    def texts(self) -> tuple[str, str]:
        """The title and the squares as they are shown."""
        return self._title.text(), self._squares.text()

    def show_part(self, part: Layer, masks: Sequence[int], sides: tuple[bool, bool], theme: Theme) -> None:
        """Show a part with White's and Black's mask, for the sides that are compared."""
        marks = swatch_icon(Style(part.mark), theme, _SWATCH, self.devicePixelRatioF())
        self._swatch.setPixmap(marks.pixmap(QSize(2 * _SWATCH + 3, _SWATCH), self.devicePixelRatioF()))
        self._title.setText(part.title)
        self._title.setToolTip(f"<p>{escape(part.title)}</p><p>{escape(part.definition)}</p>")
        lines = []
        self._mask = 0
        for name, mask, wanted in zip(_SIDES, masks, sides, strict=True):
            if wanted:
                self._mask |= mask
                squares = f": {files_and_squares(mask)}" if mask else ""
                lines.append(f"{name} {count_text(popcount(mask), 'square')}{squares}")
        self._squares.setText("\n".join(lines))

    @override
    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        if self._mask:
            self.pointed.emit(self._mask)

    @override
    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.pointed.emit(None)
