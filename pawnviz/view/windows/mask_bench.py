"""The mask bench: a mask in any notation and mapping, beside a layer and in every form."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtGui import QFontDatabase, QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGridLayout,
    QGroupBox,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from pawnviz.core.board.bitboard import file_fill, popcount
from pawnviz.core.board.mask_reader import LONGEST_TEXT
from pawnviz.core.board.mask_text import reading_of
from pawnviz.core.board.notation import Notation, write_mask
from pawnviz.core.picture.difference import beside_mask
from pawnviz.core.words import count_text
from pawnviz.model.document import Document
from pawnviz.model.layers.shown_layers import ShownLayers, TemporaryLayers
from pawnviz.override import override, plain_override
from pawnviz.view.board.mask_view import MaskEditor
from pawnviz.view.board.skeleton_picture import MappingPicture
from pawnviz.view.layers.choice import LayerChoice
from pawnviz.view.widgets.bounded_text import BoundedTextEdit
from pawnviz.view.widgets.focus_ring import FocusRing
from pawnviz.view.widgets.labels import plain_label
from pawnviz.view.widgets.layouts import column_of, row_of
from pawnviz.view.widgets.message_label import MessageLabel
from pawnviz.view.widgets.side_window import SideWindow
from pawnviz.view.windows.difference_text import comparison_text
from pawnviz.view.windows.mapping_choice import MappingChoice
from pawnviz.view.windows.mask_forms import MaskForms
from pawnviz.view.windows.mask_operations import OPERATIONS


class MaskBench(SideWindow):
    """A window for one mask, shown on the board as a temporary layer: read, edited, joined, compared and written."""

    def __init__(self, document: Document, layers: ShownLayers, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Mask bench")
        self.resize(self.sizeHint())
        self._layers = layers
        self.mask_on_board = TemporaryLayers(layers, self)
        self._mask: int | None = None
        self._is_writing = False
        self.text = BoundedTextEdit(LONGEST_TEXT)
        self.verdict = MessageLabel()
        self.editor = MaskEditor("Mask")
        self.picture = MappingPicture()
        self.mapping_choice = MappingChoice()
        self.layer_choice = LayerChoice(layers, "Layer to join and compare with")
        self.side_choice = QComboBox()
        self.operations = {name: QPushButton(operation.sign) for name, operation in OPERATIONS.items()}
        self.comparison = plain_label(wrapped=True)
        self.forms = MaskForms()
        self.copy_button = QPushButton("&Copy the chosen form")
        self.copied = plain_label()
        self.on_board = QCheckBox("Show on the &board")
        self._set_up_controls()
        self._lay_out()
        self._connect()
        self._ring = FocusRing(self)
        document.position_changed.connect(self.refresh)
        # The choice of layers, which was made before, follows them first.
        layers.user_layers.changed.connect(self.refresh)
        layers.changed.connect(self._follow_temporary)

    def _set_up_controls(self) -> None:
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.text.setPlaceholderText("0xff00   65280   d4 e4\n0b1111   C64(0x1000)\nor a diagram of eight lines")
        self.text.setAccessibleName("Mask as text")
        self.text.setTabChangesFocus(True)
        self.verdict.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.mapping_choice.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        current, first = self._layers.current, next(iter(self._layers.all))
        self.layer_choice.choose(current if self.layer_choice.offers(current) else first)
        self.side_choice.addItems(["White", "Black"])
        self.side_choice.setAccessibleName("Side of the layer")
        for name, button in self.operations.items():
            button.setObjectName(name)
            button.setToolTip(OPERATIONS[name].meaning)
            button.setAccessibleName(OPERATIONS[name].meaning)
            button.setAutoDefault(False)
            button.setMinimumWidth(button.fontMetrics().horizontalAdvance(button.text()) + 20)
        self.comparison.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.comparison.setMinimumHeight(3 * self.comparison.fontMetrics().height())
        self.comparison.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.copy_button.setAutoDefault(False)
        self.on_board.setChecked(True)

    def _connect(self) -> None:
        self.text.textChanged.connect(self._read)
        self.text.refused.connect(self._say_refused)
        self.editor.edited.connect(self._take_edited)
        self.mapping_choice.currentIndexChanged.connect(self._change_mapping)
        self.layer_choice.picked.connect(self.refresh)
        self.side_choice.currentIndexChanged.connect(self.refresh)
        for button in self.operations.values():
            button.clicked.connect(self._join)
        self.copy_button.clicked.connect(self.forms.copy)
        self.forms.copied.connect(self._say_copied)
        self.on_board.clicked.connect(self.refresh)

    def _lay_out(self) -> None:
        reading = QGroupBox("Mask")
        grid = QGridLayout(reading)
        grid.addWidget(self.text, 0, 0, 2, 1)
        grid.addWidget(self.editor, 0, 1, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(self.picture, 0, 2, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(self.mapping_choice, 1, 1, 1, 2, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(self.verdict, 2, 0, 1, 3)
        grid.setColumnStretch(0, 1)
        self.text.setFixedHeight(
            self.editor.height() + grid.verticalSpacing() + self.mapping_choice.sizeHint().height()
        )
        comparing = QGroupBox("With a layer of the position on the board")
        choices = row_of((self.layer_choice, 1), self.side_choice)
        joining = row_of(*((button, 1) for button in self.operations.values()))
        column_of(choices, joining, self.comparison, parent=comparing)
        writing = QGroupBox("In every form")
        below = row_of(self.copy_button, (self.copied, 1), self.on_board)
        column_of(self.forms, below, parent=writing)
        column_of(reading, comparing, (writing, 1), parent=self)

    # State

    @property
    def current_mask(self) -> int:
        """The mask on the bench, a1 = bit 0; no squares where there is none."""
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
        self.text.setPlainText(write_mask(mask, Notation.HEX, self.mapping_choice.mapping))
        self._is_writing = False
        self.verdict.show_message(count_text(popcount(mask), "square"))
        self.refresh()

    # Reading

    @Slot()
    def _read(self) -> None:
        if self._is_writing:
            return
        text = self.text.toPlainText()
        if text.strip():
            mask, message = reading_of(text, self.mapping_choice.mapping)
            self.verdict.show_message(message, is_error=mask is None)
            if mask is None:
                return
            self._mask = mask
        else:
            self._mask = None
            self.verdict.show_message("Paste or type a mask, or click its squares.")
        self.refresh()

    @Slot(str)
    def _say_refused(self, sentence: str) -> None:
        self.verdict.show_message(sentence, is_error=True)

    @Slot()
    def _take_edited(self) -> None:
        self.set_mask(self.editor.shown_mask)

    @Slot()
    def _change_mapping(self) -> None:
        """Read the text again in another mapping: the number stays, its squares change."""
        self.picture.set_mapping(self.mapping_choice.mapping)
        self._read()
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
        name = f"{self._layers.all[self.layer_choice.identifier].title} of {self.side_choice.currentText()}"
        self.comparison.setText(comparison_text(self._mask, self.layer_mask, name))
        self.editor.set_mask(self.current_mask)
        self.forms.show_mask(self.current_mask, self.mapping_choice.mapping)
        self.copied.clear()
        self._show_on_board()

    def _show_on_board(self) -> None:
        """Show the mask and the difference as layers of the board, in White's marks, or take them off it."""
        if self.on_board.isChecked():
            expected = self.layer_mask if self._mask else 0
            self.mask_on_board.show(beside_mask(self.current_mask, expected), black=False, alone=False)
        else:
            self.mask_on_board.hide()

    @plain_override
    def leave(self) -> None:
        self.mask_on_board.hide()

    @Slot()
    def _follow_temporary(self) -> None:
        if self.isVisible():
            self.on_board.setChecked(self.mask_on_board.are_shown)

    @Slot(str)
    def _say_copied(self, title: str) -> None:
        self.copied.setText(f"Copied: {title}")

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self.text.toPlainText():
            self._read()
        self.refresh()
        self.text.setFocus()

    @override
    def sizeHint(self) -> QSize:
        return QSize(600, 680)
