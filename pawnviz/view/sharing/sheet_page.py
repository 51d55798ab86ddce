"""The page of the export dialog that lays out positions on pages for a lesson, and their list."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from typing import Any, Final

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QSignalBlocker, QSize, QSizeF, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QPainter, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QPushButton,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from pawnviz.core.board.position import Position
from pawnviz.core.picture.formats import MOST_BOARDS, Content
from pawnviz.core.picture.picture import Look
from pawnviz.core.picture.sheet_positions import MOST_POSITIONS, SheetPosition, caption_of, fitting_grid
from pawnviz.core.words import count_text, listed, plural
from pawnviz.model.preferences import SheetChoices
from pawnviz.override import override, plain_override
from pawnviz.view.export.position_sheet import FINENESS, PositionSheet, SheetLayout, page_size
from pawnviz.view.sharing.export_page import ExportPage, number_box
from pawnviz.view.sharing.saving import offered_name
from pawnviz.view.widgets.buttons import arrow_button
from pawnviz.view.widgets.fields import DropDown
from pawnviz.view.widgets.labels import plain_label, plain_tip
from pawnviz.view.widgets.layouts import STRETCH, row_of, with_properties

_FEN: Final = int(Qt.ItemDataRole.UserRole)  # The role of an item's position, as a text that Qt can drag.


class _TitleDelegate(QStyledItemDelegate):
    """Rows with their number; a position without a title has its side to move, as in its caption."""

    @override
    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        super().initStyleOption(option, index)
        entry = SheetPosition(_position(index.data(_FEN)), str(index.data() or ""))
        colored: Any = option  # PySide says nothing of these fields.
        colored.text = caption_of(entry, index.row() + 1, "title")
        if not entry.title:
            muted = option.palette.color(QPalette.ColorRole.PlaceholderText)
            option.palette.setColor(QPalette.ColorRole.Text, muted)

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        # Rows are as wide as the list, so that a longer text is elided and nothing is scrolled to the side.
        return QSize(0, super().sizeHint(option, index).height())


class SheetList(QListWidget):
    """The positions of a sheet in their order, each with an editable title; rows can be moved and removed."""

    changed = Signal()  # Positions, places or titles have changed.

    def __init__(self) -> None:
        super().__init__()
        with_properties(
            self,
            accessibleName="Positions of the sheet",
            toolTip="Double-click or F2: write a title; drag or Alt+Up, Alt+Down: move; Delete: remove",
            selectionMode=QAbstractItemView.SelectionMode.ExtendedSelection,
            uniformItemSizes=True,
            textElideMode=Qt.TextElideMode.ElideMiddle,
            dragDropMode=QAbstractItemView.DragDropMode.InternalMove,
            defaultDropAction=Qt.DropAction.MoveAction,
            editTriggers=self.EditTrigger.DoubleClicked | self.EditTrigger.EditKeyPressed,
        )
        self.setItemDelegate(_TitleDelegate(self))
        self.itemChanged.connect(self.changed)
        self.model().rowsMoved.connect(self.changed)

    @override
    def sizeHint(self) -> QSize:
        return QSize(240, 160)

    @property
    def positions(self) -> list[SheetPosition]:
        """The positions in their order."""
        items = (self.item(row) for row in range(self.count()))
        return [SheetPosition(_position(item.data(_FEN)), item.text()[:300]) for item in items]

    def add(self, entries: Iterable[SheetPosition]) -> int:
        """Append positions, as many as a sheet may have, and return the number of the rest."""
        left_out = 0
        self.blockSignals(True)
        for entry in entries:
            if self.count() >= MOST_POSITIONS:
                left_out += 1
                continue
            item = QListWidgetItem(entry.title)
            item.setData(_FEN, entry.position.fen())
            item.setToolTip(entry.position.fen())
            item.setData(Qt.ItemDataRole.AccessibleTextRole, entry.title or entry.position.fen())
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable)
            self.addItem(item)
        self.blockSignals(False)
        self.changed.emit()
        return left_out

    @Slot()
    def remove_selected(self) -> None:
        """Remove the rows that are selected."""
        rows = sorted((self.row(item) for item in self.selectedItems()), reverse=True)
        for row in rows:
            self.takeItem(row)
        if rows:
            self.setCurrentRow(min(rows[-1], self.count() - 1))
            self.changed.emit()

    @Slot()
    def remove_all(self) -> None:
        """Remove all rows."""
        if self.count():
            self.clear()
            self.changed.emit()

    def move_current(self, step: int) -> None:
        """Move the current row up or down by a step."""
        row = self.currentRow()
        place = row + step
        if row >= 0 and 0 <= place < self.count():
            self.insertItem(place, self.takeItem(row))
            self.setCurrentRow(place)
            self.changed.emit()

    @override
    def event(self, event: QEvent) -> bool:
        is_override = event.type() is QEvent.Type.ShortcutOverride
        if is_override and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_F2:
            event.accept()  # Else a command of the main window takes it.
            return True
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.remove_selected()
        elif event.modifiers() & Qt.KeyboardModifier.AltModifier and event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.move_current(-1 if event.key() == Qt.Key.Key_Up else 1)
        else:
            super().keyPressEvent(event)


@lru_cache(maxsize=MOST_POSITIONS)
def _position(fen: str) -> Position:
    """Return the position of an item, cached since all of them are asked for at each change."""
    return Position.from_fen(fen)


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

    def __init__(self, look: Callable[[str], Look], choices: SheetChoices) -> None:
        """Begin with choices and without positions; ``look`` returns the board's look in other colors."""
        super().__init__()
        self._look = look
        self._page = 0
        self.previous_button = arrow_button(Qt.ArrowType.LeftArrow, "Previous page")
        self.next_button = arrow_button(Qt.ArrowType.RightArrow, "Next page")
        self.list = SheetList()
        self.add_button = QPushButton("&Add", autoDefault=False)
        self.add_menu = QMenu(self.add_button)
        self.add_button.setMenu(self.add_menu)
        self.remove_button = QPushButton("&Remove", autoDefault=False)
        self.clear_button = QPushButton("Remo&ve all", autoDefault=False)
        self.print_button = QPushButton("&Print…", autoDefault=False)
        self.buttons = (self.print_button,)
        self.column.insertWidget(0, self.list, 1)
        self.column.insertLayout(1, row_of(self.add_button, self.remove_button, self.clear_button))
        self._add_choices()
        self.list.changed.connect(self._change_positions)
        self.remove_button.clicked.connect(self.list.remove_selected)
        self.clear_button.clicked.connect(self.list.remove_all)
        self.previous_button.clicked.connect(self._turn)
        self.next_button.clicked.connect(self._turn)
        self.print_button.clicked.connect(self._print)
        self.show_choices(choices)

    def _add_choices(self) -> None:
        self.title_edit = QLineEdit(maxLength=200, placeholderText="Above the boards of each page")
        self.title_edit.textChanged.connect(self.changed)
        self.form.addRow("&Title", self.title_edit)
        self.columns_box = self.control("columns", number_box(1, MOST_BOARDS))
        self.rows_box = self.control("rows", number_box(1, MOST_BOARDS))
        self.rows_box.setAccessibleName("Rows")
        for box in (self.columns_box, self.rows_box):
            box.valueChanged.connect(self._keep_grid)
        self.fit_box = self.control("fit", QCheckBox("&Fit"), tip="Fit columns and rows to the number of positions")
        self.form.addRow(
            plain_label("&Boards", self.columns_box),
            row_of(self.columns_box, plain_label("×"), self.rows_box, plain_label("a page"), self.fit_box, STRETCH),
        )
        page = self.control("page", DropDown(_PAGE_TEXTS))
        orientations = {False: "Upright", True: "On its side"}
        self.orientation_box = self.control("landscape", DropDown(orientations, "Orientation of the page"))
        self.form.addRow(plain_label("Pag&e", page), row_of(page, self.orientation_box, STRETCH))
        self.control("captions", DropDown(_CAPTION_TEXTS), "&Captions")
        self.control("colors", DropDown({"light": "Light", "ink": "One ink"}), "C&olors")
        self.layers_box = self.control("layers", QCheckBox(), "La&yers")
        self.legend_box = self.control("legend", QCheckBox("Le&gend of the layers"), "")
        self.control("numbers", QCheckBox("Page &numbers"), "")

    def add(self, entries: list[SheetPosition], title: str = "") -> None:
        """Add positions; the title is that of the sheet if it has none yet."""
        left_out = self.list.add(entries)
        if title and not self.title_edit.text():
            self.title_edit.setText(title)
        if left_out:
            were = plural(left_out, "was", "were")
            self.announced.emit(
                f"A sheet has at most {MOST_POSITIONS:,} positions; {left_out:,} {were} left out.", True
            )

    def sheet_for(self, size: QSizeF | None = None) -> PositionSheet:
        """Return the chosen sheet, for a page of another size in points if one is given."""
        choices = self.choices
        look = self._look(choices.colors)
        self._name_layers(look)
        width, height = page_size(choices.page, landscape=choices.landscape) if size is None else size.toTuple()
        layout = SheetLayout(
            columns=choices.columns,
            rows=choices.rows,
            size=(width, height),
            title=self.title_edit.text(),
            captions=choices.captions,
            numbers=choices.numbers,
            legend=choices.legend,
            look=look if choices.layers else look._replace(layers=(), captures=False),
        )
        return PositionSheet(self.list.positions, layout)

    # Display

    def _name_layers(self, look: Look) -> None:
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
    def _turn(self) -> None:
        self._page += 1 if self.sender() is self.next_button else -1
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
        words = "Add positions from the board, the open file, or a game."
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
        from pawnviz.view.sharing.printing import Printing, draw_printed_sheet

        draw, size = partial(draw_printed_sheet, make_sheet=self.sheet_for), QSizeF(*self.sheet_for().layout.size)
        Printing(draw, "Print the sheet", self.window(), size).dialog.open()
