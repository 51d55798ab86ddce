"""The errata gallery: exhibits that are set up on the board with both readings of a rule as layers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QModelIndex, QSize, Qt, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from pawnviz.core.board.bitboard import complement, popcount
from pawnviz.core.board.mask_text import files_and_squares
from pawnviz.core.board.position import Position
from pawnviz.core.catalog.errata import Exhibit, exhibits
from pawnviz.core.layers import Layer
from pawnviz.core.layers.marks import Style
from pawnviz.core.words import count_text
from pawnviz.model.board_loan import BoardLoan
from pawnviz.model.document import Document
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.override import override
from pawnviz.view.board.swatch import swatch_icon
from pawnviz.view.formula.box import FormulaBox
from pawnviz.view.inspector.source_link import source_link
from pawnviz.view.widgets.focus_ring import FocusRing
from pawnviz.view.widgets.labels import plain_label
from pawnviz.view.widgets.theme import Theme, theme_of
from pawnviz.view.windows.borrowing_window import BorrowingWindow

_SWATCH: Final = 16
"""The edge of a swatch in logical pixels."""

_NONE_CHOSEN: Final = (
    "Choose an exhibit to set it up on the board with its readings as layers; "
    "your position and layers come back when you close."
)


class ErrataGallery(BorrowingWindow):
    """A window beside the board with a list of exhibits; choosing one sets it up and shows its readings as layers.

    The position and the shown layers from before the first exhibit are kept. Closing the window brings them back,
    unless the exhibit's position was edited meanwhile: then the edited position stays.
    """

    def __init__(self, document: Document, layers: ShownLayers, loan: BoardLoan, parent: QWidget | None = None) -> None:
        """List the exhibits; none is chosen, and nothing on the board changes until one is."""
        super().__init__(loan, parent)
        self._document = document
        self._layers = layers
        self._exhibits = exhibits()
        self._on_board: int | None = None
        self.setWindowTitle("Errata gallery")
        self.setModal(False)
        self._build()
        self._ring = FocusRing(self)
        self._choose_none()
        document.position_changed.connect(self._position_changed)

    # The window -------------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        introduction = plain_label(
            "Positions where a formula or a diagram of the wiki's pages and its own sentence disagree.",
            muted=True,
        )
        introduction.setWordWrap(True)
        self._list = QListWidget()
        self._list.setAccessibleName("Exhibits")
        self._list.setUniformItemSizes(True)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for number, exhibit in enumerate(self._exhibits, 1):
            item = QListWidgetItem(f"{number}  {exhibit.title}")
            item.setToolTip(exhibit.title)
            self._list.addItem(item)
        row_height = self.fontMetrics().height() + 4
        for row in range(self._list.count()):
            self._list.item(row).setSizeHint(QSize(0, row_height))
        self._list.setFixedHeight(min(9, len(self._exhibits)) * row_height + 2 * self._list.frameWidth() + 2)
        self._list.currentRowChanged.connect(self._set_up_current)
        self._list.itemClicked.connect(self._set_up_current)
        self._list.itemActivated.connect(self._set_up_current)

        self._explanation = plain_label()
        self._explanation.setWordWrap(True)
        self._explanation.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._source = QLabel()
        self._source.setTextFormat(Qt.TextFormat.RichText)
        self._source.setOpenExternalLinks(True)
        self._source.setTextInteractionFlags(
            Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        self._readings = (ReadingBox(), ReadingBox())
        self._verdict = plain_label(bold=True)
        self._verdict.setWordWrap(True)
        self._verdict.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        details = QWidget()
        text = QVBoxLayout(details)
        text.setContentsMargins(0, 0, 6, 0)
        text.setSpacing(8)
        text.addWidget(self._explanation)
        for box in self._readings:
            text.addWidget(box)
        text.addWidget(self._verdict)
        text.addWidget(self._source)
        text.addStretch(1)
        self._details = QScrollArea()
        self._details.setWidget(details)
        self._details.setWidgetResizable(True)
        self._details.setFrameShape(QFrame.Shape.NoFrame)
        self._details.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._details.setAccessibleName("The exhibit")

        self._previous = _button("&Previous", "Set up the exhibit before this one")
        self._next = _button("&Next", "Set up the exhibit after this one")
        self._keep = _button("&Keep this position", "Close the gallery and go on with the position on the board")
        self._back = _button("&Close", "Close the gallery")
        self._previous.clicked.connect(self._set_up_previous)
        self._next.clicked.connect(self._set_up_next)
        self._keep.clicked.connect(self._keep_position)
        self._back.clicked.connect(self._go_back)
        buttons = QGridLayout()
        buttons.setSpacing(6)
        for place, button in enumerate((self._previous, self._next, self._keep, self._back)):
            buttons.addWidget(button, place // 2, place % 2)

        column = QVBoxLayout(self)
        column.setContentsMargins(10, 10, 10, 10)
        column.setSpacing(8)
        column.addWidget(introduction)
        column.addWidget(self._list)
        column.addWidget(self._details, 1)
        column.addLayout(buttons)
        self._show_state()

    @override
    def sizeHint(self) -> QSize:
        return QSize(380, 660)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_readings"):
            self._read()

    # Reading ----------------------------------------------------------------------------------------------------------

    @property
    def on_board(self) -> Exhibit | None:
        """The exhibit whose layers are shown, or None."""
        return None if self._on_board is None else self._exhibits[self._on_board]

    @Slot()
    def _read(self) -> None:
        """Show the words of the list's current exhibit and compare its readings, or say how to choose one."""
        row = self._list.currentRow()
        for part in (*self._readings, self._verdict, self._source):
            part.setVisible(row >= 0)
        if row < 0:
            self._explanation.setText(_NONE_CHOSEN)
            self._show_state()
            return
        exhibit = self._exhibits[row]
        self._explanation.setText(exhibit.explanation)
        self._source.setToolTip(exhibit.source)
        position = self._document.position if row == self._on_board else Position.from_fen(exhibit.fen)
        masks = [[layer(side) for side in position.sides()] for layer in exhibit.layers()]
        theme = theme_of(self)
        self._source.setText(source_link(exhibit.source, theme))
        for number, (box, layer) in enumerate(zip(self._readings, exhibit.layers(), strict=False)):
            box.show_reading(layer, masks[number], theme)
        self._readings[1].setVisible(len(masks) > 1)
        self._verdict.setText(_verdict(masks))
        self._show_state()

    def _show_state(self) -> None:
        """Enable the buttons that lead somewhere."""
        row = self._list.currentRow()
        began = self._loan.has_position(self)
        for place in range(self._list.count()):
            item = self._list.item(place)
            font = item.font()
            if font.bold() != (place == self._on_board):
                font.setBold(place == self._on_board)
                item.setFont(font)
        self._previous.setEnabled(row > 0)
        self._next.setEnabled(row < len(self._exhibits) - 1)
        self._keep.setEnabled(began)
        self._back.setText("&Back to my position" if began else "&Close")
        tip = "Close the gallery; your position and layers come back" if began else "Close the gallery"
        self._back.setToolTip(tip)

    @Slot()
    def _position_changed(self) -> None:
        if self._on_board is not None and self.isVisible():
            self._read()

    # Setting up -------------------------------------------------------------------------------------------------------

    def _choose_none(self) -> None:
        """Have no current exhibit; without this call Qt chooses the first one when the list gets the focus."""
        self._list.setCurrentIndex(QModelIndex())
        self._read()

    @Slot()
    def _set_up_current(self) -> None:
        """Set up the exhibit of the list's current row and show its readings as layers."""
        row = self._list.currentRow()
        if row < 0 or not self.isVisible():
            return
        exhibit = self._exhibits[row]
        layers = exhibit.layers()
        self._on_board = row
        self.borrow(layers, current=layers[0].identifier)
        self.set_up(Position.from_fen(exhibit.fen), f"set up “{exhibit.title}”", "look at exhibits")
        self._read()

    @Slot()
    def _set_up_previous(self) -> None:
        self._list.setCurrentRow(self._list.currentRow() - 1)

    @Slot()
    def _set_up_next(self) -> None:
        self._list.setCurrentRow(self._list.currentRow() + 1)

    # Leaving ----------------------------------------------------------------------------------------------------------

    @Slot()
    def _go_back(self) -> None:
        """Bring back the position from before the first exhibit, also where it was edited since, and close."""
        self._loan.bring_back_position(self)
        self.close()

    @Slot()
    def _keep_position(self) -> None:
        """Leave the position on the board and close."""
        self._loan.keep_position(self)
        self.close()

    @override
    def leave(self) -> None:
        """Give the board back; a position that was edited stays."""
        self._on_board = None
        super().leave()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        # While a window is hidden, Qt may move the focus to the list and have it go to its first exhibit.
        if not event.spontaneous():
            self._choose_none()


class ReadingBox(QWidget):
    """One reading of an exhibit: its mark, label and formula, its squares for each side, and those only it holds."""

    def __init__(self) -> None:
        """Show nothing yet."""
        super().__init__()
        self._swatch = QLabel()
        self._label = plain_label(bold=True)
        self._label.setWordWrap(True)
        self._formula = FormulaBox()
        self._counts = plain_label(muted=True)
        self._counts.setWordWrap(True)
        heading = QHBoxLayout()
        heading.setSpacing(8)
        heading.addWidget(self._swatch, 0, Qt.AlignmentFlag.AlignTop)
        heading.addWidget(self._label, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(heading)
        column.addWidget(self._formula)
        column.addWidget(self._counts)

    def show_reading(self, layer: Layer, masks: Sequence[int], theme: Theme) -> None:
        """Show a reading's layer with White's and Black's mask, in a theme's colors."""
        icon = swatch_icon(Style(layer.mark), theme, _SWATCH, self.devicePixelRatioF())
        size = QSize(2 * _SWATCH + 3, _SWATCH)
        self._swatch.setPixmap(icon.pixmap(size, self.devicePixelRatioF()))
        self._label.setText(layer.title)
        self._formula.show_text(layer.formula)
        white, black = (count_text(popcount(mask), "square") for mask in masks)
        self._counts.setText(f"White {white}, Black {black}")


def _verdict(masks: Sequence[Sequence[int]]) -> str:
    """Return which squares one reading holds and the other does not, from the masks of each reading for both sides."""
    if len(masks) == 1:
        return "There is one reading, so nothing differs."
    lines = []
    for name, mine, others in (("first", masks[0], masks[1]), ("second", masks[1], masks[0])):
        only = [
            f"{side} {files_and_squares(mask & complement(other))}"
            for side, mask, other in zip(("White", "Black"), mine, others, strict=True)
            if mask & complement(other)
        ]
        if only:
            lines.append(f"Only the {name} holds: {'; '.join(only)}.")
    return "\n".join(lines) or "On this position both readings are equal."


def _button(text: str, tip: str) -> QPushButton:
    """Return a button that Enter in the list does not press."""
    button = QPushButton(text)
    button.setToolTip(tip)
    button.setAutoDefault(False)
    button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    return button
