"""The dialogs that write user layers to a file and read them from one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal, Slot
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QHeaderView,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSizePolicy,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from pawnviz.core.board.bitboard import popcount
from pawnviz.core.board.side import Side
from pawnviz.core.formula.parser import FormulaError
from pawnviz.core.layers import Layer
from pawnviz.core.user_layers.collection import Choice, UserLayer, UserLayers, choices_for, imported
from pawnviz.core.words import capitalized, count_text, escaped, plural
from pawnviz.model.document import Document
from pawnviz.model.kept.file import SharedLayers
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.override import override, plain_override
from pawnviz.view.board.small_boards import SidePicture
from pawnviz.view.board.swatch import EDGE, SIZE, swatch_icon
from pawnviz.view.formula.edit import FormulaBox
from pawnviz.view.widgets.fields import DropDown
from pawnviz.view.widgets.labels import NONE, MessageLabel, plain_label
from pawnviz.view.widgets.layouts import STRETCH, column_of, row_of, with_properties
from pawnviz.view.widgets.page import SideWindow
from pawnviz.view.widgets.rows import Index
from pawnviz.view.widgets.theme import Recolored, set_box_colors, theme_of

_MOST_FAULTS: Final = 4  # The number of faults of a file that are named; more are counted.


class _Plan:
    """The layers of a file, the choice for each, and the result of all of them together."""

    def __init__(self, kept: UserLayers, entries: Sequence[UserLayer], choices: Sequence[Choice]) -> None:
        self._kept = kept
        self._entries = entries
        self.count = sum(choice is not Choice.SKIP for choice in choices)
        self.fault = ""
        self.layers, self.identifiers = kept, ("",) * len(entries)  # The identifier of a skipped entry is empty.
        try:
            self.layers, self.identifiers = imported(kept, entries, choices)
        except ValueError as error:
            self.fault = f"{error}; skip some."

    @property
    def text(self) -> str:
        replaced = self.count - (len(self.layers) - len(self._kept))
        instead = f", {replaced} in place of {plural(replaced, 'one', 'some')} of yours" if replaced else ""
        return f"Took {count_text(self.count, 'layer')}{instead}"

    def name(self, number: int) -> str:
        return self.identifiers[number] or self._entries[number].identifier

    def reading(self, number: int) -> tuple[Layer | None, FormulaError | None]:
        """Return an entry as a layer, even a skipped one, or the fault of its formula."""
        identifier = self.identifiers[number]
        if identifier:
            error = self.layers.fault(identifier)
            return (None, error) if error is not None else (self.layers.layers[identifier], None)
        try:
            return self.layers.draft(self._entries[number]), None
        except FormulaError as error:
            return None, error


def _choice_text(kept: UserLayers, entry: UserLayer, choice: Choice) -> str:
    if choice is Choice.REPLACE:
        return "Replace mine"
    if choice is Choice.SKIP:
        is_there = entry.identifier in kept and kept.entry(entry.identifier) == entry
        return "Skip: it is there" if is_there else "Skip"
    return "Take, renamed" if entry.identifier in kept else "Take"


_TITLE, _NAME, _WHITE, _BLACK, _CHOICE = range(5)


class _ImportTable(Recolored, QTreeWidget):
    """A row for each layer of a file: title, future name, counts of squares, and a choice."""

    choices_changed = Signal()  # A choice has changed.

    def __init__(self, entries: Sequence[UserLayer], kept: UserLayers) -> None:
        super().__init__()
        with_properties(
            self,
            columnCount=5,
            rootIsDecorated=False,
            uniformRowHeights=True,
            allColumnsShowFocus=True,
            selectionMode=QAbstractItemView.SelectionMode.SingleSelection,
            iconSize=SIZE,
            accessibleName="Layers of the file",
        )
        self._entries = entries
        self._rows = [QTreeWidgetItem([entry.title, entry.identifier]) for entry in entries]
        self.boxes = [
            DropDown(
                {choice.value: _choice_text(kept, entry, choice) for choice in choices_for(kept, entry)},
                f"What to do with {entry.title}",
            )
            for entry in entries
        ]
        self._plan: _Plan | None = None
        self.setHeaderLabels(["Layer", "Name", "White", "Black", "What to do"])
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
        for entry, row, box in zip(entries, self._rows, self.boxes, strict=True):
            row.setToolTip(_TITLE, f"<p>{escaped(entry.title)}</p>")
            for column in (_WHITE, _BLACK):
                row.setTextAlignment(column, Qt.AlignmentFlag.AlignCenter)
            self.addTopLevelItem(row)
            box.setMinimumWidth(box.fontMetrics().horizontalAdvance("Skip: it is there") + 44)
            box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
            box.currentIndexChanged.connect(self.choices_changed)
            self.setItemWidget(row, _CHOICE, box)
        if self._rows:
            self.setCurrentItem(self._rows[0])

    @property
    def choices(self) -> tuple[Choice, ...]:
        return tuple(Choice(box.currentData()) for box in self.boxes)

    def show_plan(self, plan: _Plan, sides: Sequence[Side[int]]) -> None:
        self._plan = plan
        for number, row in enumerate(self._rows):
            layer, _ = plan.reading(number)
            row.setText(_NAME, plan.name(number))
            row.setToolTip(_NAME, plan.name(number))
            for column, side in zip((_WHITE, _BLACK), sides, strict=True):
                row.setText(column, NONE if layer is None else str(popcount(layer(side))))
        self.recolor()

    @plain_override
    def recolor(self) -> None:
        if self._plan is None:
            return
        theme, ratio, colors = theme_of(self), self.devicePixelRatioF(), self.palette()
        for number, (entry, row) in enumerate(zip(self._entries, self._rows, strict=True)):
            row.setIcon(_TITLE, swatch_icon(entry.style, theme, EDGE, ratio))
            taken = colors.text() if self._plan.identifiers[number] else colors.placeholderText()
            color = colors.brightText() if self._plan.reading(number)[0] is None else taken
            for column in range(_CHOICE):
                row.setForeground(column, color)


class ImportDialog(SideWindow):
    """The layers of a file with their squares in the position on the board, and a choice for each."""

    imported = Signal(str)  # Layers were imported; carries a sentence about it.

    def __init__(
        self, document: Document, layers: ShownLayers, path: Path, shared: SharedLayers, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._layers = layers
        self._entries = shared.entries
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(f"Import layers from {path.name}")
        held = count_text(len(shared.entries), "layer") if shared.entries else "no layer that can be read"
        self.heading = plain_label(f"“{path.name}” holds {held}.", bold=True, wrapped=True)
        faults = [f"{capitalized(str(fault))}." for fault in shared.faults[:_MOST_FAULTS]]
        if len(shared.faults) > _MOST_FAULTS:
            faults.append(f"And {count_text(len(shared.faults) - _MOST_FAULTS, 'more fault')}.")
        self.faults = MessageLabel()
        self.faults.show_message("\n".join(faults), is_error=True)
        self.faults.setVisible(bool(shared.faults))
        self.table = _ImportTable(self._entries, layers.user_layers.kept)
        self.definition = plain_label(wrapped=True)
        self.formula = FormulaBox()
        self.fault = MessageLabel()
        self.sides = (SidePicture(True), SidePicture(False))
        self.take_button = QPushButton(default=True)
        tip = "Close without importing (Escape)"
        self.cancel_button = with_properties(QPushButton("Cancel"), autoDefault=False, toolTip=tip)
        for label in (self.faults, self.definition, self.fault):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        texts = column_of(self.definition, self.formula, self.fault, STRETCH, spacing=6)
        for side in self.sides:
            side.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        details = row_of((texts, 1), *((side, Qt.AlignmentFlag.AlignTop) for side in self.sides), spacing=14)
        buttons = row_of(self.cancel_button, STRETCH, self.take_button)
        parts = (self.heading, self.faults, (self.table, 1), details, buttons)
        column_of(*parts, parent=self, margins=(12, 10, 12, 10), spacing=8)
        self._plan = self._new_plan()
        for number in range(len(self._entries)):
            if self._plan.reading(number)[1] is not None:
                self.table.boxes[number].choose(Choice.SKIP.value)
        self._follow_choices()
        self.table.choices_changed.connect(self._follow_choices)
        self.table.currentItemChanged.connect(self._show_details)
        self.take_button.clicked.connect(self.take)
        self.cancel_button.clicked.connect(self.reject)
        document.position_changed.connect(self._show_plan)
        layers.user_layers.changed.connect(self._follow_choices)
        self.resize(self.sizeHint())

    @override
    def sizeHint(self) -> QSize:
        rows = min(8, max(3, len(self._entries)))
        return QSize(660, 300 + rows * 26 + (self.faults.sizeHint().height() if self.faults.text() else 0))

    # Choices

    def _new_plan(self) -> _Plan:
        return _Plan(self._layers.user_layers.kept, self._entries, self.table.choices)

    @Slot()
    def _follow_choices(self) -> None:
        self._plan = plan = self._new_plan()
        self.take_button.setText(f"&Take {count_text(plan.count, 'layer')}" if plan.count else "&Take nothing")
        self.take_button.setEnabled(bool(plan.count) and not plan.fault)
        self._show_plan()

    @Slot()
    def _show_plan(self) -> None:
        self.table.show_plan(self._plan, self._document.position.sides())
        self._show_details()

    @Slot()
    def _show_details(self) -> None:
        number = self.table.currentIndex().row()
        fault = self._plan.fault
        if number >= 0:
            entry = self._entries[number]
            layer, error = self._plan.reading(number)
            self.definition.setText(entry.definition or "Without a definition.")
            self.formula.show_text(entry.formula)
            if error is not None and not fault:
                fault = f"Column {error.column}: {error.sentence}"
            for picture, side in zip(self.sides, self._document.position.sides(), strict=True):
                picture.show_mask(layer(side) if layer is not None else 0, stale=layer is None)
        self.fault.show_message(capitalized(fault), is_error=True)
        self.fault.setVisible(bool(fault))

    @Slot()
    def take(self) -> None:
        """Import the layers as chosen and close."""
        plan = self._new_plan()
        if plan.fault:
            return
        self._layers.user_layers.changed.disconnect(self._follow_choices)
        self._layers.user_layers.set_kept(plan.layers)
        if plan.count:
            self._layers.set_current(next(filter(None, plan.identifiers)))
        self.imported.emit(plan.text)
        self.accept()


_IDENTIFIER_ROLE: Final = int(Qt.ItemDataRole.UserRole) + 1


class _CheckDelegate(QStyledItemDelegate):
    """Rows with check boxes in the palette's colors, which are visible in a dark list too."""

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        colored = QStyleOptionViewItem(option)
        set_box_colors(colored.palette, theme_of(option.widget))
        super().paint(painter, colored, index)


class ExportDialog(Recolored, QDialog):
    """A choice of user layers for a file to share, together with those that they call."""

    chosen = Signal(object)  # The layers for the file, as a tuple of ``UserLayer``.

    def __init__(self, layers: ShownLayers, parent: QWidget) -> None:
        super().__init__(parent)
        self._layers = layers
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Export user layers")
        self.list = with_properties(QListWidget(), accessibleName="Layers to export", iconSize=SIZE)
        self.list.setItemDelegate(_CheckDelegate(self.list))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.note = plain_label(muted=True, wrapped=True)
        self.all_button = QPushButton("&All", autoDefault=False)
        self.none_button = QPushButton("&None", autoDefault=False)
        self.export_button = QPushButton("&Export…", default=True)
        self.cancel_button = QPushButton("Cancel", autoDefault=False)
        buttons = row_of(self.all_button, self.none_button, STRETCH, self.cancel_button, self.export_button)
        column_of((self.list, 1), self.note, buttons, parent=self, margins=(12, 10, 12, 10), spacing=8)
        self._list_layers()
        self.list.itemChanged.connect(self._count)
        for button in (self.all_button, self.none_button):
            button.clicked.connect(self._check_all)
        self.export_button.clicked.connect(self._export)
        self.cancel_button.clicked.connect(self.reject)
        layers.user_layers.changed.connect(self._list_layers)
        self.resize(self.sizeHint())

    @override
    def sizeHint(self) -> QSize:
        return QSize(380, 360)

    @plain_override
    def recolor(self) -> None:
        if self.isVisible():
            self._list_layers()

    @Slot()
    def _list_layers(self) -> None:
        """Update the list; a new layer is checked, and the current row stays current."""
        unchecked = {self._identifier(item) for item in self._items} - set(self._checked())
        row, theme, ratio = self.list.currentRow(), theme_of(self), self.devicePixelRatioF()
        with QSignalBlocker(self.list):
            self.list.clear()
            for entry in self._layers.user_layers.kept.entries:
                item = QListWidgetItem(swatch_icon(entry.style, theme, EDGE, ratio), entry.title, self.list)
                item.setData(_IDENTIFIER_ROLE, entry.identifier)
                item.setToolTip(f"<p>{escaped(entry.title)}</p><p>{escaped(entry.definition or entry.formula)}</p>")
                is_left_out = entry.identifier in unchecked
                item.setCheckState(Qt.CheckState.Unchecked if is_left_out else Qt.CheckState.Checked)
            self.list.setCurrentRow(row)
        self._count()

    @property
    def _items(self) -> list[QListWidgetItem]:
        return [self.list.item(row) for row in range(self.list.count())]

    def _identifier(self, item: QListWidgetItem) -> str:
        return str(item.data(_IDENTIFIER_ROLE))

    def _checked(self) -> list[str]:
        return [self._identifier(item) for item in self._items if item.checkState() == Qt.CheckState.Checked]

    @Slot()
    def _count(self) -> None:
        checked = self._checked()
        called = [entry.title for entry in self._layers.user_layers.kept.with_called(checked)]
        more = len(called) - len(checked)
        also = f", and {more} that {plural(len(checked), 'it calls', 'they call')}" if more else ""
        layers = f"{count_text(len(checked), 'layer')}{also}."
        self.note.setText(layers if checked else "Choose the layers that go into the file.")
        self.export_button.setEnabled(bool(checked))

    @Slot()
    def _check_all(self) -> None:
        state = Qt.CheckState.Checked if self.sender() is self.all_button else Qt.CheckState.Unchecked
        for item in self._items:
            item.setCheckState(state)

    @Slot()
    def _export(self) -> None:
        self.chosen.emit(self._layers.user_layers.kept.with_called(self._checked()))
        self.accept()
