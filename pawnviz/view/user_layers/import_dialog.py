"""Layers from and to shared files: what a file holds before anything is taken of it, and which layers go into one."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Final

from PySide6.QtCore import QEvent, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QSizePolicy,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from pawnviz.core.board.bitboard import popcount
from pawnviz.core.formula.tokens import FormulaError
from pawnviz.core.layers import Layer
from pawnviz.core.user_layers.collection import Fault, UserLayer
from pawnviz.core.user_layers.imports import Choice, Import, choices_for, imported
from pawnviz.core.words import capitalized, count_text, plural
from pawnviz.model.document import Document
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.override import override
from pawnviz.view.board.side_picture import SidePicture
from pawnviz.view.board.swatch import swatch_icon
from pawnviz.view.formula.box import FormulaBox
from pawnviz.view.widgets.labels import plain_label
from pawnviz.view.widgets.side_window import SideWindow
from pawnviz.view.widgets.theme import Theme, theme_of

MOST_FAULTS: Final = 4
"""The number of faults of a file that are named; more are counted."""

_SWATCH: Final = 16
_TITLE, _NAME, _WHITE, _BLACK, _CHOICE = range(5)
_IDENTIFIER_ROLE: Final = int(Qt.ItemDataRole.UserRole) + 1
_NOTHING: Final = "–"


class ChoiceBox(QComboBox):
    """A list of choices in a row; the wheel scrolls the rows and does not choose."""

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class ImportDialog(SideWindow):
    """What a file of layers holds: each layer with its squares on the board of now, and what is to be done with it.

    Nothing is taken before the button is pressed.
    """

    imported = Signal(str)
    """Layers were taken; carries a sentence about it."""

    def __init__(
        self,
        document: Document,
        layers: ShownLayers,
        path: Path,
        entries: Sequence[UserLayer],
        faults: Sequence[Fault],
        parent: QWidget | None = None,
    ) -> None:
        """Show the entries of a file and what was wrong with it."""
        super().__init__(parent)
        self._document = document
        self._layers = layers
        self._entries = tuple(entries)
        self._import: Import | None = None
        self._items: list[QTreeWidgetItem] = []
        self.boxes: list[ChoiceBox] = []
        self._fault = ""
        self.setModal(False)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(f"Import layers from {path.name}")
        self.heading = plain_label(_held_words(path.name, len(entries)), bold=True)
        self.heading.setWordWrap(True)
        self.faults = plain_label(_fault_words(faults))
        self.faults.setWordWrap(True)
        self.faults.setVisible(bool(faults))
        self.faults.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.table = QTreeWidget()
        self.definition = plain_label()
        self.formula = FormulaBox()
        self.fault = plain_label()
        self.sides = (SidePicture(True), SidePicture(False))
        self.take_button = QPushButton()
        self.cancel_button = QPushButton("Cancel")
        self._build()
        self._list_entries()
        self._compute()
        self._leave_out_wrong_ones()
        self._connect()
        self._compute()
        self._apply_theme()

    def _build(self) -> None:
        """Put the controls into rows."""
        table = self.table
        table.setColumnCount(5)
        table.setHeaderLabels(["Layer", "Name", "White", "Black", "What to do"])
        table.setAccessibleName("Layers of the file")
        table.setRootIsDecorated(False)
        table.setUniformRowHeights(True)
        table.setAllColumnsShowFocus(True)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setIconSize(QSize(2 * _SWATCH + 3, _SWATCH))
        header = table.header()
        header.setStretchLastSection(False)
        header.setSectionsMovable(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        for text_column in (_TITLE, _NAME):
            header.setSectionResizeMode(text_column, QHeaderView.ResizeMode.Stretch)
        for side_column in (_WHITE, _BLACK):
            table.headerItem().setTextAlignment(side_column, Qt.AlignmentFlag.AlignCenter)
            header.setSectionResizeMode(side_column, QHeaderView.ResizeMode.Fixed)
            header.resizeSection(side_column, table.fontMetrics().horizontalAdvance("White") + 20)
        for label in (self.definition, self.fault):
            label.setWordWrap(True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        words = QVBoxLayout()
        words.setSpacing(6)
        words.addWidget(self.definition)
        words.addWidget(self.formula)
        words.addWidget(self.fault)
        words.addStretch(1)
        details = QHBoxLayout()
        details.setSpacing(14)
        details.addLayout(words, 1)
        for side in self.sides:
            side.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
            details.addWidget(side, 0, Qt.AlignmentFlag.AlignTop)
        self.take_button.setDefault(True)
        self.cancel_button.setAutoDefault(False)
        self.cancel_button.setToolTip("Close and take nothing (Escape)")
        buttons = QHBoxLayout()
        buttons.addWidget(self.cancel_button)
        buttons.addStretch(1)
        buttons.addWidget(self.take_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 10, 12, 10)
        column.setSpacing(8)
        column.addWidget(self.heading)
        column.addWidget(self.faults)
        column.addWidget(table, 1)
        column.addLayout(details)
        column.addLayout(buttons)
        self.resize(self.sizeHint())

    def _list_entries(self) -> None:
        """Make a row for each entry, with what can be done with it."""
        for entry in self._entries:
            item = QTreeWidgetItem([entry.title, entry.identifier])
            item.setToolTip(_TITLE, f"<p>{escape(entry.title)}</p>")
            for column in (_WHITE, _BLACK):
                item.setTextAlignment(column, Qt.AlignmentFlag.AlignCenter)
            self.table.addTopLevelItem(item)
            box = ChoiceBox()
            box.setAccessibleName(f"What to do with {entry.title}")
            box.setMinimumWidth(box.fontMetrics().horizontalAdvance("Skip: it is there") + 44)
            box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
            for choice in choices_for(self._layers.own.kept, entry):
                box.addItem(self._choice_text(entry, choice), choice.value)
            self.table.setItemWidget(item, _CHOICE, box)
            self._items.append(item)
            self.boxes.append(box)
        if self._items:
            self.table.setCurrentItem(self._items[0])

    def _leave_out_wrong_ones(self) -> None:
        """Choose to leave out the layers whose formulas cannot be read; they can be taken nevertheless."""
        for number, box in enumerate(self.boxes):
            if self._reading(number)[1] is not None:
                box.setCurrentIndex(box.findData(Choice.SKIP.value))

    def _choice_text(self, entry: UserLayer, choice: Choice) -> str:
        """Return what is done with an entry in words."""
        mine = self._layers.own.kept
        if choice is Choice.REPLACE:
            return "Replace mine"
        if choice is Choice.SKIP:
            is_there = entry.identifier in mine and mine.entry(entry.identifier) == entry
            return "Skip: it is there" if is_there else "Skip"
        return "Take, renamed" if entry.identifier in mine else "Take"

    def _connect(self) -> None:
        """Let the controls work."""
        for box in self.boxes:
            box.currentIndexChanged.connect(self._compute)
        self.table.currentItemChanged.connect(self._show_details)
        self.take_button.clicked.connect(self.take)
        self.cancel_button.clicked.connect(self.reject)
        self._document.position_changed.connect(self._count)
        self._layers.own.changed.connect(self._compute)

    @override
    def sizeHint(self) -> QSize:
        rows = min(8, max(3, len(self._entries)))
        return QSize(660, 300 + rows * 26 + (self.faults.sizeHint().height() if self._has_faults() else 0))

    def _has_faults(self) -> bool:
        return bool(self.faults.text())

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "take_button"):
            self._apply_theme()

    def _theme(self) -> Theme:
        return theme_of(self)

    def _apply_theme(self) -> None:
        """Draw in the colors of the theme."""
        theme = self._theme()
        for label in (self.faults, self.fault):
            label.setStyleSheet(f"color: {theme.error_text};")
        for entry, item in zip(self._entries, self._items, strict=True):
            item.setIcon(_TITLE, swatch_icon(entry.style, theme, _SWATCH, self.devicePixelRatioF()))
        self._show_details()

    # What is chosen

    def choices(self) -> tuple[Choice, ...]:
        """Return what is to be done with each entry."""
        return tuple(Choice(box.currentData()) for box in self.boxes)

    @Slot()
    def _compute(self) -> None:
        """See what comes of the choices."""
        choices = self.choices()
        try:
            self._import, self._fault = imported(self._layers.own.kept, self._entries, choices), ""
        except ValueError as error:
            self._import, self._fault = None, f"{error}; skip some."
        count = sum(choice is not Choice.SKIP for choice in choices)
        self.take_button.setText(f"&Take {count_text(count, 'layer')}" if count else "&Take nothing")
        self.take_button.setEnabled(bool(count) and self._import is not None)
        self._count()

    @Slot()
    def _count(self) -> None:
        """Show for each layer its name to be, and its number of squares in the position of now."""
        sides = self._document.position.sides()
        theme = self._theme()
        for number, entry in enumerate(self._entries):
            item = self._items[number]
            identifier = self._import.identifiers[number] if self._import is not None else ""
            item.setText(_NAME, identifier or entry.identifier)
            item.setToolTip(_NAME, identifier or entry.identifier)
            layer, _ = self._reading(number)
            for column, side in zip((_WHITE, _BLACK), sides, strict=True):
                item.setText(column, _NOTHING if layer is None else str(popcount(layer(side))))
            color = QColor(theme.error_text if layer is None else theme.text if identifier else theme.muted_text)
            for column in range(_CHOICE):
                item.setForeground(column, color)
        self._show_details()

    def _reading(self, number: int) -> tuple[Layer | None, FormulaError | None]:
        """Return an entry as a layer, also where it is left out, or why its formula cannot be read."""
        entry = self._entries[number]
        layers = self._import.layers if self._import is not None else self._layers.own.kept
        identifier = self._import.identifiers[number] if self._import is not None else ""
        if identifier:
            error = layers.faults.get(identifier)
            return (None, error) if error is not None else (layers.layers[identifier], None)
        try:
            return layers.draft(entry), None
        except FormulaError as error:
            return None, error

    @Slot()
    def _show_details(self) -> None:
        """Show the definition, the formula and the squares of the current row's layer."""
        current = self.table.currentItem()
        number = self._items.index(current) if current in self._items else -1
        fault = self._fault
        theme = self._theme()
        if number >= 0:
            entry = self._entries[number]
            layer, error = self._reading(number)
            self.definition.setText(entry.definition or "Without a definition.")
            self.formula.show_text(entry.formula)
            if error is not None:
                fault = fault or f"Column {error.column}: {error.sentence}"
            for side, board in zip(self.sides, self._document.position.sides(), strict=True):
                side.show_mask(layer(board) if layer is not None else 0, theme, stale=layer is None)
        self.fault.setText(capitalized(fault))
        self.fault.setVisible(bool(fault))

    # Closing

    @Slot()
    def take(self) -> None:
        """Take the layers as chosen and close."""
        self._compute()
        if self._import is None:
            return
        before = len(self._layers.own.kept)
        found = self._import
        taken = [identifier for identifier in found.identifiers if identifier]
        self._layers.own.changed.disconnect(self._compute)
        self._layers.own.set_kept(found.layers)
        if taken:
            self._layers.set_current(taken[0])
        replaced = len(taken) - (len(found.layers) - before)
        words = f"Took {count_text(len(taken), 'layer')}"
        if replaced:
            words += f", {replaced} in place of {plural(replaced, 'one', 'some')} of yours"
        self.imported.emit(words)
        self.accept()


def _held_words(name: str, count: int) -> str:
    """Return how many layers a file holds."""
    return f"“{name}” holds {count_text(count, 'layer')}." if count else f"“{name}” holds no layer that can be read."


def _fault_words(faults: Sequence[Fault]) -> str:
    """Return the faults of a file, a sentence for each, those beyond the most as a number."""
    lines = [f"{capitalized(text)}." for text in map(str, faults[:MOST_FAULTS])]
    more = len(faults) - MOST_FAULTS
    return "\n".join([*lines, f"And {count_text(more, 'more fault')}."] if more > 0 else lines)
