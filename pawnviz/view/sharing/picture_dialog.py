"""The dialog that exports the board as a picture or an article, with a preview that follows the board."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal, Slot
from PySide6.QtGui import QPainter, QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from pawnviz.core.picture.formats import LARGEST_WIDTH, PICTURE_KINDS, SMALLEST_WIDTH
from pawnviz.model.document import Document
from pawnviz.model.kept.export_choices import PictureChoices
from pawnviz.model.reading import caption
from pawnviz.model.storage import FileError, write_file
from pawnviz.override import override
from pawnviz.view.export.canvas import PainterCanvas
from pawnviz.view.export.figure import Figure, draw_figure
from pawnviz.view.export.files import ARTICLES, article_files, figure_bytes, figure_mime, size_fault
from pawnviz.view.sharing.preview import Preview
from pawnviz.view.sharing.preview_window import PreviewWindow
from pawnviz.view.sharing.saving import TargetQuestion, wait_cursor
from pawnviz.view.widgets.labels import plain_label
from pawnviz.view.widgets.message_label import MessageLabel

if TYPE_CHECKING:
    from PySide6.QtCore import QMimeData

KIND_TEXTS: Final = {
    "png": "PNG, pixels",
    "svg": "SVG, shapes and texts",
    "pdf": "PDF, shapes and texts",
    "html": "HTML page with the position in words",
    "md": "Markdown with an SVG beside it",
}
"""What each kind of file is called."""

_WIDTHS: Final = (400, 800, 1200, 2400, 4800)
"""The widths that the arrow keys with Page Up and Page Down go to."""


class _WidthBox(QSpinBox):
    """A width in pixels; Page Up and Page Down go to widths that are often wanted."""

    @override
    def stepBy(self, steps: int) -> None:
        if abs(steps) < 10:
            super().stepBy(steps * 10)
        elif steps > 0:
            self.setValue(next((width for width in _WIDTHS if width > self.value()), LARGEST_WIDTH))
        else:
            self.setValue(next((width for width in reversed(_WIDTHS) if width < self.value()), SMALLEST_WIDTH))


class PictureDialog(PreviewWindow):
    """A choice of format, size and parts beside a preview; it stays open while the board is worked with.

    The caption begins as the one that names structure, side to move and file; one that is written stays until the
    position is another one.
    """

    chosen = Signal()
    """Other choices were made."""
    saved = Signal(str)
    """The picture was written to a file; carries its path."""

    def __init__(
        self,
        document: Document,
        make_figure: Callable[[PictureChoices, str], Figure],
        choices: PictureChoices,
        parent: QWidget | None = None,
    ) -> None:
        """Begin with choices; ``make_figure`` returns the board's figure for other ones with a caption."""
        super().__init__(parent)
        self.setWindowTitle("Export a picture")
        self._document = document
        self._make_figure = make_figure
        self._described = document.position
        self._question = TargetQuestion(self)
        self._drawn: Figure | None = None
        self.folder = ""
        self.preview = Preview(self._draw, "Preview of the picture")
        self.preview.let_drag(self._mime)
        self.size_label = plain_label(muted=True)
        self.kind_box = QComboBox()
        self.width_box = _WidthBox()
        self.colors_box = QComboBox()
        self.legend_box = QCheckBox("&Legend")
        self.transparent_box = QCheckBox("&Transparent ground")
        self.caption_box = QCheckBox("Ca&ption")
        self.caption_edit = QLineEdit()
        self.message = MessageLabel()
        self.copy_button = QPushButton("&Copy")
        self.save_button = QPushButton("&Save…")
        self.close_button = QPushButton("Close")
        self._set_up(choices)
        self._lay_out()
        self._connect()

    def _set_up(self, choices: PictureChoices) -> None:
        """Fill the controls."""
        for kind in PICTURE_KINDS:
            self.kind_box.addItem(KIND_TEXTS[kind], kind)
        self.kind_box.setCurrentIndex(PICTURE_KINDS.index(choices.kind))
        self.width_box.setRange(SMALLEST_WIDTH, LARGEST_WIDTH)
        self.width_box.setSuffix(" px")
        self.width_box.setKeyboardTracking(False)
        self.width_box.setToolTip("Page Up and Page Down: 400, 800, 1200, 2400, 4800")
        self.width_box.setValue(choices.width)
        self.colors_box.addItem("Light, to be printed", "light")
        self.colors_box.addItem("Dark", "dark")
        self.colors_box.setCurrentIndex(self.colors_box.findData(choices.colors))
        self.legend_box.setChecked(choices.legend)
        self.legend_box.setToolTip("Name the shown layers below the board")
        self.transparent_box.setChecked(choices.transparent)
        self.transparent_box.setToolTip("Leave out the ground beside the board")
        self.caption_box.setChecked(choices.caption)
        self.caption_edit.setAccessibleName("Caption")
        self.caption_edit.setMaxLength(500)
        self.caption_edit.setText(caption(self._document))
        self.caption_edit.setCursorPosition(0)
        self.copy_button.setToolTip("Copy the picture, as an image and as SVG")
        self.save_button.setDefault(True)
        for button in (self.copy_button, self.close_button):
            button.setAutoDefault(False)

    def _lay_out(self) -> None:
        """Put the preview on the left, the choices on the right."""
        left = QVBoxLayout()
        left.addWidget(self.preview, 1)
        left.addWidget(self.size_label, 0, Qt.AlignmentFlag.AlignHCenter)
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow("&Format", self.kind_box)
        form.addRow("&Width", self.width_box)
        form.addRow("C&olors", self.colors_box)
        form.addRow("", self.legend_box)
        form.addRow("", self.transparent_box)
        form.addRow("", self.caption_box)
        form.addRow("", self.caption_edit)
        right = QVBoxLayout()
        right.addLayout(form)
        right.addWidget(self.message)
        right.addStretch(1)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        for button in (self.copy_button, self.save_button, self.close_button):
            buttons.addWidget(button)
        right.addLayout(buttons)
        self.put_beside(left, right)

    def _connect(self) -> None:
        """Let the controls work."""
        self.kind_box.currentIndexChanged.connect(self._choose)
        self.width_box.valueChanged.connect(self._choose)
        self.colors_box.currentIndexChanged.connect(self._choose)
        for box in (self.legend_box, self.transparent_box, self.caption_box):
            box.toggled.connect(self._choose)
        self.caption_edit.textChanged.connect(self.follow)
        self.copy_button.clicked.connect(self._copy)
        self.save_button.clicked.connect(self._save)
        self.close_button.clicked.connect(self.close)
        self._document.position_changed.connect(self.follow)
        self._document.file_changed.connect(self.follow)

    @override
    def sizeHint(self) -> QSize:
        return QSize(780, 540)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.message.clear()
        self.refresh()

    @property
    def choices(self) -> PictureChoices:
        """What is chosen."""
        return PictureChoices(
            kind=str(self.kind_box.currentData()),
            width=self.width_box.value(),
            transparent=self.transparent_box.isChecked(),
            legend=self.legend_box.isChecked(),
            caption=self.caption_box.isChecked(),
            colors=str(self.colors_box.currentData()),
        )

    @property
    def figure(self) -> Figure:
        """The figure as it is chosen."""
        return self._make_figure(self.choices, self.caption_edit.text())

    # What is shown

    @Slot()
    def _choose(self) -> None:
        self.message.clear()
        self.chosen.emit()
        self.follow()

    @Slot()
    @override
    def refresh(self) -> None:
        if self._document.position != self._described:
            self._described = self._document.position
            with QSignalBlocker(self.caption_edit):
                self.caption_edit.setText(caption(self._document))
                self.caption_edit.setCursorPosition(0)
        choices, figure = self.choices, self.figure
        self.caption_edit.setEnabled(choices.caption)
        if choices.kind == "pdf":
            millimeters = (round(edge * 25.4 / 96) for edge in (figure.width, figure.height))
            self.size_label.setText("{} × {} mm".format(*millimeters))
        else:
            self.size_label.setText(f"{figure.width:,} × {figure.height:,} px")
        fault = size_fault(figure) if choices.kind == "png" else ""
        if fault:
            self.message.show_message(f"{fault[:1].upper()}{fault[1:]}.", is_error=True)
        self.save_button.setEnabled(not fault)
        if figure != self._drawn:
            self._drawn = figure
            self.preview.redraw()

    def _draw(self, painter: QPainter) -> QSize:
        """Draw the figure for the preview."""
        figure = self._drawn or self.figure
        if painter.isActive():
            draw_figure(PainterCanvas(painter, figure.look, quick=True), figure)
        return QSize(figure.width, figure.height)

    # What is done with it

    def _mime(self) -> QMimeData | None:
        """Return the figure for another program, or say why it is too large."""
        figure = self.figure
        fault = size_fault(figure)
        if fault:
            self.message.show_message(f"{fault[:1].upper()}{fault[1:]}.", is_error=True)
            return None
        with wait_cursor():
            return figure_mime(figure)

    @Slot()
    def _copy(self) -> None:
        from PySide6.QtGui import QGuiApplication

        mime = self._mime()
        if mime is not None:
            QGuiApplication.clipboard().setMimeData(mime)
            self.message.show_message("Copied the picture, as an image and as SVG.")

    @Slot()
    def _save(self) -> None:
        """Ask for a file and write it."""
        from pawnviz.view.sharing.saving import offered_name

        kind = self.choices.kind
        text = Path(self._document.path).stem if self._document.path else self.caption_edit.text().partition("  ·")[0]
        start = str(Path(self.folder) / f"{offered_name(text)}.{kind}")
        filters = f"{KIND_TEXTS[kind].partition(',')[0]} (*.{kind})"
        written = _article_paths if kind == "md" else None
        self._question.ask("Export a picture", start, filters, f".{kind}", self._write, written)

    def _write(self, path: str) -> None:
        """Write the picture to a file, or say why it cannot be."""
        kind = self.choices.kind
        target = Path(path)
        try:
            with wait_cursor():
                if kind in ARTICLES:
                    files = article_files(self.figure, target)
                else:
                    files = {target: figure_bytes(self.figure, kind)}
                for each, data in files.items():
                    write_file(each, data)
        except FileError as error:
            self.message.show_message(error.message, is_error=True)
            return
        self.folder = str(target.parent)
        self.message.show_message(f"Saved {' and '.join(each.name for each in files)}.")
        self.saved.emit(path)


def _article_paths(path: Path) -> list[Path]:
    """Return the files of an article in Markdown."""
    return [path, path.with_suffix(".svg")]
