"""The errata gallery: exhibits that are set up on the board with both readings of a rule as layers."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QModelIndex, QSize, Qt, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QGridLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from pawnviz.core.board.position import Position
from pawnviz.core.catalog.errata import exhibits
from pawnviz.model.document import Document
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.model.layers.temporary_layers import TemporaryLayers
from pawnviz.model.subjects.subject import Exhibit
from pawnviz.override import override, plain_override
from pawnviz.view.inspector.source_link import source_link
from pawnviz.view.widgets.focus_ring import FocusRing
from pawnviz.view.widgets.labels import plain_label
from pawnviz.view.widgets.layouts import STRETCH, column_of, scroll_area
from pawnviz.view.widgets.side_window import SideWindow
from pawnviz.view.widgets.theme import theme_of
from pawnviz.view.windows.difference_text import readings_text
from pawnviz.view.windows.reading_box import ReadingBox

_MOST_ROWS: Final = 12  # The most exhibits that are seen without scrolling.
_NONE_CHOSEN: Final = (
    "Choose an exhibit to set it up on the board with its readings as layers; "
    "your position and layers come back when you close."
)


class ErrataGallery(SideWindow):
    """A list of exhibits beside the board, shown with their readings as layers; closing restores an unedited board."""

    def __init__(self, document: Document, layers: ShownLayers, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._exhibits = exhibits()
        self._readings_on_board = TemporaryLayers(layers, self)
        self._exhibit: Exhibit | None = None
        self._row = -1
        self.setWindowTitle("Errata gallery")
        self.setModal(False)
        self._list = QListWidget()
        self._explanation = plain_label()
        self._readings = (ReadingBox(), ReadingBox())
        self._verdict = plain_label(bold=True)
        self._source = QLabel()
        self._previous = _button("&Previous", "Set up the exhibit before this one")
        self._next = _button("&Next", "Set up the exhibit after this one")
        self._keep = _button("&Keep this position", "Close the gallery and go on with the position on the board")
        self._back = _button("&Close", "Close the gallery")
        self._list_exhibits()
        self._lay_out()
        self._connect()
        self._ring = FocusRing(self)
        self._choose_none()

    # The window

    def _list_exhibits(self) -> None:
        self._list.setAccessibleName("Exhibits")
        self._list.setUniformItemSizes(True)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        row_height = self.fontMetrics().height() + 4
        for number, exhibit in enumerate(self._exhibits, 1):
            item = QListWidgetItem(f"{number}  {exhibit.title}")
            item.setToolTip(exhibit.title)
            item.setSizeHint(QSize(0, row_height))
            self._list.addItem(item)
        self._list.setFixedHeight(min(_MOST_ROWS, len(self._exhibits)) * row_height + 2 * self._list.frameWidth() + 2)

    def _lay_out(self) -> None:
        introduction = plain_label(
            "Positions where a formula or a diagram of the wiki's pages and its own sentence disagree.", muted=True
        )
        for label in (introduction, self._explanation, self._verdict):
            label.setWordWrap(True)
        for label in (self._explanation, self._verdict):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._source.setTextFormat(Qt.TextFormat.RichText)
        self._source.setOpenExternalLinks(True)
        self._source.setTextInteractionFlags(
            Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        inside = QWidget()
        parts = (self._explanation, *self._readings, self._verdict, self._source, STRETCH)
        column_of(*parts, parent=inside, margins=(0, 0, 6, 0), spacing=8)
        details = scroll_area(inside)
        details.setAccessibleName("The exhibit")
        buttons = QGridLayout()
        buttons.setSpacing(6)
        for place, button in enumerate((self._previous, self._next, self._keep, self._back)):
            buttons.addWidget(button, place // 2, place % 2)
        column_of(introduction, self._list, (details, 1), buttons, parent=self, margins=10, spacing=8)

    def _connect(self) -> None:
        self._list.currentRowChanged.connect(self._set_up_current)
        self._list.itemClicked.connect(self._set_up_current)
        self._list.itemActivated.connect(self._set_up_current)
        self._previous.clicked.connect(self._set_up_previous)
        self._next.clicked.connect(self._set_up_next)
        self._keep.clicked.connect(self._keep_position)
        self._back.clicked.connect(self._go_back)
        self._document.position_changed.connect(self._follow_position)
        self._document.subject_changed.connect(self._follow_position)

    @override
    def sizeHint(self) -> QSize:
        return QSize(380, 660)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self.isVisible():
            self._read()

    # Reading

    @Slot()
    def _read(self) -> None:
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
        position = self._document.position if row == self._row else Position.from_fen(exhibit.fen)
        masks = [[layer(side) for side in position.sides()] for layer in exhibit.layers()]
        self._source.setText(source_link(exhibit.source, theme_of(self)))
        for number, (box, layer) in enumerate(zip(self._readings, exhibit.layers(), strict=False)):
            box.show_reading(layer, masks[number])
        self._readings[1].setVisible(len(masks) > 1)
        self._verdict.setText(readings_text(masks))
        self._show_state()

    def _show_state(self) -> None:
        row = self._list.currentRow()
        is_on_board = self._is_on_board
        for place in range(self._list.count()):
            item = self._list.item(place)
            font = item.font()
            if font.bold() != (place == self._row):
                font.setBold(place == self._row)
                item.setFont(font)
        self._previous.setEnabled(row > 0)
        self._next.setEnabled(row < len(self._exhibits) - 1)
        self._keep.setEnabled(is_on_board)
        self._back.setText("&Back to my position" if is_on_board else "&Close")
        tip = "Close the gallery; your position and layers come back" if is_on_board else "Close the gallery"
        self._back.setToolTip(tip)

    @Slot()
    def _follow_position(self) -> None:
        if self._row >= 0 and self.isVisible():
            self._read()

    @property
    def _is_on_board(self) -> bool:
        return self._exhibit is not None and self._document.subject is self._exhibit

    # Setting up

    def _choose_none(self) -> None:
        """Have no current exhibit; without this call Qt chooses the first one when the list gets the focus."""
        self._list.setCurrentIndex(QModelIndex())
        self._read()

    @Slot()
    def _set_up_current(self) -> None:
        row = self._list.currentRow()
        if row < 0 or not self.isVisible():
            return
        exhibit = self._exhibits[row]
        layers = exhibit.layers()
        self._row = row
        self._readings_on_board.show(layers, current=layers[0].identifier)
        former, self._exhibit = self._exhibit, Exhibit(Position.from_fen(exhibit.fen), "the exhibit", self)
        self._document.show(self._exhibit)
        if former is not None:
            former.deleteLater()
        self._read()

    @Slot()
    def _set_up_previous(self) -> None:
        self._list.setCurrentRow(self._list.currentRow() - 1)

    @Slot()
    def _set_up_next(self) -> None:
        self._list.setCurrentRow(self._list.currentRow() + 1)

    # Leaving

    @Slot()
    def _go_back(self) -> None:
        self.close()

    @Slot()
    def _keep_position(self) -> None:
        self._document.keep_position()
        self.close()

    @plain_override
    def leave(self) -> None:
        exhibit, self._exhibit, self._row = self._exhibit, None, -1
        self._readings_on_board.hide()
        if exhibit is not None:
            self._document.leave(exhibit)
            exhibit.deleteLater()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        # While a window is hidden, Qt may move the focus to the list and have it go to its first exhibit.
        if not event.spontaneous():
            self._choose_none()


def _button(text: str, tip: str) -> QPushButton:
    """Return a button that Enter in the list does not press."""
    button = QPushButton(text)
    button.setToolTip(tip)
    button.setAutoDefault(False)
    button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    return button
