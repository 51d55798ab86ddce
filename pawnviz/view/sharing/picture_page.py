"""The page of the export dialog for a picture of the board, an article or its data."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QSignalBlocker, QSize, Slot
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QAbstractButton, QCheckBox, QLineEdit, QPushButton, QSpinBox

from pawnviz.core.picture.formats import BOARD, LARGEST_WIDTH, LEAST_PAPER, MOST_PAPER, SMALLEST_WIDTH
from pawnviz.core.words import capitalized
from pawnviz.model.document import Document
from pawnviz.model.preferences import PictureChoices
from pawnviz.model.reading import caption
from pawnviz.override import override, plain_override
from pawnviz.view.export.canvas import PainterCanvas
from pawnviz.view.export.figure import Figure, draw_figure
from pawnviz.view.export.files import figure_mime, size_fault
from pawnviz.view.sharing.export_page import ExportPage, colors_box, number_box
from pawnviz.view.sharing.saving import offered_name, wait_cursor

if TYPE_CHECKING:
    from PySide6.QtCore import QMimeData

_WIDTHS: Final = (400, 800, 1200, 2400, 4800)  # The widths for Page Up and Page Down.


class _WidthBox(QSpinBox):
    """A width in pixels; Page Up and Page Down go to usual widths."""

    @override
    def stepBy(self, steps: int) -> None:
        if abs(steps) < 10:
            super().stepBy(steps * 10)
        elif steps > 0:
            self.setValue(next((width for width in _WIDTHS if width > self.value()), LARGEST_WIDTH))
        else:
            self.setValue(next((width for width in reversed(_WIDTHS) if width < self.value()), SMALLEST_WIDTH))


class PicturePage(ExportPage):
    """A choice of format, size and parts of a picture; a written caption stays until the position changes."""

    title = "P&icture"
    contents = BOARD
    question = "Export a picture"

    def __init__(
        self, document: Document, make_figure: Callable[[PictureChoices, str], Figure], choices: PictureChoices
    ) -> None:
        """Begin with choices; ``make_figure`` returns the board's figure for other ones with a caption."""
        super().__init__()
        self._document = document
        self._make_figure = make_figure
        self._described = document.position
        self.width_box = number_box(SMALLEST_WIDTH, LARGEST_WIDTH, " px", _WidthBox)
        self.paper_box = QCheckBox("On &paper")
        self.millimeter_box = number_box(LEAST_PAPER, MOST_PAPER, " mm")
        self.colors_box = colors_box()
        self.legend_box = QCheckBox("&Legend")
        self.transparent_box = QCheckBox("&Transparent ground")
        self.caption_box = QCheckBox("Ca&ption")
        self.caption_edit = QLineEdit()
        self.copy_button = QPushButton("&Copy")
        self.width_box.setKeyboardTracking(False)
        self.width_box.setToolTip("Page Up and Page Down: 400, 800, 1200, 2400, 4800")
        self.legend_box.setToolTip("Name the shown layers below the board")
        self.transparent_box.setToolTip("Leave out the ground beside the board")
        self.caption_edit.setAccessibleName("Caption")
        self.caption_edit.setMaxLength(500)
        self._describe()
        self.copy_button.setToolTip("Copy the picture, as an image and as SVG")
        self.copy_button.setAutoDefault(False)
        self.paper_box.setToolTip("As wide as on paper, with letters of at least 6.5 points")
        self.millimeter_box.setAccessibleName("Width on paper")
        self.millimeter_box.setKeyboardTracking(False)
        self.form.addRow("&Width", self.width_box)
        self.form.addRow(self.paper_box, self.millimeter_box)
        self.form.addRow("C&olors", self.colors_box)
        for widget in (self.legend_box, self.transparent_box, self.caption_box, self.caption_edit):
            self.form.addRow("", widget)
        self.column.addStretch(1)
        self.show_choices(
            choices,
            kind=self.format_box,
            width=self.width_box,
            on_paper=self.paper_box,
            millimeters=self.millimeter_box,
            transparent=self.transparent_box,
            legend=self.legend_box,
            caption=self.caption_box,
            colors=self.colors_box,
        )
        self.caption_edit.textChanged.connect(self.changed)
        self.copy_button.clicked.connect(self._copy)
        self._document.position_changed.connect(self.changed)
        self._document.free.file_changed.connect(self.changed)

    @property
    @plain_override
    def buttons(self) -> tuple[QAbstractButton, ...]:
        return (self.copy_button,)

    @plain_override
    def follow_format(self) -> None:
        super().follow_format()
        self.caption_edit.setEnabled(self.caption_box.isChecked())
        if "on_paper" in self.format.options:
            self.width_box.setEnabled(not self.paper_box.isChecked())
            self.millimeter_box.setEnabled(self.paper_box.isChecked())

    @plain_override
    def refresh(self) -> None:
        if self._document.position != self._described:
            self._described = self._document.position
            with QSignalBlocker(self.caption_edit):
                self._describe()
        text, path, name = self.caption_edit.text(), self._document.free.path, self.format.name
        choices = self.choices
        if "on_paper" not in self.format.options:
            choices = choices.replace(on_paper="millimeters" in self.format.options)
        self.subject = figure = self._make_figure(choices, text)
        self.file_name = offered_name(Path(path).stem if path else text.partition("  ·")[0])
        self.size_text = f"{figure.width:,} × {figure.height:,} px"
        if figure.millimeters:
            self.size_text = f"{figure.millimeters:g} × {figure.millimeters * figure.height / figure.width:.0f} mm"
        elif "width" not in self.format.options:
            self.size_text = ""
        fault = size_fault(figure) if name == "png" else ""
        self.obstacle, self.is_fault = f"{capitalized(fault)}." if fault else "", True

    def _describe(self) -> None:
        self.caption_edit.setText(caption(self._document))
        self.caption_edit.setCursorPosition(0)

    @plain_override
    def draw(self, painter: QPainter) -> QSize:
        figure = self.subject
        if painter.isActive():
            draw_figure(PainterCanvas(painter, figure.look, figure.fineness, quick=True), figure)
        return QSize(figure.width, figure.height)

    def mime(self) -> QMimeData | None:
        """Return the figure for another program, or report why it is too large."""
        self.refresh()
        fault = size_fault(self.subject)
        if fault:
            self.announced.emit(f"{capitalized(fault)}.", True)
            return None
        with wait_cursor():
            return figure_mime(self.subject)

    @Slot()
    def _copy(self) -> None:
        from PySide6.QtGui import QGuiApplication

        mime = self.mime()
        if mime is not None:
            QGuiApplication.clipboard().setMimeData(mime)
            self.announced.emit("Copied the picture, as an image and as SVG.", False)
