"""The mask bench: a mask in any notation and mapping, on the board, beside a layer, and out again in every form."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QFontDatabase,
    QGuiApplication,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGridLayout,
    QGroupBox,
    QHBoxLayout,
    QPlainTextEdit,
    QPushButton,
    QSizePolicy,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from pawnviz.core.board.bitboard import BOARD, complement, file_fill
from pawnviz.core.board.mask_text import files_and_squares, reading_text
from pawnviz.core.board.notation import LERF, MAPPINGS, Mapping, Notation, NotationError, read_mask, write_mask
from pawnviz.core.picture.difference import beside_mask
from pawnviz.core.words import capitalized, count_text
from pawnviz.model.board_loan import BoardLoan
from pawnviz.model.document import Document
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.override import override
from pawnviz.view.board.mask_view import MaskView
from pawnviz.view.layers.choice import LayerChoice
from pawnviz.view.widgets.focus_ring import FocusRing
from pawnviz.view.widgets.labels import plain_label
from pawnviz.view.widgets.theme import LIGHT, Theme
from pawnviz.view.windows.borrowing_window import BorrowingWindow

OPERATIONS: Final = {
    "and": ("&&", "mask & layer: squares in both"),
    "or": ("|", "mask | layer: squares in either"),
    "xor": ("^", "mask ^ layer: squares in exactly one"),
    "and not": ("-", "mask - layer: squares of the mask that are not in the layer"),
    "from layer": ("layer - mask", "layer - mask: squares of the layer that are not in the mask"),
}
"""The set operations with a layer: the text of the button, and what it does."""

_FULL_CELL: Final = 20


def combined(operation: str, mask: int, layer: int) -> int:
    """Return a mask joined with a layer's mask by one of ``OPERATIONS``."""
    if operation == "and":
        return mask & layer
    if operation == "or":
        return mask | layer
    if operation == "xor":
        return mask ^ layer
    if operation == "and not":
        return mask & complement(layer)
    return layer & complement(mask)


class MappingPicture(QWidget):
    """A small board that shows where bits 0, 1, 8 and 63 of a number lie."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Show the mapping of this program."""
        super().__init__(parent)
        self._mapping = LERF
        self._theme = LIGHT
        self.setFixedSize(8 * _FULL_CELL + 1, 8 * _FULL_CELL + 1)
        self.setAccessibleName("Where the bits lie")
        self.set_mapping(LERF)

    def set_mapping(self, mapping: Mapping) -> None:
        """Show another mapping."""
        self._mapping = mapping
        self.setAccessibleDescription(mapping.title)
        self.setToolTip(mapping.title)
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Draw in a theme's colors."""
        self._theme = theme
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._theme
        painter = QPainter(self)
        font = painter.font()
        font.setPixelSize(9)
        painter.setFont(font)
        for square in range(64):
            bit = self._mapping.bit(square)
            file, rank = square & 7, square >> 3
            rect = QRectF(1 + file * _FULL_CELL, 1 + (7 - rank) * _FULL_CELL, _FULL_CELL, _FULL_CELL)
            first_byte = bit < 8
            shade = theme.light_square if (file + rank) % 2 else theme.dark_square
            painter.fillRect(rect, QColor(theme.white_mark if first_byte else shade))
            painter.setPen(QColor(theme.badge_text if first_byte else theme.text))
            painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, str(bit))
        painter.setPen(QPen(QColor(theme.border), 1))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()


class MaskEditor(MaskView):
    """A mask whose squares are switched by click, drag or key."""

    edited = Signal()

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        """Show an empty mask."""
        super().__init__(name, parent)
        self._cursor = 0
        self._filling: bool | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        edge = self.heightForWidth(161)
        self.setFixedSize(edge, edge)
        self.setToolTip("Click or drag to switch squares; arrow keys and Space do the same")

    def square_at(self, x: float, y: float) -> int | None:
        """Return the square at a point of the widget, or None."""
        cell = (self.width() - 1) // 8
        file, row = int(x // cell), int(y // cell)
        return 8 * (7 - row) + file if 0 <= file < 8 and 0 <= row < 8 and x >= 0 and y >= 0 else None

    def _switch(self, square: int, filled: bool) -> None:
        mask = self.shown_mask | 1 << square if filled else self.shown_mask & complement(1 << square)
        if mask != self.shown_mask:
            self.set_mask(mask)
            self.edited.emit()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        square = self.square_at(event.position().x(), event.position().y())
        if square is not None and event.button() == Qt.MouseButton.LeftButton:
            self._cursor = square
            self._filling = not self.shown_mask >> square & 1
            self._switch(square, self._filling)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        square = self.square_at(event.position().x(), event.position().y())
        if square is not None and self._filling is not None:
            self._switch(square, self._filling)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._filling = None

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, 1), Qt.Key.Key_Down: (0, -1)}
        if event.key() in steps:
            files, ranks = steps[Qt.Key(event.key())]
            file = min(7, max(0, (self._cursor & 7) + files))
            rank = min(7, max(0, (self._cursor >> 3) + ranks))
            self._cursor = 8 * rank + file
            self.update()
        elif event.key() == Qt.Key.Key_Space:
            self._switch(self._cursor, not self.shown_mask >> self._cursor & 1)
        else:
            super().keyPressEvent(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.hasFocus():
            cell = (self.width() - 1) // 8
            painter = QPainter(self)
            painter.setPen(QPen(self.palette().text().color(), 2))
            painter.drawRect((self._cursor & 7) * cell + 1, (7 - (self._cursor >> 3)) * cell + 1, cell - 1, cell - 1)
            painter.end()


class MaskBench(BorrowingWindow):
    """A window beside the board for one mask: read, edited, joined and compared with a layer, written in every form.

    While it is open the mask is shown on the board as a layer of its own, with the squares that differ from the layer
    it is compared with, until another window puts its own layers there.
    """

    def __init__(self, document: Document, layers: ShownLayers, loan: BoardLoan, parent: QWidget | None = None) -> None:
        """Begin with an empty mask."""
        super().__init__(loan, parent)
        self.setWindowTitle("Mask bench")
        self.resize(self.sizeHint())
        self._document = document
        self._layers = layers
        self._theme = LIGHT
        self._mask = 0
        self._is_typing = False
        self._is_empty = True

        self.text = QPlainTextEdit()
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.text.setPlaceholderText("0xff00   65280   d4 e4\n0b1111   C64(0x1000)\nor a diagram of eight lines")
        self.text.setAccessibleName("Mask as text")
        self.text.setTabChangesFocus(True)
        self.text.textChanged.connect(self._read)
        self.verdict = plain_label()
        self.verdict.setWordWrap(True)
        self.verdict.setAlignment(Qt.AlignmentFlag.AlignTop)

        self.editor = MaskEditor("Mask")
        self.editor.edited.connect(self._take_edited)
        self.picture = MappingPicture()
        self.mapping_choice = QComboBox()
        for name, mapping in MAPPINGS.items():
            self.mapping_choice.addItem(f"{name}: {mapping.title}", name)
        self.mapping_choice.setAccessibleName("Square mapping of numbers")
        self.mapping_choice.setToolTip("Which square each bit of a number stands for")
        self.mapping_choice.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.mapping_choice.currentIndexChanged.connect(self._change_mapping)

        self.layer_choice = LayerChoice(layers, "Layer to join and compare with")
        first = next(iter(layers.all))
        self.layer_choice.choose(layers.current if self.layer_choice.offers(layers.current) else first)
        self.side_choice = QComboBox()
        self.side_choice.addItems(["White", "Black"])
        self.side_choice.setAccessibleName("Side of the layer")
        self.layer_choice.picked.connect(self.refresh)
        self.side_choice.currentIndexChanged.connect(self.refresh)
        self.comparison = plain_label()
        self.comparison.setWordWrap(True)
        self.comparison.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.comparison.setMinimumHeight(3 * self.comparison.fontMetrics().height())
        self.comparison.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.operations: dict[str, QPushButton] = {}
        for operation, (sign, meaning) in OPERATIONS.items():
            button = QPushButton(sign)
            button.setToolTip(meaning)
            button.setAccessibleName(meaning)
            button.setAutoDefault(False)
            button.setObjectName(operation)
            button.clicked.connect(self._join)
            self.operations[operation] = button
        self.complement_button = QPushButton("~")
        self.complement_button.setToolTip("~mask: all other squares")
        self.complement_button.setAccessibleName("~mask: all other squares")
        self.take_button = QPushButton("= layer")
        self.take_button.setToolTip("Take the layer's squares as the mask")
        for button, slot in ((self.complement_button, self._invert), (self.take_button, self._take_layer)):
            button.setAutoDefault(False)
            button.clicked.connect(slot)

        self.forms = QTreeWidget()
        self.forms.setHeaderLabels(["Form", "Text"])
        self.forms.setRootIsDecorated(False)
        self.forms.setUniformRowHeights(True)
        self.forms.setAccessibleName("The mask in every form")
        # On a low screen the forms give way, and nothing else.
        self.forms.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self.forms.setMinimumHeight(3 * self.forms.fontMetrics().lineSpacing() + 16)
        self.forms.itemActivated.connect(self._copy)
        for notation in Notation:
            item = QTreeWidgetItem([notation.title, ""])
            item.setFont(1, self.text.font())
            self.forms.addTopLevelItem(item)
        self.forms.setCurrentIndex(self.forms.model().index(0, 0))
        self.forms.resizeColumnToContents(0)
        self.copy_button = QPushButton("&Copy the chosen form")
        self.copy_button.setAutoDefault(False)
        self.copy_button.clicked.connect(self._copy)
        self.copied = plain_label()
        self.on_board = QCheckBox("Show on the &board")
        self.on_board.setChecked(True)
        self.on_board.clicked.connect(self.refresh)

        self._arrange()
        self._ring = FocusRing(self)
        document.position_changed.connect(self.refresh)
        # The choice of layers, which was made before, follows them first.
        layers.own.changed.connect(self.refresh)
        loan.changed.connect(self._follow_loan)

    def _arrange(self) -> None:
        """Lay out the parts."""
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
        column = QVBoxLayout(comparing)
        choices = QHBoxLayout()
        choices.addWidget(self.layer_choice, 1)
        choices.addWidget(self.side_choice)
        joining = QHBoxLayout()
        for button in (*self.operations.values(), self.complement_button, self.take_button):
            button.setMinimumWidth(button.fontMetrics().horizontalAdvance(button.text()) + 20)
            joining.addWidget(button, 1)
        column.addLayout(choices)
        column.addLayout(joining)
        column.addWidget(self.comparison)
        writing = QGroupBox("In every form")
        forms = QVBoxLayout(writing)
        forms.addWidget(self.forms)
        below = QHBoxLayout()
        below.addWidget(self.copy_button)
        below.addWidget(self.copied, 1)
        below.addWidget(self.on_board)
        forms.addLayout(below)
        layout = QVBoxLayout(self)
        layout.addWidget(reading)
        layout.addWidget(comparing)
        layout.addWidget(writing, 1)

    # State

    @property
    def current_mask(self) -> int:
        """The mask on the bench, a1 = bit 0."""
        return self._mask

    @property
    def mapping(self) -> Mapping:
        """The square mapping that numbers are read and written in."""
        return MAPPINGS[str(self.mapping_choice.currentData())]

    @property
    def layer_mask(self) -> int:
        """The mask of the chosen layer and side for the position on the board."""
        identifier = self.layer_choice.identifier
        mask = self._layers.mask(identifier, self.side_choice.currentIndex() == 0)
        return mask if self._layers.all[identifier].turns else file_fill(mask)

    def set_theme(self, theme: Theme) -> None:
        """Draw in a theme's colors."""
        self._theme = theme
        self.picture.set_theme(theme)
        self.editor.set_color(theme.mark_color(True))

    def set_mask(self, mask: int) -> None:
        """Put a mask on the bench and write it into the text, in the notation that stands there."""
        self._mask, self._is_empty = mask, False
        self._is_typing = True
        self.text.setPlainText(write_mask(mask, Notation.HEX, self.mapping))
        self._is_typing = False
        self._show_message(count_text(mask.bit_count(), "square"))
        self.refresh()

    # Reading

    @Slot()
    def _read(self) -> None:
        """Read what was typed, or say where it cannot be read; the last good mask stays."""
        if self._is_typing:
            return
        text = self.text.toPlainText()
        if not text.strip():
            self._mask, self._is_empty = 0, True
            self._show_message("Paste or type a mask, or click its squares.")
        else:
            try:
                found = read_mask(text, self.mapping)
            except NotationError as error:
                self._show_message(capitalized(str(error)), wrong=True)
                return
            self._mask, self._is_empty = found.mask, False
            self._show_message(reading_text(found, self.mapping))
        self.refresh()

    def _show_message(self, text: str, *, wrong: bool = False) -> None:
        """Say what was read, or what is wrong with it."""
        self.verdict.setText(text)
        self.verdict.setForegroundRole(QPalette.ColorRole.BrightText if wrong else QPalette.ColorRole.WindowText)

    @Slot()
    def _take_edited(self) -> None:
        self.set_mask(self.editor.shown_mask)

    @Slot()
    def _change_mapping(self) -> None:
        """Read the text anew in another mapping: the number stays, its squares change."""
        self.picture.set_mapping(self.mapping)
        self._read()
        self.refresh()

    @Slot()
    def _join(self) -> None:
        button = self.sender()
        if isinstance(button, QPushButton):
            self.set_mask(combined(button.objectName(), self._mask, self.layer_mask))

    @Slot()
    def _invert(self) -> None:
        self.set_mask(self._mask ^ BOARD)

    @Slot()
    def _take_layer(self) -> None:
        self.set_mask(self.layer_mask)

    # Showing

    @Slot()
    def refresh(self) -> None:
        """Show the mask, its differences from the layer, and its forms."""
        if not self.isVisible():
            return
        self.editor.set_mask(self._mask)
        layer = self.layer_mask
        missing, surplus = layer & complement(self._mask), self._mask & complement(layer)
        self.comparison.setText(self._comparison_words(layer, missing, surplus))
        self.copied.clear()
        for index, notation in enumerate(Notation):
            text = write_mask(self._mask, notation, self.mapping)
            item = self.forms.topLevelItem(index)
            if item is not None:
                item.setText(1, text.replace("\n", " / "))
                item.setToolTip(1, text)
                item.setData(1, Qt.ItemDataRole.UserRole, text)
        self._show_on_board()

    def _comparison_words(self, layer: int, missing: int, surplus: int) -> str:
        """Say what the mask lacks of the layer and has beyond it; of a bench without a mask, what the layer holds."""
        name = f"{self._layers.all[self.layer_choice.identifier].title} of {self.side_choice.currentText()}"
        if self._is_empty:
            return f"{name}: {count_text(layer.bit_count(), 'square')}."
        if not missing and not surplus:
            return f"Equal to {name}."
        lines = [f"Differs from {name}."]
        if missing:
            lines.append(f"Missing: {files_and_squares(missing)}")
        if surplus:
            lines.append(f"Surplus: {files_and_squares(surplus)}")
        return "\n".join(lines)

    def _show_on_board(self) -> None:
        """Show the mask and what differs as layers of the board, in White's marks, or take them off it."""
        if self.on_board.isChecked():
            parts = beside_mask(self._mask, self.layer_mask if self._mask else 0)
            self.borrow(parts, black=False, alone=False)
        else:
            self._loan.give_back(self)

    @Slot()
    def _follow_loan(self) -> None:
        """Notice when another window has put its own layers on the board."""
        if self.isVisible():
            self.on_board.setChecked(self.is_borrowing)

    @Slot()
    def _copy(self) -> None:
        """Copy the chosen form."""
        item = self.forms.currentItem()
        if item is not None:
            QGuiApplication.clipboard().setText(str(item.data(1, Qt.ItemDataRole.UserRole)))
            self.copied.setText(f"Copied: {item.text(0)}")

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
