"""The table of the layers of a file, with a choice for each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QAbstractItemView, QComboBox, QHeaderView, QSizePolicy, QTreeWidget, QTreeWidgetItem

from pawnviz.core.board.bitboard import popcount
from pawnviz.core.board.side import Side
from pawnviz.core.user_layers.collection import Choice, UserLayer, UserLayers, choices_for
from pawnviz.core.words import escaped
from pawnviz.override import override
from pawnviz.view.board.swatch import EDGE, SIZE, swatch_icon
from pawnviz.view.user_layers.import_plan import ImportPlan, choice_text
from pawnviz.view.widgets.labels import NONE
from pawnviz.view.widgets.theme import theme_of

_TITLE, _NAME, _WHITE, _BLACK, _CHOICE = range(5)
_WIDEST_CHOICE: Final = "Skip: it is there"


class ChoiceBox(QComboBox):
    """A list of choices in a row; the wheel scrolls the rows and does not choose."""

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class ImportTable(QTreeWidget):
    """A row for each layer of a file: title, future name, counts of squares, and a choice."""

    choices_changed = Signal()  # A choice has changed.

    def __init__(self, entries: Sequence[UserLayer], kept: UserLayers) -> None:
        super().__init__()
        self._entries = entries
        self._rows = [QTreeWidgetItem([entry.title, entry.identifier]) for entry in entries]
        self.boxes = [ChoiceBox() for _ in entries]
        self._plan: ImportPlan | None = None
        self.setColumnCount(5)
        self.setHeaderLabels(["Layer", "Name", "White", "Black", "What to do"])
        self.setAccessibleName("Layers of the file")
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setAllColumnsShowFocus(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setIconSize(SIZE)
        self._set_up_columns()
        for entry, row, box in zip(entries, self._rows, self.boxes, strict=True):
            self._fill_row(entry, row, box, kept)
        self._draw_icons()
        if self._rows:
            self.setCurrentItem(self._rows[0])

    def _set_up_columns(self) -> None:
        header = self.header()
        header.setStretchLastSection(False)
        header.setSectionsMovable(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        for column in (_TITLE, _NAME):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        for column in (_WHITE, _BLACK):
            self.headerItem().setTextAlignment(column, Qt.AlignmentFlag.AlignCenter)
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
            header.resizeSection(column, self.fontMetrics().horizontalAdvance("White") + 20)

    def _fill_row(self, entry: UserLayer, row: QTreeWidgetItem, box: ChoiceBox, kept: UserLayers) -> None:
        row.setToolTip(_TITLE, f"<p>{escaped(entry.title)}</p>")
        for column in (_WHITE, _BLACK):
            row.setTextAlignment(column, Qt.AlignmentFlag.AlignCenter)
        self.addTopLevelItem(row)
        box.setAccessibleName(f"What to do with {entry.title}")
        box.setMinimumWidth(box.fontMetrics().horizontalAdvance(_WIDEST_CHOICE) + 44)
        box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        for choice in choices_for(kept, entry):
            box.addItem(choice_text(kept, entry, choice), choice.value)
        box.currentIndexChanged.connect(self.choices_changed)
        self.setItemWidget(row, _CHOICE, box)

    def _draw_icons(self) -> None:
        theme, ratio = theme_of(self), self.devicePixelRatioF()
        for entry, row in zip(self._entries, self._rows, strict=True):
            row.setIcon(_TITLE, swatch_icon(entry.style, theme, EDGE, ratio))

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._rows:
            self._draw_icons()
            self._color_rows()

    @property
    def current_number(self) -> int:
        """The number of the current row's layer, counted from 0; -1 without one."""
        return self.currentIndex().row()

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The choice for each layer."""
        return tuple(Choice(box.currentData()) for box in self.boxes)

    def skip(self, number: int) -> None:
        """Choose to skip a layer, counted from 0."""
        self.boxes[number].setCurrentIndex(self.boxes[number].findData(Choice.SKIP.value))

    def show_plan(self, plan: ImportPlan, sides: Sequence[Side[int]]) -> None:
        """Show the future name of each layer, and its number of squares for both sides of a position."""
        self._plan = plan
        for number, row in enumerate(self._rows):
            layer, _ = plan.reading(number)
            row.setText(_NAME, plan.name(number))
            row.setToolTip(_NAME, plan.name(number))
            for column, side in zip((_WHITE, _BLACK), sides, strict=True):
                row.setText(column, NONE if layer is None else str(popcount(layer(side))))
        self._color_rows()

    def _color_rows(self) -> None:
        plan, colors = self._plan, self.palette()
        if plan is None:
            return
        for number, row in enumerate(self._rows):
            if plan.reading(number)[0] is None:
                color = colors.brightText()
            else:
                color = colors.text() if plan.is_taken(number) else colors.placeholderText()
            for column in range(_CHOICE):
                row.setForeground(column, color)
