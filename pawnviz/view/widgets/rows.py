"""Models of rows, tables whose rows are chosen as wholes, and lists whose row under the pointer is shown elsewhere."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar

from PySide6.QtCore import QAbstractTableModel, QEvent, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QFocusEvent, QHideEvent, QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QTableView

from pawnviz.override import override
from pawnviz.view.widgets.labels import plain_tip
from pawnviz.view.widgets.layouts import with_properties

LEFT: Final = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
CENTER: Final = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignHCenter
RIGHT: Final = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight

Index = QModelIndex | QPersistentModelIndex
ROOT: Final = QModelIndex()  # The parent of all rows of a list or table.
Row = TypeVar("Row")


class RowsModel(QAbstractTableModel, Generic[Row]):
    """Values as the rows of a list or table, under headings; a subclass implements ``data``."""

    headings: ClassVar[Sequence[str]] = ("",)  # The headings of the columns.
    heading_tips: ClassVar[Mapping[int, str]] = {}  # Tool tips of headings by column.
    alignments: ClassVar[Mapping[int, Qt.AlignmentFlag]] = {}  # Those of columns that are not aligned at the left.

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.rows: Sequence[Row] = ()

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Replace the rows."""
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def row_at(self, index: Index) -> Row | None:
        """Return the row of an index, None for an invalid one."""
        return self.rows[index.row()] if index.isValid() and index.row() < len(self.rows) else None

    @override
    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self.rows)

    @override
    def columnCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self.headings)

    @override
    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self.headings[section]
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(self.heading_tips.get(section, ""))
        is_aligned = orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.TextAlignmentRole
        return self.alignments.get(section, LEFT) if is_aligned else None


class RowTable(QTableView):
    """A table without grid and numbers of rows, in which a row is chosen as a whole and Tab leads out."""

    def __init__(self, name: str, padding: int) -> None:
        """Begin without a model, under an accessible name; rows are ``padding`` pixels higher than a line of text."""
        super().__init__(showGrid=False, wordWrap=False)
        with_properties(self, accessibleName=name, tabKeyNavigation=False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        rows = self.verticalHeader()
        rows.hide()
        rows.setDefaultSectionSize(self.fontMetrics().height() + padding)
        self.horizontalHeader().setHighlightSections(False)

    def sort_by_headings(self) -> None:
        """Let a click on a heading sort the rows, which have the model's order until then."""
        self.setSortingEnabled(True)
        self.setAlternatingRowColors(True)
        header = self.horizontalHeader()
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)

    def fit_rows(self, most: int = 1 << 16) -> None:
        """Be as high as the heading and the rows, at most ``most`` at once."""
        rows = self.verticalHeader()
        count = min(most, self.model().rowCount())
        # Rows are as high as each other.
        height = self.horizontalHeader().sizeHint().height() + count * rows.defaultSectionSize()
        self.setFixedHeight(height + 2 * self.frameWidth())


_ARROWS: Final = (Qt.Key.Key_Down, Qt.Key.Key_Up)
_STEPS: Final = (*_ARROWS, Qt.Key.Key_PageDown, Qt.Key.Key_PageUp, Qt.Key.Key_Home, Qt.Key.Key_End)

if TYPE_CHECKING:
    _View = QAbstractItemView
else:

    class _View:
        """Stands for the list or table that comes behind ``RowPreview`` among the bases of a class."""


class RowPreview(_View, Generic[Row]):
    """A base of lists: the row under the pointer is shown, else the current one while the list has the focus."""

    shown_changed = Signal()  # Another row is to be shown, or none.
    left = Signal()  # Escape was pressed.

    pointed: Row | None = None  # The row under the pointer, or None.
    shown: Row | None = None  # The row that is to be shown, or None.
    _has_chosen = False

    @abstractmethod
    def row_at(self, index: Index) -> Row | None:
        """Return the row of an index, or None if there is none that can be chosen."""

    @abstractmethod
    def choose_current(self) -> None:
        """Carry out the current row, since Enter was pressed in it."""

    @property
    def current_row(self) -> Row | None:
        """The row chosen with a key or a click, or None; Qt makes one current when the focus comes."""
        return self.row_at(self.currentIndex()) if self._has_chosen else None

    def end(self) -> None:
        """End the preview until the pointer moves or a key leads to another row."""
        self.pointed = None
        self._set_shown(None)

    def forget_row(self) -> None:
        """Point at no row and choose none, since the rows are others."""
        self.pointed = None
        self._has_chosen = False

    def choose_row(self, index: Index) -> None:
        """Make a row the current one, as a key does."""
        self._has_chosen = True
        self.setCurrentIndex(index)

    @Slot()
    def follow(self) -> None:
        """Show the row under the pointer, else the current one with the focus."""
        row = self.pointed or (self.current_row if self.hasFocus() else None)
        # What pointer and focus tell a list late, when it has been closed, shows nothing.
        self._set_shown(row if self.isVisible() else None)
        self.viewport().update()

    def _set_shown(self, row: Row | None) -> None:
        if row is not self.shown:
            self.shown = row
            self.shown_changed.emit()

    def point_at(self, row: Row | None) -> None:
        """Take a row as the one under the pointer."""
        if row is not self.pointed:
            self.pointed = row
            self.follow()

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.WindowDeactivate:
            self.end()
        return super().event(event)

    @override
    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self.point_at(None)
        return super().viewportEvent(event)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._has_chosen |= self.row_at(self.indexAt(event.position().toPoint())) is not None
        super().mousePressEvent(event)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.point_at(self.row_at(self.indexAt(event.position().toPoint())))
        super().mouseMoveEvent(event)

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        super().wheelEvent(event)
        self.point_at(self.row_at(self.indexAt(event.position().toPoint())))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self.current_row is not None:
                self.choose_current()
        elif event.key() == Qt.Key.Key_Escape:
            self.end()
            self.left.emit()
        else:
            # A key takes over from a pointer that rests on another row. The first arrow key leads to the first row.
            self.pointed = None
            is_first = not self._has_chosen and self.currentIndex().isValid()
            self._has_chosen |= event.key() in _STEPS and self.currentIndex().isValid()
            if not (is_first and event.key() in _ARROWS):
                super().keyPressEvent(event)
            self.follow()

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.follow()

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.follow()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        self.end()
        super().hideEvent(event)


class SearchedList(QListView):
    """A list in which typed characters go to a search, and are no commands of the window."""

    typed = Signal(str)  # A character to search was typed.
    left = Signal()  # Escape was pressed.

    def __init__(self, **properties: object) -> None:
        super().__init__()
        with_properties(self, editTriggers=QAbstractItemView.EditTrigger.NoEditTriggers, **properties)

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and _is_typed(event):
            event.accept()
            return True
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if _is_typed(event):
            self.typed.emit(event.text())
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


def _is_typed(event: QKeyEvent) -> bool:
    commands = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
    return not event.modifiers() & commands and event.text().isprintable() and bool(event.text().strip())
