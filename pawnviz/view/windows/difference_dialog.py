"""The window of differences: two layers, or a layer and a mask, apart on the board, and disputed terms as tables."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGridLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QSpacerItem,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from pawnviz.core.explain.disputed_terms import DISPUTED_TERMS, DisputedTerm, disputed_terms_of
from pawnviz.core.layers import Layer
from pawnviz.core.picture.difference import PASTED, difference_layers
from pawnviz.model.document import Document
from pawnviz.model.layers.shown_layers import ShownLayers, TemporaryLayers
from pawnviz.override import override, plain_override
from pawnviz.view.board.board import BoardView
from pawnviz.view.layers.choice import LayerChoice
from pawnviz.view.widgets.focus_ring import FocusRing
from pawnviz.view.widgets.icons import icon
from pawnviz.view.widgets.labels import plain_label
from pawnviz.view.widgets.layouts import STRETCH, row_of
from pawnviz.view.widgets.side_window import SideWindow
from pawnviz.view.widgets.theme import theme_of
from pawnviz.view.windows.definitions_view import DefinitionsView
from pawnviz.view.windows.difference_text import verdict_text
from pawnviz.view.windows.part_box import PartBox
from pawnviz.view.windows.pasted_mask import PastedMask
from pawnviz.view.windows.side_choice import SideChoice


class DifferenceDialog(SideWindow):
    """The difference of two layers, or of a layer and a mask, on the board, and definitions of a disputed term."""

    def __init__(self, document: Document, layers: ShownLayers, board: BoardView, parent: QWidget) -> None:
        super().__init__(parent)
        self._document = document
        self._layers = layers
        self._board = board
        self._parts: tuple[Layer, ...] = ()
        self.parts_on_board = TemporaryLayers(layers, self)
        self.setWindowTitle("Compare definitions")
        self.term_choice = QComboBox()
        self.first = LayerChoice(layers, "First layer")
        self.second = LayerChoice(layers, "Second layer", ("A pasted mask", PASTED))
        self.exchange = QToolButton()
        self.pasted = PastedMask()
        self.side_choice = SideChoice()
        self.on_board = QCheckBox("On the boa&rd")
        self._verdict = plain_label(bold=True, wrapped=True)
        self.boxes = tuple(PartBox() for _ in range(3))
        self.definitions = DefinitionsView(document, layers, board)
        self._set_up_controls()
        self._lay_out()
        self._ring = FocusRing(self)
        self._choose_term(DISPUTED_TERMS["backward"])
        document.position_changed.connect(self._read)
        layers.changed.connect(self._follow_temporary)
        layers.user_layers.changed.connect(self._take_layers)

    # The window

    def _set_up_controls(self) -> None:
        self.term_choice.setAccessibleName("Disputed term")
        self.term_choice.setToolTip("A word that pages and programs define in several ways, or any two layers")
        for term in DISPUTED_TERMS.values():
            self.term_choice.addItem(f"{term.title}: {len(term.variants)} definitions", term.identifier)
        self.term_choice.addItem("Any two layers", "")
        self.exchange.setAutoRaise(True)
        self.exchange.setAccessibleName("Exchange first and second")
        self.exchange.setToolTip("Exchange first and second")
        self.exchange.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.on_board.setToolTip("Show the difference on the board in place of other layers")
        self.on_board.setChecked(True)
        self.term_choice.activated.connect(self._take_term)
        self.first.picked.connect(self._take_layers)
        self.second.picked.connect(self._take_layers)
        self.exchange.clicked.connect(self._exchange)
        self.pasted.changed.connect(self._take_layers)
        self.side_choice.changed.connect(self._take_sides)
        self.on_board.clicked.connect(self._show_on_board)
        for box in self.boxes:
            box.pointed.connect(self._point_at)
        self.definitions.compare_wanted.connect(self._compare_definition)

    def _lay_out(self) -> None:
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
        options = row_of(self.side_choice, STRETCH, self.on_board)
        close = QPushButton("&Close")
        close.setToolTip("Close; the layers from before come back")
        close.setAutoDefault(False)
        close.clicked.connect(self.close)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 10, 10, 10)
        column.setSpacing(8)
        column.addLayout(choices)
        column.addWidget(self.pasted)
        column.addLayout(options)
        column.addWidget(self._verdict)
        for box in self.boxes:
            column.addWidget(box)
        column.addWidget(self.definitions, 1)
        column.addSpacerItem(QSpacerItem(0, 0, QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Expanding))
        column.addWidget(close, 0, Qt.AlignmentFlag.AlignRight)

    @override
    def sizeHint(self) -> QSize:
        return QSize(384, 680)  # Beside the board also in a small window.

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._show_on_board()
        self._read()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._read()

    # Comparison

    def compare(self, identifier: str) -> None:
        """Compare a layer that stays with another definition of the same term, else with the current choice."""
        if not self.first.offers(identifier):
            return
        terms = disputed_terms_of(identifier)
        self._choose_term(terms[0] if terms else None)
        if terms:
            self.second.choose(next(one.layer for one in terms[0].variants if one.layer != identifier))
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
            self.side_choice.choose_white()  # A mask is of one side.
        self.pasted.setVisible(is_pasted)
        self.exchange.setEnabled(not is_pasted)
        second = self.pasted.layer() if is_pasted else self._second_layer()
        if second is None or not self.first.identifier:
            self._parts = ()
        else:
            parts = difference_layers(self._layers.all[self.first.identifier], second)
            self._parts = parts[2:] if self._is_same() else parts
        if self.parts_on_board.are_shown:
            self._show_on_board()
        self._read()

    def _second_layer(self) -> Layer | None:
        return self._layers.all[self.second.identifier] if self.second.identifier else None

    def _is_same(self) -> bool:
        return self.first.identifier == self.second.identifier

    # On the board

    @Slot()
    def _show_on_board(self) -> None:
        if not self.on_board.isChecked():
            self.parts_on_board.hide()
        elif self.isVisible():
            white, black = self.side_choice.sides
            self.parts_on_board.show(self._parts, white=white, black=black)

    @Slot()
    def _take_sides(self) -> None:
        if self.parts_on_board.are_shown:
            for part in self._parts:
                self._layers.set_shown(part.identifier, *self.side_choice.sides)
        self._read()

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
    def _read(self) -> None:
        if not self.isVisible():
            return
        self.exchange.setIcon(icon("swap-colors", theme_of(self).text))
        sides = self._document.position.sides()
        masks = [tuple(part(side) for side in sides) for part in self._parts]
        shown = self.side_choice.sides
        self._verdict.setVisible(bool(masks))
        if masks:
            self._verdict.setText("Both are the same layer." if self._is_same() else verdict_text(masks, shown))
        for number, box in enumerate(self.boxes):
            box.setVisible(number < len(masks))
            if number < len(masks):
                box.show_part(self._parts[number], masks[number], shown)
        self.definitions.refresh(shown, (self.first.identifier, self.second.identifier))
