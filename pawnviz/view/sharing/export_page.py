"""A page of the export dialog: the choices of one kind of export, and what is made of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from PySide6.QtCore import QSize, Signal, Slot
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QAbstractButton, QComboBox, QFormLayout, QVBoxLayout, QWidget

from pawnviz.core.picture.formats import Content, Format, formats_of

COLOR_TEXTS: Final = {"light": "Light", "dark": "Dark"}
"""What the colors of an export are called."""


class ExportPage(QWidget):
    """The choices for some contents of the registry of formats; the dialog has the preview and writes the files."""

    changed = Signal()
    """The preview is to follow."""
    chosen = Signal()
    """Other choices were made, which are kept."""
    announced = Signal(str, bool)
    """A sentence on what was done; true where something is wrong."""

    title: ClassVar[str]
    """The text of the page's tab."""
    contents: ClassVar[tuple[Content, ...]]
    """What is exported."""
    question: ClassVar[str]
    """The title of the question for a file."""

    def __init__(self) -> None:
        super().__init__()
        self.obstacle = ""
        """Why nothing can be exported, as a sentence, or nothing."""
        self.is_fault = False
        """Whether the obstacle is an error."""
        self.format_box = QComboBox()
        for each in formats_of(*self.contents).values():
            self.format_box.addItem(each.title, each.name)
        self.form = QFormLayout()
        self.form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.addLayout(self.form)
        if self.format_box.count() > 1:
            self.form.addRow("&Format", self.format_box)

    @property
    def format(self) -> Format:
        """The format that is chosen."""
        return formats_of(*self.contents)[str(self.format_box.currentData())]

    @property
    def buttons(self) -> tuple[QAbstractButton, ...]:
        """What else can be done than to save."""
        return ()

    @property
    def controls(self) -> Mapping[str, QWidget]:
        """The controls by the options of formats that they belong to."""
        return {}

    def fill_formats(self, name: str) -> None:
        """Choose a format, and from now on enable the controls that count for the chosen one."""
        self.format_box.setCurrentIndex(self.format_box.findData(name))
        self.format_box.currentIndexChanged.connect(self.choose)
        self.follow_format()

    def follow_format(self) -> None:
        """Enable the controls that count for the chosen format."""
        options = self.format.options
        for option, control in self.controls.items():
            control.setEnabled(option in options)

    @Slot()
    def choose(self) -> None:
        """Take other choices."""
        self.follow_format()
        self.announced.emit("", False)
        self.chosen.emit()
        self.changed.emit()

    @property
    def subject(self) -> Any:
        """What is exported, as its format takes it, or None."""
        raise NotImplementedError

    @property
    def size_text(self) -> str:
        """How large the export is."""
        raise NotImplementedError

    @property
    def file_name(self) -> str:
        """The name of the file that is offered, without its ending."""
        raise NotImplementedError

    def refresh(self) -> None:
        """Make what is exported anew."""
        raise NotImplementedError

    def draw(self, painter: QPainter) -> QSize:
        """Draw the preview where the painter is active, and return its size."""
        raise NotImplementedError


def fill_colors(box: QComboBox, chosen: str) -> None:
    """Fill a box with the colors of an export."""
    for name, text in COLOR_TEXTS.items():
        box.addItem(text, name)
    box.setCurrentIndex(box.findData(chosen))
    box.setToolTip("Light colors can be printed")
