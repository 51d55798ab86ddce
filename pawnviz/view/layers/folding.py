"""Folded chapters: they are folded again after a search, and when rows come and go."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, Slot
from PySide6.QtWidgets import QTreeView

from pawnviz.core.labels.sections import BUILDING_BLOCKS
from pawnviz.model.layers.tree_model import TITLE_COLUMN, LayerTreeModel


class Folding(QObject):
    """Keeps the chapters of a tree open or folded as the user left them; building blocks are folded at first."""

    def __init__(self, tree: QTreeView, rows: LayerTreeModel) -> None:
        super().__init__(tree)
        self._tree = tree
        self._rows = rows
        self._folded = {BUILDING_BLOCKS.title}
        self._restoring = False
        tree.collapsed.connect(self._remember_folded)
        tree.expanded.connect(self._remember_open)
        rows.rowsInserted.connect(self.restore)
        rows.modelReset.connect(self.restore)
        self.restore()

    @Slot()
    def restore(self) -> None:
        """Open every chapter while something is searched, otherwise those that the user has not folded."""
        self._restoring = True
        for row in range(self._rows.rowCount()):
            index = self._rows.index(row, TITLE_COLUMN)
            self._tree.setExpanded(index, self._rows.searching or str(index.data()) not in self._folded)
        self._restoring = False

    @Slot(QModelIndex)
    def _remember_folded(self, index: QModelIndex) -> None:
        if not self._restoring and not self._rows.searching:
            self._folded.add(str(index.data()))

    @Slot(QModelIndex)
    def _remember_open(self, index: QModelIndex) -> None:
        if not self._restoring and not self._rows.searching:
            self._folded.discard(str(index.data()))
