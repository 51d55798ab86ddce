"""The dialog that lays out positions on pages for a lesson, with a preview of each page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QSignalBlocker, QSize, QSizeF, Qt, Signal, Slot
from PySide6.QtGui import QPainter, QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QSpinBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from pawnviz.core.picture.formats import MOST_BOARDS
from pawnviz.core.picture.sheet_positions import MOST_POSITIONS, SheetPosition, fitting_grid
from pawnviz.core.words import count_text
from pawnviz.model.preferences.export_choices import SheetChoices
from pawnviz.override import override
from pawnviz.view.export.position_sheet import FINENESS, PositionSheet, SheetLayout, page_size
from pawnviz.view.sharing.export_window import ExportWindow
from pawnviz.view.sharing.preview import Preview
from pawnviz.view.sharing.saving import TargetQuestion, offered_name
from pawnviz.view.sharing.sheet_list import SheetList
from pawnviz.view.widgets.labels import plain_label

if TYPE_CHECKING:
    from PySide6.QtPrintSupport import QPrinter

_PAGE_TEXTS: Final = {"a4": "A4", "a5": "A5", "letter": "Letter", "legal": "Legal"}
_CAPTION_TEXTS: Final = {
    "title": "Number and title",
    "structure": "Number and structure",
    "number": "Number",
    "none": "None",
}


class SheetDialog(ExportWindow):
    """A list of positions and how they are laid out, beside a preview; what is exported has the layers of the board."""

    chosen = Signal()
    """Other choices were made."""

    def __init__(
        self,
        make_layout: Callable[[SheetChoices, str], SheetLayout],
        choices: SheetChoices,
        parent: QWidget | None = None,
    ) -> None:
        """Begin with choices and without positions; ``make_layout`` returns the layout for choices and a title."""
        super().__init__(parent)
        self.setWindowTitle("Sheet of positions")
        self._make_layout = make_layout
        self._page = 0
        self._sheet: PositionSheet | None = None
        self._question = TargetQuestion(self)
        self.preview = Preview(self._draw, "Preview of the page")
        self.previous_button = _arrow(Qt.ArrowType.LeftArrow, "Previous page")
        self.next_button = _arrow(Qt.ArrowType.RightArrow, "Next page")
        self.page_label = plain_label(muted=True)
        self.list = SheetList()
        self.add_button = QPushButton("&Add")
        self.add_menu = QMenu(self.add_button)
        self.remove_button = QPushButton("&Remove")
        self.clear_button = QPushButton("Remo&ve all")
        self.title_edit = QLineEdit()
        self.columns_box, self.rows_box = QSpinBox(), QSpinBox()
        self.fit_box = QCheckBox("&Fit")
        self.page_box, self.orientation_box, self.captions_box = QComboBox(), QComboBox(), QComboBox()
        self.legend_box = QCheckBox("Le&gend of the layers")
        self.numbers_box = QCheckBox("Page &numbers")
        self.print_button = QPushButton("&Print…")
        self.save_button = QPushButton("&Save as PDF…")
        self.close_button = QPushButton("Close")
        self._set_up(choices)
        self._lay_out()
        self._connect()

    def _set_up(self, choices: SheetChoices) -> None:
        """Fill the controls."""
        for box, value in ((self.columns_box, choices.columns), (self.rows_box, choices.rows)):
            box.setRange(1, MOST_BOARDS)
            box.setValue(value)
        self.rows_box.setAccessibleName("Rows")
        self.fit_box.setChecked(choices.fit)
        self.fit_box.setToolTip("Columns and rows follow the number of positions")
        for combo, texts, chosen in (
            (self.page_box, _PAGE_TEXTS, choices.page),
            (self.captions_box, _CAPTION_TEXTS, choices.captions),
        ):
            for name, text in texts.items():
                combo.addItem(text, name)
            combo.setCurrentIndex(combo.findData(chosen))
        self.orientation_box.addItems(["Upright", "On its side"])
        self.orientation_box.setCurrentIndex(int(choices.landscape))
        self.orientation_box.setAccessibleName("Orientation of the page")
        self.legend_box.setChecked(choices.legend)
        self.numbers_box.setChecked(choices.numbers)
        self.title_edit.setMaxLength(200)
        self.title_edit.setPlaceholderText("Above the boards of each page")
        self.add_button.setMenu(self.add_menu)
        self.save_button.setDefault(True)
        self.progress.setAccessibleName("Progress of the pages")
        changes = (self.add_button, self.remove_button, self.clear_button)
        for button in (*changes, self.print_button, self.close_button):
            button.setAutoDefault(False)

    def _lay_out(self) -> None:
        """Put the preview on the left, the list above the choices on the right."""
        pages = QHBoxLayout()
        pages.addStretch(1)
        for part in (self.previous_button, self.page_label, self.next_button):
            pages.addWidget(part)
        pages.addStretch(1)
        left = QVBoxLayout()
        left.addWidget(self.preview, 1)
        left.addLayout(pages)
        changes = QHBoxLayout()
        for button in (self.add_button, self.remove_button, self.clear_button):
            changes.addWidget(button)
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow("&Title", self.title_edit)
        form.addRow(
            _named("&Boards", self.columns_box),
            _beside(self.columns_box, plain_label("×"), self.rows_box, plain_label("a page"), self.fit_box),
        )
        form.addRow(_named("Pag&e", self.page_box), _beside(self.page_box, self.orientation_box))
        form.addRow("&Captions", self.captions_box)
        form.addRow("", self.legend_box)
        form.addRow("", self.numbers_box)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        for button in (self.cancel_button, self.print_button, self.save_button, self.close_button):
            buttons.addWidget(button)
        right = QVBoxLayout()
        right.addWidget(self.list, 1)
        right.addLayout(changes)
        right.addLayout(form)
        right.addWidget(self.message)
        right.addWidget(self.progress)
        right.addLayout(buttons)
        self.put_beside(left, right)

    def _connect(self) -> None:
        """Let the controls work."""
        for box in (self.columns_box, self.rows_box):
            box.valueChanged.connect(self._choose_grid)
        self.fit_box.toggled.connect(self._choose)
        for combo in (self.page_box, self.orientation_box, self.captions_box):
            combo.currentIndexChanged.connect(self._choose)
        for check in (self.legend_box, self.numbers_box):
            check.toggled.connect(self._choose)
        self.title_edit.textChanged.connect(self.follow)
        self.list.changed.connect(self._change_positions)
        self.remove_button.clicked.connect(self.list.remove_selected)
        self.clear_button.clicked.connect(self.list.remove_all)
        self.previous_button.clicked.connect(self._go_to_previous)
        self.next_button.clicked.connect(self._go_to_next)
        self.print_button.clicked.connect(self._print)
        self.save_button.clicked.connect(self._save)
        self.close_button.clicked.connect(self.close)

    @override
    def sizeHint(self) -> QSize:
        return QSize(820, 620)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.message.clear()
        self.refresh()

    @property
    def choices(self) -> SheetChoices:
        """What is chosen."""
        return SheetChoices(
            columns=self.columns_box.value(),
            rows=self.rows_box.value(),
            fit=self.fit_box.isChecked(),
            page=str(self.page_box.currentData()),
            landscape=self.orientation_box.currentIndex() == 1,
            captions=str(self.captions_box.currentData()),
            legend=self.legend_box.isChecked(),
            numbers=self.numbers_box.isChecked(),
        )

    def add(self, entries: list[SheetPosition], title: str = "") -> None:
        """Add positions; the title is that of the sheet where it has none yet."""
        left_out = self.list.add(entries)
        if title and not self.title_edit.text():
            self.title_edit.setText(title)
        if left_out:
            self.message.show_message(
                f"A sheet has at most {MOST_POSITIONS:,} positions; {left_out:,} were left out.", is_error=True
            )

    def sheet_for(self, size: QSizeF | None = None) -> PositionSheet:
        """Return the sheet as it is chosen, for a page of another size in points where one is given."""
        choices = self.choices
        layout = self._make_layout(choices, self.title_edit.text())
        width, height = page_size(choices.page, landscape=choices.landscape) if size is None else size.toTuple()
        return PositionSheet(self.list.positions, replace(layout, size=(width, height)))

    # What is shown

    @Slot()
    def _choose_grid(self) -> None:
        """Take columns and rows as they are written, whatever the number of positions."""
        with QSignalBlocker(self.fit_box):
            self.fit_box.setChecked(False)
        self._choose()

    @Slot()
    def _choose(self) -> None:
        self.message.clear()
        self._fit_grid()
        self.chosen.emit()
        self.follow()

    def _fit_grid(self) -> None:
        """Let columns and rows follow the number of positions where they are to fit it."""
        count = self.list.count()
        if not self.fit_box.isChecked() or not count:
            return
        grid = fitting_grid(count, landscape=self.orientation_box.currentIndex() == 1)
        for box, value in zip((self.columns_box, self.rows_box), grid, strict=True):
            with QSignalBlocker(box):
                box.setValue(value)

    @Slot()
    def _change_positions(self) -> None:
        self.message.clear()
        self._fit_grid()
        self.follow()

    @Slot()
    def _go_to_previous(self) -> None:
        self._page -= 1
        self.refresh()

    @Slot()
    def _go_to_next(self) -> None:
        self._page += 1
        self.refresh()

    @Slot()
    @override
    def refresh(self) -> None:
        self._sheet = sheet = self.sheet_for()
        count = sheet.page_count
        self._page = max(0, min(self._page, count - 1))
        has_positions = bool(sheet.entries)
        positions = count_text(len(sheet.entries), "position")
        self.page_label.setText(f"Page {self._page + 1} of {count}  ·  {positions}" if has_positions else "")
        self.previous_button.setEnabled(self._page > 0)
        self.next_button.setEnabled(self._page + 1 < count)
        self.show_progress()
        for button in (self.remove_button, self.clear_button):
            button.setEnabled(has_positions)
        for button in (self.save_button, self.print_button):
            button.setEnabled(has_positions and not self.is_exporting)
        if not has_positions:
            self.message.show_message("Add positions: that on the board, those of the open file, or those of a game.")
        self.preview.redraw()

    def _draw(self, painter: QPainter) -> QSize:
        """Draw the page for the preview."""
        sheet = self._sheet or self.sheet_for()
        if painter.isActive():
            painter.scale(1 / FINENESS, 1 / FINENESS)
            sheet.draw_page(painter, self._page, quick=True)
        return (sheet.size / FINENESS).toSize()

    # What is done with it

    @Slot()
    def _save(self) -> None:
        """Ask for a file and write it."""
        name = offered_name(self.title_edit.text() or "Positions")
        self._question.ask(
            "Save the sheet as PDF", str(Path(self.folder) / f"{name}.pdf"), "PDF (*.pdf)", ".pdf", self._write
        )

    def _write(self, path: str) -> None:
        """Write the sheet to a file, page by page."""
        from pawnviz.view.export.files import sheet_pdf_parts

        sheet = self.sheet_for()
        self.begin(sheet_pdf_parts(sheet), sheet.page_count + 1, [Path(path)])

    @Slot()
    def _print(self) -> None:
        """Show what would be printed."""
        from pawnviz.view.sharing.printing import Printing

        choices = self.choices
        printing = Printing(self._draw_printed, "Print the sheet", self)
        printing.choose_page(choices.page, landscape=choices.landscape)
        printing.dialog.open()

    def _draw_printed(self, painter: QPainter, printer: QPrinter) -> None:
        from pawnviz.view.sharing.printing import draw_printed_sheet

        draw_printed_sheet(painter, printer, self.sheet_for)


def _beside(*widgets: QWidget) -> QHBoxLayout:
    """Return a row of widgets."""
    row = QHBoxLayout()
    for widget in widgets:
        row.addWidget(widget)
    row.addStretch(1)
    return row


def _named(text: str, widget: QWidget) -> QLabel:
    """Return the label of a widget that stands in a row with others."""
    label = QLabel(text)
    label.setBuddy(widget)
    return label


def _arrow(kind: Qt.ArrowType, tip: str) -> QToolButton:
    button = QToolButton()
    button.setArrowType(kind)
    button.setToolTip(tip)
    button.setAccessibleName(tip)
    return button
