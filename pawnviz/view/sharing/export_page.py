"""A page of the export dialog: the choices of one kind of export, and its result."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from PySide6.QtCore import QSize, Signal, Slot
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QAbstractButton,
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFormLayout,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from pawnviz.core.picture.formats import OPTIONS, Content, Format, formats_of


class ExportPage(QWidget):
    """The choices for some contents of the registry of formats; the dialog has the preview and writes the files."""

    changed = Signal()  # The preview is out of date.
    chosen = Signal()  # The choices have changed, which are kept.
    announced = Signal(str, bool)  # An action has ended; carries a sentence, and whether it is a fault.
    title: ClassVar[str]  # The text of the page's tab.
    contents: ClassVar[tuple[Content, ...]]  # The contents of its exports.
    question: ClassVar[str]  # The title of the question for a file.

    def __init__(self) -> None:
        super().__init__()
        self.subject: Any = None  # The subject of the export for its format, or None.
        self.size_text = ""  # The text of its size.
        self.file_name = ""  # The suggested name of the file, without its suffix.
        self.obstacle = ""  # The obstacle to an export, as a sentence, or nothing.
        self.is_fault = False  # Whether the obstacle is an error.
        self.format_box = combo_box({name: each.title for name, each in formats_of(*self.contents).items()})
        self.form = QFormLayout()
        self.form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.addLayout(self.form)
        self.form.addRow("&Format", self.format_box)
        self.form.setRowVisible(self.format_box, self.format_box.count() > 1)

    @property
    def format(self) -> Format:
        """The chosen format."""
        return formats_of(*self.contents)[self.format_box.currentData()]

    def choose_format(self, path: Path) -> None:
        """Choose the format that the ending of a path names, if it is one of the page's."""
        name = path.suffix.lower().removeprefix(".")
        if name in formats_of(*self.contents):
            self.format_box.setCurrentIndex(self.format_box.findData(name))

    @property
    def buttons(self) -> tuple[QAbstractButton, ...]:
        """The buttons beside saving."""
        return ()

    def show_choices(self, choices: Any, **controls: QWidget) -> None:
        """Show choices in the controls of their names; decimals are kept in tenths."""
        self._choices, self._controls = choices, controls
        for name, control in controls.items():
            value = getattr(choices, name)
            if isinstance(control, QComboBox):
                control.setCurrentIndex(control.findData(value))
                control.currentIndexChanged.connect(self.choose)
            elif isinstance(control, QCheckBox):
                control.setChecked(value)
                control.toggled.connect(self.choose)
            elif isinstance(control, QSpinBox):
                control.setValue(value)
                control.valueChanged.connect(self.choose)
            elif isinstance(control, QDoubleSpinBox):
                control.setValue(value / 10)
                control.valueChanged.connect(self.choose)
        self.follow_format()

    @property
    def choices(self) -> Any:
        """The present choices."""
        return self._choices.replace(**{name: _value(control) for name, control in self._controls.items()})

    def follow_format(self) -> None:
        """Enable the controls of the chosen format."""
        for option in OPTIONS & self._controls.keys():
            self._controls[option].setEnabled(option in self.format.options)

    @Slot()
    def choose(self) -> None:
        """Take other choices."""
        self.follow_format()
        self.announced.emit("", False)
        self.chosen.emit()
        self.changed.emit()

    def refresh(self) -> None:
        """Update the subject, the obstacle, the text of its size and the name of its file."""
        raise NotImplementedError

    def draw(self, painter: QPainter) -> QSize:
        """Draw the preview where the painter is active, and return its size."""
        raise NotImplementedError


def combo_box(texts: Mapping[Any, str]) -> QComboBox:
    """Return a box with a text for each value."""
    box = QComboBox()
    for value, text in texts.items():
        box.addItem(text, value)
    return box


def colors_box() -> QComboBox:
    """Return a box for the colors of an export."""
    box = combo_box({"light": "Light", "dark": "Dark", "ink": "One ink"})
    box.setToolTip("Light colors can be printed; one ink is black on white")
    return box


def number_box(least: int, most: int, suffix: str = "", kind: type[QSpinBox] = QSpinBox) -> QSpinBox:
    """Return a box for a whole number."""
    box = kind()
    box.setRange(least, most)
    box.setSuffix(suffix)
    return box


def _value(control: QWidget) -> Any:
    if isinstance(control, QComboBox):
        return control.currentData()
    if isinstance(control, QDoubleSpinBox):
        return round(10 * control.value())
    return control.isChecked() if isinstance(control, QCheckBox) else control.property("value")
