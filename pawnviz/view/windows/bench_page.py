"""The page of the mask bench: a mask in any notation and mapping, beside a layer and in every form."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QFontDatabase, QShowEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QGridLayout, QSizePolicy, QToolButton, QWidget

from pawnviz.core.board.bitboard import complement, file_fill, popcount
from pawnviz.core.board.mask_reader import LONGEST_TEXT, reading_of
from pawnviz.core.board.notation import MAPPINGS, Notation, SquareMapping, write_mask
from pawnviz.core.picture.difference import beside_mask, comparison_text
from pawnviz.core.words import count_text
from pawnviz.model.document import Document
from pawnviz.model.layers.shown_layers import ShownLayers, TemporaryLayers
from pawnviz.override import override, plain_override
from pawnviz.view.board.small_boards import MappingPicture, MaskEditor
from pawnviz.view.layers.layer_list import LayerChoice
from pawnviz.view.widgets.buttons import CopyButton
from pawnviz.view.widgets.fields import BoundedTextEdit
from pawnviz.view.widgets.labels import ElidedLabel, MessageLabel, plain_label, section_title
from pawnviz.view.widgets.layouts import STRETCH, WrappingRow, add_parts, column_of, row_of
from pawnviz.view.widgets.page import Page


class Operation(NamedTuple):
    """A set operation: the text of its button, a description, and the function of the mask and the layer's mask."""

    sign: str
    meaning: str
    apply: Callable[[int, int], int]


OPERATIONS: Final = {
    "and": Operation("&&", "mask & layer: squares in both", lambda mask, layer: mask & layer),
    "or": Operation("|", "mask | layer: squares in either", lambda mask, layer: mask | layer),
    "xor": Operation("^", "mask ^ layer: squares in exactly one", lambda mask, layer: mask ^ layer),
    "and not": Operation(
        "-", "mask - layer: squares of the mask that are not in the layer", lambda mask, layer: mask & complement(layer)
    ),
    "from layer": Operation(
        "layer - mask",
        "layer - mask: squares of the layer that are not in the mask",
        lambda mask, layer: layer & complement(mask),
    ),
    "complement": Operation("~", "~mask: all other squares", lambda mask, layer: complement(mask)),
    "layer": Operation("Take the layer", "Take the layer's squares as the mask", lambda mask, layer: layer),
}
"""The set operations on the mask of the bench and that of the layer."""


class MaskField(QWidget):
    """A text with a mask, the mapping of its numbers, and the result of reading it."""

    changed = Signal()  # The text or the mapping has changed.

    def __init__(self, name: str, placeholder: str, lines: int) -> None:
        """Make an empty field, ``lines`` high; ``name`` is for screen readers."""
        super().__init__()
        self.text = BoundedTextEdit(LONGEST_TEXT)
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.text.setPlaceholderText(placeholder)
        self.text.setAccessibleName(name)
        self.text.setTabChangesFocus(True)
        self.text.setFixedHeight(lines * self.text.fontMetrics().lineSpacing() + 10)
        self.text.textChanged.connect(self.changed)
        self.text.refused.connect(self._say_refused)
        self.mapping_choice = QComboBox()
        self.mapping_choice.setAccessibleName("Square mapping of numbers")
        self.mapping_choice.setToolTip("Which square each bit of a number stands for")
        self.mapping_choice.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        for title, mapping in MAPPINGS.items():
            self.mapping_choice.addItem(f"{title}: {mapping.title}", title)
        self.mapping_choice.currentIndexChanged.connect(self.changed)
        self.message = MessageLabel()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        column_of(self.text, self.mapping_choice, self.message, parent=self, margins=0, spacing=4)

    @property
    def mapping(self) -> SquareMapping:
        """The chosen mapping."""
        return MAPPINGS[str(self.mapping_choice.currentData())]

    @property
    def is_empty(self) -> bool:
        """Whether nothing is written."""
        return not self.text.toPlainText().strip()

    def read(self) -> int | None:
        """Return the mask that is written, or None if it cannot be read, and say which."""
        mask, message = reading_of(self.text.toPlainText(), self.mapping)
        self.message.show_message(message, is_error=mask is None)
        return mask

    @Slot(str)
    def _say_refused(self, sentence: str) -> None:
        self.message.show_message(sentence, is_error=True)


class MaskForms(QWidget):
    """A row for each notation with the mask written in it, and a button that copies it."""

    def __init__(self) -> None:
        super().__init__()
        self.rows = {
            notation: (ElidedLabel(notation.title, fixed=True), CopyButton(notation.title)) for notation in Notation
        }
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(2)
        grid.setColumnStretch(1, 1)
        for row, (notation, (text, button)) in enumerate(self.rows.items()):
            for column, part in enumerate((plain_label(notation.title, muted=True), text, button)):
                grid.addWidget(part, row, column)

    def show_mask(self, mask: int, mapping: SquareMapping) -> None:
        """Write a mask in every notation, numbers in a mapping."""
        for notation, (label, button) in self.rows.items():
            text = write_mask(mask, notation, mapping)
            label.show_text(text.replace("\n", " / "), text)
            button.offer(text, "the mask")


class BenchPage(Page):
    """A page for one mask, shown on the board as a temporary layer: read, edited, joined, compared and written."""

    def __init__(self, document: Document, layers: ShownLayers) -> None:
        super().__init__("Mask bench")
        self._layers = layers
        self.mask_on_board = TemporaryLayers(layers, self)
        self._mask: int | None = None
        self._is_writing = False
        placeholder = "0xff00   65280   d4 e4\n0b1111   C64(0x1000)\nor a diagram of eight lines"
        self.field = MaskField("Mask as text", placeholder, 3)
        self.editor = MaskEditor("Mask")
        self.picture = MappingPicture()
        self.layer_choice = LayerChoice(layers, "Layer to join and compare with")
        self.side_choice = QComboBox()
        self.operations = {name: QToolButton() for name in OPERATIONS}
        self._joining = WrappingRow()
        self.comparison = plain_label(wrapped=True)
        self.forms = MaskForms()
        self.on_board = QCheckBox("Show on the &board")
        self._set_up_controls()
        self._connect(document)

    def _set_up_controls(self) -> None:
        current, first = self._layers.current, next(iter(self._layers.all))
        self.layer_choice.choose(current if self.layer_choice.offers(current) else first)
        self.side_choice.addItems(["White", "Black"])
        self.side_choice.setAccessibleName("Side of the layer")
        for name, button in self.operations.items():
            button.setObjectName(name)
            button.setText(OPERATIONS[name].sign)
            button.setToolTip(OPERATIONS[name].meaning)
            button.setAccessibleName(OPERATIONS[name].meaning)
        self.comparison.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.comparison.setMinimumHeight(3 * self.comparison.fontMetrics().height())
        self.comparison.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.on_board.setChecked(True)
        self._joining.set_parts([button for name, button in self.operations.items() if name != "layer"])
        pictures, pictured = WrappingRow(), (QWidget(), QWidget())
        titles = {"Squares of the mask": self.editor, "Number of each bit": self.picture}
        for whole, (title, picture) in zip(pictured, titles.items(), strict=True):
            column_of(plain_label(title, muted=True), picture, parent=whole, margins=(0, 4, 12, 0), spacing=4)
        pictures.set_parts(pictured)
        layer = row_of((self.layer_choice, 1), self.side_choice, self.operations["layer"])
        forms_title = section_title("In every form")
        self._of_mask = (self._joining, self.comparison, forms_title, self.forms, self.on_board)
        layer_title = section_title("A layer of the position on the board")
        parts = (self.field, pictures, self.on_board, layer_title, layer)
        add_parts(self.column, (*parts, self._joining, self.comparison, forms_title, self.forms, STRETCH))

    def _connect(self, document: Document) -> None:
        self.field.changed.connect(self._read)
        self.editor.edited.connect(self._take_edited)
        self.field.mapping_choice.currentIndexChanged.connect(self._change_mapping)
        for change in (self.layer_choice.picked, self.side_choice.currentIndexChanged, self.on_board.clicked):
            change.connect(self.refresh)
        for button in self.operations.values():
            button.clicked.connect(self._join)
        document.position_changed.connect(self.refresh)
        # The choice of layers, which was made before, follows them first.
        self._layers.user_layers.changed.connect(self.refresh)
        self._layers.changed.connect(self._follow_temporary)

    # State

    @property
    def current_mask(self) -> int:
        """The mask on the bench, a1 = bit 0; no squares if there is none."""
        return self._mask or 0

    @property
    def layer_mask(self) -> int:
        """The mask of the chosen layer and side for the position on the board."""
        identifier = self.layer_choice.identifier
        mask = self._layers.mask(identifier, self.side_choice.currentIndex() == 0)
        return mask if self._layers.all[identifier].turns else file_fill(mask)

    def set_mask(self, mask: int) -> None:
        """Put a mask on the bench and write it into the text in hexadecimal."""
        self._mask = mask
        self._is_writing = True
        self.field.text.setPlainText(write_mask(mask, Notation.HEX, self.field.mapping))
        self._is_writing = False
        self.field.message.show_message(count_text(popcount(mask), "square"))
        self.refresh()

    # Reading

    @Slot()
    def _read(self) -> None:
        if self._is_writing:
            return
        if self.field.is_empty:
            self._mask = None
            self.field.message.show_message("Paste or type a mask, click its squares, or take those of a layer.")
        elif (mask := self.field.read()) is not None:
            self._mask = mask
        else:
            return
        self.refresh()

    @Slot()
    def _take_edited(self) -> None:
        self.set_mask(self.editor.shown_mask)

    @Slot()
    def _change_mapping(self) -> None:
        """Show another mapping; the number that is written stays, its squares change."""
        self.picture.set_mapping(self.field.mapping)
        self.refresh()

    @Slot()
    def _join(self) -> None:
        operation = OPERATIONS[self.sender().objectName()]
        self.set_mask(operation.apply(self.current_mask, self.layer_mask))

    # Showing

    @Slot()
    def refresh(self) -> None:
        """Update the mask, its differences from the layer, and its forms."""
        if not self.isVisible():
            return
        has_mask = self._mask is not None
        for part in self._of_mask:
            part.setVisible(has_mask)
        name = f"{self._layers.all[self.layer_choice.identifier].title} of {self.side_choice.currentText()}"
        self.comparison.setText(comparison_text(self._mask, self.layer_mask, name))
        self.editor.set_mask(self.current_mask)
        self.forms.show_mask(self.current_mask, self.field.mapping)
        if self.on_board.isChecked() and has_mask:
            expected = self.layer_mask if self._mask else 0
            self.mask_on_board.show(beside_mask(self.current_mask, expected), black=False, alone=False)
        else:
            self.mask_on_board.hide()

    @plain_override
    def leave(self) -> None:
        self.mask_on_board.hide()

    @Slot()
    def _follow_temporary(self) -> None:
        if self.isVisible() and self._mask is not None:
            self.on_board.setChecked(self.mask_on_board.are_shown)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self.field.is_empty:
            self._read()
        self.refresh()
