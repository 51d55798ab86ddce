"""A mask written in every form."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import QSizePolicy, QTreeWidget, QTreeWidgetItem

from pawnviz.core.board.mapping import SquareMapping
from pawnviz.core.board.notation import Notation, write_mask


class MaskForms(QTreeWidget):
    """A row for each notation with the mask written in it; the chosen row can be copied."""

    copied = Signal(str)  # A form was copied; carries the title of its notation.

    def __init__(self) -> None:
        super().__init__()
        self.setHeaderLabels(["Form", "Text"])
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setAccessibleName("The mask in every form")
        # On a low screen the forms give way, and nothing else.
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self.setMinimumHeight(3 * self.fontMetrics().lineSpacing() + 16)
        self._rows = {notation: QTreeWidgetItem([notation.title, ""]) for notation in Notation}
        for row in self._rows.values():
            row.setFont(1, QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
            self.addTopLevelItem(row)
        self.setCurrentIndex(self.model().index(0, 0))
        self.resizeColumnToContents(0)
        self.itemActivated.connect(self.copy)

    def show_mask(self, mask: int, mapping: SquareMapping) -> None:
        """Write a mask in every notation, numbers in a mapping."""
        for notation, row in self._rows.items():
            text = write_mask(mask, notation, mapping)
            row.setText(1, text.replace("\n", " / "))
            row.setToolTip(1, text)
            row.setData(1, Qt.ItemDataRole.UserRole, text)

    @Slot()
    def copy(self) -> None:
        """Copy the chosen form."""
        row = self.currentItem()
        if row is not None:
            QGuiApplication.clipboard().setText(str(row.data(1, Qt.ItemDataRole.UserRole)))
            self.copied.emit(row.text(0))
