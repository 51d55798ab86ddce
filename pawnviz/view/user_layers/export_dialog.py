"""A choice of layers for a file to share."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import (
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QSignalBlocker,
    QSize,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QDialog,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from pawnviz.core.words import count_text, escaped, plural
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.override import override
from pawnviz.view.board.swatch import EDGE, SIZE, swatch_icon
from pawnviz.view.widgets.labels import plain_label
from pawnviz.view.widgets.layouts import STRETCH, column_of, row_of
from pawnviz.view.widgets.theme import set_box_colors, theme_of

_IDENTIFIER_ROLE: Final = int(Qt.ItemDataRole.UserRole) + 1


class CheckDelegate(QStyledItemDelegate):
    """Rows with check boxes in the palette's colors, which are visible in a dark list too."""

    @override
    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        colored = QStyleOptionViewItem(option)
        set_box_colors(colored.palette, theme_of(option.widget))
        super().paint(painter, colored, index)


class ExportDialog(QDialog):
    """A choice of user layers for a file to share, together with those that they call."""

    chosen = Signal(object)  # The layers for the file, as a tuple of ``UserLayer``.

    def __init__(self, layers: ShownLayers, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._layers = layers
        self.setModal(False)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Export user layers")
        self.list = QListWidget()
        self.list.setAccessibleName("Layers to export")
        self.list.setIconSize(SIZE)
        self.list.setItemDelegate(CheckDelegate(self.list))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.note = plain_label(muted=True, wrapped=True)
        self.all_button = QPushButton("&All")
        self.none_button = QPushButton("&None")
        self.export_button = QPushButton("&Export…")
        self.cancel_button = QPushButton("Cancel")
        self.export_button.setDefault(True)
        for button in (self.all_button, self.none_button, self.cancel_button):
            button.setAutoDefault(False)
        buttons = row_of(self.all_button, self.none_button, STRETCH, self.cancel_button, self.export_button)
        column_of((self.list, 1), self.note, buttons, parent=self, margins=(12, 10, 12, 10), spacing=8)
        self._list_layers()
        self.list.itemChanged.connect(self._count)
        self.all_button.clicked.connect(self._choose_all)
        self.none_button.clicked.connect(self._choose_none)
        self.export_button.clicked.connect(self._export)
        self.cancel_button.clicked.connect(self.reject)
        layers.user_layers.changed.connect(self._list_layers)
        self.resize(self.sizeHint())

    @override
    def sizeHint(self) -> QSize:
        return QSize(380, 360)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self.isVisible():
            self._list_layers()

    @Slot()
    def _list_layers(self) -> None:
        """Update the list; a new layer is chosen, and the current one stays current."""
        left_out = {
            self._identifier(row) for row in range(self.list.count()) if not self._is_checked(self.list.item(row))
        }
        current = self._identifier(self.list.currentRow()) if self.list.currentRow() >= 0 else ""
        flag = QItemSelectionModel.SelectionFlag
        selection = flag.ClearAndSelect if self.list.selectedItems() else flag.NoUpdate
        with QSignalBlocker(self.list):
            self.list.clear()
            for entry in self._layers.user_layers.kept.entries:
                icon = swatch_icon(entry.style, theme_of(self), EDGE, self.devicePixelRatioF())
                item = QListWidgetItem(icon, entry.title)
                item.setData(_IDENTIFIER_ROLE, entry.identifier)
                item.setToolTip(f"<p>{escaped(entry.title)}</p><p>{escaped(entry.definition or entry.formula)}</p>")
                item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
                on = entry.identifier not in left_out
                item.setCheckState(Qt.CheckState.Checked if on else Qt.CheckState.Unchecked)
                self.list.addItem(item)
                if entry.identifier == current:
                    self.list.setCurrentItem(item, selection)
        self._count()

    @staticmethod
    def _is_checked(item: QListWidgetItem) -> bool:
        return item.checkState() == Qt.CheckState.Checked

    def _identifier(self, row: int) -> str:
        return str(self.list.item(row).data(_IDENTIFIER_ROLE))

    def _checked(self) -> list[str]:
        return [self._identifier(row) for row in range(self.list.count()) if self._is_checked(self.list.item(row))]

    @Slot()
    def _count(self) -> None:
        checked = self._checked()
        called = [entry.title for entry in self._layers.user_layers.kept.with_called(checked)]
        more = len(called) - len(checked)
        also = f", and {more} that {plural(len(checked), 'it calls', 'they call')}" if more else ""
        layers = f"{count_text(len(checked), 'layer')}{also}."
        self.note.setText(layers if checked else "Choose the layers that go into the file.")
        self.export_button.setEnabled(bool(checked))

    @Slot()
    def _choose_all(self) -> None:
        self._check_all(Qt.CheckState.Checked)

    @Slot()
    def _choose_none(self) -> None:
        self._check_all(Qt.CheckState.Unchecked)

    def _check_all(self, state: Qt.CheckState) -> None:
        for row in range(self.list.count()):
            self.list.item(row).setCheckState(state)

    @Slot()
    def _export(self) -> None:
        self.chosen.emit(self._layers.user_layers.kept.with_called(self._checked()))
        self.accept()
