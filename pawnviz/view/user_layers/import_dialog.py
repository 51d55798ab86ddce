"""The window with the contents of a file of layers, before any is imported."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QWidget

from pawnviz.core.words import capitalized, count_text
from pawnviz.model.document import Document
from pawnviz.model.kept.user_files import SharedLayers
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.override import override
from pawnviz.view.board.skeleton_picture import SidePicture
from pawnviz.view.formula.box import FormulaBox
from pawnviz.view.user_layers.import_plan import ImportPlan, faults_text, file_text
from pawnviz.view.user_layers.import_table import ImportTable
from pawnviz.view.widgets.labels import plain_label
from pawnviz.view.widgets.layouts import STRETCH, column_of, row_of
from pawnviz.view.widgets.message_label import MessageLabel
from pawnviz.view.widgets.side_window import SideWindow


class ImportDialog(SideWindow):
    """The layers of a file with their squares in the position on the board, and a choice for each."""

    imported = Signal(str)  # Layers were imported; carries a sentence about it.

    def __init__(
        self,
        document: Document,
        layers: ShownLayers,
        path: Path,
        shared: SharedLayers,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._layers = layers
        self._entries = shared.entries
        self.setModal(False)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(f"Import layers from {path.name}")
        self.heading = plain_label(file_text(path.name, len(shared.entries)), bold=True)
        self.heading.setWordWrap(True)
        self.faults = MessageLabel()
        self.faults.show_message(faults_text(shared.faults), is_error=True)
        self.faults.setVisible(bool(shared.faults))
        self.table = ImportTable(self._entries, layers.user_layers.kept)
        self.definition = plain_label(wrapped=True)
        self.formula = FormulaBox()
        self.fault = MessageLabel()
        self.sides = (SidePicture(True), SidePicture(False))
        self.take_button = QPushButton()
        self.take_button.setDefault(True)
        self.cancel_button = QPushButton("Cancel")
        self.cancel_button.setAutoDefault(False)
        self.cancel_button.setToolTip("Close and take nothing (Escape)")
        for label in (self.faults, self.definition, self.fault):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._lay_out()
        self._plan = self._new_plan()
        for number in range(len(self._entries)):
            if self._plan.reading(number)[1] is not None:
                self.table.skip(number)
        self._follow_choices()
        self.table.choices_changed.connect(self._follow_choices)
        self.table.currentItemChanged.connect(self._show_details)
        self.take_button.clicked.connect(self.take)
        self.cancel_button.clicked.connect(self.reject)
        document.position_changed.connect(self._show_plan)
        layers.user_layers.changed.connect(self._follow_choices)
        self.resize(self.sizeHint())

    def _lay_out(self) -> None:
        texts = column_of(self.definition, self.formula, self.fault, STRETCH, spacing=6)
        details = QHBoxLayout()
        details.setSpacing(14)
        details.addLayout(texts, 1)
        for side in self.sides:
            side.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
            details.addWidget(side, 0, Qt.AlignmentFlag.AlignTop)
        buttons = row_of(self.cancel_button, STRETCH, self.take_button)
        parts = (self.heading, self.faults, (self.table, 1), details, buttons)
        column_of(*parts, parent=self, margins=(12, 10, 12, 10), spacing=8)

    @override
    def sizeHint(self) -> QSize:
        rows = min(8, max(3, len(self._entries)))
        return QSize(660, 300 + rows * 26 + (self.faults.sizeHint().height() if self.faults.text() else 0))

    # Choices

    def _new_plan(self) -> ImportPlan:
        return ImportPlan(self._layers.user_layers.kept, self._entries, self.table.choices)

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
        number = self.table.current_number
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

    # Closing

    @Slot()
    def take(self) -> None:
        """Import the layers as chosen and close."""
        plan = self._new_plan()
        if plan.fault:
            return
        self._layers.user_layers.changed.disconnect(self._follow_choices)
        self._layers.user_layers.set_kept(plan.layers)
        if plan.taken:
            self._layers.set_current(plan.taken[0])
        self.imported.emit(plan.text)
        self.accept()
