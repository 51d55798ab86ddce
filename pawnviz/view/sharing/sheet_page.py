"""The page of the export dialog that lays out positions on pages for a lesson."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QSignalBlocker, QSize, QSizeF, Qt, Signal, Slot
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QAbstractButton,
    QCheckBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QToolButton,
    QWidget,
)

from pawnviz.core.picture.formats import MOST_BOARDS, Content
from pawnviz.core.picture.picture import Look
from pawnviz.core.picture.sheet_positions import MOST_POSITIONS, SheetPosition, fitting_grid
from pawnviz.core.words import count_text, listed, plural
from pawnviz.model.preferences import SheetChoices
from pawnviz.override import plain_override
from pawnviz.view.export.position_sheet import FINENESS, PositionSheet, SheetLayout, page_size
from pawnviz.view.sharing.export_page import ExportPage, combo_box, number_box
from pawnviz.view.sharing.saving import offered_name
from pawnviz.view.sharing.sheet_list import SheetList
from pawnviz.view.widgets.labels import plain_label
from pawnviz.view.widgets.layouts import STRETCH, row_of
from pawnviz.view.widgets.markup import plain_tip

if TYPE_CHECKING:
    from PySide6.QtPrintSupport import QPrinter

_MOST_NAMED: Final = 2  # The number of layers that are named; more are counted.
_PAGE_TEXTS: Final = {"a4": "A4", "a5": "A5", "letter": "Letter", "legal": "Legal"}
_CAPTION_TEXTS: Final = {
    "title": "Number and title",
    "structure": "Number and structure",
    "number": "Number",
    "none": "None",
}


class SheetPage(ExportPage):
    """A list of positions and their layout; the layers are those of the board."""

    page_turned = Signal()  # Another page is to be shown.

    title = "S&heet"
    contents = (Content.SHEET,)
    question = "Save the sheet as PDF"

    def __init__(self, make_layout: Callable[[SheetChoices, str], SheetLayout], choices: SheetChoices) -> None:
        """Begin with choices and without positions; ``make_layout`` returns the layout for choices and a title."""
        super().__init__()
        self._make_layout = make_layout
        self._page = 0
        self.previous_button = _arrow(Qt.ArrowType.LeftArrow, "Previous page")
        self.next_button = _arrow(Qt.ArrowType.RightArrow, "Next page")
        self.list = SheetList()
        self.add_button = QPushButton("&Add")
        self.add_menu = QMenu(self.add_button)
        self.remove_button = QPushButton("&Remove")
        self.clear_button = QPushButton("Remo&ve all")
        self.title_edit = QLineEdit()
        self.columns_box, self.rows_box = number_box(1, MOST_BOARDS), number_box(1, MOST_BOARDS)
        self.rows_box.setAccessibleName("Rows")
        self.fit_box = QCheckBox("&Fit")
        self.fit_box.setToolTip("Columns and rows follow the number of positions")
        self.page_box, self.captions_box = combo_box(_PAGE_TEXTS), combo_box(_CAPTION_TEXTS)
        self.orientation_box = combo_box({False: "Upright", True: "On its side"})
        self.orientation_box.setAccessibleName("Orientation of the page")
        self.colors_box = combo_box({"light": "Light", "ink": "One ink"})
        self.layers_box = QCheckBox()
        self.legend_box = QCheckBox("Le&gend of the layers")
        self.numbers_box = QCheckBox("Page &numbers")
        self.print_button = QPushButton("&Print…")
        self.title_edit.setMaxLength(200)
        self.title_edit.setPlaceholderText("Above the boards of each page")
        self.add_button.setMenu(self.add_menu)
        for button in (self.add_button, self.remove_button, self.clear_button, self.print_button):
            button.setAutoDefault(False)
        self._lay_out()
        self._connect()
        self.show_choices(
            choices,
            columns=self.columns_box,
            rows=self.rows_box,
            fit=self.fit_box,
            page=self.page_box,
            landscape=self.orientation_box,
            captions=self.captions_box,
            colors=self.colors_box,
            layers=self.layers_box,
            legend=self.legend_box,
            numbers=self.numbers_box,
        )

    def _lay_out(self) -> None:
        self.column.insertWidget(0, self.list, 1)
        self.column.insertLayout(1, row_of(self.add_button, self.remove_button, self.clear_button))
        self.form.addRow("&Title", self.title_edit)
        self.form.addRow(
            _named("&Boards", self.columns_box),
            _beside(self.columns_box, plain_label("×"), self.rows_box, plain_label("a page"), self.fit_box),
        )
        self.form.addRow(_named("Pag&e", self.page_box), _beside(self.page_box, self.orientation_box))
        self.form.addRow("&Captions", self.captions_box)
        self.form.addRow("C&olors", self.colors_box)
        self.form.addRow("La&yers", self.layers_box)
        self.form.addRow("", self.legend_box)
        self.form.addRow("", self.numbers_box)

    def _connect(self) -> None:
        for box in (self.columns_box, self.rows_box):
            box.valueChanged.connect(self._keep_grid)
        self.title_edit.textChanged.connect(self.changed)
        self.list.changed.connect(self._change_positions)
        self.remove_button.clicked.connect(self.list.remove_selected)
        self.clear_button.clicked.connect(self.list.remove_all)
        self.previous_button.clicked.connect(self._go_to_previous)
        self.next_button.clicked.connect(self._go_to_next)
        self.print_button.clicked.connect(self._print)

    @property
    @plain_override
    def buttons(self) -> tuple[QAbstractButton, ...]:
        return (self.print_button,)

    def add(self, entries: list[SheetPosition], title: str = "") -> None:
        """Add positions; the title is that of the sheet where it has none yet."""
        left_out = self.list.add(entries)
        if title and not self.title_edit.text():
            self.title_edit.setText(title)
        if left_out:
            were = plural(left_out, "was", "were")
            self.announced.emit(
                f"A sheet has at most {MOST_POSITIONS:,} positions; {left_out:,} {were} left out.", True
            )

    def sheet_for(self, size: QSizeF | None = None) -> PositionSheet:
        """Return the chosen sheet, for a page of another size in points where one is given."""
        choices = self.choices
        layout = self._make_layout(choices, self.title_edit.text())
        self._name_layers(layout.look)
        if not choices.layers:
            layout = replace(layout, look=layout.look._replace(layers=(), captures=False))
        width, height = page_size(choices.page, landscape=choices.landscape) if size is None else size.toTuple()
        return PositionSheet(self.list.positions, replace(layout, size=(width, height)))

    # Display

    def _name_layers(self, look: Look) -> None:
        """Name the layers of the board, which are drawn on the sheet if their box is checked."""
        names = [shown.layer.title for shown in look.layers] + ["Capture arrows"] * look.captures
        more = [f"{len(names) - _MOST_NAMED} more"] if len(names) > _MOST_NAMED else []
        self.layers_box.setText(listed(names[:_MOST_NAMED] + more).replace("&", "&&") or "None is shown on the board")
        self.layers_box.setToolTip(plain_tip("Draw the layers that are shown on the board: " + listed(names)))
        self.layers_box.setEnabled(bool(names))
        self.legend_box.setEnabled(bool(look.layers) and self.layers_box.isChecked())

    @Slot()
    def _keep_grid(self) -> None:
        with QSignalBlocker(self.fit_box):
            self.fit_box.setChecked(False)

    @Slot()
    @plain_override
    def choose(self) -> None:
        self._fit_grid()
        super().choose()

    def _fit_grid(self) -> None:
        count = self.list.count()
        if not self.fit_box.isChecked() or not count:
            return
        grid = fitting_grid(count, landscape=self.orientation_box.currentIndex() == 1)
        for box, value in zip((self.columns_box, self.rows_box), grid, strict=True):
            with QSignalBlocker(box):
                box.setValue(value)

    @Slot()
    def _change_positions(self) -> None:
        self.announced.emit("", False)
        self._fit_grid()
        self.changed.emit()

    @Slot()
    def _go_to_previous(self) -> None:
        self._page -= 1
        self.page_turned.emit()

    @Slot()
    def _go_to_next(self) -> None:
        self._page += 1
        self.page_turned.emit()

    @plain_override
    def refresh(self) -> None:
        self.subject = sheet = self.sheet_for()
        self._page = max(0, min(self._page, sheet.page_count - 1))
        has_positions = bool(sheet.entries)
        positions = count_text(len(sheet.entries), "position")
        self.size_text = f"Page {self._page + 1} of {sheet.page_count}  ·  {positions}" if has_positions else ""
        self.file_name = offered_name(self.title_edit.text() or "Positions")
        self.previous_button.setEnabled(self._page > 0)
        self.next_button.setEnabled(self._page + 1 < sheet.page_count)
        for button in (self.remove_button, self.clear_button):
            button.setEnabled(has_positions)
        words = "Add positions: that on the board, those of the open file, or those of a game."
        self.obstacle = "" if has_positions else words

    @plain_override
    def draw(self, painter: QPainter) -> QSize:
        sheet: PositionSheet = self.subject
        if painter.isActive():
            painter.scale(1 / FINENESS, 1 / FINENESS)
            sheet.draw_page(painter, self._page, quick=True)
        return (sheet.size / FINENESS).toSize()

    @Slot()
    def _print(self) -> None:
        from pawnviz.view.sharing.printing import Printing

        choices = self.choices
        printing = Printing(self._draw_printed, "Print the sheet", self.window())
        printing.choose_page(choices.page, landscape=choices.landscape)
        printing.dialog.open()

    def _draw_printed(self, painter: QPainter, printer: QPrinter) -> None:
        from pawnviz.view.sharing.printing import draw_printed_sheet

        draw_printed_sheet(painter, printer, self.sheet_for)


def _beside(*widgets: QWidget) -> QHBoxLayout:
    return row_of(*widgets, STRETCH)


def _named(text: str, widget: QWidget) -> QLabel:
    label = QLabel(text)
    label.setBuddy(widget)
    return label


def _arrow(kind: Qt.ArrowType, tip: str) -> QToolButton:
    button = QToolButton()
    button.setArrowType(kind)
    button.setToolTip(tip)
    button.setAccessibleName(tip)
    return button
